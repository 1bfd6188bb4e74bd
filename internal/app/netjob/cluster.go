package netjob

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"nonet/job"
)

// Cluster is the coordinators of one job, each with a copy of its own of all that must survive:
//
//	workers ──▶ the one that leads ◀── news, outputs ──▶ another
//	                   ▲                                    ▲
//	                   └────────── news, outputs ───────────┴──▶ a third
//
// Nothing has to be agreed on. What manifests know only grows and comes to the same in any order
// ([job.News]), so two that lead at a time, as on the two sides of a network that was cut, do some shards
// twice and nothing wrong; and what is lost with one before others had it is missing there, and done
// again. Who leads is whoever comes first of those that answer.
type Cluster struct {
	k      *Coordinator
	client *http.Client
	admin  string
	dead   time.Duration // without an answer for so long a peer counts as gone
	save   func([]Peer)  // keeps who belongs to it, for the next start

	mu    sync.Mutex
	self  Peer
	peers []*peer
}

// Peer is one of those who coordinate.
type Peer struct {
	URL  string `json:"url"`
	Rank int    `json:"rank"` // the first to join has 0; −1: not known yet
}

func (a Peer) before(b Peer) bool {
	if a.Rank < 0 || b.Rank < 0 {
		return b.Rank < 0 && a.Rank >= 0
	}
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.URL, b.URL)) < 0
}

// peer is another, as this one knows it.
type peer struct {
	Peer
	answered  time.Time // when it answered last
	known     job.Place // how far its manifest is known here
	forgotten int       // how often that began anew
	full      bool      // it cannot keep outputs
	asked     time.Time // when it asked last
	knows     job.Place // how far this one's manifest is known there
	control   int       // the last word of people that it knows
}

// Control is what people last said of a job; of two, that with more words before it counts.
type Control struct {
	Words     int  `json:"words"`
	Paused    bool `json:"paused,omitempty"`
	Cancelled bool `json:"cancelled,omitempty"`
}

// Copy is all that another coordinator needs in order to begin.
type Copy struct {
	Info   Info    `json:"info"`
	Access Access  `json:"access"`
	Check  float64 `json:"check,omitempty"`
	Quorum bool    `json:"quorum,omitempty"`
}

// question is what one coordinator asks another; answer is what it gets.
type question struct {
	From    Peer      `json:"from"`
	Place   job.Place `json:"place"`
	Control int       `json:"control"`
}

type answer struct {
	job.News
	Peers   []Peer  `json:"peers"`
	Control Control `json:"control"`
	Full    bool    `json:"full,omitempty"` // it cannot keep outputs
}

// Cluster has the coordinator be one of several: self is its own address, save is called when others come.
func (k *Coordinator) Cluster(a Access, self string, save func([]Peer)) (*Cluster, error) {
	_, _, pin, err := linked(a.Link(self, a.Admin))
	if err != nil {
		return nil, err
	}
	c := &Cluster{k: k, client: pinnedClient(pin), admin: a.Admin, dead: min(3*time.Second, max(k.Config.Lease/2, 200*time.Millisecond)), self: Peer{self, -1}, save: save}
	if len(a.Peers) == 0 {
		c.self.Rank = 0
	}
	c.meet(a.Peers)
	k.mu.Lock()
	k.cluster = c
	k.mu.Unlock()
	return c, nil
}

// meet takes in those that it does not know yet.
func (c *Cluster) meet(all []Peer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	changed := false
	for _, p := range all {
		if u, err := url.Parse(p.URL); err != nil || u.Scheme != "https" || u.Host == "" || p.Rank < 0 {
			continue
		}
		known := &c.self
		if p.URL != c.self.URL {
			i := slices.IndexFunc(c.peers, func(o *peer) bool { return o.URL == p.URL })
			if i < 0 {
				if len(c.peers) >= mostPeers {
					continue
				}
				i = len(c.peers)
				c.peers = append(c.peers, &peer{Peer: Peer{p.URL, -1}, answered: time.Now()}) // it may be about to
			}
			known = &c.peers[i].Peer
		}
		if known.Rank < 0 || p.Rank < known.Rank {
			known.Rank, changed = p.Rank, true
		}
	}
	if changed && c.save != nil {
		c.save(c.all())
	}
}

const mostPeers = 31

// all are who belongs to it, in the order in which they would lead; mu is held.
func (c *Cluster) all() []Peer {
	all := []Peer{}
	if c.self.Rank >= 0 {
		all = append(all, c.self)
	}
	for _, p := range c.peers {
		all = append(all, p.Peer)
	}
	slices.SortFunc(all, func(a, b Peer) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	return all
}

// leads reports whether this one hands out shards: none before it answers, but those that cannot keep outputs.
func (c *Cluster) leads() bool {
	if c == nil {
		return true
	}
	full := c.k.isFull()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.self.Rank >= 0 && !slices.ContainsFunc(c.peers, func(p *peer) bool {
		return time.Since(p.answered) < c.dead && (full && !p.full || p.before(c.self) && p.full == full)
	})
}

// Peers are who belongs to it.
func (c *Cluster) Peers() []Peer {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all()
}

// URLs are their addresses.
func (c *Cluster) URLs() []string { return urls(c.Peers()) }

// behind is how many of the others answer, or ask, and lack something that is known here; whole is how many lack nothing.
func (c *Cluster) behind() (behind, whole int) {
	if c == nil {
		return 0, 0
	}
	control := c.k.control()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.peers {
		switch {
		case c.k.Manifest.Beyond(p.knows) > 0 || p.control != control.Words:
			if time.Since(p.asked) < 3*c.dead || time.Since(p.answered) < c.dead {
				behind++
			}
		default:
			whole++
		}
	}
	return behind, whole
}

// Follow learns what the others know until ctx ends. Once the job is over here, the others are told so.
func (c *Cluster) Follow(ctx context.Context) {
	var group sync.WaitGroup
	defer group.Wait()
	following := map[string]bool{}
	for tick := time.NewTicker(c.dead / 20); ; {
		c.mu.Lock()
		for _, p := range c.peers {
			if !following[p.URL] {
				following[p.URL] = true
				group.Go(func() { c.follow(ctx, p) })
			}
		}
		c.mu.Unlock()
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
	}
}

func (c *Cluster) follow(ctx context.Context, p *peer) {
	for ctx.Err() == nil {
		if err := c.learn(ctx, p); err != nil {
			select {
			case <-ctx.Done():
			case <-time.After(c.dead / 10):
			}
		}
	}
}

// learn asks a peer once, and takes over what it answers.
func (c *Cluster) learn(ctx context.Context, p *peer) error {
	c.mu.Lock()
	q, forgotten := question{c.self, p.known, c.k.control().Words}, p.forgotten
	c.mu.Unlock()
	b, err := json.Marshal(q)
	if err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, c.dead)
	defer cancel()
	status, b, err := send(asking, c.client, "POST", p.URL+"/copy/news", c.admin, nil, bytes.NewReader(b), 256<<20)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s", http.StatusText(status))
	}
	var a answer
	if err == nil {
		err = json.Unmarshal(b, &a)
	}
	if err != nil {
		return err
	}
	c.heard(p)
	c.mu.Lock()
	p.full = a.Full
	c.mu.Unlock()
	c.meet(a.Peers)
	for _, id := range a.Expelled {
		if err := c.k.outlaw(id); err != nil {
			return err
		}
	}
	if err := c.fetchAll(ctx, p, a.Entries); err != nil {
		return err
	}
	c.mu.Lock()
	if forgotten == p.forgotten {
		p.known = a.Next
	}
	c.mu.Unlock()
	c.k.told(a.Control)
	c.k.finished()
	return nil
}

// forget has all that the others know asked for again: shards that do not count any more may be known to them
// from workers whose entries were passed over here.
func (c *Cluster) forget() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.peers {
		p.known = job.Place{}
		p.forgotten++
	}
}

func (c *Cluster) heard(p *peer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.answered = time.Now()
}

// fetchAll copies the outputs that are not here, a few at a time.
func (c *Cluster) fetchAll(ctx context.Context, p *peer, entries []job.Entry) error {
	var group sync.WaitGroup
	next := make(chan *job.Entry)
	failed := make(chan error, 1)
	for range min(4, len(entries)) {
		group.Go(func() {
			for e := range next {
				if err := c.fetch(ctx, p, e); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			}
		})
	}
	for i := range entries {
		if !c.k.Manifest.Has(entries[i].Shard) && len(failed) == 0 {
			next <- &entries[i]
		}
	}
	close(next)
	group.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// fetch copies one output, its notes and its entry.
func (c *Cluster) fetch(ctx context.Context, p *peer, e *job.Entry) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	body, err := c.get(ctx, p.URL, "/copy/output/"+strconv.Itoa(e.Shard)+"?sum="+url.QueryEscape(e.Sum))
	if errors.Is(err, errGone) {
		return nil // it does not count there any more
	} else if err != nil {
		return err
	}
	defer body.Close()
	out, err := c.k.receive(e, body)
	if err != nil {
		return err
	}
	c.heard(p)
	_, err = c.k.commit(out, *e)
	return err
}

var errGone = errors.New("it is not there")

func (c *Cluster) get(ctx context.Context, address, path string) (io.ReadCloser, error) {
	return get(ctx, c.client, address+path, c.admin)
}

func get(ctx context.Context, client *http.Client, url, secret string) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	response, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusOK {
		return response.Body, nil
	}
	response.Body.Close()
	switch response.StatusCode {
	case http.StatusNotFound:
		return nil, errGone
	case http.StatusUnauthorized:
		return nil, ErrRefused
	}
	return nil, fmt.Errorf("%s", http.StatusText(response.StatusCode))
}

// Begin asks a coordinator for what another needs.
func Begin(ctx context.Context, link string) (c Copy, err error) {
	address, secret, pin, err := linked(link)
	if err != nil {
		return c, err
	}
	body, err := get(ctx, pinnedClient(pin), address+"/copy/job", secret)
	if err != nil {
		return c, err
	}
	defer body.Close()
	if err := json.NewDecoder(io.LimitReader(body, 256<<20)).Decode(&c); err != nil {
		return c, err
	}
	return c, c.Info.Job.Valid()
}

// Input reads an input of the job that a coordinator has, from a place on.
func Input(ctx context.Context, link string, n int, from int64) (io.ReadCloser, error) {
	address, secret, pin, err := linked(link)
	if err != nil {
		return nil, err
	}
	return get(ctx, pinnedClient(pin), fmt.Sprintf("%s/copy/input/%d?from=%d", address, n, from), secret)
}

// serve is what the others may ask.
func (c *Cluster) serve(admin func(string, http.HandlerFunc), tell func(http.ResponseWriter, any), begin Copy) {
	admin("GET /copy/job", func(w http.ResponseWriter, _ *http.Request) {
		now := begin
		now.Access.Peers, now.Access.URLs, now.Access.Queue, now.Access.Work = c.Peers(), nil, "", ""
		tell(w, now)
	})
	admin("GET /copy/input/{n}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("n"))
		from, err := strconv.ParseInt(r.FormValue("from"), 10, 64)
		text := c.k.Inputs.Text(n)
		if text == nil || err != nil || from < 0 || from > text.Size() {
			http.NotFound(w, r)
			return
		}
		_, _ = io.Copy(w, io.NewSectionReader(text, from, text.Size()-from)) // it fails if the client is gone
	})
	admin("GET /copy/output/{shard}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("shard"))
		e, done := c.k.Manifest.Done(n)
		if !done || e.Sum != r.FormValue("sum") {
			http.NotFound(w, r)
			return
		}
		in, err := c.k.Dir.OpenBoth(&e)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer in.Close()
		w.Header().Set("Content-Length", strconv.FormatInt(e.Bytes+e.Notes, 10))
		_, _ = io.Copy(w, in)
	})
	admin("POST /copy/news", func(w http.ResponseWriter, r *http.Request) {
		var q question
		if json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&q) != nil {
			http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
			return
		}
		c.asked(&q)
		// Who knows all gets an answer when there is something new, or after a while, as a sign of life.
		for end := time.Now().Add(c.dead / 4); time.Now().Before(end) && c.k.Manifest.Beyond(q.Place) == 0 && c.k.control().Words <= q.Control && r.Context().Err() == nil; {
			select {
			case <-time.After(c.dead / 100):
			case <-r.Context().Done():
			}
		}
		tell(w, answer{c.k.Manifest.Since(q.Place, pageOfNews), c.Peers(), c.k.control(), c.k.isFull()})
	})
}

// pageOfNews is how many entries an answer has at most.
const pageOfNews = 5000

// asked notes how far the other is, who may be new.
func (c *Cluster) asked(q *question) {
	c.mu.Lock()
	i := slices.IndexFunc(c.peers, func(p *peer) bool { return p.URL == q.From.URL })
	rank := q.From.Rank
	if i < 0 && rank < 0 { // it comes behind all that are known
		rank = c.self.Rank + 1
		for _, p := range c.peers {
			rank = max(rank, p.Rank+1)
		}
	}
	ready := c.self.Rank >= 0 && q.From.URL != c.self.URL
	c.mu.Unlock()
	if ready {
		if rank >= 0 {
			c.meet([]Peer{{q.From.URL, rank}})
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if i = slices.IndexFunc(c.peers, func(p *peer) bool { return p.URL == q.From.URL }); i >= 0 {
			p := c.peers[i]
			p.asked, p.knows, p.control = time.Now(), q.Place, q.Control
		}
	}
}

// Node is one of those who coordinate, as a status tells it.
type Node struct {
	Peer
	Here  bool `json:"here,omitempty"`  // it is the one that tells
	Leads bool `json:"leads,omitempty"` // as far as that one knows
	Away  bool `json:"away,omitempty"`
	Full  bool `json:"full,omitempty"` // it cannot keep outputs: it leads only where none can
	Lacks int  `json:"lacks"`          // entries that it is not known to have
}

// State is a word for what it does: leads, copies, full or away.
func (n *Node) State() string {
	switch {
	case n.Full:
		return "full"
	case n.Leads:
		return "leads"
	case n.Away:
		return "away"
	}
	return "copies"
}

// Nodes are all who coordinate, in the order in which they would lead.
func (c *Cluster) Nodes() []Node {
	nodes := []Node{}
	if c == nil {
		return nodes
	}
	all, full := c.Peers(), c.k.isFull()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range all {
		n := Node{Peer: p, Here: p.URL == c.self.URL, Full: p.URL == c.self.URL && full}
		if i := slices.IndexFunc(c.peers, func(o *peer) bool { return o.URL == p.URL }); i >= 0 {
			o := c.peers[i]
			n.Full = o.full
			n.Away, n.Lacks = time.Since(o.answered) > c.dead, c.k.Manifest.Beyond(o.knows)
		}
		nodes = append(nodes, n)
	}
	for _, full := range []bool{false, true} { // as in leads
		for i := range nodes {
			if n := &nodes[i]; !n.Away && n.Full == full {
				n.Leads = true
				return nodes
			}
		}
	}
	return nodes
}
