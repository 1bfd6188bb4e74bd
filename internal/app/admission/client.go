package admission

import "context"

type clientKey struct{}

// WithClient is ctx of a request by the client of that name: who shares the machine with the
// others, such as "192.0.2.7", "2001:db8:1:2::/64" or "token ann".
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}

// ClientOf is the client's name; "" where nobody said, who together are one client.
func ClientOf(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
