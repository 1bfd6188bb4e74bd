// Package admission decides which requests may search, on a machine that many clients share.
//
//	place, err := queue.Admit(ctx)            admits the request, or returns a *Refusal    queue.go
//	defer place.Leave()
//	err = place.Hold(n)                       reserves n bytes, or returns a *Refusal
//	err = place.Run(ctx, work, search)        waits for a slot, and searches               turn.go
//
// A client is a name in the request's context; see [WithClient]. Slots have three classes:
//
//	class    time limit   slots
//	short    2 ms         4 per processor
//	medium   100 ms       1 per processor
//	long     none         1 per processor, and 1 more
//
// The cost of a search is unknown beforehand, so each search begins in a short slot. A search that
// outlasts its slot moves to the next class if a slot is free there. Otherwise it stops, waits for
// one, and starts again from the beginning. Within a class, clients take turns. One client may
// hold at most all long slots but one.
//
// The queue never pauses a running search: the Go runtime and the operating system share the
// processors evenly among the slots. Short searches get most of the processor time because they
// have more slots.
//
// The package knows neither HTTP nor puzzles, and must not import packages that do.
package admission
