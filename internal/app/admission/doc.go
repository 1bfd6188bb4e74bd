// Package admission says who searches when, on a machine that many clients share.
//
//	place, err := queue.Admit(ctx)          the request is let in, or a *Refusal      queue.go
//	defer place.Leave()
//	err = place.Hold(n)                     n more bytes in memory, or a *Refusal
//	turn, err := place.Begin(ctx, work)     waits until it may search                 turn.go
//	defer turn.End()
//	answer := search(turn.Context())        each look at the context may pause it
//
// A client is a name in the request's context, [WithClient]. Nobody knows what a search will
// cost, so each begins as short work and becomes long when it has run for a while:
//
//	Begin ──▶ short, waiting ──▶ short, running ──▶ End
//	                                   │ 2 ms
//	                                   ▼
//	          long, waiting ◀─────▶ long, running ──▶ End         schedule.go
//
// Short work takes a processor as soon as no other short work has it; long work has the
// processors that are left, in slices, and a small share where none is. Clients take turns with
// short work; long work has even shares of time (start-time fair queueing, in which who had
// little comes first for some slices), and a client's searches take turns. A long search pauses when it looks at its context, as the engines do all
// along.
//
// What waits is bounded in number and bytes: a client may have as much as it leaves free. What
// is paused holds memory: while the heap is large only a few clients' oldest searches go on,
// and no further search becomes long.
//
// It knows no HTTP and no puzzles, and imports nothing that does.
package admission
