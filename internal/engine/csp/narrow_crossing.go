package csp

// crossing holds the cells of several lines and boxes, most of them houses. The cells that a line and a box
// share are a segment.
//
//	box 0   box 1   box 2
//	s0 s0 | s1 s1 | s2 s2   line 0     If s0 is the only segment where line 0 can have a value, s3
//	s3 s3 | s4 s4 | s5 s5   line 1     loses it. If only s0 can have it in box 0, s1 and s2 lose it.
type crossing struct {
	cells        []Cell // all cells of the crossing, segment by segment
	segments     []Segment
	lines, boxes int
	// free[0] holds the indices of lines, and free[1] the indices of boxes, that need not have every value, and so
	// prune nothing. free[0] includes the index that stands for the cells in no line, and free[1] the index that stands
	// for the cells in no box.
	free [2][]int
	band *[27]Cell // for a band of three lines and three boxes, all houses, its cells; otherwise nil
}

func (x *crossing) detectBand() {
	if x.lines != 3 || x.boxes != 3 || len(x.segments) != 9 || len(x.free[0])+len(x.free[1]) != 2 {
		return
	}
	for i, g := range x.segments {
		if g.Line != i/3 || g.Box != i%3 || len(g.Cells) != 3 {
			return
		}
	}
	x.band = (*[27]Cell)(x.cells)
}

// narrowBand prunes a band with the same result as narrowCrossing, but faster.
func narrowBand(band *[27]Cell, d *Domains) bool {
	var u [9]Set
	for i := range u {
		u[i] = d.sets[band[3*i]] | d.sets[band[3*i+1]] | d.sets[band[3*i+2]]
	}
	twice := func(a, b, c Set) Set { return a&b | (a|b)&c }
	line := [3]Set{twice(u[0], u[1], u[2]), twice(u[3], u[4], u[5]), twice(u[6], u[7], u[8])}
	box := [3]Set{twice(u[0], u[3], u[6]), twice(u[1], u[4], u[7]), twice(u[2], u[5], u[8])}
	// Usually there is nothing to prune: each value is in two segments of each line and box, or in none.
	if (u[0]|u[1]|u[2])&^line[0]|(u[3]|u[4]|u[5])&^line[1]|(u[6]|u[7]|u[8])&^line[2]|
		(u[0]|u[3]|u[6])&^box[0]|(u[1]|u[4]|u[7])&^box[1]|(u[2]|u[5]|u[8])&^box[2] == 0 {
		return true
	}
	var fromLine, fromBox [3]Set
	for l := range 3 {
		for b := range 3 {
			m := u[3*l+b]
			once := m &^ (line[l] & box[b])
			fromBox[b] |= once & box[b]
			fromLine[l] |= once & line[l]
		}
	}
	for l := range 3 {
		for b := range 3 {
			m := u[3*l+b]
			removed := (fromBox[b]&line[l] | fromLine[l]&box[b]) & m
			if alone := m &^ (line[l] & box[b]) &^ removed; alone != 0 {
				if k := alone.Len(); k > 3 {
					return false
				} else if k == 3 {
					removed |= m &^ alone
				}
			}
			if first := 9*l + 3*b; removed != 0 && !d.keepAll(band[first:first+3], removed, ^removed) {
				return false
			}
		}
	}
	return true
}

func (s *search) narrowCrossing(x *crossing, d *Domains) bool {
	if x.band != nil {
		return narrowBand(x.band, d)
	}
	type seen struct{ one, two Set } // for a line or a box, the values in at least one segment, and those in at least two
	var line, box [maxCrossing]seen
	sets := d.sets
	for i := range x.segments {
		g := &x.segments[i]
		var u Set
		for _, c := range g.Cells {
			u |= sets[c]
		}
		s.union[i] = u
		l, b := &line[g.Line], &box[g.Box]
		l.two |= l.one & u
		l.one |= u
		b.two |= b.one & u
		b.one |= u
	}
	for _, l := range x.free[0] {
		line[l].two = ^Set(0)
	}
	for _, b := range x.free[1] {
		box[b].two = ^Set(0)
	}
	// Usually there is nothing to prune: no value is in only one segment of a line or box.
	var once Set
	for _, l := range line[:x.lines] {
		once |= l.one &^ l.two
	}
	for _, b := range box[:x.boxes] {
		once |= b.one &^ b.two
	}
	if once == 0 {
		return true
	}
	// If a line needs a value in a segment, the other segments of the same box lose the value. If a box needs a value
	// in a segment, the other segments of the same line lose it.
	var fromBox, fromLine [maxCrossing]Set
	for i := range x.segments {
		g := &x.segments[i]
		u := s.union[i]
		fromBox[g.Box] |= u &^ line[g.Line].two & box[g.Box].two
		fromLine[g.Line] |= u &^ box[g.Box].two & line[g.Line].two
	}
	fromBox[x.boxes], fromLine[x.lines] = 0, 0
	for i := range x.segments {
		g := &x.segments[i]
		u := s.union[i]
		l, b := line[g.Line].two, box[g.Box].two
		// removed has the values of this segment that its box, or its line, needs in another segment.
		removed := (fromBox[g.Box]&l | fromLine[g.Line]&b) & u
		// If n values can only be in this segment, and it has n cells, these cells lose all other values.
		if n := len(g.Cells); n > 1 {
			if alone := u &^ (l & b) &^ removed; alone != 0 {
				if k := alone.Len(); k > n {
					return false
				} else if k == n {
					removed |= u &^ alone
				}
			}
		}
		if removed != 0 && !d.keepAll(g.Cells, removed, ^removed) {
			return false
		}
	}
	return true
}

// maxCrossing limits the number of lines, and the number of boxes, of one crossing.
const maxCrossing = 16
