// Package admission decides which requests may search, on a machine that many clients share.
//
//	place, err := queue.Admit(ctx)            the request is let in, or a *Refusal    queue.go
//	defer place.Leave()
//	err = place.Hold(n)                       n more bytes in memory, or a *Refusal
//	err = place.Run(ctx, work, search)        waits for a slot, and searches          turn.go
//
// A client is a name in the request's context, [WithClient]. Slots have three classes:
//
//	short    for 2 ms      4 a processor
//	medium   for 100 ms    1 a processor
//	long     to the end    1 a processor, and 1 more
//
// Nobody knows what a search will cost, so each begins in a short slot. One that outlasts its slot
// moves to the next class if a slot is free there. Otherwise it stops, waits, and begins anew.
// Within a class clients take turns. A client may have all long slots but one.
//
// Nothing pauses a search: the runtime and the system share the processors evenly among the
// slots. Short searches outweigh the others as they have more slots.
//
// It knows no HTTP and no puzzles, and imports nothing that does.
package admission
