package format

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/internal/wording"
	"nonet/message"
	"nonet/puzzle"
)

// readDrawingsAndWords reads the drawings and the rules in words. A rule for the whole board becomes a constraint,
// unless the puzzle already has it. A sentence that explains clues turns drawings into constraints; without such
// drawings, the puzzle must already have such a constraint. readDrawingsAndWords returns all other sentences, which may
// state any rule.
func (r *fpuzzlesReader) readDrawingsAndWords(payload *exchange.Puzzle) (unread []wording.Sentence) {
	r.typed = len(r.Constraints)
	sentences := slices.Clone(payload.Sentences())
	denied := make([]bool, len(sentences)) // for each sentence: a correction says that it is not a rule
	for i := range sentences {
		if denied[i] = r.isDeniedByCorrection(sentences[i]); denied[i] {
			sentences[i].Meanings = []wording.Meaning{}
		}
	}
	r.setValues(sentences, payload.Solution)
	elements, all := payload.Elements()
	if !all {
		r.addNote("drawings")
	}
	var explaining []*wording.Meaning
	var named []string // the colours that sentences name for lines
	for _, s := range sentences {
		for i := range s.Meanings {
			if m := s.Meanings[i]; m.Sense == wording.Adds && strings.HasPrefix(m.Kinds[0], "Diagonal") { // a sentence about diagonals may explain diagonals that are drawn
				m.Sense, m.Kinds, m.Number = wording.Explains, []string{"Diagonal"}, -1
				explaining = append(explaining, &m)
			}
			if m := &s.Meanings[i]; m.Sense == wording.Explains && r.boardFitsPhrase(m) {
				for k, kind := range []string{"WhiteDot", "BlackDot"} {
					r.dots[k] = r.dots[k] || slices.Contains(m.Kinds, kind)
				}
				explaining = append(explaining, m)
				if m.Class == classLine || m.Class == "" && hasLineKind(m) {
					named = append(named, m.Colours...)
				}
			}
		}
	}
	pictures := moveTextsToCages(append(r.pictures, drawingsOf(r.Rows, r.Columns, elements, named)...))
	for _, c := range payload.Colours() {
		if payload.Site == exchange.FPuzzles {
			pictures = append(pictures, picture{class: classShade, cells: []int{c.Row*r.Columns + c.Column}, colour: c.Text})
		}
	}
	read := make([]bool, len(sentences))
	for i, s := range sentences {
		read[i] = s.Meanings != nil
		for k := range s.Meanings {
			if m := &s.Meanings[k]; m.Sense == wording.Adds && !isDoublerRule(m) {
				read[i] = r.addConstraints(m) && read[i]
			}
		}
	}
	r.explaining = explaining
	claimed := r.bindSentences(pictures, explaining)
	doubled := r.addDoublers(sentences)
	differ := r.requireKindsDiffer(sentences)
	// If nonet has read all drawings of a puzzle with clues, a sentence about clues that are not shown has no effect.
	complete := len(pictures)+len(r.Constraints) > 0 && !hasImage(payload) && !slices.ContainsFunc(r.notes, isMeaningfulOmission)
	for i, s := range sentences {
		for k := range s.Meanings {
			switch m := &s.Meanings[k]; m.Sense {
			case wording.Adds:
				read[i] = (doubled || !isDoublerRule(m)) && (differ || m.Kinds[0] != "KindsDiffer") && read[i]
			case wording.Explains:
				ok, possible := claimed[m]
				// If no line has the sentence's colour, the sentence may be about lines that were read as
				// something else.
				elsewhere := len(m.Colours) > 0 && (m.Class == classLine || m.Class == "" && hasLineKind(m)) && slices.ContainsFunc(pictures, func(d picture) bool { return d.class == classLine })
				elsewhere = elsewhere || r.mayBeAssumed(m)
				read[i] = (ok || r.isPhraseExplained(m, complete && !possible && !elsewhere)) && read[i]
			default:
				read[i] = r.applyMeaning(m) && read[i]
			}
		}
		if d := understoodSentence(s); read[i] && payload.Site != exchange.Penpa && (len(s.Meanings) > 0 || denied[i]) {
			d.Silent, d.Stated = true, denied[i]
			r.silent = append(r.silent, Note{Part: d.Name, Drawn: d})
		}
		if payload.Site == exchange.FPuzzles && s.Chatter {
			continue // f-puzzles already has constraints for this rule
		}
		if !read[i] && !slices.ContainsFunc(unread, func(other wording.Sentence) bool { return other.Text == s.Text }) {
			unread = append(unread, s)
		}
	}
	return unread
}

// If a sentence states the values, such as 0 to 8 on a board of nine rows, setValues gives the puzzle these values. The
// number of values must stay the same.
func (r *fpuzzlesReader) setValues(sentences []wording.Sentence, solution []string) {
	for _, s := range sentences {
		for i := range s.Meanings {
			m := &s.Meanings[i]
			if m.Sense < wording.Adds && m.Low >= 0 && m.Low != r.Low && m.High-m.Low == r.High-r.Low {
				r.Low, r.High = m.Low, m.High
				r.readSolution(solution)
			}
		}
	}
}

func (r *fpuzzlesReader) isDeniedByCorrection(s wording.Sentence) bool {
	reading, ok := r.readings["“"+s.Text+"”"]
	return ok && strings.TrimSpace(reading) == ""
}

// isPhraseExplained reports whether the puzzle has the constraint that a phrase explains. If whole is set, the result
// is also true for most phrases about clues that the puzzle does not have.
func (r *fpuzzlesReader) isPhraseExplained(m *wording.Meaning, complete bool) bool {
	if m.Relation != nil || !r.boardFitsPhrase(m) { // the phrase may require more, for example a sandwich between other digits than the least and the greatest
		return false
	}
	found := false
	for i := range r.Constraints {
		switch c := &r.Constraints[i]; {
		case !slices.Contains(m.Kinds, c.Kind):
		case r.isAbout(m, c):
			found = true
		case !slices.ContainsFunc(r.explaining, func(other *wording.Meaning) bool {
			// nonet writes a sentence for each kind: "differ by 2" for Difference says nothing about white dots.
			separate := describesKind(other, c.Kind) && m.Own != nil && !describesKind(m, c.Kind)
			return (isAboutSome(other) || separate) && slices.Contains(other.Kinds, c.Kind) && r.isAbout(other, c)
		}):
			return false
		}
	}
	return found || complete && !m.Vague && !r.needsNoDrawing(m) && !r.hasConstraintOfClass(m.Class)
}

// describesKind reports whether a phrase is nonet's own text about a kind.
func describesKind(m *wording.Meaning, kind string) bool {
	return m.Own != nil && slices.ContainsFunc(m.Own.Rules, func(key string) bool { return strings.HasPrefix(key, kind+".") })
}

// isAboutSome reports whether a phrase is about only some constraints of its kinds: those with the phrase's numbers, or
// of one variant of the rule.
func isAboutSome(m *wording.Meaning) bool {
	return m.Own != nil && (m.Number >= 0 || len(m.Own.Numbers) > 0 || !slices.ContainsFunc(m.Own.Rules, func(key string) bool { return key == "" || strings.HasSuffix(key, ".rule") }))
}

// isAbout reports whether a phrase fits c, a constraint of one of the phrase's kinds. If the phrase states numbers, c
// must have these numbers. If nonet itself writes the phrase, the variant of the rule must be that of c, unless the
// phrase describes all variants.
func (r *fpuzzlesReader) isAbout(m *wording.Meaning, c *puzzle.Constraint) bool {
	numbers := c.Numbers
	switch c.Kind { // the name of the kind implies these numbers; the constraint has none
	case "WhiteDot":
		numbers = []int{1}
	case "BlackDot":
		numbers = []int{2}
	}
	if m.Number >= 0 && (len(numbers) == 0 || numbers[0] != m.Number) {
		return false
	}
	if m.Own == nil {
		return true
	}
	rule, about := r.RuleOf(c), m.Own.Rules
	if said := m.Own.Numbers; len(said) > 0 && !slices.Equal(said, numbers) && !slices.Equal(said, listedNumbers(c, rule)) {
		return false
	}
	// A phrase that explains the kind in general fits any variant.
	return !strings.HasPrefix(about[0], c.Kind+".") || slices.Contains(about, "") || slices.Contains(about, c.Kind+".rule") || slices.Contains(about, strings.TrimPrefix(rule.Key, "kind."))
}

// listedNumbers returns the numbers in a constraint's text and in the last argument of rule, the rule's message.
func listedNumbers(c *puzzle.Constraint, rule message.Message) (numbers []int) {
	if len(rule.Args) == 0 {
		return nil
	}
	list := message.New("explain.word", "x", rule.Args[len(rule.Args)-1])
	for _, word := range strings.FieldsFunc(c.Text+" "+list.In(message.English), func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(word)
		numbers = append(numbers, n)
	}
	return numbers
}

// mayBeAssumed reports whether a phrase, for which no clue was found, may be about pictures that were read by a
// convention. For example, circles at the ends of lines look like the bulbs of thermometers.
func (r *fpuzzlesReader) mayBeAssumed(m *wording.Meaning) bool {
	class := m.Class
	if class == "" && hasLineKind(m) {
		class = classLine
	}
	alike := map[string]string{classLine: " line thermo arrow ", classCircle: " circle quad ", classSquare: " square shade ", classShade: " square shade ", classDot: " dot "}[class]
	return slices.ContainsFunc(r.assumed, func(class string) bool { return isWordIn(alike, class) })
}

// hasConstraintOfClass reports whether the text states clues of a class as constraints, not as drawings. If so, a
// phrase about such clues that fits none of these constraints states a further rule.
func (r *fpuzzlesReader) hasConstraintOfClass(class string) bool {
	shape, ok := map[string]puzzle.Shape{classCage: puzzle.ShapeCage, classLine: puzzle.ShapeLine, classOutside: puzzle.ShapeOutside}[class]
	return ok && slices.ContainsFunc(r.Constraints[:r.typed], func(c puzzle.Constraint) bool { return puzzle.KindNamed(c.Kind).Draw.Shape == shape })
}

// needsNoDrawing reports whether a phrase states a rule that needs no clue: one for the whole board or for coloured
// cells. The result is also true for circles, because they are parts of arrows and lines.
func (r *fpuzzlesReader) needsNoDrawing(m *wording.Meaning) bool {
	return slices.ContainsFunc(m.Kinds, func(kind string) bool {
		switch kind {
		case "ShadeDistinct", "Indexing", "PrimeCells":
			return true
		case "Odd", "Even", "CountingCircles":
			return (m.Class == "" || m.Class == classCircle) && slices.ContainsFunc(r.Constraints, func(c puzzle.Constraint) bool {
				return isWordIn(" Arrow PillArrow Between DoubleArrow Thermo SlowThermo ", c.Kind)
			})
		}
		k := puzzle.KindNamed(kind)
		return k != nil && (k.Form == puzzle.FormNone || k.Form == puzzle.FormChoice)
	})
}

// boardFitsPhrase reports whether the board has the size, the values and the boxes that a phrase states.
func (r *fpuzzlesReader) boardFitsPhrase(m *wording.Meaning) bool {
	return m.Fits(r.Rows, r.Columns, r.Low, r.High, r.Box.Rows, r.Box.Columns)
}

// applyMeaning adds the rule of a phrase to the puzzle. It returns false if the phrase does not match the board, or
// requires more than nonet supports.
func (r *fpuzzlesReader) applyMeaning(m *wording.Meaning) bool {
	if !r.boardFitsPhrase(m) {
		return false
	}
	switch m.Sense {
	case wording.Idle:
		return !slices.ContainsFunc(r.Constraints, func(c puzzle.Constraint) bool { return slices.Contains(m.Kinds, c.Kind) })
	case wording.Usual:
		return len(r.Areas()) > 0 && !r.Free
	case wording.Irregular:
		return len(r.Regions) > 0 && !r.Free
	case wording.Latin:
		return len(r.Areas()) == 0 && !r.Free
	}
	return true
}

// addConstraints adds the constraints that a phrase names: kinds, perhaps with a number. If the phrase names both
// diagonals but the puzzle already has one of them, the phrase has another meaning, and addConstraints adds nothing.
func (r *fpuzzlesReader) addConstraints(m *wording.Meaning) bool {
	kinds := m.Kinds
	switch kinds[0] {
	case "EdgePairs", "CornerPairs", "KnightPairs":
		return r.relatePairs(m)
	case "NoThreeAlike":
		return r.forbidThreeAlike()
	case "SameDigits", "SomeDigits":
		return r.requireSameDigits(m)
	case "SomeThirds":
		return r.requireAllRemainders()
	case "MagicBox":
		return r.requireMagicBox()
	case "AntiQueen": // two cells of a diagonal do not both have the number
		if m.Number < r.Low || m.Number > r.High {
			return false
		}
		c := puzzle.Constraint{Kind: "AntiMove", Text: strconv.Itoa(m.Number)}
		for n := 1; n < max(r.Rows, r.Columns); n++ {
			c.Numbers = append(c.Numbers, n, n)
		}
		r.Constraints = append(r.Constraints, c)
		return true
	case "StrictKropki", "StrictXV":
	case "AllDots": // the dots that the words explain; if they explain none, both colours
		kinds = map[[2]bool][]string{{true, false}: {"StrictDifference 1"}, {false, true}: {"StrictRatio 2"}}[r.dots]
		if kinds == nil {
			kinds = []string{"StrictKropki"}
		}
	case "BothRules":
		r.bothRules = true
		return true
	case "KindsDiffer":
		return true // requireKindsDiffer handles this meaning after all others
	default:
		if !r.boardFitsPhrase(m) {
			return false
		}
	}
	var missing []puzzle.Constraint
	for _, text := range kinds {
		kind, number, _ := strings.Cut(text, " ")
		c := puzzle.Constraint{Kind: kind}
		if n, err := strconv.Atoi(number); err == nil {
			c.Numbers = []int{n}
		}
		switch kind {
		case "ApartBy":
			if m.Number < 2 || m.Number > r.High-r.Low {
				return false
			}
			c.Kind = "StrictDifference"
			for n := 1; n < m.Number; n++ {
				c.Numbers = append(c.Numbers, n)
			}
		case "Indexing":
			if r.Low != 1 || r.High > 9 || r.Columns != r.High {
				return false
			}
			c.Text = "C"
			for cell := range r.BoardCells() {
				if strings.Contains(number, strconv.Itoa(cell%r.Columns+1)) {
					c.Cells = append(c.Cells, cell)
				}
			}
			c.Numbers = nil
		}
		if !r.hasSameKindAndNumbers(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) > 0 && len(missing) < len(kinds) && missing[0].Kind == "Diagonal" {
		return false
	}
	r.Constraints = append(r.Constraints, missing...)
	return true
}

// requireKindsDiffer handles sentences which say that all clues of one kind have different values. It returns false if
// the puzzle cannot express this, or has no such clues.
func (r *fpuzzlesReader) requireKindsDiffer(sentences []wording.Sentence) bool {
	if !slices.ContainsFunc(sentences, func(s wording.Sentence) bool {
		return slices.ContainsFunc(s.Meanings, func(m wording.Meaning) bool { return m.Sense == wording.Adds && m.Kinds[0] == "KindsDiffer" })
	}) {
		return true
	}
	cellsOf := map[string][]int{}
	var kinds []string
	for _, c := range r.Constraints {
		if len(c.Cells) == 0 { // the constraint has sets instead of cells
			continue
		}
		switch puzzle.KindNamed(c.Kind).Draw.Shape {
		case puzzle.ShapeLine, puzzle.ShapeCage, puzzle.ShapeDot, puzzle.ShapeLetter, puzzle.ShapeCircle, puzzle.ShapeSquare:
			if cellsOf[c.Kind] == nil {
				kinds = append(kinds, c.Kind)
			}
			cellsOf[c.Kind] = append(cellsOf[c.Kind], c.Cells...)
		}
	}
	for _, kind := range kinds {
		slices.Sort(cellsOf[kind])
		cells := slices.Compact(cellsOf[kind])
		if len(cells) > r.Values() {
			return false
		}
		r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: "AllDifferent", Cells: cells})
	}
	return len(kinds) > 0
}

// modifierFactors has the factor of each kind of cell that counts a multiple of its digit: a Doubler counts 2 times its
// digit. Package wording's names for the parts of such a rule begin with these keys.
var modifierFactors = map[string]int{"Doubler": 2, "Tripler": 3, "Negator": -1, "Eraser": 0}

// modifierOf returns the key of modifierFactors for a meaning that is a part of the rule of doublers or similar cells.
func modifierOf(m *wording.Meaning) string {
	for name := range modifierFactors {
		if strings.HasPrefix(m.Kinds[0], name) {
			return name
		}
	}
	return ""
}

func isDoublerRule(m *wording.Meaning) bool { return modifierOf(m) != "" }

// besideDoublers lists the kinds whose meaning is clear in puzzles with doublers: sums add the cells' values, and rules
// about different digits compare the digits. For other kinds it is unclear whether they compare digits or values.
const besideDoublers = " AllDifferent AntiKing AntiKnight Arrow Cage CageAmong DifferentSums Diagonal DisjointSets DoubleArrow EqualSum ExtraRegion LittleKiller RegionSumLine Sum SumAmong SumLine V Windoku X "

// doublerScopes lists words of a sentence that limits doublers to some clues. Each entry pairs a word with the kinds of
// these clues.
var doublerScopes = [][2]string{
	{"cage", " Cage CageAmong Sum SumAmong EqualSum DifferentSums "}, {"arrow", " Arrow DoubleArrow "}, {"xv", " X V "}, {"diagonal", " LittleKiller "}, {"little killer", " LittleKiller "}, {"line", " RegionSumLine SumLine EqualSum DifferentSums "},
}

// limitsDoublers reports whether a sentence says that doublers count double only in some clues, and these clues are not
// of the given kind. It returns false for a kind that does not add values.
func limitsDoublers(sentence, kind string) bool {
	sentence = strings.ToLower(sentence)
	summed, limited, named := false, false, false
	for _, scope := range doublerScopes {
		ok, in := strings.Contains(sentence, scope[0]), strings.Contains(scope[1], kind)
		summed, limited, named = summed || in, limited || ok, named || ok && in
	}
	return summed && limited && !named
}

// addDoublers adds the constraint Doublers if sentences state the whole rule: each row, column and box has one doubler,
// each digit is doubled once, and a doubler counts double. The sentences may name another factor instead of 2, if all
// name the same.
func (r *fpuzzlesReader) addDoublers(sentences []wording.Sentence) bool {
	names, name := map[string]bool{}, ""
	for _, s := range sentences {
		for i := range s.Meanings {
			if m := &s.Meanings[i]; m.Sense == wording.Adds && isDoublerRule(m) {
				if name == "" {
					name = modifierOf(m)
				}
				if !r.boardFitsPhrase(m) || modifierOf(m) != name {
					return false
				}
				for _, part := range m.Kinds {
					names[part] = true
					if strings.HasSuffix(part, "Values") && slices.ContainsFunc(r.Constraints, func(c puzzle.Constraint) bool { return limitsDoublers(s.Text, " "+c.Kind+" ") }) {
						return false // the sentence limits the factor to some sums, but the constraint changes all sums
					}
				}
			}
		}
	}
	if len(names) < 3 || r.Free || r.Low != 1 || r.Rows != r.High || r.Columns != r.High || len(r.Areas()) != r.High {
		return false
	}
	c := puzzle.Constraint{Kind: "Doublers"}
	if factor := modifierFactors[name]; factor != 2 {
		c.Numbers = []int{factor}
	}
	for i := range r.Constraints {
		kind := " " + r.Constraints[i].Kind + " "
		if !strings.Contains(besideDoublers, kind) || modifierFactors[name] < 1 && strings.Contains(" SumLine DifferentSums ", kind) {
			return false
		}
	}
	r.Constraints = append(r.Constraints, c)
	r.AddGroupsOf("Doublers", c.Numbers)
	return true
}

// requireSameDigits gives the puzzle the values that the phrase states, perhaps more than a row has cells. It requires
// that all rows, columns and regions have the same set of values.
func (r *fpuzzlesReader) requireSameDigits(m *wording.Meaning) bool {
	if r.Rows != r.Columns || m.Number != r.Rows || m.Low < 0 || m.High-m.Low+1 < r.Rows || m.High > puzzle.MostValue || len(r.Areas()) == 0 {
		return false
	}
	r.RegionSize = r.Rows
	r.Low, r.High = m.Low, m.High
	sets := slices.Concat(r.rowsAndColumns(), r.Areas())
	r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: "SameValues", Numbers: []int{len(sets)}, Cells: slices.Concat(sets...)})
	return true
}

// requireAllRemainders requires each remainder by 3 in each row and column, if a constraint says that all rows and
// columns have the same values. Without such a constraint, it adds nothing, and returns whether each row has all
// values.
func (r *fpuzzlesReader) requireAllRemainders() bool {
	if !slices.ContainsFunc(r.Constraints, func(c puzzle.Constraint) bool { return c.Kind == "SameValues" }) {
		return r.Values() == r.Rows
	}
	c, ok := automatonRule(r, r.rowsAndColumns()[0], "thirds", 0, func(seen any, v int) (any, bool) { return seen.(int) | 1<<(v%3), true }, func(seen any) bool { return seen == 7 })
	if ok {
		r.Constraints = append(r.Constraints, c)
	}
	return ok
}

// requireMagicBox makes the middle box a magic square.
func (r *fpuzzlesReader) requireMagicBox() bool {
	if r.Rows != 9 || r.Columns != 9 || r.Low != 1 || r.High != 9 || r.Box.Rows != 3 || r.Box.Columns != 3 {
		return false
	}
	for _, line := range [][3]int{{0, 1, 2}, {9, 10, 11}, {18, 19, 20}, {0, 9, 18}, {1, 10, 19}, {2, 11, 20}, {0, 10, 20}, {2, 10, 18}} {
		r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: "Sum", Numbers: []int{15}, Cells: []int{30 + line[0], 30 + line[1], 30 + line[2]}})
	}
	return true
}

func (r *fpuzzlesReader) rowsAndColumns() (all [][]int) {
	for row := range r.Rows {
		all = append(all, evenlySpaced(row*r.Columns, 1, r.Columns))
	}
	for column := range r.Columns {
		all = append(all, evenlySpaced(column, r.Columns, r.Rows))
	}
	return all
}

func evenlySpaced(first, step, n int) (all []int) {
	for i := range n {
		all = append(all, first+i*step)
	}
	return all
}

func (r *fpuzzlesReader) hasSameKindAndNumbers(c puzzle.Constraint) bool {
	return slices.ContainsFunc(r.Constraints, func(other puzzle.Constraint) bool {
		return c.Kind == other.Kind && slices.Equal(c.Numbers, other.Numbers) && slices.Equal(c.Cells, other.Cells)
	})
}

func (r *fpuzzlesReader) addConstraint(c puzzle.Constraint) {
	if !r.hasSameKindAndNumbers(c) {
		r.Constraints = append(r.Constraints, c)
	}
}
