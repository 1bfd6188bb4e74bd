//go:build !purego

package lanes

import (
	"context"

	"golang.org/x/sys/cpu"

	"nonet/internal/engine/csp"
)

//go:generate go run -C _asm . -out ../lanes_avx512_amd64.s -pkg lanes

//go:noescape
func distinctAVX512(m *machine, from, to int)

//go:noescape
func unequalAVX512(m *machine, from, to int)

//go:noescape
func relationAVX512(m *machine, from, to int)

//go:noescape
func relationAVX512Wide(m *machine, from, to int)

//go:noescape
func requiredAVX512(m *machine, from, to int)

//go:noescape
func countAVX512(m *machine, from, to int)

//go:noescape
func bandAVX512(m *machine, from, to int)

//go:noescape
func crossingAVX512(m *machine, from, to int)

//go:noescape
func placesAVX512(m *machine, from, to int)

//go:noescape
func setsAVX512(m *machine, from, to int)

//go:noescape
func tripleAVX512(m *machine, from, to int)

//go:noescape
func tripleAVX512Wide(m *machine, from, to int)

//go:noescape
func sumAVX512(m *machine, from, to int)

//go:noescape
func sumAVX512Wide(m *machine, from, to int)

//go:noescape
func automatonAVX512(m *machine, from, to int)

//go:noescape
func chooseAVX512(m *machine)

//go:noescape
func moveAVX512(to, from, index *row, set uint32, rows int)

// Count is csp.Count, with lanes where the machine has them and all propagators of the network
// a routine: as many solutions, in another order and after other nodes. Cost: 0.3 to 3 µs a
// node on boards of 81 cells, and some 50 µs to begin, once a search is seen not to be short.
func Count(ctx context.Context, n *csp.Network, limits csp.Limits) csp.Result {
	if best == nil || n.Values() > mostValues || n.Cells() > mostCells {
		return csp.Count(ctx, n, limits)
	}
	return count(ctx, n, limits, best, alone)
}

// best is the kernel of this machine, or nil.
var best = func() *kernel {
	x := &cpu.X86
	if !(x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512BITALG && x.HasBMI1) {
		return nil
	}
	return &avx512
}()

var avx512 = kernel{
	name: "avx512",
	narrow: [kinds]func(*machine, int, int){distinctAVX512, unequalAVX512, relationAVX512, requiredAVX512, countAVX512, bandAVX512,
		crossingAVX512, placesAVX512, setsAVX512, tripleAVX512, sumAVX512, automatonAVX512},
	wide: [kinds]func(*machine, int, int){distinctAVX512, unequalAVX512, relationAVX512Wide, requiredAVX512, countAVX512, bandAVX512,
		crossingAVX512, placesAVX512, setsAVX512, tripleAVX512Wide, sumAVX512Wide, automatonAVX512},
	choose: chooseAVX512,
	move:   moveAVX512,
}
