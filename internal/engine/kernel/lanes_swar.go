package kernel

//go:generate go run -C _asm . -kernel swar -out ../lanes_swar_generated.go

// The pure-Go lanes: 4 lanes of 16 bits in a uint64, of which a cell takes nine.
// They are the twin of the vector kernels, step for step: the same sweep, the same
// choice, so the same guesses.
const (
	ones uint64 = 0x0001000100010001 // 1 in each lane
	high        = ones << 15         // bit 15 of each lane
)

// bitPerLane gathers bit 15 of each of the four lanes.
func bitPerLane(x uint64) uint64 {
	return (x & high >> 15) * 0x0000200040008001 >> 45 & 15
}

// differing has bit 15 set in the lanes where a and b differ.
func differing(a, b uint64) uint64 {
	x := a ^ b
	return x&^high + (high - ones) | x
}

func swarLanes() *lanes {
	return newLanes(lanes{
		name: "swar", count: laneCount,
		sweep: func(b *block) {
			b.dead, b.still, b.full = 0, 0, 0
			for g := range b.prev {
				sweepSWAR(b, g)
			}
		},
		choose: func(b *block) {
			for g := range b.key {
				chooseSWAR(b, g)
			}
		},
		guess: func(b *block) {
			b.pairs = 0
			for g := range b.key {
				guessSWAR(b, g)
			}
		},
		restore: func(b *block) {
			for g := range b.key {
				restoreSWAR(b, g)
			}
		},
		split: splitLanes, second: secondLanes,
		load: loadColumns, read: digits, prefetch: func(*[81]uint8, *Result, *search) {},
		move: moveColumns,
	})
}
