package csp

import (
	"context"
	"errors"
)

// ErrLarge reports that the cost to build or compile a network exceeds its budget.
var ErrLarge = errors.New("csp: the network takes too much to build")

// Budget limits the cost of building a network. A step of the budget is about a nanosecond or a byte. A server needs
// budgets, because a short puzzle text can require millions of constraints. A nil budget is unlimited.
type Budget struct {
	ctx  context.Context
	left int
	poll int // the value of left at which the context is checked
}

// pollEvery is the number of steps between two checks of the context: one or two milliseconds.
const pollEvery = 1 << 20

// NewBudget returns a budget of the given number of steps. The budget is also exhausted when ctx ends.
func NewBudget(ctx context.Context, steps int) *Budget {
	return &Budget{ctx: ctx, left: steps, poll: steps}
}

// budgetEnd is the value with which Spend and PanicIfEnded panic. Run recovers it.
type budgetEnd struct{ err error }

// Spend subtracts steps from the budget. If the budget is exhausted or the context has ended, Spend panics, and
// [Budget.Run] returns the error.
func (b *Budget) Spend(steps int) {
	if b == nil {
		return
	}
	if b.left -= steps; b.left < 0 || steps < 0 {
		panic(budgetEnd{ErrLarge})
	}
	if b.left <= b.poll {
		b.poll = b.left - pollEvery
		if b.ctx.Err() != nil {
			panic(budgetEnd{context.Cause(b.ctx)})
		}
	}
}

// PanicIfEnded panics like [Budget.Spend] if the context has ended, but subtracts nothing.
func (b *Budget) PanicIfEnded() {
	if b != nil && b.ctx.Err() != nil {
		panic(budgetEnd{context.Cause(b.ctx)})
	}
}

// Run calls f and returns nil. If Spend or PanicIfEnded panics in f, Run recovers, and returns ErrLarge or the
// context's error.
func (b *Budget) Run(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case budgetEnd:
			err = r.err
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
