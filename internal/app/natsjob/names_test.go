package natsjob

import (
	"errors"
	"testing"

	"nonet/internal/app/netjob"
)

func TestLinks(t *testing.T) {
	l, err := ParseLink("nats://u:p@a:1,b:2,tls://[::1]:3?job=nonet-0a#s")
	if err != nil || len(l.Servers) != 3 || l.Servers[0] != "nats://u:p@a:1" || l.Stream != "nonet-0a" || l.Secret != "s" || Public(l.Servers) != "nats://a:1,b:2,[::1]:3" {
		t.Errorf("%+v %v", l, err)
	}
	for _, bad := range []string{"", "https://a", "nats://", "nats://a", "nats://a?job=nonet-0a", "nats://a?job=x#s", "nats://a?job=nonet-0.a#s", "nats://a,,b?job=nonet-0a#s", "nats://a?job=nonet-0a#s.12", "nats://a/b?job=nonet-0a#s"} {
		if l, err := ParseLink(bad); !errors.Is(err, netjob.ErrLink) {
			t.Errorf("%s: %+v %v", bad, l, err)
		}
	}
}
