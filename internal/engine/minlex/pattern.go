package minlex

import "bytes"

// LeastPattern is the isomorph of g whose pattern, the cells that are not empty, is least, and of
// those the least; and a map that leads there. It looks at every symmetry of the pattern:
// few for most puzzles, up to some hundred thousand where all but a few cells are filled.
func LeastPattern(g *[81]uint8) (form [81]uint8, by Map) {
	p := works.Get().(*puzzle)
	defer works.Put(p)
	if p.kindOf(g) == fullGrid {
		form, maps := Least(g)
		return form, maps[0]
	}
	var pattern [81]uint8
	nodes := p.search(&pattern, allOnes)
	form[0] = 10
	for i := range nodes {
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
	completeDigits(&by.Digits)
	return form, by
}
