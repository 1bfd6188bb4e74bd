// Package pausing is for contexts that hold up whoever looks at them: a search that asks
// ctx.Err all along is paused and goes on without knowing it.
//
// What package context derives from such a context no longer asks it, so whoever derives one
// for a search says [Again].
//
// It imports the standard library alone and knows nothing of who pauses whom.
package pausing

import (
	"context"
	"runtime"
)

// Pauser is who pauses searches. Its methods may be called from any goroutine.
type Pauser interface {
	// Pause returns when the search may go on, or soon after ctx has ended: that is the context
	// that was asked, or the derived one, without the pauses.
	Pause(ctx context.Context)
	// Processors is how many goroutines the search may start now to work at once, at least 1.
	Processors() int
}

type key struct{}

type pausing struct {
	context.Context
	by Pauser
}

// With is ctx whose Err pauses first, from any goroutine. Neither Done nor [context.Cause] do.
func With(ctx context.Context, by Pauser) context.Context { return &pausing{ctx, by} }

// Again is ctx, derived from a context of [With], pausing as that does; any other as it is.
func Again(ctx context.Context) context.Context {
	if by, ok := ctx.Value(key{}).(Pauser); ok {
		return &pausing{ctx, by}
	}
	return ctx
}

// Processors is how many goroutines a search may start now to work at once: as many as
// there are processors, unless whoever may pause it says otherwise.
func Processors(ctx context.Context) int {
	n := runtime.GOMAXPROCS(0)
	if by, ok := ctx.Value(key{}).(Pauser); ok {
		n = min(n, by.Processors())
	}
	return n
}

func (p *pausing) Err() error {
	p.by.Pause(p.Context)
	return p.Context.Err()
}

func (p *pausing) Value(k any) any {
	if k == (key{}) {
		return p.by
	}
	return p.Context.Value(k)
}
