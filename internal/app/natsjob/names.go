package natsjob

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"nonet/internal/app/netjob"
)

// Consumer is the name of the one consumer of a job's stream, which all workers share.
const Consumer = "workers"

// Names on the broker that follow from a stream's.
func ShardSubject(stream string, n int) string     { return fmt.Sprintf("%s.shard.%d", stream, n) }
func AskSubject(stream string, verb string) string { return stream + ".ask." + verb }
func Inbox(stream, who string) string              { return "_INBOX_" + stream + "." + who }
func nextSubject(stream string) string             { return "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + Consumer }
func infoSubject(stream string) string             { return "$JS.API.CONSUMER.INFO." + stream + "." + Consumer }
func ackSubjects(stream string) string             { return "$JS.ACK." + stream + "." + Consumer + ".>" }

// Permissions are the subjects that a worker of a job has to be allowed, and no others. Who is "*" for any.
func Permissions(stream, who string) (publish, subscribe []string) {
	return []string{AskSubject(stream, "*"), nextSubject(stream), infoSubject(stream), ackSubjects(stream)}, []string{Inbox(stream, who) + ".>"}
}

// Link is what a worker needs: the broker's servers, the job's stream, a secret of the coordinator and, if Pin is not
// nil, the digest of the broker's certificate.
type Link struct {
	Servers []string
	Stream  string
	Secret  string
	Pin     []byte
}

// ParseLink reads nats://HOST:PORT,HOST:PORT?job=STREAM#SECRET.
func ParseLink(link string) (l Link, err error) {
	servers, fragment, _ := strings.Cut(link, "#")
	servers, query, _ := strings.Cut(servers, "?")
	if l.Servers, err = Servers(servers); err != nil {
		return l, err
	}
	values, err := url.ParseQuery(query)
	if l.Stream = values.Get("job"); err != nil || !strings.HasPrefix(l.Stream, prefix) || strings.Trim(l.Stream[len(prefix):], "0123456789abcdef") != "" {
		return l, netjob.ErrLink
	}
	l.Secret, l.Pin, err = netjob.Secret(fragment)
	return l, err
}

const prefix = "nonet-"

// Servers reads nats://HOST,HOST,…: a scheme that the first has is that of all.
func Servers(text string) (all []string, err error) {
	scheme, hosts, _ := strings.Cut(text, "://")
	if scheme != "nats" && scheme != "tls" {
		return nil, netjob.ErrLink
	}
	for host := range strings.SplitSeq(hosts, ",") {
		if _, after, ok := strings.Cut(host, "://"); ok {
			host = after
		}
		u, err := url.Parse(scheme + "://" + host)
		if err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
			return nil, netjob.ErrLink
		}
		u.Path = ""
		all = append(all, u.String())
	}
	return all, nil
}

// Public is the servers of a link without passwords in them.
func Public(servers []string) string {
	var hosts []string
	scheme := "nats"
	for _, s := range servers {
		if u, err := url.Parse(s); err == nil {
			scheme = u.Scheme
			hosts = append(hosts, u.Host)
		}
	}
	return scheme + "://" + strings.Join(hosts, ",")
}

// Connect is a connection that comes back by itself until it is closed.
func Connect(servers []string, pin []byte, more []nats.Option, o netjob.BrokerOptions) (*nats.Conn, error) {
	all := []nats.Option{nats.Name("nonet"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(quick),
		nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}
	if pin != nil {
		all = append(all, nats.Secure(netjob.Pinned(pin)))
	}
	if o.CA != "" {
		all = append(all, nats.RootCAs(o.CA))
	}
	if o.Creds != "" {
		all = append(all, nats.UserCredentials(o.Creds))
	}
	if o.Nkey != "" {
		sign, err := nats.NkeyOptionFromSeed(o.Nkey)
		if err != nil {
			return nil, err
		}
		all = append(all, sign)
	}
	return nats.Connect(strings.Join(servers, ","), append(all, more...)...)
}

// quick is how long a broker or a coordinator may take for an answer that it has at hand.
const quick = 5 * time.Second

// Headers of what workers ask.
const (
	secretHeader = "Nonet-Secret"
	statusHeader = "Nonet-Status"
	shardHeader  = "Nonet-Shard"
	fromHeader   = "Nonet-From"   // where in a text or an output a chunk begins
	lengthHeader = "Nonet-Length" // of the whole
	entryHeader  = "Nonet-Entry"
	uploadHeader = "Nonet-Upload" // tells tries to bring an output apart
)

// chunk is how many bytes a message may carry beside its headers.
func chunk(c *nats.Conn) int { return int(min(512<<10, c.MaxPayload()/2)) }
