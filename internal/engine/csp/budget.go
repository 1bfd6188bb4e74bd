package csp

import (
	"context"
	"errors"
)

// ErrLarge says that a network takes more to state, or to compile, than its budget.
var ErrLarge = errors.New("csp: the network takes too much to build")

// Budget bounds what it takes to build a network, in steps of about a nanosecond or as many
// bytes: puzzles come from strangers, and a few words can ask for millions of constraints.
// A nil budget is unlimited.
type Budget struct {
	ctx  context.Context
	left int
	poll int // what may be left when the context is asked next
}

// pollEvery is how many steps pass before the context is asked again: a millisecond or two.
const pollEvery = 1 << 20

// NewBudget is a budget of so many steps, which also ends with ctx.
func NewBudget(ctx context.Context, steps int) *Budget {
	return &Budget{ctx: ctx, left: steps, poll: steps}
}

// over is the panic of Spend.
type over struct{ err error }

// Spend takes steps off the budget. Where there are not so many left, or the context has
// ended, it does not return: Within does.
func (b *Budget) Spend(steps int) {
	if b == nil {
		return
	}
	if b.left -= steps; b.left < 0 || steps < 0 {
		panic(over{ErrLarge})
	}
	if b.left <= b.poll {
		b.poll = b.left - pollEvery
		if b.ctx.Err() != nil {
			panic(over{context.Cause(b.ctx)})
		}
	}
}

// Check does not return if the context has ended: Within does.
func (b *Budget) Check() {
	if b != nil && b.ctx.Err() != nil {
		panic(over{context.Cause(b.ctx)})
	}
}

// Within runs f, in which Spend is called, and returns ErrLarge or the context's error where
// that ended it.
func (b *Budget) Within(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case over:
			err = r.err
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
