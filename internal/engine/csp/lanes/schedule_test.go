package lanes

import (
	"slices"
	"testing"

	"nonet/internal/engine/csp"
)

// TestSchedule checks that searches in which some propagators run rarely find the same solutions as csp, and that
// each propagator is due in one of the sweeps at least.
func TestSchedule(t *testing.T) {
	if len(native) == 0 {
		t.Skip("the twin is too slow for these searches")
	}
	for _, x := range []struct {
		seed uint64
		sums int
	}{{11, 22}, {4, 20}} {
		n := littleKiller(x.seed, x.sums, false)
		limits := csp.Limits{Solutions: 1000, Keep: 1000}
		want := csp.Count(t.Context(), n, limits).Solutions
		slices.SortFunc(want, slices.Compare)
		for _, k := range native {
			s := searchAfterOneNode(t, n, limits, k)
			s.run()
			got := s.result.Solutions
			slices.SortFunc(got, slices.Compare)
			if s.result.Outcome != csp.Complete || !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s, seed %d: %d solutions, outcome %d; want all %d", k.name, x.seed, len(got), s.result.Outcome, len(want))
			}
			if s.due[0] == nil {
				t.Fatalf("%s, seed %d: no schedule in %d sweeps", k.name, x.seed, s.sweeps)
			}
			rare := false
			for w, all := range s.all {
				some, each := uint64(0), all
				for _, due := range s.due {
					some |= due[w]
					each &= due[w]
				}
				rare = rare || each != all
				if some != all {
					t.Errorf("%s, seed %d: of the propagators %#x only %#x are ever due", k.name, x.seed, all, some)
				}
			}
			if !rare {
				t.Errorf("%s, seed %d: all propagators run in each sweep", k.name, x.seed)
			}
		}
	}
}
