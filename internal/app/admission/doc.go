// Package admission says who searches when, on a machine that many clients share.
//
//	place, err := queue.Admit(ctx)          the request is let in, or a *Refusal      queue.go
//	defer place.Leave()
//	err = place.Hold(n)                     n more bytes in memory, or a *Refusal
//	turn, err := place.Begin(ctx, work)     waits until it may search
//	defer turn.End()
//	answer := search(turn.Context())        each look at the context may pause it
//
// A client is a name in the request's context, [WithClient].
//
// It knows no HTTP and no puzzles, and imports nothing that does.
package admission
