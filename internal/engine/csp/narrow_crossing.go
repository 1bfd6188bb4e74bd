package csp

// crossing is segments, each of which lies in one of several lines and in one of several
// boxes, and is all that these two share. Of lines and boxes, most are houses.
//
//	box 0   box 1   box 2
//	s0 s0 | s1 s1 | s2 s2   line 0     A value that line 0 can have in s0 alone leaves
//	s3 s3 | s4 s4 | s5 s5   line 1     s3, one that box 0 can have in s0 alone s1 and s2.
type crossing struct {
	cells        []Cell // all
	segments     []segment
	lines, boxes int
	// of lines and of boxes that do not need every value, and have no say; then one for the
	// cells that are in none
	free [2][]int
	band *[9][3]Cell // three lines and three boxes that are houses, of nine segments of three cells
}

type segment struct {
	cells     []Cell
	line, box int
}

// asBand notes that the crossing is a band.
func (x *crossing) asBand() {
	if x.lines != 3 || x.boxes != 3 || len(x.segments) != 9 || len(x.free[0]) != 1 || len(x.free[1]) != 1 {
		return
	}
	var band [9][3]Cell
	for i, g := range x.segments {
		if g.line != i/3 || g.box != i%3 || len(g.cells) != 3 {
			return
		}
		copy(band[i][:], g.cells)
	}
	x.band = &band
}

// narrowBand is narrowCrossing of a band.
func narrowBand(band *[9][3]Cell, d *Domains) bool {
	in := func(g *[3]Cell) Set { return d.sets[g[0]] | d.sets[g[1]] | d.sets[g[2]] }
	u := [9]Set{in(&band[0]), in(&band[1]), in(&band[2]), in(&band[3]), in(&band[4]), in(&band[5]), in(&band[6]), in(&band[7]), in(&band[8])}
	twice := func(a, b, c Set) Set { return a&b | (a|b)&c }
	line := [3]Set{twice(u[0], u[1], u[2]), twice(u[3], u[4], u[5]), twice(u[6], u[7], u[8])}
	box := [3]Set{twice(u[0], u[3], u[6]), twice(u[1], u[4], u[7]), twice(u[2], u[5], u[8])}
	// most often each value is in two segments of each line, and of each box, or in none
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
			gone := (fromBox[b]&line[l] | fromLine[l]&box[b]) & m
			if alone := m &^ (line[l] & box[b]) &^ gone; alone != 0 {
				if k := alone.Len(); k > 3 {
					return false
				} else if k == 3 {
					gone |= m &^ alone
				}
			}
			if gone == 0 {
				continue
			}
			for _, c := range band[3*l+b] {
				if !d.Keep(c, ^gone) {
					return false
				}
			}
		}
	}
	return true
}

func (s *search) narrowCrossing(x *crossing, d *Domains) bool {
	if x.band != nil {
		return narrowBand(x.band, d)
	}
	type seen struct{ one, two Set } // of a line or box: what stands in a segment, in two
	var line, box [maxCrossing]seen
	for i := range x.segments {
		g := &x.segments[i]
		var u Set
		for _, c := range g.cells {
			u |= d.sets[c]
		}
		s.union[i] = u
		l, b := &line[g.line], &box[g.box]
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
	// what a line needs in a segment, the rest of its box loses; and the other way round
	var fromBox, fromLine [maxCrossing]Set
	for i := range x.segments {
		g := &x.segments[i]
		u := s.union[i]
		fromBox[g.box] |= u &^ line[g.line].two & box[g.box].two
		fromLine[g.line] |= u &^ box[g.box].two & line[g.line].two
	}
	fromBox[x.boxes], fromLine[x.lines] = 0, 0
	for i := range x.segments {
		g := &x.segments[i]
		u := s.union[i]
		l, b := line[g.line].two, box[g.box].two
		// a value alone here in its line may be what the box loses elsewhere
		gone := (fromBox[g.box]&l | fromLine[g.line]&b) & u
		// as many values as cells that have their place here alone leave no room for others
		if n := len(g.cells); n > 1 {
			if alone := u &^ (l & b) &^ gone; alone != 0 {
				if k := alone.Len(); k > n {
					return false
				} else if k == n {
					gone |= u &^ alone
				}
			}
		}
		if gone == 0 {
			continue
		}
		for _, c := range g.cells {
			if !d.Keep(c, ^gone) {
				return false
			}
		}
	}
	return true
}

// maxCrossing is the most lines, and the most boxes, of one crossing.
const maxCrossing = 16
