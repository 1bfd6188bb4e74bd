package logic

import (
	"context"
	"slices"
)

// This file adds patterns to nets: when no single is left, other techniques continue.

// advancers lists the techniques that a net with patterns uses when no single is left.
var advancers = [...]Technique{Pointing, Claiming, LockedPair, NakedPair, HiddenPair, XWing}

// addTechniqueConclusions adds the conclusions of the first technique in advancers that has any. It reports whether a
// technique had any.
func (t *net) addTechniqueConclusions() bool {
	s := State{t.world, t.base.values, t.base.given}
	for c := range s.digits[0].All() {
		if d, ok := onlyDigit(s.cands[c]); ok {
			// If a claim is too far to be followed, the net has not removed the candidates that the claim excludes.
			if k := t.number[claimOf(c, d, true)]; k != noLine && !t.isTooFarToFollow(&t.lines[k]) {
				s.Place(c, d)
			}
		}
	}
	t.finder.Reset(s)
	for _, k := range advancers {
		n := len(t.lines)
		t.finder.Each(context.Background(), k, func(step *Step) bool {
			for _, e := range step.Eliminations {
				if t.hasClaim(claimOf(e.Cell, e.Digit, false)) {
					continue
				}
				causes, far := t.removalLinesOf(step.Truths)
				index := t.addReason(netReason{causes, slices.Clone(step.Truths), k})
				t.addLine(netLine{claim: claimOf(e.Cell, e.Digit, false), reason: ByTechnique, depth: t.depth, far: far + 1, causes: index})
			}
			return true
		})
		if len(t.lines) > n {
			return true
		}
	}
	return false
}

// removalLinesOf returns the lines that removed candidates of the truths. `far` is the greatest length of a path to
// such a line.
func (t *net) removalLinesOf(truths []Truth) (causes []uint16, far uint16) {
	note := func(c Cell, d Digit) {
		if k := t.number[claimOf(c, d, false)]; k != noLine && !slices.Contains(causes, k) {
			causes = append(causes, k)
			far = max(far, t.lines[k].far)
		}
	}
	for _, h := range truths {
		if h.Kind == CellTruth {
			for d := range (t.base.cands[h.Cell] &^ t.world.cands[h.Cell]).Digits() {
				note(h.Cell, d)
			}
			continue
		}
		for removed := t.base.digits[h.Digit].Without(t.world.digits[h.Digit]).And(t.base.board.Cells(h.House)); !removed.Empty(); {
			note(removed.Pop(), h.Digit)
		}
	}
	return causes, far
}

// removeSpareCauses removes from line l the causes that its pattern does not need.
func (t *net) removeSpareCauses(l *netLine) {
	p := prover{state: t.base}
	causes := &t.reasons[l.causes]
	for i := 0; i < len(causes.causes); {
		rest := slices.Delete(slices.Clone(causes.causes), i, i+1)
		literals := []literal{{l.claim.candidate(), !l.claim.isTrue()}}
		for _, k := range rest {
			literals = append(literals, literal{t.lines[k].claim.candidate(), t.lines[k].claim.isTrue()})
		}
		if p.canClash(literals, causes.truths) {
			causes.causes = rest
		} else {
			i++
		}
	}
}
