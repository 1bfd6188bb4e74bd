package telemetry

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// RequestIDHeader is the header in which requests and answers state the request's ID.
const RequestIDHeader = "X-Request-Id"

// requestID returns the ID in the request's header if it is safe in logs and headers: up to 128 letters, digits and
// "-_.:+/=@". Otherwise it returns a new ID.
func requestID(r *http.Request) string {
	given := r.Header.Get(RequestIDHeader)
	fit := func(c byte) bool {
		return c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("0123456789-_.:+/=@", c) >= 0
	}
	for i := range len(given) {
		if i == 128 || !fit(given[i]) {
			return newRequestID()
		}
	}
	if given == "" {
		return newRequestID()
	}
	return given
}

// newRequestID returns an ID that no other request has. The ID is predictable, so it must not be used as a secret.
func newRequestID() string {
	var b [16]byte
	binary.NativeEndian.PutUint64(b[:8], rand.Uint64())
	binary.NativeEndian.PutUint64(b[8:], rand.Uint64())
	return hex.EncodeToString(b[:])
}

// traceIDOf returns the trace ID of a traceparent header, or "" if it is malformed. Later versions may append
// fields: https://www.w3.org/TR/trace-context/#traceparent-header.
func traceIDOf(s string) string {
	const none = "00000000000000000000000000000000"
	if len(s) < 55 || len(s) > 55 && (s[:2] == "00" || s[55] != '-') || s[2] != '-' || s[35] != '-' || s[52] != '-' {
		return ""
	}
	for _, part := range []string{s[:2], s[3:35], s[36:52], s[53:55]} {
		if strings.Trim(part, "0123456789abcdef") != "" {
			return ""
		}
	}
	if s[:2] == "ff" || s[3:35] == none || s[36:52] == none[:16] {
		return ""
	}
	return s[3:35]
}

// Proxies lists the proxies that are trusted to name the client of a request.
type Proxies struct {
	// Trusted lists the addresses of the proxies.
	Trusted []netip.Prefix
	// Unix is set if all requests through a Unix socket come from trusted proxies.
	Unix bool
	// Header is the header that the proxies set: Forwarded (RFC 7239), or X-Forwarded-For if Header is "". The other
	// header is ignored, because a proxy passes it on as the client wrote it.
	Header string
}

// ParseProxies parses a list, separated by commas, of prefixes (10.0.0.0/8), addresses, and the words
// "loopback", "private" and "unix".
func ParseProxies(list string) (p Proxies, err error) {
	for word := range strings.SplitSeq(list, ",") {
		switch word = strings.TrimSpace(word); word {
		case "":
		case "unix":
			p.Unix = true
		case "loopback":
			p.Trusted = append(p.Trusted, netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
		case "private":
			for _, s := range []string{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"} {
				p.Trusted = append(p.Trusted, netip.MustParsePrefix(s))
			}
		default:
			prefix, err := netip.ParsePrefix(word)
			if err != nil {
				addr, other := netip.ParseAddr(word)
				if other != nil || addr.Zone() != "" {
					return p, fmt.Errorf("%q", word)
				}
				prefix = netip.PrefixFrom(addr, addr.BitLen())
			}
			if prefix.Addr().Is4In6() { // addresses are also converted to IPv4 before they are compared
				return p, fmt.Errorf("%q", word)
			}
			p.Trusted = append(p.Trusted, prefix.Masked())
		}
	}
	return p, nil
}

func (p Proxies) containsAddress(addr netip.Addr) bool {
	for _, prefix := range p.Trusted {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// IsProxy reports whether addr belongs to a trusted proxy.
func (t *Telemetry) IsProxy(addr netip.Addr) bool { return t.config.Proxies.containsAddress(addr) }

// Client returns the address of the request's client. A request may pass through several hosts. The client is the last
// of them that is not a trusted proxy. The address is invalid if the client is at a Unix socket.
func (p Proxies) Client(r *http.Request) netip.Addr {
	address, err := netip.ParseAddrPort(r.RemoteAddr)
	addr := address.Addr().Unmap().WithZone("")
	if !p.containsAddress(addr) && !(err != nil && p.Unix) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	if http.CanonicalHeaderKey(p.Header) == "Forwarded" {
		hops = forwardedHops(r.Header.Values("Forwarded"))
	}
	for i := len(hops) - 1; i >= 0; i-- {
		hop, ok := parseHop(strings.TrimSpace(hops[i]))
		if !ok {
			break // an untrusted host may have invented the earlier addresses
		}
		if addr = hop; !p.containsAddress(addr) {
			break
		}
	}
	return addr
}

// parseHop parses an address with or without a port: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1],
// [2001:db8::1]:80.
func parseHop(s string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	} else if len(s) > 2 && s[0] == '[' && s[len(s)-1] == ']' {
		s = s[1 : len(s)-1]
	}
	addr, err := netip.ParseAddr(s)
	return addr.Unmap().WithZone(""), err == nil
}

// forwardedHops returns the value of for= in each element, or "" if the element has none. It splits at every comma.
// Addresses contain no comma, so a comma in quotes only makes two invalid elements.
func forwardedHops(values []string) (hops []string) {
	for element := range strings.SplitSeq(strings.Join(values, ","), ",") {
		hop := ""
		for pair := range strings.SplitSeq(element, ";") {
			name, v, _ := strings.Cut(strings.TrimSpace(pair), "=")
			if strings.EqualFold(name, "for") {
				hop = strings.Trim(v, `"`)
			}
		}
		hops = append(hops, hop)
	}
	return hops
}

// clientNameOf returns the name of a client in the queue. For an IPv6 address, it is the /64 prefix, because a customer
// has at least such a network.
func clientNameOf(addr netip.Addr) string {
	switch {
	case !addr.IsValid():
		return "local"
	case addr.Is4():
		return addr.String()
	}
	prefix, _ := addr.Prefix(64)
	return prefix.String()
}
