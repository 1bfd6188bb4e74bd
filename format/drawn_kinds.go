package format

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/internal/exchange"
	"nonet/internal/wording"
	"nonet/puzzle"
)

// amount holds the number or the relation that words add to a kind.
type amount struct {
	number   int               // the number in the words, or -1 if they have none
	relation *wording.Relation // a relation of two values, or nil
	kind     string            // the kind; set only while constraints are made
}

func amountIn(m *wording.Meaning) amount {
	if m.Relation != nil {
		return amount{number: -1, relation: m.Relation}
	}
	return amount{number: m.Number}
}

func (a amount) equals(b amount) bool {
	return a.number == b.number && a.relation.String() == b.relation.String()
}

// drawnKind is a row of the table below: a kind, and the pictures that may be clues of this kind.
type drawnKind struct {
	kind     string // the name of the kind in package wording
	classes  string // the classes of pictures that may be clues of this kind
	colours  string // the colours that the picture may have; "" permits any colour
	usual    string // the usual colours of this kind; used when words name several kinds of lines but no colours
	text     string // the text that the picture must have; "" permits any text
	common   bool   // a picture that fits is a clue of this kind even without words
	more     bool   // the picture may be a clue of another kind at the same time
	byColour bool   // the pictures of each colour form constraints of their own
	number   int    // the usual number, for kinds whose corrections must give a number; otherwise 0
	fits     func(d *picture) bool

	// The following fields state which constraints the pictures stand for.
	result string // the constraint's kind, perhaps with a text after it; "" means kind
	form   drawnForm
	sums   string // the property of sums or values that the kind requires, as in [wording.Relation.How]; "" means none
	// each returns the constraints of one picture. build returns the constraints of all pictures. said is the number or
	// relation in the words. The result is nil if the pictures cannot have this meaning. Without these functions, form
	// decides.
	each   func(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint
	either bool // only one of the constraints that each returns must hold
	build  func(r *fpuzzlesReader, all []picture, stated amount) []puzzle.Constraint
}

// drawnForm states how pictures become constraints.
type drawnForm uint8

const (
	asCells          drawnForm = iota // one constraint of each picture, with its cells
	fromCircle                        // like asCells, but the first cell is the end with a circle
	withNumber                        // like asCells, with the number in the words or else the usual number
	withStatedNumber                  // like asCells, with the number in the words; without a number there is no constraint
	withText                          // like asCells, with the number in the picture's text
	asBranches                        // one constraint of each line with its branches; the order of the cells must not matter
	asOne                             // one constraint, of the cells of all pictures
	asSets                            // one constraint, with a set of cells for each picture; it needs at least two pictures
)

// drawnKinds lists the kinds, with the pictures that may be their clues. To add a kind, add a row here and a row to the
// table of package wording.
var drawnKinds = []drawnKind{
	{kind: "Thermo", classes: "thermo", common: true},
	{kind: "Thermo", classes: "line", fits: hasCircleAtOneEnd, form: fromCircle},
	{kind: "SlowThermo", classes: "line", fits: hasCircleAtOneEnd, form: fromCircle},
	{kind: "SlowThermo", classes: "thermo"},
	{kind: "Arrow", classes: "arrow", common: true, each: arrowLine},
	{kind: "AverageArrow", classes: "arrow", fits: hasPlainCircle, each: averageArrow},
	{kind: "ProductArrow", classes: "arrow", fits: hasPlainCircle, either: true, each: productArrow},
	{kind: "FastThermo", number: 2, classes: "thermo", each: fastThermo},
	{kind: "CirclesDiffer", classes: "arrow circle", more: true, build: buildDifferentCircles},

	{kind: "Whisper", number: 5, classes: "line", usual: "green orange", form: withNumber},
	{kind: "Renban", classes: "line", usual: "purple pink", form: asBranches},
	{kind: "Nabner", classes: "line", usual: "orange yellow", form: asBranches},
	{kind: "Palindrome", classes: "line", usual: "grey"},
	{kind: "RegionSumLine", classes: "line", usual: "blue teal", build: buildRegionSums},
	{kind: "Between", classes: "line", fits: hasBothEnds},
	{kind: "Lockout", number: 4, classes: "line", fits: hasBothEnds, form: withNumber},
	{kind: "Zipper", classes: "line", usual: "purple", build: buildZippers},
	{kind: "Modular", number: 3, classes: "line", usual: "teal", form: withNumber},
	{kind: "Entropic", classes: "line", usual: "orange yellow"},
	{kind: "DoubleArrow", classes: "line", fits: hasBothEnds},
	{kind: "SplitPeas", classes: "line", fits: hasBothEnds, either: true, each: splitPea},
	{kind: "Ten", number: 10, classes: "line", each: sumLine},
	{kind: "IndexLine", classes: "line", each: indexLine},
	{kind: "Parity", classes: "line", each: parityLine},
	{kind: "Close", number: 2, classes: "line", each: closeLine},
	{kind: "LessThan", number: 3, classes: "line", each: closeLine},
	{kind: "LinePairs", classes: "line", each: relatedPairs},
	{kind: "Sequence", classes: "line", each: sequenceLine},
	{kind: "SameDifference", classes: "line", each: sameDifferenceLine},
	{kind: "DifferenceCount", classes: "line", each: differenceCountLine},
	{kind: "Diagonal", classes: "line", fits: isDiagonal, each: mainDiagonal},
	{kind: "AntiDiagonal", classes: "line", fits: isDiagonal, each: antiDiagonal},
	{kind: "EitherThermo", classes: "line", either: true, each: eitherWay},
	{kind: "AllDifferent", classes: "line", more: true},
	{kind: "FullSet", classes: "line", more: true, each: fullSetLine},
	{kind: "LineSum", number: 10, classes: "line", more: true, result: "Sum", form: withStatedNumber},
	{kind: "LineSums", classes: "line", more: true, each: relatedSum},
	{kind: "LineProduct", number: 12, classes: "line", more: true, result: "Product", form: withStatedNumber},
	{kind: "EqualSums", classes: "line", more: true, result: "EqualSum", form: asSets},
	{kind: "EqualProducts", classes: "line", more: true, result: "EqualProduct", form: asSets},
	{kind: "SumsByColour", classes: "line", more: true, result: "EqualSum", form: asSets, byColour: true},

	{kind: "Nothing", classes: "line"},

	{kind: "WhiteDot", classes: "dot", colours: "white", common: true},
	{kind: "BlackDot", classes: "dot", colours: "black", common: true},
	{kind: "ConsecutiveOrDouble", classes: "dot", either: true, each: eitherWay},
	{kind: "SameDifference", classes: "dot", build: buildEqualDifferences},
	{kind: "DotPairs", classes: "dot", each: relatedPairs},
	{kind: "X", classes: "letter", text: "X", common: true},
	{kind: "V", classes: "letter", text: "V", common: true},
	{kind: "GreaterThan", classes: "sign", common: true},
	{kind: "GreaterThan", classes: "letter", fits: isTurnedV},
	{kind: "Quad", classes: "quad", common: true, each: quadClue},
	{kind: "QuadSum", classes: "quad", fits: hasNumber, result: "Sum", form: withText},

	{kind: "LittleKiller", classes: "diagonal", fits: hasNumber, common: true, form: withText},
	{kind: "LittleKiller", classes: "diagonal", fits: hasNoClue, result: "Nothing"},
	{kind: "EqualSums", classes: "diagonal", fits: hasNoClue, result: "EqualSum", form: asSets},
	{kind: "EqualProducts", classes: "diagonal", fits: hasNoClue, result: "EqualProduct", form: asSets},
	{kind: "CountingSets", classes: "diagonal", form: asSets},
	{kind: "Sandwich", classes: "outside", fits: hasNumber, form: withText},
	{kind: "XSum", classes: "outside", fits: hasNumber, form: withText},
	{kind: "Skyscraper", classes: "outside", fits: hasNumber, form: withText},
	{kind: "NumberedRoom", classes: "outside", fits: hasNumber, form: withText},
	{kind: "HiddenSkyscraper", classes: "outside", fits: hasNumber, form: withText},
	{kind: "FirstOdd", classes: "outside", fits: hasNumber, each: firstOfParity},
	{kind: "FirstEven", classes: "outside", fits: hasNumber, each: firstOfParity},
	{kind: "SumBefore", number: 9, classes: "outside", fits: hasNumber, each: sumBefore},
	{kind: "AscendingSum", classes: "outside", fits: hasNumber, each: ascendingClue},
	{kind: "FirstSum", number: 3, classes: "outside", fits: hasNumber, each: firstCells},
	{kind: "FirstCells", number: 3, classes: "outside", fits: hasNumber, each: firstCells},

	{kind: "Odd", classes: "circle", colours: "grey black", common: true, form: asOne},
	{kind: "Even", classes: "square", colours: "grey black", common: true, form: asOne},
	{kind: "Odd", classes: "circle square diamond shade", form: asOne},
	{kind: "Even", classes: "square circle diamond shade", form: asOne},
	{kind: "PrimeCells", classes: "circle square diamond shade", sums: "prime", build: buildCellValues},
	{kind: "CellValues", classes: "circle square diamond shade", build: buildCellValues},
	{kind: "ColumnIndex", classes: "shade square circle", result: "Indexing C", form: asOne},
	{kind: "RowIndex", classes: "shade square circle", result: "Indexing R", form: asOne},
	{kind: "BoxIndex", classes: "shade square circle", result: "Indexing B", form: asOne},
	{kind: "Minimum", classes: "shade square circle", build: buildExtremes},
	{kind: "Maximum", classes: "shade square circle", build: buildExtremes},
	{kind: "Fortress", classes: "shade square circle", build: buildExtremes},
	{kind: "CountingCircles", classes: "circle", build: buildCircles},
	{kind: "CirclesByColour", classes: "circle", byColour: true, build: buildCircles},
	{kind: "ExtraRegion", classes: "shade", build: buildShadedRegions},
	{kind: "ShadeDistinct", classes: "shade", build: buildShadedDifferences},
	{kind: "Clone", classes: "shade square", build: buildClones},
	{kind: "Difference", classes: "letter", fits: hasNumber, form: withText},
	{kind: "Ratio", classes: "letter", fits: hasNumber, form: withText},
	{kind: "LetterSum", classes: "letter", fits: hasNumber, result: "Sum", form: withText},

	{kind: "Cage", classes: "cage", fits: hasSumText, common: true, each: cageClue},
	{kind: "CageTotal", number: 10, classes: "cage", fits: hasNoClue, result: "Sum", form: withStatedNumber},
	{kind: "Sum", classes: "cage", fits: hasSumText, each: sumClue},
	{kind: "CagesAlike", classes: "cage", fits: hasNoClue, result: "EqualSum", form: asSets},
	{kind: "CagesDiffer", classes: "cage", fits: hasSumOrNoClue, result: "DifferentSums", form: asSets},
	{kind: "CageDistinct", classes: "cage", result: "AllDifferent"},
	{kind: "VaultedCages", classes: "cage", more: true, each: vaultedCage},
	{kind: "CageProduct", classes: "cage", fits: hasSumOrNoClue, build: buildProductCages},
	{kind: "LookAndSay", classes: "cage", fits: hasNumber, each: lookAndSay},
	{kind: "EqualityCage", classes: "cage", fits: hasNoClue},
	{kind: "RellikCage", classes: "cage", fits: hasNumber, form: withText},
	{kind: "Lunchbox", classes: "cage", fits: hasNumber, form: withText},
	{kind: "CageSums", classes: "cage", fits: hasNoClue, each: relatedSum},
	{kind: "PrimeCages", classes: "cage", fits: hasSumOrNoClue, sums: "prime", each: relatedSum},
	{kind: "SquareCages", classes: "cage", fits: hasSumOrNoClue, sums: "square", each: relatedSum},
	{kind: "OddCages", classes: "cage", fits: hasSumOrNoClue, sums: "odd", each: relatedSum},
	{kind: "EvenCages", classes: "cage", fits: hasSumOrNoClue, sums: "even", each: relatedSum},
}

// constraintsOf returns the constraints of pictures of this kind, or nil if the pictures cannot have this meaning.
func (k *drawnKind) constraintsOf(r *fpuzzlesReader, all []picture, stated amount) (built []puzzle.Constraint) {
	if k.byColour {
		row := *k
		row.byColour = false
		for len(all) > 0 {
			colour := all[0].colourName()
			isOther := func(d picture) bool { return d.colourName() != colour }
			built = append(built, row.constraintsOf(r, slices.DeleteFunc(slices.Clone(all), isOther), stated)...)
			all = slices.DeleteFunc(slices.Clone(all), func(d picture) bool { return !isOther(d) })
		}
		return built
	}
	if k.sums != "" {
		stated.relation = &wording.Relation{How: k.sums}
	}
	kind, text, _ := strings.Cut(cmp.Or(k.result, k.kind), " ")
	stated.kind = k.kind
	switch {
	case k.build != nil:
		return k.build(r, all, stated)
	case k.form == asOne:
		return []puzzle.Constraint{{Kind: kind, Text: text, Cells: cellsOf(all)}}
	case k.form == asSets && len(all) > 1:
		return []puzzle.Constraint{{Kind: kind, Sets: cellSetsOf(all)}}
	case k.form == asSets:
		return singleConstraint("Nothing", nil)
	case k.form == asBranches:
		for _, group := range groupBranchedLines(all) {
			cells := group[0].cells
			if len(group) > 1 {
				cells = cellsOf(group)
			}
			built = append(built, singleConstraint(kind, cells)...)
		}
		return built
	}
	for i := range all {
		var single []puzzle.Constraint
		if k.each != nil {
			single = k.each(r, &all[i], stated)
		} else {
			single = k.constraintOf(r, kind, &all[i], stated)
		}
		if single == nil {
			return nil
		}
		if k.either {
			single = []puzzle.Constraint{{Kind: "Or", Parts: single}}
		}
		built = append(built, single...)
	}
	return built
}

// constraintOf returns the constraint of one picture, in the form that k states.
func (k *drawnKind) constraintOf(r *fpuzzlesReader, kind string, d *picture, stated amount) []puzzle.Constraint {
	cells, number := d.cellsFor(kind), stated.number
	switch k.form {
	case fromCircle:
		return singleConstraint(kind, d.cellsFromCircle())
	case withNumber, withStatedNumber:
		if number < 0 && k.form == withNumber {
			number = k.number
		}
		if number < 0 {
			return nil
		}
		return singleConstraint(kind, cells, number)
	case withText:
		return singleConstraint(kind, cells, r.parseInt(d.text))
	}
	return singleConstraint(kind, cells)
}

func singleConstraint(kind string, cells []int, numbers ...int) []puzzle.Constraint {
	return []puzzle.Constraint{{Kind: kind, Cells: cells, Numbers: numbers}}
}

const classCage = "cage"

func hasPlainCircle(d *picture) bool    { return d.pill <= 1 }
func hasBothEnds(d *picture) bool       { return d.start && d.end }
func hasCircleAtOneEnd(d *picture) bool { return d.start != d.end }
func isTurnedV(d *picture) bool         { return d.text == "V" && d.start }
func hasNumber(d *picture) bool         { _, err := strconv.Atoi(d.text); return err == nil }
func hasNoClue(d *picture) bool         { return d.text == "" || d.text == "?" }
func hasSumText(d *picture) bool {
	_, ok := puzzle.ParseCageSums(d.text, 1, 1)
	return ok || hasNumber(d)
}
func hasSumOrNoClue(d *picture) bool { return hasNoClue(d) || hasNumber(d) }

func cellSetsOf(all []picture) (sets [][]int) {
	for _, d := range all {
		sets = append(sets, d.cellSet())
	}
	return sets
}

func cellsOf(all []picture) []int {
	cells := slices.Concat(cellSetsOf(all)...)
	slices.Sort(cells)
	return slices.Compact(cells)
}

func reversed[T any](list []T) []T {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// cellsFromCircle returns the cells of a line, from the end that has a circle.
func (d *picture) cellsFromCircle() []int {
	if d.end {
		return reversed(d.cells)
	}
	return slices.Clone(d.cells)
}

// cellSet returns the cells of a picture, each once. In d.cells, the last cell of a closed line repeats the first.
func (d *picture) cellSet() []int {
	if n := len(d.cells); n > 2 && d.cells[0] == d.cells[n-1] {
		return d.cells[:n-1]
	}
	return d.cells
}

// cellsFor returns the cells of a picture for a kind of constraint. For a closed line, the last cell repeats the first,
// except for kinds about a set of cells, such as Sum.
func (d *picture) cellsFor(kind string) []int {
	if isWordIn(" AllDifferent Sum Product ", kind) {
		return d.cellSet()
	}
	return d.cells
}

// buildZippers returns a zipper for each line. If two lines meet in a shape, it returns nil: they may be the halves of
// one zipper, with the shape in the middle.
func buildZippers(_ *fpuzzlesReader, all []picture, _ amount) (built []puzzle.Constraint) {
	marked := map[int]bool{}
	for _, d := range all {
		for i, hasShape := range []bool{d.start, d.end} {
			end := d.cells[i*(len(d.cells)-1)]
			if hasShape && marked[end] {
				return nil
			}
			marked[end] = hasShape
		}
		built = append(built, singleConstraint("Zipper", d.cells)...)
	}
	return built
}

// sumLine returns a line that splits into parts with a given sum: the number in the words, or 10. A line whose ends
// join may be split anywhere.
func sumLine(_ *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	number := stated.number
	if number < 0 {
		number = 10
	}
	c := puzzle.Constraint{Kind: "SumLine", Numbers: []int{number}, Cells: d.cellSet()}
	if len(c.Cells) < len(d.cells) {
		c.Text = "loop"
	}
	return []puzzle.Constraint{c}
}

// buildCircles makes one constraint of all circles. It includes the circles at the ends of arrows if they look
// like the free circles.
func buildCircles(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	cells := cellsOf(all)
	for _, arrow := range r.arrows {
		if arrow.pill == 1 && slices.ContainsFunc(all, func(d picture) bool { return d.circle == arrow.circle }) {
			cells = append(cells, arrow.cells[0])
		}
	}
	slices.Sort(cells)
	return []puzzle.Constraint{{Kind: "CountingCircles", Cells: slices.Compact(cells)}}
}

func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

func isSquare(n int) bool {
	root := 0
	for root*root < n {
		root++
	}
	return root*root == n
}

// buildProductCages returns the constraints of product cages, or nil if no cage has a number. A cage without a
// number gets no rule.
func buildProductCages(r *fpuzzlesReader, all []picture, _ amount) (built []puzzle.Constraint) {
	numbered := slices.DeleteFunc(slices.Clone(all), func(d picture) bool { return !hasNumber(&d) })
	for _, d := range numbered {
		built = append(built, singleConstraint("Product", d.cells, r.parseInt(d.text))...)
	}
	return built
}

// eitherWay returns two rules, of which one must hold. For a dot, the two values are consecutive, or one value is twice
// the other. A line without a bulb is a thermometer that begins at one end or at the other.
func eitherWay(_ *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	if stated.kind == "ConsecutiveOrDouble" {
		return slices.Concat(singleConstraint("WhiteDot", d.cells), singleConstraint("BlackDot", d.cells))
	}
	return slices.Concat(singleConstraint("Thermo", d.cells), singleConstraint("Thermo", reversed(d.cells)))
}

// fullSetLine returns a line that holds each value once. The length of the line must be the number of values.
func fullSetLine(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	if cells := d.cellSet(); len(cells) == r.Values() {
		return singleConstraint("AllDifferent", cells)
	}
	return nil
}

// shadedGroups returns the connected groups of shaded cells of the same colour.
func (r *fpuzzlesReader) shadedGroups(all []picture) (groups [][]int, colours []string) {
	colour := map[int]string{}
	for _, d := range all {
		colour[d.cells[0]] = d.colourName()
	}
	shaded := slices.DeleteFunc(cellsOf(all), func(cell int) bool { return colour[cell] == "" })
	groups = exchange.ConnectedGroups(shaded, r.Neighbours, func(a, b int) bool { return colour[a] == colour[b] })
	for _, cells := range groups {
		colours = append(colours, colour[cells[0]])
	}
	return groups, colours
}

// buildShadedRegions makes an extra region of each group of shaded cells. If all groups of one colour together
// have as many cells as a region, they form one region.
func buildShadedRegions(r *fpuzzlesReader, all []picture, _ amount) (built []puzzle.Constraint) {
	groups, colours := r.shadedGroups(all)
	cellsOf := map[string][]int{}
	for i, cells := range groups {
		cellsOf[colours[i]] = append(cellsOf[colours[i]], cells...)
	}
	added := map[string]bool{}
	for i, cells := range groups {
		region := cellsOf[colours[i]]
		switch {
		case added[colours[i]]:
			continue
		case len(region) == r.Values():
			added[colours[i]] = true
			if len(cells) < len(region) {
				slices.Sort(region)
			}
			cells = region
		case len(cells) != r.Values():
			return nil
		}
		built = append(built, puzzle.Constraint{Kind: "ExtraRegion", Cells: cells})
	}
	return built
}

// buildShadedDifferences requires different values inside each connected group of shaded cells.
func buildShadedDifferences(r *fpuzzlesReader, all []picture, _ amount) (built []puzzle.Constraint) {
	groups, _ := r.shadedGroups(all)
	for _, cells := range groups {
		if len(cells) < 2 || len(cells) > r.Values() {
			return nil
		}
		built = append(built, puzzle.Constraint{Kind: "AllDifferent", Cells: cells})
	}
	return built
}

// buildClones requires groups of the same colour and shape to hold equal values. It returns nil if some group is the
// only group of its colour and shape.
func buildClones(r *fpuzzlesReader, all []picture, _ amount) (built []puzzle.Constraint) {
	groups, colours := r.shadedGroups(all)
	alike := map[string]int{}
	for i, cells := range groups {
		shape := colours[i]
		for _, c := range cells {
			shape += fmt.Sprint(" ", c/r.Columns-cells[0]/r.Columns, c%r.Columns-cells[0]%r.Columns)
		}
		index, seen := alike[shape]
		if !seen {
			index = len(built)
			alike[shape] = index
			built = append(built, puzzle.Constraint{Kind: "Clone"})
		}
		built[index].Sets = append(built[index].Sets, cells)
	}
	if slices.ContainsFunc(built, func(c puzzle.Constraint) bool { return len(c.Sets) < 2 }) {
		return nil
	}
	return built
}

// firstCells returns the constraint of a number beside the board about the first cells of its row or column. Either the
// number is the sum of these cells, or these cells hold the digits of the number. The words state the number of cells.
func firstCells(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	switch n := stated.number; {
	case n < 1 || n > len(d.cells):
		return nil
	case stated.kind == "FirstSum":
		return singleConstraint("Sum", d.cells[:n], r.parseInt(d.text))
	case r.High > 9:
		return nil
	default:
		return singleConstraint("ContainAtLeast", d.cells[:n], digitsOfText(d.text)...)
	}
}

func digitsOfText(text string) (digits []int) {
	for _, digit := range text {
		digits = append(digits, int(digit-'0'))
	}
	return digits
}

// averageArrow returns an arrow whose circle holds the average of the other digits.
func averageArrow(_ *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	return singleConstraint("Sum", d.cells, append([]int{0, 1 - len(d.cells)}, slices.Repeat([]int{1}, len(d.cells)-1)...)...)
}

// splitPea returns the two sums that a line may have. The digits at the ends form a number, in one order or the other.
// The digits between the ends add up to this number. If the puzzle has values of two digits, splitPea returns nil.
func splitPea(r *fpuzzlesReader, d *picture, _ amount) (sums []puzzle.Constraint) {
	for _, factors := range [][2]int{{10, 1}, {1, 10}} {
		inner := slices.Repeat([]int{-1}, max(0, len(d.cells)-2))
		if r.High < 10 {
			sums = append(sums, singleConstraint("Sum", d.cells, slices.Concat([]int{0, factors[0]}, inner, factors[1:])...)...)
		}
	}
	return sums
}

// productArrow returns one alternative for each value v: the arrow's circle holds v, and the product of the other
// digits is v.
func productArrow(r *fpuzzlesReader, d *picture, _ amount) (ways []puzzle.Constraint) {
	for v := max(r.Low, 0); v <= r.High; v++ {
		ways = append(ways, puzzle.Constraint{Kind: "And", Parts: slices.Concat(singleConstraint("Given", d.cells[:1], v), singleConstraint("Product", d.cells[1:], v))})
	}
	return ways
}

// fastThermo returns a thermometer on which each value exceeds the previous one by at least the number in the words.
func fastThermo(_ *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	if stated.number < 1 {
		return nil
	}
	return append(singleConstraint("Thermo", d.cells), singleConstraint("Whisper", d.cells, stated.number)...)
}

func arrowLine(_ *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	if d.pill > 1 {
		return singleConstraint("PillArrow", d.cells, d.pill)
	}
	return singleConstraint("Arrow", d.cells)
}

func cageClue(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	return []puzzle.Constraint{r.cageOf(d.text, d.cells)}
}

// sumClue returns a cage whose digits may repeat. A cage without a sum gets no rule.
func sumClue(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	c := r.cageOf(d.text, d.cells)
	switch {
	case len(c.Numbers) > 1:
		c.Kind = "SumAmong"
	case c.Numbers[0] != 0:
		c.Kind = "Sum"
	default:
		return singleConstraint("Nothing", nil)
	}
	return []puzzle.Constraint{c}
}

func quadClue(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	words := strings.FieldsFunc(d.text, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == '/' })
	if len(words) == 1 && r.High < 10 {
		words = strings.Split(words[0], "")
	}
	var numbers []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil
		}
		numbers = append(numbers, n)
	}
	if len(numbers) == 0 || len(numbers) > 4 {
		return nil
	}
	return singleConstraint("Quad", d.cells, numbers...)
}

// buildExtremes requires each of the cells to be greater, or less, than its neighbours. Neighbours that are also among
// the cells do not count.
func buildExtremes(r *fpuzzlesReader, all []picture, stated amount) (built []puzzle.Constraint) {
	cells := cellsOf(all)
	for _, cell := range cells {
		for _, other := range exchange.Neighbours(r.Rows, r.Columns, cell) {
			pair := []int{cell, other}
			if stated.kind == "Minimum" {
				slices.Reverse(pair)
			}
			if !slices.Contains(cells, other) {
				built = append(built, singleConstraint("GreaterThan", pair)...)
			}
		}
	}
	return built
}

// indexLine returns a line on which this holds for every n: if the n-th cell has the value v, the v-th cell has the
// value n.
func indexLine(_ *fpuzzlesReader, d *picture, _ amount) (built []puzzle.Constraint) {
	if len(d.cells) > 16 || d.start == d.end {
		return nil
	}
	cells := d.cellsFromCircle()
	for index := range cells { // if this cell has the value v, cells[v-1] has the value at+1
		ways := puzzle.Constraint{Kind: "Or"}
		for i, other := range cells {
			if i != index {
				ways.Parts = append(ways.Parts, puzzle.Constraint{Kind: "And", Parts: slices.Concat(singleConstraint("Given", cells[index:index+1], i+1), singleConstraint("Given", []int{other}, index+1))})
			} else {
				ways.Parts = append(ways.Parts, singleConstraint("Given", cells[index:index+1], index+1)...)
			}
		}
		built = append(built, ways)
	}
	return built
}

// isDiagonal reports whether a line runs from corner to corner of a square board.
func isDiagonal(d *picture) bool {
	n := len(d.cells)
	first, last := min(d.cells[0], d.cells[n-1]), max(d.cells[0], d.cells[n-1])
	return n > 1 && (first == 0 && last == n*n-1 || first == n-1 && last == n*n-n) && max(d.cells[0]-d.cells[1], d.cells[1]-d.cells[0]) == (last-first)/(n-1)
}

func mainDiagonal(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	up := -1
	if min(d.cells[0], d.cells[len(d.cells)-1]) > 0 {
		up = 1
	}
	if r.Rows != r.Columns || len(d.cells) != r.Rows {
		return nil
	}
	return singleConstraint("Diagonal", nil, up)
}
