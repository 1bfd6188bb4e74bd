package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/internal/wording"
	"nonet/puzzle"
)

// amount holds the number or the relation that words add to a kind.
type amount struct {
	number   int               // a number, or -1
	relation *wording.Relation // a relation of two values, or nil
}

// amountIn returns the number or the relation that a phrase contains.
func amountIn(m *wording.Meaning) amount {
	if m.Relation != nil {
		return amount{-1, m.Relation}
	}
	return amount{m.Number, nil}
}

func (a amount) equals(b amount) bool {
	return a.number == b.number && a.relation.String() == b.relation.String()
}

// drawnKind is a row of the table below: a kind, and the pictures that may be clues of this kind.
type drawnKind struct {
	kind    string   // the name of the kind in package wording
	classes []string // the classes of pictures that may be such clues
	colours []string // the colours that the picture may have; nil: any
	usual   []string // the usual colours of this kind; used when words name several kinds of lines but no colours
	common  bool     // a picture that fits is a clue of this kind even without words
	more    bool     // the picture may be a clue of another kind at the same time
	number  int      // the usual number, for kinds whose corrections must give a number; otherwise 0
	fits    func(d *picture) bool
	// build returns the constraints of all pictures of the kind. said is the number or relation in the words. The
	// result is nil if the pictures cannot have this meaning.
	build func(r *fpuzzlesReader, all []picture, said amount) []puzzle.Constraint
}

// drawnKinds returns the table. To add a kind, add a row here and a row to the table of
// package wording.
func drawnKinds() []drawnKind {
	line := []string{classLine}
	return []drawnKind{
		{kind: "Thermo", classes: []string{classThermo}, common: true, build: perPictureBuilder("Thermo")},
		{kind: "Thermo", classes: line, fits: hasCircleAtOneEnd, build: bulbFirstLineBuilder("Thermo")},
		{kind: "SlowThermo", classes: line, fits: hasCircleAtOneEnd, build: bulbFirstLineBuilder("SlowThermo")},
		{kind: "SlowThermo", classes: []string{classThermo}, build: perPictureBuilder("SlowThermo")},
		{kind: "Arrow", classes: []string{classArrow}, common: true, build: buildArrows},
		{kind: "AverageArrow", classes: []string{classArrow}, fits: hasPlainCircle, build: buildAverageArrows},
		{kind: "ProductArrow", classes: []string{classArrow}, fits: hasPlainCircle, build: eitherBuilder(productArrow)},
		{kind: "FastThermo", number: 2, classes: []string{classThermo}, build: buildFastThermos},
		{kind: "CirclesDiffer", classes: []string{classArrow, classCircle}, more: true, build: buildDifferentCircles},

		{kind: "Whisper", number: 5, classes: line, usual: []string{"green", "orange"}, build: numberedBuilder("Whisper", 5)},
		{kind: "Renban", classes: line, usual: []string{"purple", "pink"}, build: branchedLineBuilder("Renban")},
		{kind: "Nabner", classes: line, usual: []string{"orange", "yellow"}, build: branchedLineBuilder("Nabner")},
		{kind: "Palindrome", classes: line, usual: []string{"grey"}, build: perPictureBuilder("Palindrome")},
		{kind: "RegionSumLine", classes: line, usual: []string{"blue", "teal"}, build: buildRegionSums},
		{kind: "Between", classes: line, fits: hasBothEnds, build: perPictureBuilder("Between")},
		{kind: "Lockout", number: 4, classes: line, fits: hasBothEnds, build: numberedBuilder("Lockout", 4)},
		{kind: "Zipper", classes: line, usual: []string{"purple"}, build: buildZippers},
		{kind: "Modular", number: 3, classes: line, usual: []string{"teal"}, build: numberedBuilder("Modular", 3)},
		{kind: "Entropic", classes: line, usual: []string{"orange", "yellow"}, build: perPictureBuilder("Entropic")},
		{kind: "DoubleArrow", classes: line, fits: hasBothEnds, build: perPictureBuilder("DoubleArrow")},
		{kind: "SplitPeas", classes: line, fits: hasBothEnds, build: eitherBuilder(splitPea)},
		{kind: "Ten", number: 10, classes: line, build: buildSumLines},
		{kind: "IndexLine", classes: line, build: buildIndexLines},
		{kind: "Parity", classes: line, build: buildParityLines},
		{kind: "Close", number: 2, classes: line, build: buildCloseLines},
		{kind: "LessThan", number: 3, classes: line, build: func(r *fpuzzlesReader, all []picture, said amount) []puzzle.Constraint {
			said.number--
			return buildCloseLines(r, all, said)
		}},
		{kind: "LinePairs", classes: line, build: buildRelatedPairs},
		{kind: "Sequence", classes: line, build: buildSequenceLines},
		{kind: "SameDifference", classes: line, build: buildSameDifferences},
		{kind: "DifferenceCount", classes: line, build: buildDifferenceCounts},
		{kind: "Diagonal", classes: line, fits: isDiagonal, build: buildDiagonals},
		{kind: "AntiDiagonal", classes: line, fits: isDiagonal, build: buildAntiDiagonals},
		{kind: "EitherThermo", classes: line, build: eitherBuilder(undirectedThermo)},
		{kind: "AllDifferent", classes: line, more: true, build: perPictureBuilder("AllDifferent")},
		{kind: "FullSet", classes: line, more: true, build: buildFullSetLines},
		{kind: "LineSum", number: 10, classes: line, more: true, build: numberedBuilder("Sum", -1)},
		{kind: "LineSums", classes: line, more: true, build: buildRelatedSums},
		{kind: "LineProduct", number: 12, classes: line, more: true, build: numberedBuilder("Product", -1)},
		{kind: "EqualSums", classes: line, more: true, build: cellSetsBuilder("EqualSum")},
		{kind: "EqualProducts", classes: line, more: true, build: cellSetsBuilder("EqualProduct")},
		{kind: "SumsByColour", classes: line, more: true, build: byColour(cellSetsBuilder("EqualSum"))},

		{kind: "Nothing", classes: line, build: buildNothing},

		{kind: "WhiteDot", classes: []string{classDot}, colours: []string{"white"}, common: true, build: perPictureBuilder("WhiteDot")},
		{kind: "BlackDot", classes: []string{classDot}, colours: []string{"black"}, common: true, build: perPictureBuilder("BlackDot")},
		{kind: "ConsecutiveOrDouble", classes: []string{classDot}, build: eitherBuilder(func(_ *fpuzzlesReader, d *picture) []puzzle.Constraint {
			return []puzzle.Constraint{{Kind: "WhiteDot", Cells: d.cells}, {Kind: "BlackDot", Cells: d.cells}}
		})},
		{kind: "SameDifference", classes: []string{classDot}, build: buildEqualDifferences},
		{kind: "DotPairs", classes: []string{classDot}, build: buildRelatedPairs},
		{kind: "X", classes: []string{classLetter}, fits: hasText("X"), common: true, build: perPictureBuilder("X")},
		{kind: "V", classes: []string{classLetter}, fits: hasText("V"), common: true, build: perPictureBuilder("V")},
		{kind: "GreaterThan", classes: []string{classSign}, common: true, build: perPictureBuilder("GreaterThan")},
		{kind: "GreaterThan", classes: []string{classLetter}, fits: func(d *picture) bool { return d.text == "V" && d.start }, build: perPictureBuilder("GreaterThan")},
		{kind: "Quad", classes: []string{classQuad}, common: true, build: buildQuads},
		{kind: "QuadSum", classes: []string{classQuad}, fits: hasNumber, build: textNumberBuilder("Sum")},

		{kind: "LittleKiller", classes: []string{classDiagonal}, fits: hasNumber, common: true, build: textNumberBuilder("LittleKiller")},
		{kind: "LittleKiller", classes: []string{classDiagonal}, fits: hasNoClue, build: buildNothing},
		{kind: "EqualSums", classes: []string{classDiagonal}, fits: hasNoClue, build: cellSetsBuilder("EqualSum")},
		{kind: "EqualProducts", classes: []string{classDiagonal}, fits: hasNoClue, build: cellSetsBuilder("EqualProduct")},
		{kind: "CountingSets", classes: []string{classDiagonal}, build: cellSetsBuilder("CountingSets")},
		{kind: "Sandwich", classes: []string{classOutside}, fits: hasNumber, build: textNumberBuilder("Sandwich")},
		{kind: "XSum", classes: []string{classOutside}, fits: hasNumber, build: textNumberBuilder("XSum")},
		{kind: "Skyscraper", classes: []string{classOutside}, fits: hasNumber, build: textNumberBuilder("Skyscraper")},
		{kind: "NumberedRoom", classes: []string{classOutside}, fits: hasNumber, build: textNumberBuilder("NumberedRoom")},
		{kind: "HiddenSkyscraper", classes: []string{classOutside}, fits: hasNumber, build: textNumberBuilder("HiddenSkyscraper")},
		{kind: "FirstOdd", classes: []string{classOutside}, fits: hasNumber, build: clueMachineBuilder("first odd", firstOfParity(1))},
		{kind: "FirstEven", classes: []string{classOutside}, fits: hasNumber, build: clueMachineBuilder("first even", firstOfParity(0))},
		{kind: "SumBefore", number: 9, classes: []string{classOutside}, fits: hasNumber, build: buildSumsBefore},
		{kind: "AscendingSum", classes: []string{classOutside}, fits: hasNumber, build: clueMachineBuilder("ascending", nextOfAscending)},
		{kind: "FirstSum", number: 3, classes: []string{classOutside}, fits: hasNumber, build: firstCellsBuilder("Sum")},
		{kind: "FirstCells", number: 3, classes: []string{classOutside}, fits: hasNumber, build: firstCellsBuilder("ContainAtLeast")},

		{kind: "Odd", classes: []string{classCircle}, colours: []string{"grey", "black"}, common: true, build: combinedCellsBuilder("Odd")},
		{kind: "Even", classes: []string{classSquare}, colours: []string{"grey", "black"}, common: true, build: combinedCellsBuilder("Even")},
		{kind: "Odd", classes: []string{classCircle, classSquare, classDiamond, classShade}, build: combinedCellsBuilder("Odd")},
		{kind: "Even", classes: []string{classSquare, classCircle, classDiamond, classShade}, build: combinedCellsBuilder("Even")},
		{kind: "PrimeCells", classes: []string{classCircle, classSquare, classDiamond, classShade}, build: buildPrimeCells},
		{kind: "CellValues", classes: []string{classCircle, classSquare, classDiamond, classShade}, build: buildCellValues},
		{kind: "ColumnIndex", classes: []string{classShade, classSquare, classCircle}, build: combinedCellsBuilder("Indexing C")},
		{kind: "RowIndex", classes: []string{classShade, classSquare, classCircle}, build: combinedCellsBuilder("Indexing R")},
		{kind: "BoxIndex", classes: []string{classShade, classSquare, classCircle}, build: combinedCellsBuilder("Indexing B")},
		{kind: "Minimum", classes: []string{classShade, classSquare, classCircle}, build: extremeCellBuilder(false)},
		{kind: "Maximum", classes: []string{classShade, classSquare, classCircle}, build: extremeCellBuilder(true)},
		{kind: "Fortress", classes: []string{classShade, classSquare, classCircle}, build: extremeCellBuilder(true)},
		{kind: "CountingCircles", classes: []string{classCircle}, build: buildCircles},
		{kind: "CirclesByColour", classes: []string{classCircle}, build: byColour(buildCircles)},
		{kind: "ExtraRegion", classes: []string{classShade}, build: buildShadedRegions},
		{kind: "ShadeDistinct", classes: []string{classShade}, build: buildShadedDifferences},
		{kind: "Clone", classes: []string{classShade, classSquare}, build: buildClones},
		{kind: "Difference", classes: []string{classLetter}, fits: hasNumber, build: textNumberBuilder("Difference")},
		{kind: "Ratio", classes: []string{classLetter}, fits: hasNumber, build: textNumberBuilder("Ratio")},
		{kind: "LetterSum", classes: []string{classLetter}, fits: hasNumber, build: textNumberBuilder("Sum")},

		{kind: "Cage", classes: []string{classCage}, fits: hasSumText, common: true, build: cageBuilder("Cage")},
		{kind: "CageTotal", number: 10, classes: []string{classCage}, fits: hasNoClue, build: numberedBuilder("Sum", -1)},
		{kind: "Sum", classes: []string{classCage}, fits: hasSumText, build: cageBuilder("Sum")},
		{kind: "CagesAlike", classes: []string{classCage}, fits: hasNoClue, build: cellSetsBuilder("EqualSum")},
		{kind: "CagesDiffer", classes: []string{classCage}, fits: hasSumOrNoClue, build: cellSetsBuilder("DifferentSums")},
		{kind: "CageDistinct", classes: []string{classCage}, build: perPictureBuilder("AllDifferent")},
		{kind: "VaultedCages", classes: []string{classCage}, more: true, build: buildVaultedCages},
		{kind: "CageProduct", classes: []string{classCage}, fits: hasSumOrNoClue, build: buildProductCages},
		{kind: "LookAndSay", classes: []string{classCage}, fits: hasNumber, build: buildLookAndSay},
		{kind: "EqualityCage", classes: []string{classCage}, fits: hasNoClue, build: perPictureBuilder("EqualityCage")},
		{kind: "RellikCage", classes: []string{classCage}, fits: hasNumber, build: textNumberBuilder("RellikCage")},
		{kind: "Lunchbox", classes: []string{classCage}, fits: hasNumber, build: textNumberBuilder("Lunchbox")},
		{kind: "CageSums", classes: []string{classCage}, fits: hasNoClue, build: buildRelatedSums},
		{kind: "PrimeCages", classes: []string{classCage}, fits: hasSumOrNoClue, build: sumPropertyBuilder(isPrime)},
		{kind: "SquareCages", classes: []string{classCage}, fits: hasSumOrNoClue, build: sumPropertyBuilder(isSquare)},
		{kind: "OddCages", classes: []string{classCage}, fits: hasSumOrNoClue, build: sumPropertyBuilder(func(n int) bool { return n%2 == 1 })},
		{kind: "EvenCages", classes: []string{classCage}, fits: hasSumOrNoClue, build: sumPropertyBuilder(func(n int) bool { return n%2 == 0 })},
	}
}

const classCage = "cage"

func hasPlainCircle(d *picture) bool          { return d.pill <= 1 }
func hasBothEnds(d *picture) bool             { return d.start && d.end }
func hasCircleAtOneEnd(d *picture) bool       { return d.start != d.end }
func hasText(text string) func(*picture) bool { return func(d *picture) bool { return d.text == text } }
func hasNumber(d *picture) bool               { _, err := strconv.Atoi(d.text); return err == nil }
func hasNoClue(d *picture) bool               { return d.text == "" || d.text == "?" }
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

func buildNothing(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return []puzzle.Constraint{{Kind: "Nothing"}}
}

// perPictureBuilder returns a builder that makes a constraint of the kind from the cells of each picture.
//
//go:noinline
func perPictureBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(_ *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for _, d := range all {
			some = append(some, puzzle.Constraint{Kind: kind, Cells: d.cellsFor(kind)})
		}
		return some
	}
}

// buildZippers makes zippers. It makes none if two of the lines meet in a shape: they may be the halves of one zipper
// with the shape in its middle.
func buildZippers(r *fpuzzlesReader, all []picture, said amount) []puzzle.Constraint {
	marked := map[int]bool{}
	for _, d := range all {
		for i, is := range []bool{d.start, d.end} {
			end := d.cells[i*(len(d.cells)-1)]
			if is && marked[end] {
				return nil
			}
			marked[end] = is
		}
	}
	return perPictureBuilder("Zipper")(r, all, said)
}

// bulbFirstLineBuilder is like perPictureBuilder, but orders the cells from the end that has a circle.
//
//go:noinline
func bulbFirstLineBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(_ *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for _, d := range all {
			if d.end {
				d.cells = slices.Clone(d.cells)
				slices.Reverse(d.cells)
			}
			some = append(some, puzzle.Constraint{Kind: kind, Cells: d.cells})
		}
		return some
	}
}

// numberedBuilder is like perPictureBuilder, but adds a number: the one in the words or, if there is none, the usual
// one. If no number is usual, -1, the words must state it.
//
//go:noinline
func numberedBuilder(kind string, usual int) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(_ *fpuzzlesReader, all []picture, said amount) (some []puzzle.Constraint) {
		number := said.number
		if number < 0 {
			number = usual
		}
		if number < 0 {
			return nil
		}
		for _, d := range all {
			some = append(some, puzzle.Constraint{Kind: kind, Numbers: []int{number}, Cells: d.cellsFor(kind)})
		}
		return some
	}
}

// buildSumLines makes lines that split into parts with a given sum: the number in the words, or 10. A line whose ends
// join may be split anywhere.
func buildSumLines(_ *fpuzzlesReader, all []picture, said amount) (some []puzzle.Constraint) {
	number := said.number
	if number < 0 {
		number = 10
	}
	for _, d := range all {
		c := puzzle.Constraint{Kind: "SumLine", Numbers: []int{number}, Cells: d.cellSet()}
		if len(c.Cells) < len(d.cells) {
			c.Text = "loop"
		}
		some = append(some, c)
	}
	return some
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

// cellSetsBuilder makes one constraint of all pictures, each a set of cells. There must be at least two
// pictures.
//
//go:noinline
func cellSetsBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(_ *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
		if len(all) < 2 {
			return []puzzle.Constraint{{Kind: "Nothing"}}
		}
		return []puzzle.Constraint{{Kind: kind, Sets: cellSetsOf(all)}}
	}
}

// byColour applies build to the pictures of each colour.
//
//go:noinline
func byColour(build func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, said amount) (some []puzzle.Constraint) {
		done := " "
		for i := range all {
			if colour := all[i].colourName(); !isWordIn(done, colour) {
				done += colour + " "
				same := slices.DeleteFunc(slices.Clone(all), func(d picture) bool { return d.colourName() != colour })
				some = append(some, build(r, same, said)...)
			}
		}
		return some
	}
}

// sumPropertyBuilder requires the sum of each cage to have a property.
//
//go:noinline
func sumPropertyBuilder(wanted func(n int) bool) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for _, d := range all {
			c := puzzle.Constraint{Kind: "SumAmong", Cells: d.cells}
			for n := len(d.cells) * r.Low; n <= len(d.cells)*r.High; n++ {
				if wanted(n) {
					c.Numbers = append(c.Numbers, n)
				}
			}
			if len(c.Numbers) == 0 {
				return nil
			}
			some = append(some, c)
		}
		return some
	}
}

func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// buildPrimeCells requires cells to hold primes.
func buildPrimeCells(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	var primes []int
	for v := r.Low; v <= r.High; v++ {
		if isPrime(v) {
			primes = append(primes, v)
		}
	}
	for _, cell := range cellsOf(all) {
		some = append(some, puzzle.Constraint{Kind: "Given", Numbers: primes, Cells: []int{cell}})
	}
	return some
}

func isSquare(n int) bool {
	root := 0
	for root*root < n {
		root++
	}
	return root*root == n
}

// buildProductCages makes product cages. It returns nil unless some cage has a number. A cage without a number gets no
// rule.
func buildProductCages(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	if !slices.ContainsFunc(all, func(d picture) bool { return hasNumber(&d) }) {
		return nil
	}
	for _, d := range all {
		if hasNumber(&d) {
			some = append(some, puzzle.Constraint{Kind: "Product", Numbers: []int{r.parseInt(d.text)}, Cells: d.cells})
		} else {
			some = append(some, puzzle.Constraint{Kind: "Nothing"})
		}
	}
	return some
}

// eitherBuilder makes a constraint of each picture: one of the parts holds.
//
//go:noinline
func eitherBuilder(partsOf func(*fpuzzlesReader, *picture) []puzzle.Constraint) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for i := range all {
			some = append(some, puzzle.Constraint{Kind: "Or", Parts: partsOf(r, &all[i])})
		}
		return some
	}
}

// undirectedThermo returns two thermometers for a line without a bulb, one for each direction.
func undirectedThermo(_ *fpuzzlesReader, d *picture) []puzzle.Constraint {
	back := slices.Clone(d.cells)
	slices.Reverse(back)
	return []puzzle.Constraint{{Kind: "Thermo", Cells: d.cells}, {Kind: "Thermo", Cells: back}}
}

// cellSet returns the cells of a picture, each once. A closed line lists its first cell twice.
func (d *picture) cellSet() []int {
	if n := len(d.cells); n > 2 && d.cells[0] == d.cells[n-1] {
		return d.cells[:n-1]
	}
	return d.cells
}

// cellsFor returns the cells of a picture for a kind of constraint. A closed line lists its first cell twice, except
// for kinds about a set of cells.
func (d *picture) cellsFor(kind string) []int {
	if isWordIn(" AllDifferent Sum Product ", kind) {
		return d.cellSet()
	}
	return d.cells
}

// buildFullSetLines makes lines that hold each value once. The length of each line must be the number of values.
func buildFullSetLines(r *fpuzzlesReader, all []picture, said amount) []puzzle.Constraint {
	for _, d := range all {
		if len(d.cellSet()) != r.Values() {
			return nil
		}
	}
	return perPictureBuilder("AllDifferent")(r, all, said)
}

// shadedGroups returns the connected groups of shaded cells of the same colour.
func (r *fpuzzlesReader) shadedGroups(all []picture) (groups [][]int, colours []string) {
	colour := map[int]string{}
	for _, d := range all {
		colour[d.cells[0]] = d.colourName()
	}
	shaded := slices.DeleteFunc(cellsOf(all), func(cell int) bool { return colour[cell] == "" })
	groups = connectedGroups(shaded, r.edgeNeighbours, func(a, b int) bool { return colour[a] == colour[b] })
	for _, cells := range groups {
		colours = append(colours, colour[cells[0]])
	}
	return groups, colours
}

// connectedGroups returns the groups of connected cells that are alike. next returns the neighbours of a cell. The
// groups are in the order of their first cells in `cells`; the cells of a group ascend.
func connectedGroups(cells []int, next func(cell int) []int, areAlike func(a, b int) bool) (groups [][]int) {
	seen := map[int]bool{}
	for _, first := range cells {
		if seen[first] {
			continue
		}
		seen[first] = true
		group := []int{first}
		for i := 0; i < len(group); i++ {
			for _, cell := range next(group[i]) {
				if !seen[cell] && areAlike(first, cell) {
					seen[cell] = true
					group = append(group, cell)
				}
			}
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups
}

// buildShadedRegions makes an extra region of each group of shaded cells. If all groups of one colour together
// have as many cells as a region, they form one region.
func buildShadedRegions(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	groups, colours := r.shadedGroups(all)
	of := map[string][]int{}
	for i, cells := range groups {
		of[colours[i]] = append(of[colours[i]], cells...)
	}
	added := map[string]bool{}
	for i, cells := range groups {
		whole := of[colours[i]]
		switch {
		case added[colours[i]]:
			continue
		case len(whole) == r.Values():
			added[colours[i]] = true
			if len(cells) < len(whole) {
				slices.Sort(whole)
			}
			cells = whole
		case len(cells) != r.Values():
			return nil
		}
		some = append(some, puzzle.Constraint{Kind: "ExtraRegion", Cells: cells})
	}
	return some
}

// buildShadedDifferences requires the values in each group of shaded cells to differ.
func buildShadedDifferences(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	groups, _ := r.shadedGroups(all)
	for _, cells := range groups {
		if len(cells) < 2 || len(cells) > r.Values() {
			return nil
		}
		some = append(some, puzzle.Constraint{Kind: "AllDifferent", Cells: cells})
	}
	return some
}

// buildClones requires groups of the same colour and shape to hold equal values. It returns nil if some group has no
// such copy.
func buildClones(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	groups, colours := r.shadedGroups(all)
	alike := map[string]int{}
	for i, cells := range groups {
		shape := colours[i]
		for _, c := range cells {
			shape += fmt.Sprint(" ", c/r.Columns-cells[0]/r.Columns, c%r.Columns-cells[0]%r.Columns)
		}
		at, seen := alike[shape]
		if !seen {
			at = len(some)
			alike[shape] = at
			some = append(some, puzzle.Constraint{Kind: "Clone"})
		}
		some[at].Sets = append(some[at].Sets, cells)
	}
	if slices.ContainsFunc(some, func(c puzzle.Constraint) bool { return len(c.Sets) < 2 }) {
		return nil
	}
	return some
}

func (r *fpuzzlesReader) edgeNeighbours(cell int) (all []int) {
	for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		row, column := cell/r.Columns+step[0], cell%r.Columns+step[1]
		if row >= 0 && column >= 0 && row < r.Rows && column < r.Columns {
			all = append(all, row*r.Columns+column)
		}
	}
	return all
}

// firstCellsBuilder makes a constraint of each number beside the board on the first cells of the row or column next to
// it. The words state how many cells. The cells have the number as their sum, or they hold its digits.
//
//go:noinline
func firstCellsBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, said amount) (some []puzzle.Constraint) {
		for _, d := range all {
			if said.number < 1 || said.number > len(d.cells) || kind != "Sum" && r.High > 9 {
				return nil
			}
			c := puzzle.Constraint{Kind: kind, Cells: d.cells[:said.number]}
			if kind == "Sum" {
				c.Numbers = []int{r.parseInt(d.text)}
			} else {
				for _, digit := range d.text {
					c.Numbers = append(c.Numbers, int(digit-'0'))
				}
			}
			some = append(some, c)
		}
		return some
	}
}

// buildAverageArrows makes arrows whose circle holds the average of the other digits.
func buildAverageArrows(_ *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		factors := append([]int{0, 1 - len(d.cells)}, slices.Repeat([]int{1}, len(d.cells)-1)...)
		some = append(some, puzzle.Constraint{Kind: "Sum", Numbers: factors, Cells: d.cells})
	}
	return some
}

// splitPea returns the two sums that a line may have: the digits between the ends add up to the number that the digits
// at the ends form, in either order. It returns none for values of two digits.
func splitPea(r *fpuzzlesReader, d *picture) (sums []puzzle.Constraint) {
	if r.High > 9 {
		return nil
	}
	for _, factors := range [][2]int{{10, 1}, {1, 10}} {
		inner := slices.Repeat([]int{-1}, max(0, len(d.cells)-2))
		sums = append(sums, puzzle.Constraint{Kind: "Sum", Numbers: slices.Concat([]int{0, factors[0]}, inner, factors[1:]), Cells: d.cells})
	}
	return sums
}

// productArrow returns one constraint for each value of the arrow's circle: the circle holds this value, and the
// product of the other digits equals it.
func productArrow(r *fpuzzlesReader, d *picture) (ways []puzzle.Constraint) {
	for v := max(r.Low, 0); v <= r.High; v++ {
		ways = append(ways, puzzle.Constraint{Kind: "And", Parts: []puzzle.Constraint{{Kind: "Given", Numbers: []int{v}, Cells: d.cells[:1]}, {Kind: "Product", Numbers: []int{v}, Cells: d.cells[1:]}}})
	}
	return ways
}

// buildFastThermos makes thermometers. Each value exceeds the previous one by at least the number in the words.
func buildFastThermos(_ *fpuzzlesReader, all []picture, said amount) (some []puzzle.Constraint) {
	if said.number < 1 {
		return nil
	}
	for _, d := range all {
		some = append(some, puzzle.Constraint{Kind: "Thermo", Cells: d.cells}, puzzle.Constraint{Kind: "Whisper", Numbers: []int{said.number}, Cells: d.cells})
	}
	return some
}

// textNumberBuilder makes a constraint of each picture, with the number in its text.
//
//go:noinline
func textNumberBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for _, d := range all {
			some = append(some, puzzle.Constraint{Kind: kind, Numbers: []int{r.parseInt(d.text)}, Cells: d.cells})
		}
		return some
	}
}

// combinedCellsBuilder makes one constraint of the cells of all pictures. kind may have the text of the constraint.
//
//go:noinline
func combinedCellsBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(_ *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
		name, text, _ := strings.Cut(kind, " ")
		return []puzzle.Constraint{{Kind: name, Text: text, Cells: cellsOf(all)}}
	}
}

func cellsOf(all []picture) []int {
	cells := slices.Concat(cellSetsOf(all)...)
	slices.Sort(cells)
	return slices.Compact(cells)
}

func buildArrows(_ *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		c := puzzle.Constraint{Kind: "Arrow", Cells: d.cells}
		if d.pill > 1 {
			c.Kind, c.Numbers = "PillArrow", []int{d.pill}
		}
		some = append(some, c)
	}
	return some
}

// cageBuilder makes cages. If a cage has neither a sum nor a rule against repeats, it gets no rule.
//
//go:noinline
func cageBuilder(kind string) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for _, d := range all {
			c := r.cageOf(d.text, d.cells)
			switch {
			case kind == "Cage":
			case len(c.Numbers) > 1:
				c.Kind = "SumAmong"
			case c.Numbers[0] != 0:
				c.Kind = "Sum"
			default:
				c = puzzle.Constraint{Kind: "Nothing"}
			}
			some = append(some, c)
		}
		return some
	}
}

func buildQuads(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		c := puzzle.Constraint{Kind: "Quad", Cells: d.cells}
		words := strings.FieldsFunc(d.text, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == '/' })
		if len(words) == 1 && r.High < 10 {
			words = strings.Split(words[0], "")
		}
		for _, word := range words {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil
			}
			c.Numbers = append(c.Numbers, n)
		}
		if len(c.Numbers) == 0 || len(c.Numbers) > 4 {
			return nil
		}
		some = append(some, c)
	}
	return some
}

// extremeCellBuilder requires each of the cells to be greater, or less, than its neighbours. Neighbours that
// are also among the cells do not count.
//
//go:noinline
func extremeCellBuilder(greater bool) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		cells := cellsOf(all)
		for _, cell := range cells {
			for _, other := range r.edgeNeighbours(cell) {
				pair := []int{cell, other}
				if !greater {
					slices.Reverse(pair)
				}
				if !slices.Contains(cells, other) {
					some = append(some, puzzle.Constraint{Kind: "GreaterThan", Cells: pair})
				}
			}
		}
		return some
	}
}

// buildIndexLines makes lines on which this holds for every n: if the n-th cell has the value v, the
// v-th cell has the value n.
func buildIndexLines(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		if len(d.cells) > 16 || d.start == d.end {
			return nil
		}
		cells := slices.Clone(d.cells)
		if d.end {
			slices.Reverse(cells)
		}
		for i := range cells {
			some = append(some, indexingConstraint(cells, i))
		}
	}
	return some
}

// indexingConstraint returns a constraint on cells[at]: if this cell has the value v, cells[v-1] has the value
// at+1.
func indexingConstraint(cells []int, at int) puzzle.Constraint {
	given := func(cell, v int) puzzle.Constraint {
		return puzzle.Constraint{Kind: "Given", Cells: []int{cell}, Numbers: []int{v}}
	}
	ways := puzzle.Constraint{Kind: "Or"}
	for i, other := range cells {
		if i != at {
			ways.Parts = append(ways.Parts, puzzle.Constraint{Kind: "And", Parts: []puzzle.Constraint{given(cells[at], i+1), given(other, at+1)}})
		} else {
			ways.Parts = append(ways.Parts, given(cells[at], at+1))
		}
	}
	return ways
}

// isDiagonal reports whether a line runs from corner to corner of a square board.
func isDiagonal(d *picture) bool {
	n := len(d.cells)
	first, last := min(d.cells[0], d.cells[n-1]), max(d.cells[0], d.cells[n-1])
	return n > 1 && (first == 0 && last == n*n-1 || first == n-1 && last == n*n-n) && max(d.cells[0]-d.cells[1], d.cells[1]-d.cells[0]) == (last-first)/(n-1)
}

// buildDiagonals turns lines from corner to corner into diagonals.
func buildDiagonals(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		up := -1
		if min(d.cells[0], d.cells[len(d.cells)-1]) > 0 {
			up = 1
		}
		if r.Rows != r.Columns || len(d.cells) != r.Rows {
			return nil
		}
		some = append(some, puzzle.Constraint{Kind: "Diagonal", Numbers: []int{up}})
	}
	return some
}
