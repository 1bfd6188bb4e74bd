package format

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
)

// appendConstraints appends the constraints of an item to a list: one for each of the item's lists of cells.
func (r *issReader) appendConstraints(to []puzzle.Constraint, n *issNode) []puzzle.Constraint {
	r.part = n.text
	k := n.row
	args := n.args
	switch n.kind {
	case "Binary", "BinaryX": // patterns with these old names have two characters exchanged
		k = puzzle.KindNamed(map[string]string{"Binary": "Pair", "BinaryX": "PairX"}[n.kind])
		args = replaceFirst(args, strings.NewReplacer("-", "_", "_", "-").Replace(argumentAt(args, 0)))
	}
	if k == nil {
		r.recordError("rules.unknownKind", "kind", n.kind)
		return to
	}
	if most := mostArguments(k); most >= 0 {
		r.refuseExtraArguments(n.args, most)
	}
	if all, ok := r.appendSpecialConstraints(to, k, n, args); ok {
		return all
	}
	return r.appendItemConstraints(to, k, n, args)
}

// mostArguments returns the maximum number of arguments of an item of the kind, or −1 if there is no maximum.
func mostArguments(k *puzzle.Kind) int {
	switch k.Name {
	case "Sandwich", "AntiMove", "Replicate":
		return 2
	case "FullRankTies", "DisjointSets":
		return 1
	case "ConnectedValues":
		return 3
	case "Doublers", "Multipliers":
		return -1
	}
	switch k.Form {
	case puzzle.FormNone, puzzle.FormParts:
		return 0
	case puzzle.FormClue:
		return 3
	case puzzle.FormDiagonal:
		return 2
	}
	return -1
}

// refuseExtraArguments records an error if args has more than `limit` elements. Empty arguments at the end do not
// count.
func (r *issReader) refuseExtraArguments(args []string, limit int) {
	for _, extra := range argumentsFrom(args, limit) {
		if extra != "" {
			r.recordError("rules.extraArgument", "text", extra)
		}
	}
}

// appendSpecialConstraints appends the constraints of an item whose arguments have a syntax of their own. It returns
// false for the items that appendItemConstraints reads.
func (r *issReader) appendSpecialConstraints(to []puzzle.Constraint, k *puzzle.Kind, n *issNode, args []string) ([]puzzle.Constraint, bool) {
	c := puzzle.Constraint{Kind: k.Name}
	switch k.Name {
	case "Given":
		for _, arg := range args {
			cell, values := r.parseGiven(arg)
			to = append(to, puzzle.Constraint{Kind: k.Name, Cells: []int{cell}, Numbers: values})
		}
		return to, true
	case "Sum":
		sum, rest, ok := strings.Cut(argumentAt(args, 0), "_=_")
		if !ok {
			return to, false
		}
		c.Numbers = r.appendNumbers([]int{r.parseInt(sum)}, rest)
		c.Cells = r.cellsOf(args[1:])
	case "LookAndSay":
		for _, digit := range argumentAt(args, 0) {
			c.Numbers = append(c.Numbers, r.parseInt(string(digit)))
		}
		c.Cells = r.cellsOf(argumentsFrom(args, 1))
	case "Quad":
		top := r.cellOf(argumentAt(args, 0))
		if c.Cells = r.Square(top); c.Cells == nil {
			r.recordError("rules.quad")
			return to, true
		}
		for _, v := range argumentsFrom(args, 1) {
			c.Numbers = append(c.Numbers, r.parseInt(v))
		}
	case "Sandwich":
		c.Numbers = []int{r.parseInt(argumentAt(args, 0))}
		c.Cells = r.lineOf(argumentAt(args, 1), false)
	case "AllDifferent":
		c.Cells = uniqueCells(r.cellsOf(args))
	case "SameValues":
		c.Numbers, c.Cells = []int{r.parseInt(argumentAt(args, 0))}, r.cellsOf(argumentsFrom(args, 1))
		if n := c.Numbers[0]; n == 1 || len(c.Cells) == 1 && n > 0 {
			c = always
		} else if n > len(c.Cells) {
			c.Numbers[0] = len(c.Cells)
		}
	case "Windoku":
		if len(r.Windows()) > 0 {
			return to, false
		}
		c = always
	case "DisjointSets":
		if puzzle.BoxOf(r.Rows, r.Columns, r.Size()) == (puzzle.Box{}) {
			c = always
		} else if places := argumentAt(args, 0); places != "" { // nonet's extension: the rule applies only to some places in a box
			c.Numbers = r.appendNumbers(nil, places)
		}
	case "AntiMove": // a kind of nonet, whose arguments are the moves, then the values
		c.Numbers, c.Text = r.appendNumbers(nil, argumentAt(args, 0)), strings.ReplaceAll(argumentAt(args, 1), "_", " ")
	case "Doublers", "Multipliers": // kinds of nonet, whose arguments are the factors, the cells, and optionally "lines"
		if n := len(args); n > 0 && strings.EqualFold(args[n-1], "lines") {
			c.Text, args = "lines", args[:n-1]
		}
		if len(args) > 0 {
			c.Numbers, c.Cells = r.appendNumbers(nil, args[0]), r.cellsOf(args[1:])
		}
		r.AddGroupsOf(k.Name, c.Numbers)
	case "Indexing":
		c.Text, c.Cells = argumentAt(args, 0), r.cellsOf(argumentsFrom(args, 1))
	case "FullRankTies":
		c.Text = argumentAt(args, 0)
	case "ConnectedValues":
		c.Text, c.Numbers = argumentAt(args, 0), []int{0}
		if size := argumentAt(args, 2); size != "" {
			c.Numbers[0] = r.parseInt(size)
		}
		c.Numbers = r.appendNumbers(c.Numbers, argumentAt(args, 1))
	case "ChaosArrow", "ChaosCount":
		return r.appendChaos(to, c, args), true
	case "Regex":
		pattern, err := patternText(argumentAt(args, 0))
		if err != nil {
			r.recordError("rules.pattern", "what", err.Error())
		}
		c.Text = pattern
		return r.appendGroups(to, c, args), true
	case "Replicate":
		return r.appendCopies(to, c, n), true
	default:
		return to, false
	}
	return append(to, c), true
}

// appendItemConstraints appends the constraints of an item whose arguments have the order that k.Form defines.
func (r *issReader) appendItemConstraints(to []puzzle.Constraint, k *puzzle.Kind, n *issNode, args []string) []puzzle.Constraint {
	c := puzzle.Constraint{Kind: k.Name}
	switch first := argumentAt(args, 0); {
	case k.Name == "Whisper" && len(args) > 0 && !isNumber(first): // the item may omit the difference
		args = slices.Insert(slices.Clone(args), 0, "5")
	case k.Name == "Cage" && first == "": // the cage has no sum
		args = replaceFirst(args, "0")
	case k.Name == "Lockout" && first == "0": // the values in the diamonds differ anyway, so 0 means the same as 1
		args = replaceFirst(args, "1")
	case k.Name == "SumLine" && len(args) > 0 && args[len(args)-1] == "LOOP":
		c.Text, args = "loop", args[:len(args)-1]
	}
	switch k.Form {
	case puzzle.FormCells:
		c.Cells = r.cellsOf(args)
	case puzzle.FormNumber, puzzle.FormChoice:
		c.Numbers = []int{r.parseInt(argumentAt(args, 0))}
		c.Cells = r.cellsOf(argumentsFrom(args, 1))
	case puzzle.FormValues:
		c.Cells = r.cellsOf(argumentsFrom(args, 1))
		c.Numbers = r.appendNumbers(c.Numbers, argumentAt(args, 0))
	case puzzle.FormClue:
		for i, back := range []bool{false, true} {
			if clue := argumentAt(args, i+1); clue != "" {
				to = append(to, puzzle.Constraint{Kind: k.Name, Numbers: []int{r.parseInt(clue)}, Cells: r.lineOf(argumentAt(args, 0), back)})
			}
		}
		return to
	case puzzle.FormDiagonal:
		c.Numbers = []int{r.parseInt(argumentAt(args, 0))}
		c.Cells = r.diagonalFrom(r.cellOf(argumentAt(args, 1)))
	case puzzle.FormSets:
		c.Sets = slices.DeleteFunc(r.splitCellLists(args, "-"), func(cells []int) bool { return len(cells) == 0 })
		if len(c.Sets) == 1 && k.Name == "EqualSum" { // a single set is equal to nothing, so drop the rule
			c = always
		}
	case puzzle.FormText, puzzle.FormMachine:
		c.Text = argumentAt(args, 0)
		return r.appendGroups(to, c, args)
	case puzzle.FormParts:
		return r.appendParts(to, c, n)
	}
	return append(to, c)
}

// appendParts appends the constraint of an item that contains other items, such as And and Or.
func (r *issReader) appendParts(to []puzzle.Constraint, c puzzle.Constraint, n *issNode) []puzzle.Constraint {
	if c.Kind == "Or" {
		for _, inner := range n.inner {
			from := len(c.Parts)
			c.Parts = r.appendConstraints(c.Parts, inner)
			ok := len(c.Parts) > from
			alternative := slices.DeleteFunc(c.Parts[from:], func(c puzzle.Constraint) bool { return isAlwaysTrue(&c) })
			if ok && len(alternative) == 0 {
				return append(to, always)
			}
			c.Parts = c.Parts[:from+len(alternative)]
			if len(alternative) > 1 {
				c.Parts = append(c.Parts[:from], puzzle.Constraint{Kind: "And", Parts: slices.Clone(alternative)})
			}
		}
		return append(to, c)
	}
	var placed issPlaces
	for _, inner := range n.inner {
		c.Parts = r.appendItem(c.Parts, inner, &placed)
	}
	if c.Kind != "And" {
		return append(to, c)
	}
	if len(c.Parts) == 0 {
		return append(to, always)
	}
	if len(c.Parts) == 1 {
		if _, ok := clueOf(&c.Parts[0]); ok { // WriteISS puts a clue into an And of its own if the place already has a clue of this kind
			return append(to, c.Parts...)
		}
	}
	return append(to, c)
}

// always is a constraint that every grid satisfies.
var always = puzzle.Constraint{Kind: "Nothing"}

// isAlwaysTrue reports whether c is the constraint `always`, which readers return for a rule with too few cells.
func isAlwaysTrue(c *puzzle.Constraint) bool { return c.Kind == always.Kind && len(c.Cells) == 0 }

// uniqueCells returns the cells without duplicates, in the order of their first occurrence.
func uniqueCells(cells []int) (all []int) {
	for _, cell := range cells {
		if !slices.Contains(all, cell) {
			all = append(all, cell)
		}
	}
	return all
}

func argumentsFrom(args []string, n int) []string { return args[min(n, len(args)):] }

func replaceFirst(args []string, first string) []string {
	if len(args) == 0 {
		return args
	}
	args = slices.Clone(args)
	args[0] = first
	return args
}

// appendNumbers appends the numbers of a text, which underscores separate.
func (r *issReader) appendNumbers(to []int, text string) []int {
	for number := range strings.SplitSeq(text, "_") {
		to = append(to, r.parseInt(number))
	}
	return to
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// patternText decodes the pattern of an item, which is in base64. In older texts it is percent-encoded.
func patternText(text string) (string, error) {
	if strings.ContainsAny(text, "%.") {
		return parenthesiseQuantifiers(unescapeISS(text)), nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(text))
	return parenthesiseQuantifiers(strings.Join(strings.Fields(string(plain)), "")), err
}

// parenthesiseQuantifiers adds parentheses to a pattern wherever a quantifier follows another. In Interactive Sudoku
// Solver, 1+? matches any number of ones. Without parentheses, regular expressions of other programs match at least
// one.
func parenthesiseQuantifiers(pattern string) string {
	var out []byte
	var open []int // indices of open parentheses
	from, quantified := 0, false
	for offset := 0; offset < len(pattern); {
		next := offset + 1
		switch c := pattern[offset]; c {
		case '*', '+', '?', '{':
			if end := strings.IndexByte(pattern[offset:], '}'); c == '{' && end > 0 {
				next = offset + end + 1
			}
			if quantified {
				out = append(slices.Insert(out, from, '('), ')')
			}
			quantified = true
		default:
			from, quantified = len(out), false
			switch end := strings.IndexByte(pattern[offset:], ']'); {
			case c == '(':
				open = append(open, from)
			case c == ')' && len(open) > 0:
				from, open = open[len(open)-1], open[:len(open)-1]
			case c == '[' && end > 0:
				next = offset + end + 1
			}
		}
		out = append(out, pattern[offset:next]...)
		offset = next
	}
	return string(out)
}

// appendGroups appends one constraint for each list of cells, of the same kind as c. args holds all lists; an empty
// argument separates two lists. Each list begins with an underscore and a label.
func (r *issReader) appendGroups(all []puzzle.Constraint, c puzzle.Constraint, args []string) []puzzle.Constraint {
	args = argumentsFrom(args, 1)
	machine := puzzle.KindNamed(c.Kind).Form == puzzle.FormMachine
	from := 0
	flush := func(end int) {
		names := args[from:end]
		if from = end + 1; len(names) == 0 {
			return
		}
		next := c
		if machine {
			next.Sets = r.splitCellLists(names, "-")
		} else {
			next.Cells = r.cellsOf(names)
		}
		if len(next.Cells) == 1 && (c.Kind == "Pair" || c.Kind == "PairX") {
			next = always
		}
		all = append(all, next)
	}
	for i, item := range args {
		if item == "" {
			flush(i)
		} else if item[0] == '_' && c.Kind != "Regex" {
			flush(i)
			c.Label = unescapeISS(item[1:])
		}
	}
	flush(len(args))
	return all
}

// lineOf returns the cells of a row or column with a name such as R1 or C1. If `back` is true, the last cell comes
// first.
func (r *issReader) lineOf(name string, back bool) []int {
	name = strings.TrimSuffix(name, ",1")
	var cells []int
	n := 0
	if len(name) == 2 {
		n = letterValue(name[1])
	}
	switch {
	case n > 0 && (name[0]|32) == 'r' && n <= r.Rows:
		for i := range r.Columns {
			cells = append(cells, (n-1)*r.Columns+i)
		}
	case n > 0 && (name[0]|32) == 'c' && n <= r.Columns:
		for i := range r.Rows {
			cells = append(cells, i*r.Columns+n-1)
		}
	default:
		r.recordError("rules.noLine", "name", name)
	}
	if back {
		slices.Reverse(cells)
	}
	return cells
}

// diagonalFrom returns the diagonal that begins in the cell `from`, at an edge of the board. Its direction depends on
// the edge: down and right from the left edge, down and left from the top, up and left from the right, up and right
// from the bottom.
func (r *issReader) diagonalFrom(from int) (cells []int) {
	if from >= r.BoardCells() {
		r.recordError("rules.noLine", "name", r.CellName(from))
		return nil
	}
	row, column := from/r.Columns, from%r.Columns
	down, right := 0, 0
	switch {
	case column == 0 && row < r.Rows-1:
		down, right = 1, 1
	case row == 0:
		down, right = 1, -1
	case column == r.Columns-1 && row < r.Rows-1:
		down, right = -1, -1
	case row == r.Rows-1 && column > 0 && column < r.Columns-1:
		down, right = -1, 1
	default:
		r.recordError("rules.noLine", "name", r.CellName(from))
		return nil
	}
	return cellsAlong(r.Puzzle, row, column, down, right)
}

// appendChaos appends a clue about regions that the solver must find. Each cell of the board has a cell outside the
// board that holds its region number. The clue's sets list such outside cells. If the text names no cells, the sets are
// about the cells around the clue.
func (r *issReader) appendChaos(to []puzzle.Constraint, c puzzle.Constraint, args []string) []puzzle.Constraint {
	control := r.cellOf(argumentAt(args, 0))
	c.Cells, c.Numbers = []int{control}, []int{0}
	if n := argumentAt(args, 1); n != "" {
		c.Numbers[0] = r.parseInt(n)
	}
	region := 0
	if first, ok := r.CellNamed("CC1"); ok {
		region = first
	} else {
		r.recordError("rules.group", "name", "CC")
		return to
	}
	if names := argumentsFrom(args, 2); len(names) > 0 {
		c.Sets = r.splitCellLists(names, "-")
		for _, set := range c.Sets {
			for i, cell := range set {
				if cell < r.BoardCells() {
					set[i] = region + cell
				}
			}
		}
	} else if control < r.BoardCells() {
		c.Sets = r.Surroundings(c.Kind, control)
	}
	return append(to, c)
}

// appendCopies appends a constraint that repeats the item's parts in other places. The second argument, the origin, is
// the cell to which the parts themselves belong; by default it is the first cell. The first argument is a text of six
// bits per character. If bit 2 of character 1 is set, the 8th cell after the origin gets a copy.
func (r *issReader) appendCopies(to []puzzle.Constraint, c puzzle.Constraint, n *issNode) []puzzle.Constraint {
	origin := 0
	if name := argumentAt(n.args, 1); name != "" {
		origin = r.cellOf(name)
	}
	c.Cells = []int{origin}
	for i, char := range []byte(argumentAt(n.args, 0)) {
		six := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", char)
		for bit := range 6 {
			if six >= 0 && six>>bit&1 != 0 {
				c.Cells = append(c.Cells, origin+6*i+bit)
			}
		}
	}
	var placed issPlaces
	for _, inner := range n.inner {
		c.Parts = r.appendItem(c.Parts, inner, &placed)
	}
	if len(c.Parts) == 0 || len(c.Cells) == 1 {
		return append(to, always)
	}
	return append(to, c)
}
