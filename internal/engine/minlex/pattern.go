package minlex

import (
	"bytes"
	"context"
)

// LeastPattern returns the isomorph of g with the least pattern (set of filled cells), and a map to this isomorph. Of
// several such isomorphs it returns the least. It tries every symmetry of the least pattern: few for most puzzles, but
// hundreds of thousands if nearly all cells are filled. The error is ctx.Err().
func LeastPattern(ctx context.Context, g *[81]uint8) (form [81]uint8, by Map, err error) {
	if bytes.IndexByte(g[:], 0) < 0 {
		form, maps, err := LeastForm(ctx, g)
		if err == nil {
			by = maps[0]
		}
		return form, by, err
	}
	p := works.Get().(*puzzle)
	defer works.Put(p)
	p.loadGrid(g)
	var pattern [81]uint8
	nodes, err := p.search(ctx, &pattern, allOnes)
	if err != nil {
		return form, by, err
	}
	form[0] = 10
	for i := range nodes {
		if i&1023 == 0 && ctx.Err() != nil {
			return form, by, ctx.Err()
		}
		m := nodes[i].toMap()
		moved := m.Apply(g)
		m.Digits = [10]uint8{}
		next := uint8(0)
		for c, d := range moved {
			if d != 0 && m.Digits[d] == 0 {
				next++
				m.Digits[d] = next
			}
			moved[c] = m.Digits[d]
		}
		if bytes.Compare(moved[:], form[:]) < 0 {
			form, by = moved, m
		}
	}
	assignRemainingLabels(&by.Digits)
	return form, by, nil
}
