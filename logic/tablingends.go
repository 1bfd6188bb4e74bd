package logic

import "math/bits"

// Few premises of a table lead to an end with an elimination. This file excludes most of the other premises without
// making their tables. Only nodes with a strong link have further consequences. For each such node, a row of bits holds
// the nodes with a strong link that follow from it.

// ends holds, for each node, the nodes that follow from it, without the paths.
type ends struct {
	words  int      // the number of words of a row, which has one bit for each node with a strong link
	number []int32  // for each node with a strong link, its position in nodes plus 1; otherwise 0
	nodes  []int32  // the nodes with a strong link, by number
	strong []uint64 // for each number, the nodes that are true if the numbered node is false
	follow []uint64 // for each number, the nodes that are true if the numbered node is true, including itself
	weak   []uint64 // for each node, the nodes with a strong link that are false if the node is true
	next   []uint64 // for each node, the nodes that are true if this node is true, by one weak and one strong link
	out    []uint64
}

func rowOfBits(s []uint64, i int32, w int) []uint64 { return s[int(i)*w : (int(i)+1)*w] }

// computeConsequences computes the consequences of each node of a graph of candidates and groups.
func (e *ends) computeConsequences(g *graph) {
	n := int32(len(g.nodes))
	e.number = append(e.number[:0], make([]int32, n)...)
	e.nodes = e.nodes[:0]
	for v := range n {
		if g.from[2*v+1] > g.from[2*v] {
			e.nodes = append(e.nodes, v)
			e.number[v] = int32(len(e.nodes))
		}
	}
	k := len(e.nodes)
	w := (k + 63) / 64
	e.words = w
	e.strong, e.follow = clearWords(e.strong, k*w), clearWords(e.follow, k*w)
	e.weak, e.next = clearWords(e.weak, int(n)*w), clearWords(e.next, int(n)*w)
	e.out = clearWords(e.out, w)
	for i, v := range e.nodes {
		row := rowOfBits(e.strong, int32(i), w)
		for _, l := range g.edges[g.from[2*v]:g.from[2*v+1]] {
			if to := e.number[l.to/2] - 1; to >= 0 {
				row[to/64] |= 1 << (to % 64)
			}
		}
	}
	for v := range n {
		edges := g.edges[g.from[2*v+1]:g.from[2*v+2]]
		if len(edges) == 0 {
			continue
		}
		weak, next := rowOfBits(e.weak, v, w), rowOfBits(e.next, v, w)
		for _, l := range edges {
			if x := e.number[l.to/2] - 1; x >= 0 {
				weak[x/64] |= 1 << (x % 64)
				addBitsOf(next, rowOfBits(e.strong, x, w))
			}
		}
	}
	for i := range e.nodes {
		e.follow[i*w+i/64] |= 1 << (i % 64)
	}
	for added := true; added; {
		added = false
		for i := k - 1; i >= 0; i-- {
			row := rowOfBits(e.follow, int32(i), w)
			for m, b := range rowOfBits(e.next, e.nodes[i], w) {
				for ; b != 0; b &= b - 1 {
					for j, f := range rowOfBits(e.follow, int32(64*m+bits.TrailingZeros64(b)), w) {
						added = added || f&^row[j] != 0
						row[j] |= f
					}
				}
			}
		}
	}
}

// consequencesOfNodes returns the set of all consequences of a set of nodes, one bit for each node. The result is valid
// until the next call.
func (e *ends) consequencesOfNodes(row []uint64) []uint64 {
	clear(e.out)
	for k, b := range row {
		for b &^= e.out[k]; b != 0; b = b & (b - 1) &^ e.out[k] {
			addBitsOf(e.out, rowOfBits(e.follow, int32(64*k+bits.TrailingZeros64(b)), e.words))
		}
	}
	return e.out
}

// refutesItself reports whether candidate n is false as a consequence of being true.
func (e *ends) refutesItself(n int32) bool {
	return haveCommon(e.consequencesOfNodes(rowOfBits(e.next, n, e.words)), rowOfBits(e.weak, n, e.words))
}

// mayReachElimination reports whether "d is not in c" can lead to an end with an elimination.
func (e *ends) mayReachElimination(s *State, c Cell, d Digit) bool {
	n, w := nodeOf(c, d), e.words
	if e.number[n] == 0 {
		return false
	}
	out := e.consequencesOfNodes(rowOfBits(e.strong, e.number[n]-1, w))
	follows := func(n int32) bool { k := e.number[n] - 1; return k >= 0 && out[k/64]>>(k%64)&1 != 0 }
	if follows(n) {
		return true // d must be in c
	}
	others := s.cands[c].Without(d)
	for x := range others.Digits() {
		// x, a different candidate of the cell, is false; or x is true, and the cell has further candidates.
		if haveCommon(out, rowOfBits(e.weak, nodeOf(c, x), w)) || others.Len() > 1 && follows(nodeOf(c, x)) {
			return true
		}
	}
	seen := s.board.Peers(c).And(s.digits[d])
	for end := range s.digits[d].All() {
		if follows(nodeOf(end, d)) && seen.And(s.board.Peers(end)).Len() >= 2 {
			return true
		}
	}
	return false
}
