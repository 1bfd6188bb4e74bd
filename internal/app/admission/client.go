package admission

import "context"

type clientKey struct{}

// WithClient returns a copy of ctx that carries the name of the client whose request it is,
// such as "192.0.2.7", "2001:db8:1:2::/64" or "token ann". A queue shares the machine among
// names.
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}

// ClientOf returns the client's name that [WithClient] put into ctx, or "" without one. All
// requests without a name count as one client.
func ClientOf(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
