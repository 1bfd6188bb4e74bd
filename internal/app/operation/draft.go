//go:build !js || rules

package operation

import (
	"context"

	"nonet/message"
	"nonet/variant"
	"nonet/variant/notation"
	"nonet/wire"
)

// KindsRequest asks which kinds of constraints there are, and how they are set.
type KindsRequest struct{}

func (*KindsRequest) prepare(*Call) error { return nil }

func (*KindsRequest) answer(_ context.Context, c *Call) (w wire.Kinds) {
	for _, f := range variant.Families() {
		w.Families = append(w.Families, wire.KindFamily{Family: string(f), Name: f.Label().In(c.Lang)})
	}
	for _, k := range variant.Kinds() {
		if k.Way() == variant.WayNone {
			continue
		}
		one := wire.Kind{
			Kind: k.Name, Family: string(k.Family()), Name: k.Label().In(c.Lang), Rule: k.Rule().In(c.Lang), Way: string(k.Way()),
			Typed: string(k.Typed()), Usual: k.Usual, Any: k.Name == "Cage", Least: k.Least, Most: k.Most, Twice: k.Twice, Shape: string(k.Draw.Shape),
		}
		for _, word := range k.Words {
			one.Words = append(one.Words, wire.KindWord{Word: word, Name: variant.WordLabel(word).In(c.Lang)})
		}
		w.Kinds = append(w.Kinds, one)
	}
	return w
}

// DraftRequest asks what a puzzle that is being set looks like, and what of it makes no sense
// yet.
type DraftRequest struct {
	Puzzle string `json:"puzzle" doc:"The puzzle in nonet's JSON, which need not make sense yet; or a whole one in any notation"`

	whole, sound *Ruled
	kept         []int
	faults       []*variant.Error
}

func (q *DraftRequest) prepare(c *Call) (err error) {
	if !notation.IsJSON(q.Puzzle) {
		if q.whole, err = c.ruledIn(q.Puzzle); err != nil {
			return err
		}
	} else {
		p, err := notation.ReadDraft(q.Puzzle)
		if err != nil {
			return c.unreadable(err, "puzzle")
		}
		q.whole = &Ruled{Puzzle: p}
	}
	sound, kept, faults, err := q.whole.Sound()
	if err != nil {
		return c.unreadable(err, "puzzle")
	}
	q.sound, q.kept, q.faults = &Ruled{Puzzle: sound, Unknown: q.whole.Unknown}, kept, faults
	return nil
}

func (q *DraftRequest) answer(_ context.Context, c *Call) wire.Draft {
	w := wire.Draft{Drawing: q.sound.drawing(c.Lang), Sound: notation.WriteJSON(q.sound.Puzzle), Kept: append([]int{}, q.kept...), Faults: []wire.DraftFault{}}
	d := &w.Drawing
	d.Puzzle = notation.WriteJSON(q.whole.Puzzle)
	d.Regions, d.Givens = q.whole.areas(), q.whole.givens()
	for i := range d.Marks {
		d.Marks[i].Constraint = q.kept[d.Marks[i].Constraint]
	}
	d.Constraints = d.Constraints[:0]
	for i := range q.whole.Constraints {
		name := "?"
		if variant.KindNamed(q.whole.Constraints[i].Kind) != nil {
			name = q.whole.PartName(variant.Part{Index: i}).In(c.Lang)
		}
		d.Constraints = append(d.Constraints, name)
	}
	for _, f := range q.faults {
		w.Faults = append(w.Faults, wire.DraftFault{Constraint: f.Constraint, Cells: append([]string{}, f.Cells...), Reason: message.Of(f, c.Lang)})
	}
	return w
}
