package httpapi

import (
	"context"
	"errors"
)

// waitersPerSlot is how many requests may wait for one that searches. Each holds
// its body in memory, so the queue has an end.
const waitersPerSlot = 32

// gate lets so many searches run at once and so many wait for their turn.
type gate struct {
	slots chan struct{} // one element for each search under way
	queue chan struct{} // one for each request that waits
}

func newGate(slots int) *gate {
	return &gate{make(chan struct{}, slots), make(chan struct{}, slots*waitersPerSlot)}
}

var errQueueFull = errors.New("too many requests wait already")

// enter waits for a slot until ctx ends; leave gives it back. The error is
// errQueueFull, at once, or the cause of ctx's end.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-g.slots }
	select {
	case g.slots <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case g.queue <- struct{}{}:
		defer func() { <-g.queue }()
	default:
		return nil, errQueueFull
	}
	select {
	case g.slots <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
