package csp

import "slices"

// Statement receives a network as Boolean variables, groups and clauses. Literal 2v means that variable v is true, and
// 2v+1 that it is false.
type Statement interface {
	AddVariable() int
	AddExactlyOne(variables ...int)
	AddAtMostOne(variables ...int)
	AddClause(literals ...int)
}

// mostLiterals limits the literals that StateClauses generates for pairs and sets. Each takes about 50 bytes.
const mostLiterals = 1 << 22

// CanStateClauses reports whether StateClauses supports the network. The network's constraints may only require that
// cells differ, that cells are equal, or that cells have certain pairs or sets of values. StateClauses must need at
// most mostLiterals literals.
func (n *Network) CanStateClauses() bool {
	c := &n.Constraints
	if n.hidden < len(n.domain) || len(c.sums)+len(c.counts)+len(c.required)+len(c.automata)+
		len(c.connected)+len(c.differing)+len(c.occurs)+len(c.numbered)+len(c.same)+len(c.either)+len(c.propagator) > 0 {
		return false
	}
	literals := 4 * len(c.equal) * n.values
	for _, x := range c.notBoth {
		literals += 2 * x.set.Len()
	}
	for _, x := range c.relations {
		for v := range n.values {
			literals += 2 + x.relation.to[v].Len() + x.relation.from[v].Len()
		}
	}
	for _, x := range c.sets {
		literals += 2 * len(x.sets) * len(x.cells) * n.values
	}
	return literals <= mostLiterals
}

// StateClauses states a network for which CanStateClauses returns true. The result `meaning` has a cell and a number for
// each variable: the variable means that the cell has the number. Further variables stand for sets; the variables of
// cells determine them. A value with at most `limit` places in a group gets an AddAtMostOne. For other values,
// StateClauses adds a clause for each pair of places.
func (n *Network) StateClauses(to Statement, limit int) (meaning [][2]int) {
	s := &clauseBuilder{Network: n, to: to, limit: limit}
	domain := slices.Clone(n.domain)
	for _, a := range n.allowed {
		domain[a.Cell] &= a.Set
	}
	for c, set := range domain {
		x := make([]int, n.values)
		var all []int
		for v := range x {
			x[v] = -1
			if set>>v&1 != 0 {
				x[v] = to.AddVariable()
				all = append(all, x[v])
				meaning = append(meaning, [2]int{c, n.first + v})
			}
		}
		to.AddExactlyOne(all...)
		s.x = append(s.x, x)
	}
	for _, cells := range n.distinct {
		s.addDistinctClauses(cells)
	}
	for _, x := range n.sets {
		s.addSetClauses(x)
	}
	for _, x := range n.relations {
		s.addRelationClauses(x.a, x.b, x.relation.to)
		s.addRelationClauses(x.b, x.a, x.relation.from)
	}
	for _, x := range n.notBoth {
		for v := range n.values {
			if a, b := s.x[x.a][v], s.x[x.b][v]; x.set>>v&1 != 0 && a >= 0 && b >= 0 {
				to.AddClause(negativeLiteral(a), negativeLiteral(b))
			}
		}
	}
	same := make([]Set, n.values)
	for v := range same {
		same[v] = 1 << v
	}
	for _, e := range n.equal {
		s.addRelationClauses(e[0], e[1], same)
		s.addRelationClauses(e[1], e[0], same)
	}
	return meaning
}

type clauseBuilder struct {
	*Network
	to    Statement
	limit int
	x     [][]int // for each cell and value: its variable, or -1
}

func positiveLiteral(v int) int { return 2 * v }
func negativeLiteral(v int) int { return 2*v + 1 }

// variablesOfPlaces returns the variables of the possible places of value v: each means that a certain cell has the
// value. An impossible place has no variable.
func (s *clauseBuilder) variablesOfPlaces(cells []Cell, v int) (all []int) {
	for _, c := range cells {
		if x := s.x[c][v]; x >= 0 {
			all = append(all, x)
		}
	}
	return all
}

func (s *clauseBuilder) addDistinctClauses(cells []Cell) {
	for v := range s.values {
		all := s.variablesOfPlaces(cells, v)
		switch {
		case len(cells) == s.values:
			s.to.AddExactlyOne(all...)
		case len(all) == 2 || len(all) > s.limit: // an AddAtMostOne of two literals would take ten times the memory
			for i, a := range all {
				for _, b := range all[:i] {
					s.to.AddClause(negativeLiteral(a), negativeLiteral(b))
				}
			}
		case len(all) > 1:
			s.to.AddAtMostOne(all...)
		}
	}
}

// addSetClauses adds a variable for each set, and requires one of them to be true. Each value of the chosen set then
// has a place in the cells, and no other value has one.
func (s *clauseBuilder) addSetClauses(x setsOf) {
	s.addDistinctClauses(x.cells)
	var chosen []int
	byValue := make([][]int, s.values)
	for _, set := range x.sets {
		y := s.to.AddVariable()
		chosen = append(chosen, positiveLiteral(y))
		for v := range s.values {
			all := s.variablesOfPlaces(x.cells, v)
			if set>>v&1 == 0 {
				for _, p := range all {
					s.to.AddClause(negativeLiteral(y), negativeLiteral(p))
				}
				continue
			}
			byValue[v] = append(byValue[v], positiveLiteral(y))
			clause := []int{negativeLiteral(y)}
			for _, p := range all {
				clause = append(clause, positiveLiteral(p))
			}
			s.to.AddClause(clause...)
		}
	}
	s.to.AddClause(chosen...)
	for v := range s.values {
		for _, p := range s.variablesOfPlaces(x.cells, v) {
			s.to.AddClause(append(slices.Clone(byValue[v]), negativeLiteral(p))...)
		}
	}
}

// addRelationClauses requires a relation of two cells: for each value of a, `to` has the values that b may have.
func (s *clauseBuilder) addRelationClauses(a, b Cell, to []Set) {
	for v, x := range s.x[a] {
		if x < 0 {
			continue
		}
		clause := []int{negativeLiteral(x)}
		for w, y := range s.x[b] {
			if y >= 0 && to[v]>>w&1 != 0 {
				clause = append(clause, positiveLiteral(y))
			}
		}
		s.to.AddClause(clause...)
	}
}
