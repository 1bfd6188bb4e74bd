package job_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/internal/job"
)

// divided runs a shard with several workers through random events. Each worker has a span, sometimes gives away the
// end of it, dies, or delivers its output late or twice. Missing spans are handed out to others, even while a
// worker still has them. Parts knows only what is delivered.
func divided(seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 19))
	length := rng.Int64N(40)
	parts := job.NewParts[string](length)
	text := func(s job.Span) string {
		b := ""
		for i := s.From; i < s.To; i++ {
			b += fmt.Sprint(i, ",")
		}
		return b
	}
	kept := map[string]int{} // outputs taken and not dropped
	finish := func(s job.Span) error {
		_, before := parts.Outputs()
		first, dropped := parts.Finish(s, text(s))
		if first {
			kept[text(s)]++
		} else if len(dropped) > 0 {
			return fmt.Errorf("%v is passed over, and drops %q", s, dropped)
		}
		for _, o := range dropped {
			kept[o]--
		}
		if before && first {
			return fmt.Errorf("%v is taken when all was there", s)
		}
		all, whole := parts.Outputs()
		if before && !whole {
			return fmt.Errorf("%v takes something away", s)
		}
		n := 0
		for _, o := range all {
			if kept[o] <= 0 {
				return fmt.Errorf("an output is there that was dropped: %q", o)
			}
			n++
		}
		for _, times := range kept {
			n -= times
		}
		if n != 0 {
			return fmt.Errorf("%d outputs are lost, or there twice", -n)
		}
		return nil
	}
	on := []job.Span{{To: length}} // spans in work
	for range rng.IntN(80) {
		switch k := rng.IntN(10); {
		case k < 3 && len(on) > 0: // a worker gives away the end of its span; the message may be lost
			s := &on[rng.IntN(len(on))]
			if s.Len() < 2 {
				continue
			}
			s.To = s.From + 1 + rng.Int64N(s.Len()-1)
			if rng.IntN(3) > 0 {
				parts.Cut(s.To)
			}
		case k < 6: // a missing span is handed out, even if a worker has it
			for s := range parts.MissingSpans {
				if rng.IntN(2) == 0 {
					on = append(on, s)
					break
				}
			}
		case k < 9 && len(on) > 0:
			i := rng.IntN(len(on))
			if err := finish(on[i]); err != nil {
				return err
			}
			if rng.IntN(4) > 0 { // otherwise it is delivered again
				on = append(on[:i], on[i+1:]...)
			}
		default: // workers die
			on = on[:rng.IntN(len(on)+1)]
		}
	}
	var left []job.Span
	for s := range parts.MissingSpans {
		left = append(left, s)
	}
	for _, s := range left {
		if err := finish(s); err != nil {
			return err
		}
	}
	all, whole := parts.Outputs()
	if got, want := strings.Join(all, ""), text(job.Span{To: length}); !whole || got != want {
		return fmt.Errorf("%v: %q, want %q", whole, got, want)
	}
	return nil
}

// However a shard is divided among workers, the outputs cover it exactly once.
func TestDividedShards(t *testing.T) {
	if testing.Short() {
		*schedules = min(*schedules, 100)
	}
	for i := range uint64(*schedules) {
		if err := divided(*seed + i); err != nil {
			t.Fatalf("-schedules 1 -seed %d: %v", *seed+i, err)
		}
	}
}
