package logic

import (
	"cmp"
	"slices"

	"nonet/board"
)

// A kraken fish is a fish with fins that do not see the eliminated candidate, but exclude it by chains.
//
//	type 1  the fish without its fins removes a candidate from a cover, and a
//	        chain from each fin excludes the candidate, too
//	type 2  one of the fish's places in a certain cover, or one of the fins, is
//	        true; chains from all of them lead to the same claim
//
// The fish have two to four rows or columns, and one or two fins.

const mostKrakenFins = 2

// krakenSearch collects the kraken fish of a position.
type krakenSearch struct {
	f    *Finder
	kind int
	best map[claim]krakenFound
}

type krakenFound struct {
	conclusion
	digit        Digit
	base, covers board.HouseSet
	fins         CellSet
}

func newKrakenFishSearch(kind int) func(*Finder) {
	return func(f *Finder) {
		k := krakenSearch{f, kind, map[claim]krakenFound{}}
		f.fish.take = k.findFinConsequences
		for size := 2; size <= 4; size++ {
			f.findFish(basic, size, false)
		}
		f.fish.take = nil
		var list []conclusion
		for _, c := range k.best {
			list = append(list, c.conclusion)
		}
		f.eachShortestFirst(list, func(c *conclusion) { k.emitFish(k.best[c.claim]) })
	}
}

// findFinConsequences finds the common consequences of the fins of the current fish. For type 1, the consequences are
// eliminations in a cover. For type 2, they must also follow from each place of the fish in some cover.
func (k *krakenSearch) findFinConsequences() {
	f, t, fs := k.f, k.f.currentNet(), &k.f.fish
	for h := range fs.base.All() {
		if fs.places[h].Within(fs.fins) {
			return
		}
	}
	if fs.fins.Empty() {
		return
	}
	fish := krakenFound{digit: fs.digit, base: fs.base, covers: fs.cover, fins: fs.fins}
	for cover := range fish.covers.All() {
		body := fs.body.And(fs.places[cover])
		if k.kind == 1 {
			list := k.trueClaimsOf(fs.fins)
			targets := fs.places[cover].Without(body).Without(f.board.CommonPeers(fs.fins))
			for !targets.Empty() {
				n := claimOf(targets.Pop(), fs.digit, false)
				cost := 2 * fs.size
				all := true
				for _, from := range list {
					r := t.consequencesOf(chainNet, from)
					all = all && r.claims[n/64]>>(n%64)&1 != 0
					cost += int(r.far[n]) + 1
				}
				if all {
					k.recordIfCheaper(fish, conclusion{claim: n, cost: cost, sources: list})
				}
			}
			continue
		}
		list := k.trueClaimsOf(fs.fins.Or(body))
		best := map[claim]conclusion{}
		f.addCommonConsequences(chainNet, list, nil, best)
		for n, found := range best {
			// An elimination in the cover itself is a finned fish, or a kraken fish of type 1.
			if n.digit() != fs.digit || !f.board.Cells(cover).Has(n.cell()) {
				found.cost += 2 * fs.size
				k.recordIfCheaper(fish, found)
			}
		}
	}
}

func (k *krakenSearch) trueClaimsOf(set CellSet) (list []claim) {
	for !set.Empty() {
		list = append(list, claimOf(set.Pop(), k.f.fish.digit, true))
	}
	return list
}

// recordIfCheaper stores `fish` for the claim of `found`, unless a cheaper fish is stored for this claim. Among equally
// cheap fish it keeps the one with the least digit, then with the least base, then with the greatest covers.
func (k *krakenSearch) recordIfCheaper(fish krakenFound, found conclusion) {
	fish.conclusion = found
	old, known := k.best[found.claim]
	if !known || cmp.Or(cmp.Compare(found.cost, old.cost), cmp.Compare(fish.digit, old.digit), cmp.Compare(fish.base, old.base), cmp.Compare(old.covers, fish.covers)) < 0 {
		fish.sources = slices.Clone(found.sources)
		k.best[found.claim] = fish
	}
}

func (k *krakenSearch) emitFish(c krakenFound) {
	f := k.f
	if f.stopped {
		return
	}
	step := f.beginStep(f.technique, digitBit(c.digit))
	var base, cover CellSet
	for h := range c.base.All() {
		step.addBase(h, c.digit)
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
