// Package pausing is for contexts that hold up whoever looks at them: a search that asks
// ctx.Err all along is paused and goes on without knowing it.
//
// What package context derives from such a context no longer asks it, so whoever derives one
// for a search says [Again].
//
// It imports the standard library alone and knows nothing of who pauses whom.
package pausing

import "context"

type key struct{}

type pausing struct {
	context.Context
	pause func(context.Context)
}

// With is ctx whose Err calls pause first, from any goroutine. Pause gets the context that was
// asked, or the derived one, without the pauses, and returns soon after that has ended.
// Neither Done nor [context.Cause] pause.
func With(ctx context.Context, pause func(context.Context)) context.Context {
	return &pausing{ctx, pause}
}

// Again is ctx, derived from a context of [With], pausing as that does; any other as it is.
func Again(ctx context.Context) context.Context {
	if pause, ok := ctx.Value(key{}).(func(context.Context)); ok {
		return &pausing{ctx, pause}
	}
	return ctx
}

func (p *pausing) Err() error {
	p.pause(p.Context)
	return p.Context.Err()
}

func (p *pausing) Value(k any) any {
	if k == (key{}) {
		return p.pause
	}
	return p.Context.Value(k)
}
