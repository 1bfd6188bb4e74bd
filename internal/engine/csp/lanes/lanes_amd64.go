//go:build !purego

package lanes

import (
	"context"

	"golang.org/x/sys/cpu"

	"nonet/internal/engine/csp"
)

//go:generate go run -C ../../_asm ./lanes -out ../csp/lanes/lanes_avx512_amd64.s -pkg lanes
//go:generate go run -C ../../_asm ./lanes -avx2 -out ../csp/lanes/lanes_avx2_amd64.s -pkg lanes

func moveLanesAVX512(to, from []row, index *row, set uint32, rows int) {
	moveAVX512(&to[:rows][0], &from[:rows][0], index, set, rows)
}

// Count is like csp.Count, but uses lanes if the machine has them and every propagator of the network has a routine.
// The number of solutions is the same, but their order and the number of nodes are not. Cost: 0.3 to 3 µs per node on
// boards of 81 cells, twice as much with AVX2. Switching to lanes takes about 50 µs, so short searches do not switch.
func Count(ctx context.Context, n *csp.Network, limits csp.Limits) csp.Result {
	if !Supports(n) {
		return csp.Count(ctx, n, limits)
	}
	return countWithKernel(ctx, n, limits, used, alone)
}

// Supports reports whether this machine has lanes, and whether they can search a network with as many values and cells
// as n.
func Supports(n *csp.Network) bool {
	return used != nil && n.Values() <= mostValues && n.Cells() <= mostCells
}

// native lists the kernels of this machine, best first.
var native = func() (all []*kernel) {
	x := &cpu.X86
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512BITALG && x.HasBMI1 {
		all = append(all, &avx512)
	}
	if x.HasAVX2 && x.HasBMI1 {
		all = append(all, &avx2)
	}
	return all
}()

// used is the kernel that Count runs, or nil if Count uses no lanes.
var used = func() *kernel {
	if len(native) == 0 {
		return nil
	}
	return native[0]
}()

// SelectKernel makes Count run the kernel with this name, avx512 or avx2. If this machine does not have it, Count uses
// no lanes. Callers must call it before any search.
func SelectKernel(name string) {
	used = nil
	for _, k := range native {
		if k.name == name {
			used = k
		}
	}
}

var avx512 = kernel{
	name:   "avx512",
	narrow: [kinds]func(*machine, int, int){distinctAVX512, unequalAVX512, relationAVX512, requiredAVX512, countAVX512, balanceAVX512, bandAVX512, crossingAVX512, placesAVX512, setsAVX512, tripleAVX512, sumAVX512, automatonAVX512, eitherAVX512, enterAVX512, leaveAVX512},
	wide:   [kinds]func(*machine, int, int){distinctAVX512, unequalAVX512, relationAVX512Wide, requiredAVX512, countAVX512, balanceAVX512, bandAVX512, crossingAVX512, placesAVX512, setsAVX512, tripleAVX512Wide, sumAVX512Wide, automatonAVX512, eitherAVX512, enterAVX512, leaveAVX512},
	choose: chooseAVX512,
	move:   moveLanesAVX512,
}

var avx2 = kernel{
	name: "avx2", half: true,
	narrow: [kinds]func(*machine, int, int){distinctAVX2, unequalAVX2, relationAVX2, requiredAVX2, countAVX2, balanceAVX2, bandAVX2, crossingAVX2, placesAVX2, setsAVX2, tripleAVX2, sumAVX2, automatonAVX2, eitherAVX2, enterAVX2, leaveAVX2},
	wide:   [kinds]func(*machine, int, int){distinctAVX2, unequalAVX2, relationAVX2Wide, requiredAVX2, countAVX2, balanceAVX2, bandAVX2, crossingAVX2, placesAVX2, setsAVX2, tripleAVX2Wide, sumAVX2Wide, automatonAVX2, eitherAVX2, enterAVX2, leaveAVX2},
	choose: chooseAVX2,
	move:   moveLanesOneByOne,
}
