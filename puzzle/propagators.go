package puzzle

import (
	"slices"

	"nonet/internal/engine/csp"
)

// This file has propagators for rules that the engine's own constraints cannot express.

// completedSetCheck requires the values of cells, which must differ, to form a set that satisfies isWanted. It waits
// until each cell has a single value.
type completedSetCheck struct {
	cells    []csp.Cell
	first    int
	isWanted func(values []int) bool
}

func (p *completedSetCheck) Cells() []csp.Cell { return p.cells }

func (p *completedSetCheck) Narrow(d *csp.Domains) bool {
	values := make([]int, len(p.cells))
	for i, cell := range p.cells {
		if !d.DomainOf(cell).Single() {
			return true
		}
		values[i] = p.first + d.DomainOf(cell).Min()
	}
	slices.Sort(values)
	return p.isWanted(values)
}

// extremesSum is for a line whose cells must differ. The cells between the line's least and greatest value must have
// the values of one of the sets.
type extremesSum struct {
	cells []csp.Cell
	sets  [][]csp.Set // the sets with n values are at index n
}

func (p *extremesSum) Cells() []csp.Cell { return p.cells }

func (p *extremesSum) Narrow(d *csp.Domains) bool {
	s := extremesSupport{n: len(p.cells)}
	for i, cell := range p.cells {
		s.domains[i] = d.DomainOf(cell)
	}
	for i, one := range s.domains[:s.n] {
		var united csp.Set
		for j := i + 1; j < s.n; j++ {
			two := s.domains[j]
			if two.Max()-one.Min() >= s.n-1 || one.Max()-two.Min() >= s.n-1 {
				for _, set := range p.sets[j-i-1] {
					if set&^united == 0 && eachDomainMeets(s.domains[i+1:j], set) {
						s.addSupport(i, j, i, j, set)
						s.addSupport(i, j, j, i, set)
					}
				}
			}
			united |= two
		}
	}
	for i, cell := range p.cells {
		if !d.Keep(cell, s.keep[i]) {
			return false
		}
	}
	return true
}

// extremesSupport holds two sets of values for each of n cells. domains has the possible values, and keep has those
// that addSupport has found to be permitted.
type extremesSupport struct {
	n             int
	domains, keep [mostListed]csp.Set
}

// addSupport handles one case. The least value of the line is in cell `low`, and the greatest in cell `high`. The cells
// strictly between i and j have the values of `set`. addSupport adds the values that each cell can then have.
func (s *extremesSupport) addSupport(i, j, low, high int, set csp.Set) {
	lows := s.domains[low] & (set&-set - 1)
	highs := s.domains[high] &^ (1<<(set.Max()+1) - 1)
	if lows == 0 || highs == 0 || highs.Max()-lows.Min() < s.n-1 {
		return
	}
	// The extremes that are farthest apart leave the most values for the cells before i and after j.
	least, most := lows.Min(), highs.Max()
	free := (1<<most - 1) &^ (2<<least - 1) &^ set
	lows &= 2<<(most-s.n+1) - 1
	highs &^= 1<<(least+s.n-1) - 1
	var union csp.Set
	for k, m := range s.domains[:s.n] {
		if k < i || k > j {
			if m &= free; m == 0 {
				return
			}
			union |= m
			lows &= 1<<m.Max() - 1
			highs &^= 2<<m.Min() - 1
		}
	}
	if lows == 0 || highs == 0 || union.Len() < s.n-(j-i+1) {
		return
	}
	s.keep[low] |= lows
	s.keep[high] |= highs
	for k := range s.n {
		if k < i || k > j {
			s.keep[k] |= free
		} else if k > i && k < j {
			s.keep[k] |= set
		}
	}
}

func eachDomainMeets(domains []csp.Set, set csp.Set) bool {
	for _, m := range domains {
		if m&set == 0 {
			return false
		}
	}
	return true
}

// sameSets requires all sets of cells to have the same values, each equally often.
//
// The domains of a set of cells bound how often each value can occur in it. Since all sets have a value equally often,
// the greatest lower bound and the least upper bound apply to every set.
type sameSets struct{ sets [][]csp.Cell }

func (p *sameSets) Cells() []csp.Cell { return distinctCells(slices.Concat(p.sets...)) }

func (p *sameSets) Narrow(d *csp.Domains) bool {
	var all csp.Set
	for _, cell := range p.sets[0] {
		all |= d.DomainOf(cell)
	}
	for _, set := range p.sets[1:] {
		var own csp.Set
		for _, cell := range set {
			own |= d.DomainOf(cell)
		}
		all &= own
	}
	for _, set := range p.sets {
		for _, cell := range set {
			if !d.Keep(cell, all) {
				return false
			}
		}
	}
	for rest := all; rest != 0; rest &= rest - 1 {
		value := rest & -rest
		required, possible := 0, len(p.sets[0])
		for _, set := range p.sets {
			fixed, open := placesOf(d, set, value)
			required, possible = max(required, fixed), min(possible, fixed+open)
		}
		if required > possible {
			return false
		}
		for _, set := range p.sets {
			fixed, open := placesOf(d, set, value)
			var keep csp.Set
			switch {
			case open == 0:
				continue
			case fixed == possible:
				keep = ^value
			case fixed+open == required:
				keep = value
			default:
				continue
			}
			for _, cell := range set {
				if domain := d.DomainOf(cell); domain != value && domain&value != 0 && !d.Keep(cell, keep) {
					return false
				}
			}
		}
	}
	return true
}

// placesOf returns how many cells of the set have the value, and how many more may have it.
func placesOf(d *csp.Domains, set []csp.Cell, value csp.Set) (fixed, open int) {
	for _, cell := range set {
		switch domain := d.DomainOf(cell); {
		case domain == value:
			fixed++
		case domain&value != 0:
			open++
		}
	}
	return fixed, open
}

// distinctCount requires the control cell to hold the number of different values in the cells.
type distinctCount struct {
	control csp.Cell
	cells   []csp.Cell
	low     int
}

func (p *distinctCount) Cells() []csp.Cell { return append([]csp.Cell{p.control}, p.cells...) }

// ComparedCells returns the cells whose values are only compared with each other. If two values are exchanged in all
// these cells, the constraint still holds. If the control cell is among them, ComparedCells returns none.
func (p *distinctCount) ComparedCells() []csp.Cell {
	if slices.Contains(p.cells, p.control) {
		return nil
	}
	return p.cells
}

func (p *distinctCount) Narrow(d *csp.Domains) bool {
	var fixed, all csp.Set
	openCells := 0
	for _, cell := range p.cells {
		domain := d.DomainOf(cell)
		all |= domain
		if domain.Single() {
			fixed |= domain
		} else {
			openCells++
		}
	}
	// Lower bound: greedily choose cells so that no two of them share a value.
	least, used := 0, csp.Set(0)
	for _, single := range []bool{true, false} {
		for _, cell := range p.cells {
			if domain := d.DomainOf(cell); domain.Single() == single && domain&used == 0 {
				used |= domain
				least++
			}
		}
	}
	most := min(all.Len(), fixed.Len()+openCells)
	var keep csp.Set
	for n := least; n <= most; n++ {
		if i := n - p.low; i >= 0 && i < 64 {
			keep |= 1 << i
		}
	}
	if !d.Keep(p.control, keep) {
		return false
	}
	control := d.DomainOf(p.control)
	if p.low+control.Max() == fixed.Len() && fixed.Len() > 0 { // the fixed values already reach the maximum, so the cells can have no other value
		for _, cell := range p.cells {
			if !d.Keep(cell, fixed) {
				return false
			}
		}
	}
	if p.low+control.Min() == fixed.Len()+openCells && openCells > 0 { // to reach the minimum, each open cell needs a value that no other cell has
		for _, cell := range p.cells {
			if domain := d.DomainOf(cell); !domain.Single() && !d.Keep(cell, ^fixed) {
				return false
			}
		}
	}
	return true
}

// runLength counts cells along arms that all begin at one cell. In each arm it counts the cells before the first cell
// of another region. control's value, as an index from 0, is the sum of these counts, minus the number of arms, plus
// add.
type runLength struct {
	control csp.Cell
	arms    [][]csp.Cell
	add     int
	beyond  int // the least number of cells in the runs, without the first cell
}

func (p *runLength) Cells() []csp.Cell {
	return distinctCells(append(slices.Concat(p.arms...), p.control))
}

// ComparedCells returns the cells of the arms. The constraint compares their values only with each other.
func (p *runLength) ComparedCells() []csp.Cell { return slices.Concat(p.arms...) }

func (p *runLength) Narrow(d *csp.Domains) bool {
	start := p.arms[0][0]
	var able, regions csp.Set // `able` has the possible values of `control`; `regions` has the values of `start` that permit a value in `able`
	for rest := d.DomainOf(start); rest != 0; rest &= rest - 1 {
		region := rest & -rest
		low, high := p.add, p.add
		for _, arm := range p.arms {
			sure := true
			for _, cell := range arm[1:] {
				domain := d.DomainOf(cell)
				if domain&region == 0 {
					break
				}
				high++
				if sure = sure && (cell == start || domain == region); sure {
					low++
				}
			}
		}
		fits := csp.Set(0)
		for at := max(low, p.add+p.beyond, 0); at <= min(high, 63); at++ {
			fits |= 1 << at
		}
		if fits &= d.DomainOf(p.control); fits != 0 {
			able |= fits
			regions |= region
		}
	}
	if !d.Keep(p.control, able) || !d.Keep(start, regions) {
		return false
	}
	var scratch [8]int
	least, most := scratch[:4], scratch[4:]
	if len(p.arms) > 4 {
		least, most = make([]int, len(p.arms)), make([]int, len(p.arms))
	}
	sumLeast, sumMost := 0, 0
	for i, arm := range p.arms {
		region := d.DomainOf(start)
		for _, cell := range arm[1:] {
			domain := d.DomainOf(cell)
			if region &= domain; region == 0 {
				break
			}
			most[i]++
			if least[i] == most[i]-1 && (cell == start || domain.Single() && d.DomainOf(start) == domain) {
				least[i]++
			}
		}
		sumLeast, sumMost = sumLeast+least[i], sumMost+most[i]
	}
	control := d.DomainOf(p.control)
	low, high := control.Min()-p.add, control.Max()-p.add
	for i, arm := range p.arms {
		atLeast := low - (sumMost - most[i])   // the least length of this arm, if the other arms are as long as possible
		atMost := high - (sumLeast - least[i]) // the greatest length of this arm, if the other arms are as short as possible
		for j := 1; j <= atLeast && j < len(arm); j++ {
			both := d.DomainOf(start) & d.DomainOf(arm[j])
			if !d.Keep(start, both) || !d.Keep(arm[j], both) {
				return false
			}
		}
		if end := atMost + 1; least[i] == atMost && end < len(arm) && d.DomainOf(start).Single() && arm[end] != start {
			if !d.Keep(arm[end], ^d.DomainOf(start)) {
				return false
			}
		}
	}
	return true
}

// sameCount counts the cells that have the value of the first cell, including the first cell itself. control's value,
// as an index from 0, is this count minus off.
type sameCount struct {
	control csp.Cell
	cells   []csp.Cell
	offset  int
	mates   uint64 // indices in cells, as bits: at least one of these cells has the first cell's value; 0 if no such set is known
}

func (p *sameCount) Cells() []csp.Cell { return append([]csp.Cell{p.control}, p.cells...) }

// ComparedCells returns the counted cells. The constraint compares their values only with each other.
func (p *sameCount) ComparedCells() []csp.Cell { return p.cells }

func (p *sameCount) Narrow(d *csp.Domains) bool {
	control := d.DomainOf(p.control)
	var room [16]csp.Set
	keep := room[:] // for each cell, its values that are consistent with some value of the first cell
	if len(p.cells) > len(room) {
		keep = make([]csp.Set, len(p.cells))
	}
	var able csp.Set // the possible values of control
	for left := d.DomainOf(p.cells[0]); left != 0; left &= left - 1 {
		bit := left & -left
		var required, possible uint64
		lack := 0 // 1 if one of mates must be equal to the first cell, but none of them is known to be
		least, most := 0, 0
		for i, cell := range p.cells {
			domain := d.DomainOf(cell)
			if i == 0 || domain == bit {
				least++
				required |= 1 << (i & 63)
			}
			if i == 0 || domain&bit != 0 {
				most++
				possible |= 1 << (i & 63)
			}
		}
		if p.mates != 0 && p.mates&required == 0 {
			if p.mates&possible == 0 {
				continue
			}
			lack = 1
		}
		var fits csp.Set
		for n := least + lack; n <= most; n++ {
			if place := n - p.offset; place >= 0 && place < 64 {
				fits |= 1 << place
			}
		}
		if fits &= control; fits == 0 {
			continue
		}
		able |= fits
		least, most = fits.Max()+p.offset-least, most-fits.Min()-p.offset // from here on, least is how many cells can still become equal to the first, and most is how many can still become different from it
		for i, cell := range p.cells {
			domain := d.DomainOf(cell)
			switch {
			case i == 0 || domain == bit:
				domain = bit
			case domain&bit == 0:
			case most == 0:
				domain = bit
			case least == 0, lack > 0 && least == 1 && p.mates>>(i&63)&1 == 0:
				domain &^= bit
			case lack > 0 && possible&p.mates == 1<<(i&63) && len(p.cells) <= 64:
				domain = bit
			}
			keep[i] |= domain
		}
	}
	if !d.Keep(p.control, able) {
		return false
	}
	for i, cell := range p.cells {
		if !d.Keep(cell, keep[i]) {
			return false
		}
	}
	return true
}

// differentLines requires two lines to have different values in at least one place.
type differentLines struct{ first, second []csp.Cell }

func (p *differentLines) Cells() []csp.Cell { return slices.Concat(p.first, p.second) }

func (p *differentLines) Narrow(d *csp.Domains) bool {
	open := -1
	for i, a := range p.first {
		x, y := d.DomainOf(a), d.DomainOf(p.second[i])
		switch {
		case x&y == 0:
			return true
		case x == y && x.Single():
		case open >= 0:
			return true
		default:
			open = i
		}
	}
	switch {
	case open < 0:
		return false
	case d.DomainOf(p.first[open]).Single():
		return d.Keep(p.second[open], ^d.DomainOf(p.first[open]))
	case d.DomainOf(p.second[open]).Single():
		return d.Keep(p.first[open], ^d.DomainOf(p.second[open]))
	}
	return true
}

// lineRank fixes the rank of a line. Each line of the board is read as a number. The field less is the number of lines
// that must be smaller than this line. Other lines may equal this line only if tied is set.
type lineRank struct {
	*edge
	line  []csp.Cell
	index int // the index of the line itself in lines
	less  int
	tied  bool
}

// edge holds the data that all ranks of a board share: the board's lines and cells. The lines are the rows and columns,
// each in both directions.
type edge struct {
	lines, starts [][]csp.Cell
	firsts        []csp.Cell // the first cell of each line
	cells         []csp.Cell
}

// requireRank requires a line to have a rank: its place among all rows and columns, read as numbers in both directions.
func (b *builder) requireRank(line []int, rank int) {
	b.restrictValues(line[:1], func(v int) bool { return v == b.Low+(rank-1)/4 })
	e := cachedValue(sharedKey{key: key{"edge", b.Rows, b.Columns, 0}}, func() (*edge, int) {
		e := &edge{cells: cspCells(b.layerOf(0).cells())}
		for _, line := range b.linesInBothDirections() {
			e.lines = append(e.lines, cspCells(line))
			e.firsts = append(e.firsts, cspCell(line[0]))
		}
		for _, side := range [][]int{b.row(0), b.row(b.Rows - 1), b.column(0), b.column(b.Columns - 1)} {
			e.starts = append(e.starts, cspCells(side))
		}
		return e, 16 * len(e.cells) * len(e.lines)
	})
	cells := cspCells(line)
	index := slices.IndexFunc(e.lines, func(other []csp.Cell) bool { return slices.Equal(other, cells) })
	b.into.Add(&lineRank{e, cells, index, rank - 1, b.allowedRankTies() == "any"})
	value := b.net.SetOf(b.Low + (rank-1)/4)
	for _, side := range e.starts {
		b.net.AddBranchQuestion(side, value) // branch on which line of each side begins with the value
	}
}

func (p *lineRank) Cells() []csp.Cell { return p.cells }

const (
	isLess = 1 << iota
	isEqual
	isGreater
)

// possibleOrders compares another line with this line. The two are equal before the index `from`. `left` has the values
// that do not occur in the equal part. If the other line can be smaller than this line, the result has the bit isLess.
// If it can be equal, the result has isEqual, and if it can be greater, isGreater.
func (p *lineRank) possibleOrders(d *csp.Domains, other []csp.Cell, from int, left csp.Set) (possible int) {
	for i := from; i < len(other); i++ {
		own, its := d.DomainOf(p.line[i])&left, d.DomainOf(other[i])&left
		if own == 0 || its == 0 {
			return possible
		}
		if its.Min() < own.Max() {
			possible |= isLess
		}
		if its.Max() > own.Min() {
			possible |= isGreater
		}
		if own&its == 0 || possible == isLess|isGreater && !p.tied {
			return possible
		}
		if both := own & its; both.Single() {
			left &^= both
		}
	}
	if p.tied {
		possible |= isEqual
	}
	return possible
}

// Narrow considers the lines that begin with the same value as this line. There are four, because each edge of the
// board contains the value once. Exactly less%4 of the other three lines must be smaller than this line. Lines that
// begin with a smaller value need no check, because each such value begins four lines.
func (p *lineRank) Narrow(d *csp.Domains) bool {
	first := d.DomainOf(p.line[0])
	if !first.Single() {
		return true
	}
	need := [2]int{p.less % 4, 3 - p.less%4} // of the other three lines, need[0] must be smaller than this line, and need[1] must not
	var sure, able [2]int
	var alike [4 * Most]uint16 // lines that may begin with the same value: the index, the possible orders, and isIn if the line certainly begins with it
	n := 0
	const (
		isIn   = 8
		lineAt = 4
	)
	for i, start := range p.firsts {
		its := d.DomainOf(start)
		if its&first == 0 || i == p.index {
			continue
		}
		possible := p.possibleOrders(d, p.lines[i], 1, ^first)
		less, not := possible&isLess != 0, possible&^isLess != 0
		if its == first {
			possible |= isIn
			if !less && !not {
				return false
			}
			if !not {
				sure[0]++
			}
			if !less {
				sure[1]++
			}
		}
		if less {
			able[0]++
		}
		if not {
			able[1]++
		}
		if less || not {
			alike[n] = uint16(i<<lineAt | possible)
			n++
		} else if !d.Keep(start, ^first) {
			return false
		}
	}
	for k, n := range need {
		if sure[k] > n || able[k] < n {
			return false
		}
	}
	if sure[0] == able[0] && sure[1] == able[1] {
		return true
	}
	for _, possible := range alike[:n] {
		other := p.lines[possible>>lineAt]
		in, less, not := possible&isIn != 0, possible&isLess != 0, possible&(isEqual|isGreater) != 0
		for k, possible := range [2]bool{less, not} {
			if !possible || in && less != not {
				continue
			}
			expected := k == 0
			switch {
			case able[k] == need[k]: // every line that can have this order must have it
				if !d.Keep(other[0], first) || !p.requireOrder(d, other, expected) {
					return false
				}
			case sure[k] == need[k]: // no further line may have this order
				if in {
					if !p.requireOrder(d, other, !expected) {
						return false
					}
				} else if less != not && !d.Keep(other[0], ^first) {
					return false
				}
			}
			if d.DomainOf(other[0])&first == 0 {
				break
			}
		}
	}
	return true
}

// requireOrder requires another line to be smaller than this line if `less` is true, and otherwise not to be smaller.
func (p *lineRank) requireOrder(d *csp.Domains, other []csp.Cell, less bool) bool {
	left, expected := ^csp.Set(0), isLess
	if !less {
		expected = isEqual | isGreater
	}
	for i, cell := range p.line {
		low, high := other[i], cell
		if !less {
			low, high = high, low
		}
		most, least := (d.DomainOf(high) & left).Max(), (d.DomainOf(low) & left).Min()
		if most < 0 || least == 64 {
			return false
		}
		if own := d.DomainOf(cell); own != d.DomainOf(other[i]) || !own.Single() {
			if p.possibleOrders(d, other, i+1, left)&expected == 0 { // the lines must differ in this cell
				if most, least = most-1, least+1; most < 0 {
					return false
				}
			}
		}
		// the lines are equal before these cells, so the values used there do not occur again
		if !d.Keep(low, left&(csp.Set(2)<<most-1)) || !d.Keep(high, left&^(csp.Set(1)<<least-1)) {
			return false
		}
		own := d.DomainOf(cell)
		if own != d.DomainOf(other[i]) || !own.Single() {
			return true
		}
		left &^= own
	}
	return !less && p.tied
}
