package netjob

import (
	"embed"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"strconv"
	"strings"

	"nonet/internal/app/locale"
	"nonet/internal/app/telemetry"
	"nonet/job"
	"nonet/message"
)

// Info is what a worker has to know of a job.
type Info struct {
	Job     job.Job `json:"job"`
	ID      string  `json:"id"`
	Lease   float64 `json:"lease"` // seconds
	Version string  `json:"version"`
	// Paths are where the coordinator reads the inputs: who can read the same there, need not ask for texts.
	Paths []string `json:"paths"`
	// Peers are the addresses of who may hand out shards.
	Peers []string `json:"peers,omitempty"`
}

// Task is a shard as a worker gets it.
type Task struct {
	Shard     int    `json:"shard"`
	Range     bool   `json:"range,omitempty"`
	From      uint64 `json:"from,omitempty"` // of a range
	To        uint64 `json:"to,omitempty"`
	Continues bool   `json:"continues,omitempty"`
	Torn      bool   `json:"torn,omitempty"`  // see batch.Task
	Whole     bool   `json:"whole,omitempty"` // it is not divided
	// Part is what of the shard is meant; nil: all.
	Part *job.Span `json:"part,omitempty"`
	// Peers are those of [Info.Peers] by now.
	Peers []string `json:"peers,omitempty"`
}

func urls(all []Peer) (urls []string) {
	for _, p := range all {
		urls = append(urls, p.URL)
	}
	return urls
}

// Handler serves workers and people.
func (k *Coordinator) Handler(a Access, info Info, metrics *telemetry.Registry) http.Handler {
	k.mu.Lock()
	cluster := k.cluster
	k.mu.Unlock()
	k.metrics(metrics)
	mux := http.NewServeMux()
	bearer := func(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") }
	is := func(r *http.Request, secret string) bool {
		return Same(bearer(r), secret)
	}
	refuse := func(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }
	// Only who coordinates, or looks after it.
	admin := func(pattern string, f http.HandlerFunc) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if !is(r, a.Admin) {
				refuse(w, http.StatusUnauthorized)
				return
			}
			f(w, r)
		})
	}
	// Only workers that were let in, each with a secret of its own.
	worker := func(pattern string, f func(w http.ResponseWriter, r *http.Request, by *Worker, shard int)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			by := k.Known(bearer(r))
			if by == nil {
				refuse(w, http.StatusUnauthorized)
				return
			}
			if k.IsExpelled(by) {
				refuse(w, http.StatusForbidden)
				return
			}
			shard := 0
			if text := r.PathValue("shard"); text != "" {
				n, err := strconv.Atoi(text)
				if err != nil || n < 0 || n >= k.Manifest.Job.Shards() {
					refuse(w, http.StatusNotFound)
					return
				}
				shard = n
			}
			f(w, r, by, shard)
		})
	}
	answer := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(v) // it fails if the client is gone
	}
	mux.HandleFunc("POST /join", func(w http.ResponseWriter, r *http.Request) {
		trusted := is(r, a.Admin)
		if !trusted && !is(r, a.Join) {
			refuse(w, http.StatusUnauthorized)
			return
		}
		if !k.leads() {
			refuse(w, http.StatusServiceUnavailable)
			return
		}
		var who struct{ Name string }
		if json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&who) != nil {
			refuse(w, http.StatusBadRequest)
			return
		}
		id, secret, ok := k.Join(who.Name, trusted)
		if !ok {
			refuse(w, http.StatusServiceUnavailable)
			return
		}
		info := info
		info.Peers = urls(cluster.Peers())
		answer(w, map[string]any{"id": id, "secret": secret, "info": info})
	})
	worker("POST /lease", func(w http.ResponseWriter, r *http.Request, by *Worker, _ int) {
		u, err := k.unit(by)
		switch {
		case errors.Is(err, ErrOver):
			w.WriteHeader(http.StatusGone)
			return
		case errors.Is(err, errFollows):
			k.Leave(by) // it goes to who leads
			refuse(w, http.StatusServiceUnavailable)
			return
		case err != nil:
			w.WriteHeader(http.StatusNoContent)
			return
		}
		t, err := k.Task(u.shard.N)
		if r.Context().Err() != nil { // who asked may have left before this was its
			k.giveBack(by, u.shard.N, u.span.From)
			return
		}
		if err != nil {
			k.giveBack(by, u.shard.N, u.span.From)
			refuse(w, http.StatusInternalServerError)
			return
		}
		if !u.whole {
			t.Part = &u.span
		}
		t.Peers = urls(cluster.Peers())
		answer(w, t)
	})
	worker("GET /text/{shard}", func(w http.ResponseWriter, r *http.Request, _ *Worker, shard int) {
		text := k.Text(shard)
		if text == nil {
			refuse(w, http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Content-Length", strconv.FormatInt(text.Size(), 10))
		_, _ = io.Copy(w, text) // it fails if the client is gone
	})
	place := func(r *http.Request, name string) int64 { // 0 where it is none
		n, _ := strconv.ParseInt(r.FormValue(name), 10, 64)
		return max(0, n)
	}
	worker("POST /beat/{shard}", func(w http.ResponseWriter, r *http.Request, by *Worker, shard int) {
		switch ours, asked := k.beat(by, shard, place(r, "from")); {
		case !ours:
			w.WriteHeader(http.StatusConflict)
		case asked:
			w.WriteHeader(http.StatusAccepted)
		}
	})
	worker("POST /give/{shard}", func(w http.ResponseWriter, r *http.Request, by *Worker, shard int) {
		if !k.give(by, shard, place(r, "from"), place(r, "at")) {
			w.WriteHeader(http.StatusConflict)
		}
	})
	worker("POST /return/{shard}", func(_ http.ResponseWriter, r *http.Request, by *Worker, shard int) {
		k.giveBack(by, shard, place(r, "from"))
	})
	worker("POST /leave", func(_ http.ResponseWriter, _ *http.Request, by *Worker, _ int) { k.Leave(by) })
	worker("PUT /result/{shard}", func(w http.ResponseWriter, r *http.Request, by *Worker, shard int) {
		e := job.Entry{}
		if json.Unmarshal([]byte(r.Header.Get("Nonet-Entry")), &e) != nil || e.Shard != shard || e.Bytes > MostOutput {
			refuse(w, http.StatusBadRequest)
			return
		}
		k.mu.Lock()
		if k.serving.Err() != nil {
			k.mu.Unlock()
			refuse(w, http.StatusServiceUnavailable)
			return
		}
		k.taking.Add(1)
		k.mu.Unlock()
		defer k.taking.Done()
		// A check may take as long as the work did, and goes on without the client.
		var first bool
		var err error
		if to := place(r, "to"); to > 0 {
			first, err = k.FinishPart(k.serving, by, e, job.Span{From: place(r, "from"), To: to}, r.Body)
		} else {
			first, err = k.Finish(k.serving, by, e, r.Body)
		}
		if status := Outcome(first, err); status != http.StatusOK {
			refuse(w, status)
		}
	})
	admin("GET /status", func(w http.ResponseWriter, _ *http.Request) { answer(w, k.Status()) })
	admin("POST /pause", func(http.ResponseWriter, *http.Request) { k.Pause(true) })
	admin("POST /resume", func(http.ResponseWriter, *http.Request) { k.Pause(false) })
	admin("POST /cancel", func(http.ResponseWriter, *http.Request) { k.Cancel() })
	admin("GET /metrics", metrics.ServeHTTP)
	if cluster != nil {
		cluster.serve(admin, answer, Copy{info, a, k.Check, k.Quorum})
	}
	pages(mux)
	return mux
}

// MostOutput is how many bytes an output of a shard may have.
const MostOutput = 4 << 30

// Outcome is the status of HTTP that tells a worker what became of its output.
func Outcome(first bool, err error) int {
	switch {
	case errors.Is(err, ErrLie):
		return http.StatusForbidden
	case errors.Is(err, ErrBadResult):
		return http.StatusUnprocessableEntity
	case err != nil: // the disk, mostly: the worker tries again
		return http.StatusInsufficientStorage
	case !first:
		return http.StatusConflict
	}
	return http.StatusOK
}

//go:embed page
var files embed.FS

// pages serves the page on which people look at a job; what it shows it asks for with the token after the # of its address.
func pages(mux *http.ServeMux) {
	serve := func(pattern, kind, name string) {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) {
			b, err := files.ReadFile("page/" + name)
			if err != nil {
				http.NotFound(w, r)
				return
			}
			if name == "index.html" {
				b = []byte(translated(string(b), locale.FromHeader(r.Header.Get("Accept-Language"))))
			}
			h := w.Header()
			h.Set("Content-Type", kind+"; charset=utf-8")
			h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cache-Control", "no-cache")
			_, _ = w.Write(b)
		})
	}
	serve("/{$}", "text/html", "index.html")
	serve("/page.js", "text/javascript", "page.js")
	serve("/page.css", "text/css", "page.css")
}

// translated fills in the texts of the catalogue, which a page names as {{key}}.
func translated(page string, lang message.Lang) string {
	parts := strings.Split(page, "{{")
	for i := 1; i < len(parts); i++ {
		key, rest, _ := strings.Cut(parts[i], "}}")
		parts[i] = rest
		if key == "lang" {
			parts[i] = string(lang) + rest
		} else {
			parts[i] = html.EscapeString(message.New(key).In(lang)) + rest
		}
	}
	return strings.Join(parts, "")
}

// metrics are those of the job.
func (k *Coordinator) metrics(m *telemetry.Registry) {
	shards := m.Gauge("nonet_batch_shards", "Shards by state.", "state")
	puzzles := m.Gauge("nonet_batch_puzzles", "Puzzles in shards that are done.")
	bytes := m.Gauge("nonet_batch_output_bytes", "Bytes of the outputs that are done.")
	nodes := m.Gauge("nonet_batch_nodes", "Coordinators that answer.")
	workers := m.Gauge("nonet_batch_workers", "Workers by state.", "state")
	again := m.Counter("nonet_batch_leases_expired_total", "Shards whose worker gave no sign of life.")
	expelled := m.Counter("nonet_batch_workers_expelled_total", "Workers whose results were wrong.")
	m.Before(func() {
		s := k.Status()
		shards.Set(float64(s.Done), "done")
		shards.Set(float64(s.Leased), "leased")
		shards.Set(float64(s.Shards-s.Done-s.Leased), "waiting")
		puzzles.Set(float64(s.Puzzles))
		bytes.Set(float64(s.Bytes))
		here := 0
		for _, n := range s.Nodes {
			if !n.Away {
				here++
			}
		}
		nodes.Set(float64(max(1, here)))
		count := map[string]float64{"working": 0, "idle": 0, "gone": 0}
		for _, w := range s.Workers {
			switch {
			case w.Expelled || w.Left:
				count["gone"]++
			case w.Held > 0:
				count["working"]++
			default:
				count["idle"]++
			}
		}
		for state, n := range count {
			workers.Set(n, state)
		}
		again.Set(float64(s.Again))
		expelled.Set(float64(s.Expelled))
	})
}
