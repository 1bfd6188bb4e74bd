// Package admission decides which requests may search, on a machine that many clients share.
//
//	place, err := queue.Admit(ctx)            the request is let in, or a *Refusal    queue.go
//	defer place.Leave()
//	err = place.Hold(n)                       n more bytes in memory, or a *Refusal
//	err = place.Run(ctx, work, search)        waits for a slot, and searches          turn.go
//
// A client is a name in the request's context, [WithClient]. Searches have slots of two kinds:
//
//	Run ──▶ short, waiting ──▶ short, running ──▶ done
//	                                  │ after 20 ms: a long slot if one is free,
//	                                  ▼ or else the search stops
//	        long, waiting ──▶ long, running ──▶ done      it begins anew
//
// Nobody knows what a search will cost, so each first tries in a short slot, of which there are
// always some soon. Long slots are few, as their searches hold memory. A client may have as many as
// there are processors, and one more is left for others. Clients take turns at both. Within these
// bounds the runtime's scheduler shares the processors: nothing pauses.
//
// It knows no HTTP and no puzzles, and imports nothing that does.
package admission
