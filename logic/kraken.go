package logic

import (
	"math/bits"
	"slices"

	"nonet/board"
)

// Kraken fish: a fish with fins that do not see the eliminated candidate, but exclude it by chains.
//
// 	type 1  the fish without its fins removes a candidate from a cover, and each
// 	        fin leads to that by a chain
// 	type 2  the places of the fish in one of its covers, and the fins, all lead by
// 	        chains to the same claim: one of these places is true
//
// The fish have two to four rows or columns, and one or two fins.

const mostKrakenFins = 2

// krakenSearch examines the fish of one digit whose base lines have one direction.
type krakenSearch struct {
	f     *Finder
	kind  int
	digit Digit
	rows  bool      // the base lines are rows
	line  [9]uint16 // for each base line, its places as bits
	best  map[claim]krakenFound
}

type krakenFound struct {
	conclusion
	digit        Digit
	base, covers board.HouseSet
	fins         CellSet
}

func newKrakenFishSearch(kind int) func(*Finder) {
	return func(f *Finder) {
		k := krakenSearch{f: f, kind: kind, best: map[claim]krakenFound{}}
		for k.digit = 1; k.digit <= 9; k.digit++ {
			for _, k.rows = range [2]bool{true, false} {
				k.line = [9]uint16{}
				for c := range f.state.digits[k.digit].All() {
					if k.rows {
						k.line[rowOf[c]] |= 1 << (columnOf[c] - 9)
					} else {
						k.line[columnOf[c]-9] |= 1 << rowOf[c]
					}
				}
				for base := uint16(0); base < 1<<9 && !f.stopped; base++ {
					if n := bits.OnesCount16(base); n >= 2 && n <= 4 {
						k.tryCoversOfBase(base, n)
					}
				}
			}
		}
		var list []conclusion
		for _, c := range k.best {
			list = append(list, c.conclusion)
		}
		f.eachShortestFirst(list, func(c *conclusion) { k.emitFish(k.best[c.claim]) })
	}
}

func (k *krakenSearch) cellAt(line, place int) Cell {
	if k.rows {
		return Cell(9*line + place)
	}
	return Cell(9*place + line)
}

// housesOf converts lines, given as bits, to houses. The lines have the base's direction if base is set, and otherwise
// cross it.
func (k *krakenSearch) housesOf(lines uint16, base bool) board.HouseSet {
	if k.rows == base {
		return board.HouseSet(lines)
	}
	return board.HouseSet(lines) << 9
}

// tryCoversOfBase examines every choice of n covers for a base.
func (k *krakenSearch) tryCoversOfBase(base uint16, n int) {
	touched := uint16(0)
	for b := base; b != 0; b &= b - 1 {
		line := k.line[bits.TrailingZeros16(b)]
		if line == 0 {
			return
		}
		touched |= line
	}
	for covers := touched; covers != 0; covers = (covers - 1) & touched {
		if bits.OnesCount16(covers) != n || k.f.countNode() {
			continue
		}
		fins, sound, covered := 0, true, uint16(0)
		for b := base; b != 0; b &= b - 1 {
			line := k.line[bits.TrailingZeros16(b)]
			fins += bits.OnesCount16(line &^ covers)
			sound = sound && line&covers != 0
			covered |= line & covers
		}
		if !sound || fins == 0 || fins > mostKrakenFins || covered != covers {
			continue
		}
		k.findFinConsequences(base, covers)
	}
}

// findFinConsequences finds the common consequences of the fins. For type 2 it also finds the consequences of
// the places in a cover.
func (k *krakenSearch) findFinConsequences(base, covers uint16) {
	f, g := k.f, k.f.netsOfPosition()
	var body [9]CellSet // for each cover, the places that it shares with the base
	var fins CellSet
	for b := base; b != 0; b &= b - 1 {
		i := bits.TrailingZeros16(b)
		for p := k.line[i]; p != 0; p &= p - 1 {
			j := bits.TrailingZeros16(p)
			if covers>>j&1 != 0 {
				body[j].Add(k.cellAt(i, j))
			} else {
				fins.Add(k.cellAt(i, j))
			}
		}
	}
	fish := krakenFound{digit: k.digit, base: k.housesOf(base, true), covers: k.housesOf(covers, false), fins: fins}
	for cover := range fish.covers.All() {
		j := cover % 9
		if k.kind == 1 {
			list := k.trueClaimsOf(fins)
			targets := f.placesIn(cover, k.digit).Less(body[j]).Less(f.board.CommonPeers(fins))
			for !targets.Empty() {
				n := claimOf(targets.Pop(), k.digit, false)
				cost := 2 * bits.OnesCount16(base)
				all := true
				for _, from := range list {
					r := g.consequencesOf(chainNet, from)
					all = all && r.claims[n/64]>>(n%64)&1 != 0
					cost += int(r.far[n]) + 1
				}
				if all {
					k.recordIfCheaper(fish, conclusion{claim: n, cost: cost, sources: list})
				}
			}
			continue
		}
		list := k.trueClaimsOf(fins.Or(body[j]))
		best := map[claim]conclusion{}
		f.addCommonConsequences(chainNet, list, best)
		for n, found := range best {
			// An elimination in the cover itself is a finned fish, or a kraken fish of type 1.
			if n.digit() != k.digit || !f.board.Cells(cover).Has(n.cell()) {
				found.cost += 2 * bits.OnesCount16(base)
				k.recordIfCheaper(fish, found)
			}
		}
	}
}

func (k *krakenSearch) trueClaimsOf(set CellSet) (list []claim) {
	for !set.Empty() {
		list = append(list, claimOf(set.Pop(), k.digit, true))
	}
	return list
}

func (k *krakenSearch) recordIfCheaper(fish krakenFound, found conclusion) {
	fish.conclusion = found
	old, known := k.best[found.claim]
	if !known || found.cost < old.cost {
		fish.sources = slices.Clone(found.sources)
		k.best[found.claim] = fish
	}
}

func (k *krakenSearch) emitFish(c krakenFound) {
	f := k.f
	step := f.beginStep(f.want, digitBit(c.digit))
	var base, cover CellSet
	for h := range c.base.All() {
		step.Base = append(step.Base, h)
		step.addHouseTruth(h, c.digit)
		base = base.Or(f.board.Cells(h))
	}
	for h := range c.covers.All() {
		step.Cover = append(step.Cover, h)
		cover = cover.Or(f.board.Cells(h))
	}
	step.markDigit(Fin, c.digit, c.fins)
	step.markDigit(Pattern, c.digit, base.And(cover).And(f.state.digits[c.digit]))
	for _, n := range c.sources {
		f.addBranch(chainNet, n, &c.conclusion)
	}
	f.completeForcingStep(&c.conclusion)
}
