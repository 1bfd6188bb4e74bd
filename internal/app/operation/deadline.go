//go:build !js

package operation

import (
	"context"
	"time"
)

// within is ctx with a deadline.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}
