package generate

// set is a set of up to 81 things: cells, or positions in an order of removal.
type set struct{ lo, hi uint64 } // 0–63, 64–80

func (s *set) add(i int) {
	if i < 64 {
		s.lo |= 1 << i
	} else {
		s.hi |= 1 << (i - 64)
	}
}

func (s set) has(i int) bool {
	if i < 64 {
		return s.lo>>i&1 != 0
	}
	return s.hi>>(i-64)&1 != 0
}

func (s set) meets(t set) bool { return s.lo&t.lo|s.hi&t.hi != 0 }
