// Package certificate checks proofs that a completion of a target Sudoku has the best score. The checker can be trusted
// because it is short, uses only integers, and shares no code with package target, which finds and writes the proofs.
//
// # The problem
//
// A candidate is a digit in a cell; there are 729. A completion takes exactly one of the nine candidates of each of 324
// constraints:
//
//	constraint 9r+k           the cell in row r, column k holds one digit
//	constraint 81 + 9r + d−1  row r holds digit d once
//	constraint 162 + 9k + d−1 column k holds digit d once
//	constraint 243 + 9b + d−1 box b holds digit d once
//
// with rows, columns and boxes counted from 0.
//
// # Why it proves something
//
// Give every constraint an integer, its dual. The regret of a candidate is the sum of its four duals minus its weight
// × scale. A completion meets each constraint once, so
//
//	score × scale = sum of all duals − sum of the regrets of its candidates.
//
// A candidate is open unless the proof has excluded it. If no open candidate has a negative regret, the sum of the
// duals is an upper bound. A completion with a candidate of regret q scores at most bound − q. If this is less than a
// better completion must score, the candidate is closed, that is, excluded.
//
// Alternatively, give every cell a dual. The nine cells of a digit are its template. The worth of a template is the
// weights × scale of its candidates minus the duals of its cells. Then
//
//	score × scale ≤ sum of the cells' duals + for each digit, the worth of its best open template.
//
// The regret of a candidate is then a difference: the worth of its digit's best template, minus the worth of the best
// template with this candidate.
//
// # The form
//
// A certificate is lines of text:
//
//	nonet target certificate 1
//	puzzle 8..........36…         81 characters
//	goal maximum                  or minimum
//	weights r1c1 6 12 18 …        the weights of digits 1 to 9, for each cell in order
//	optimum 2860                  or none: there is no completion
//	grid 812753649…               a completion with that score; not if none
//	scale 65536
//	u 17 −40960 203 917504 …      the new duals of these constraints; the others stay
//	c 17 −40960 80 655360 …       the new duals for templates of these cells; the others stay
//	t r3c5 7                      try this candidate: its rivals are closed until the matching x
//	x                             no better completion here; the candidate of the try is closed
//	…
//	x                             no better completion at all
//
// For a minimum, all weights and the optimum have the opposite sign. After the givens, after each line u, c and t, and
// after each x that ends a try, the reader applies one rule until nothing changes: a constraint with one open candidate
// takes this candidate, which closes the other candidates in the candidate's constraints. At an x, either some
// constraint has no open candidate, or the bound of the latest u or c is too low for a better completion. Otherwise the
// certificate is not valid.
//
// The package must not import any other package of this module but message.
package certificate

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/message"
)

// Claim is the statement that a valid certificate proves: the best score of a puzzle, or that it has no completion.
type Claim struct {
	Puzzle  [81]uint8 // the digits row by row, 0 for an empty cell
	Minimum bool      // set if the goal is the minimum, not the maximum
	Weights [81][9]int64
	None    bool      // set if there is no completion
	Optimum int64     // the best score, unless None is set
	Grid    [81]uint8 // a completion with the best score, unless None is set
	Lines   int       // the number of lines of the certificate
	Tries   int       // the number of lines that begin with t
}

// Error says why a certificate proves nothing, and at which line.
type Error struct {
	Line   int    // the number of the line, from 1
	Reason string // a key of the catalogue, after "target.certificate."
	Detail string // the word or the line that is wrong
}

func (e *Error) Error() string { return e.Message().String() }

func (e *Error) Message() message.Message {
	return message.New("target.certificate.line", "line", e.Line,
		"reason", message.New("target.certificate."+e.Reason, "detail", e.Detail))
}

// These limits ensure that no sum overflows.
const (
	maxWeight = 1_000_000_000
	maxScale  = 1 << 20
	maxDual   = 1 << 53
)

// state is a part of the search space: the candidates that the certificate has not excluded, and its duals.
type state struct {
	open    [324][9]bool // for each constraint and position, whether the candidate is open
	left    [324]int     // for each constraint, the number of its open candidates
	dual    [324]int64
	cells   [81]int64 // the duals of the cells, for the bounds by templates
	refuted bool
}

// candidateAt returns the candidate at position i of constraint k, as a cell and the digit minus 1.
func candidateAt(k, i int) (cell, d int) {
	switch n := k % 81; k / 81 {
	case 0:
		return n, i
	case 1:
		return n/9*9 + i, n % 9
	case 2:
		return i*9 + n/9, n % 9
	default:
		b := n / 9
		return (b/3*3+i/3)*9 + b%3*3 + i%3, n % 9
	}
}

// constraintPositionsOf returns the four constraints of a candidate, and the candidate's position in each.
func constraintPositionsOf(cell, d int) [4][2]int {
	row, column := cell/9, cell%9
	return [4][2]int{
		{cell, d},
		{81 + 9*row + d, column},
		{162 + 9*column + d, row},
		{243 + 9*(row/3*3+column/3) + d, row%3*3 + column%3},
	}
}

func (s *state) shutCandidate(cell, d int) {
	if !s.open[cell][d] {
		return
	}
	for _, p := range constraintPositionsOf(cell, d) {
		s.open[p[0]][p[1]] = false
		s.left[p[0]]--
		if s.left[p[0]] == 0 {
			s.refuted = true
		}
	}
}

// shutRivals closes the other candidates in the four constraints of a candidate.
func (s *state) shutRivals(cell, d int) {
	for _, p := range constraintPositionsOf(cell, d) {
		for i := range 9 {
			if c, e := candidateAt(p[0], i); c != cell || e != d {
				s.shutCandidate(c, e)
			}
		}
	}
}

// placeSingles takes the candidate of each constraint that has only one open candidate, until nothing changes.
func (s *state) placeSingles() {
	for before := -1; !s.refuted; {
		sum := 0
		for k := range s.left {
			sum += s.left[k]
		}
		if sum == before {
			return
		}
		before = sum
		for k := range s.left {
			if s.left[k] != 1 {
				continue
			}
			for i, open := range s.open[k] {
				if open {
					s.shutRivals(candidateAt(k, i))
					break
				}
			}
		}
	}
}

type checker struct {
	in     *bufio.Scanner
	line   int
	claim  Claim
	scale  int64
	sign   int64
	states []*state // the whole search space, then a part of it for each open try
	trail  [][2]int // the candidates being tried
}

// Verify reads a certificate to its end and returns its claim. The error is an *[Error] if the certificate is
// not valid; other errors come from r.
func Verify(r io.Reader) (Claim, error) {
	c := &checker{in: bufio.NewScanner(r), sign: 1}
	c.in.Buffer(make([]byte, 0, 4096), 1<<16)
	err := c.readHead()
	for err == nil && len(c.states) > 0 {
		err = c.readStep()
	}
	if err == nil && c.in.Scan() {
		c.line++
		err = c.fail("end", c.in.Text())
	}
	if failed := c.in.Err(); failed == bufio.ErrTooLong {
		if err == nil { // if err is not nil, the line has already been counted
			c.line++
		}
		err = c.fail("long", "")
	} else if failed != nil {
		err = failed
	}
	if err != nil {
		return Claim{}, err
	}
	c.claim.Lines = c.line
	return c.claim, nil
}

func (c *checker) fail(reason, detail string) error {
	const maxWeight = 60
	if len(detail) > maxWeight {
		detail = strings.ToValidUTF8(detail[:maxWeight], "") + "…"
	}
	return &Error{c.line, reason, detail}
}

// readWords returns the words of the next line, which must begin with one of the words in `first`.
func (c *checker) readWords(first ...string) ([]string, error) {
	c.line++
	if !c.in.Scan() {
		return nil, c.fail("short", strings.Join(first, ", "))
	}
	line := c.in.Text()
	words := strings.Split(line, " ")
	if slices.Contains(first, words[0]) {
		return words, nil
	}
	return nil, c.fail("keyword", line)
}

func (c *checker) parseNumber(word string, limit int64) (int64, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n > limit || n < -limit {
		return 0, c.fail("number", word)
	}
	return n, nil
}

// parseGrid parses the 81 characters in words[1]. If `empty` is set, cells may be empty.
func (c *checker) parseGrid(words []string, empty bool) (g [81]uint8, err error) {
	if len(words) != 2 || len(words[1]) != 81 {
		return g, c.fail("grid", strings.Join(words, " "))
	}
	for i := range g {
		switch ch := words[1][i]; {
		case ch >= '1' && ch <= '9':
			g[i] = ch - '0'
		case ch != '.' || !empty:
			return g, c.fail("grid", words[1])
		}
	}
	return g, nil
}

func (c *checker) readHead() error {
	c.line++
	if !c.in.Scan() || c.in.Text() != "nonet target certificate 1" {
		return c.fail("first", c.in.Text())
	}
	words, err := c.readWords("puzzle")
	if err != nil {
		return err
	}
	if c.claim.Puzzle, err = c.parseGrid(words, true); err != nil {
		return err
	}
	if words, err = c.readWords("goal"); err != nil {
		return err
	}
	switch strings.Join(words, " ") {
	case "goal maximum":
	case "goal minimum":
		c.claim.Minimum, c.sign = true, -1
	default:
		return c.fail("goal", strings.Join(words[1:], " "))
	}
	if err = c.readWeights(); err != nil {
		return err
	}
	if err = c.readOptimum(); err != nil {
		return err
	}
	if words, err = c.readWords("scale"); err != nil {
		return err
	}
	if len(words) != 2 {
		return c.fail("number", strings.Join(words[1:], " "))
	}
	if c.scale, err = c.parseNumber(words[1], maxScale); err != nil {
		return err
	}
	if c.scale < 1 {
		return c.fail("number", words[1])
	}
	c.states = []*state{newState(&c.claim.Puzzle)}
	return nil
}

func (c *checker) readWeights() error {
	for cell := range c.claim.Weights {
		words, err := c.readWords("weights")
		if err != nil {
			return err
		}
		if name := fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1); len(words) != 11 || words[1] != name {
			return c.fail("weights", name)
		}
		for d := range 9 {
			if c.claim.Weights[cell][d], err = c.parseNumber(words[2+d], maxWeight); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) readOptimum() error {
	words, err := c.readWords("optimum")
	if err != nil {
		return err
	}
	if len(words) != 2 {
		return c.fail("number", strings.Join(words[1:], " "))
	}
	if c.claim.None = words[1] == "none"; !c.claim.None {
		if c.claim.Optimum, err = c.parseNumber(words[1], 81*maxWeight); err != nil {
			return err
		}
		if words, err = c.readWords("grid"); err != nil {
			return err
		}
		if c.claim.Grid, err = c.parseGrid(words, false); err != nil {
			return err
		}
		if err = c.checkCompletion(); err != nil {
			return err
		}
	}
	return nil
}

// newState returns the state at the beginning of the proof: the givens, and the singles that follow from them.
func newState(puzzle *[81]uint8) *state {
	s := new(state)
	for k := range s.left {
		s.left[k] = 9
		for i := range s.open[k] {
			s.open[k][i] = true
		}
	}
	for cell, d := range puzzle {
		if d != 0 {
			if !s.open[cell][d-1] {
				s.refuted = true
			}
			s.shutRivals(cell, int(d)-1)
		}
	}
	s.placeSingles()
	return s
}

func (c *checker) checkCompletion() error {
	var score int64
	var seen [324]bool
	for cell, d := range c.claim.Grid {
		if given := c.claim.Puzzle[cell]; given != 0 && given != d {
			return c.fail("given", fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1))
		}
		score += c.claim.Weights[cell][d-1]
		for _, p := range constraintPositionsOf(cell, int(d)-1) {
			if seen[p[0]] {
				return c.fail("solved", fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1))
			}
			seen[p[0]] = true
		}
	}
	if score != c.claim.Optimum {
		return c.fail("score", strconv.FormatInt(score, 10))
	}
	return nil
}

func (c *checker) readStep() error {
	words, err := c.readWords("u", "c", "t", "x")
	if err != nil {
		return err
	}
	s := c.states[len(c.states)-1]
	switch words[0] {
	case "u":
		return c.changeDuals(s, words[1:])
	case "c":
		return c.changeTemplateDuals(s, words[1:])
	case "t":
		cell, d, ok := parseCandidate(words[1:])
		if !ok || !s.open[cell][d] {
			return c.fail("try", strings.Join(words, " "))
		}
		child := *s
		child.shutRivals(cell, d)
		child.placeSingles()
		c.states = append(c.states, &child)
		c.claim.Tries++
		c.trail = append(c.trail, [2]int{cell, d})
	default:
		if len(words) != 1 || !s.refuted {
			return c.fail("open", strings.Join(words, " "))
		}
		c.states = c.states[:len(c.states)-1]
		if len(c.states) > 0 {
			parent := c.states[len(c.states)-1]
			last := c.trail[len(c.trail)-1]
			c.trail = c.trail[:len(c.trail)-1]
			parent.shutCandidate(last[0], last[1])
			parent.placeSingles()
		}
	}
	return nil
}

// parseCandidate parses the name of a cell and a digit. d is the digit minus 1.
func parseCandidate(words []string) (cell, d int, ok bool) {
	if len(words) != 2 || len(words[0]) != 4 || len(words[1]) != 1 {
		return 0, 0, false
	}
	name := words[0]
	row, column, digit := int(name[1])-'1', int(name[3])-'1', int(words[1][0])-'1'
	ok = name[0] == 'r' && name[2] == 'c' && min(row, column, digit) >= 0 && max(row, column, digit) <= 8
	if !ok {
		return 0, 0, false
	}
	return row*9 + column, digit, true
}

// parseDualChanges parses pairs of numbers: the index of a dual and its new value. It stores the values in duals.
func (c *checker) parseDualChanges(duals []int64, words []string) error {
	if c.claim.None || len(words)%2 != 0 {
		return c.fail("duals", strings.Join(words, " "))
	}
	for i := 0; i < len(words); i += 2 {
		k, err := c.parseNumber(words[i], int64(len(duals)-1))
		if err != nil {
			return err
		}
		if k < 0 {
			return c.fail("number", words[i])
		}
		if duals[k], err = c.parseNumber(words[i+1], maxDual); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) leastBetterScore() int64 { return (c.sign*c.claim.Optimum + 1) * c.scale }

// changeDuals reads new duals, computes the bound, and closes the candidates that the bound excludes.
func (c *checker) changeDuals(s *state, words []string) error {
	if err := c.parseDualChanges(s.dual[:], words); err != nil {
		return err
	}
	if s.refuted {
		return nil // nothing is left to prove, and placeSingles may have stopped early
	}
	var bound int64
	for _, dual := range s.dual {
		bound += dual
	}
	var regrets [81][9]int64
	for cell := range 81 {
		for d := range 9 {
			if !s.open[cell][d] {
				continue
			}
			regret := -c.sign * c.claim.Weights[cell][d] * c.scale
			for _, p := range constraintPositionsOf(cell, d) {
				regret += s.dual[p[0]]
			}
			if regret < 0 {
				return c.fail("regret", fmt.Sprintf("r%dc%d %d", cell/9+1, cell%9+1, d+1))
			}
			regrets[cell][d] = regret
		}
	}
	c.pruneByBound(s, bound, &regrets)
	return nil
}

// pruneByBound closes each candidate for which bound − regret is too low for a better completion.
func (c *checker) pruneByBound(s *state, bound int64, regrets *[81][9]int64) {
	room := bound - c.leastBetterScore()
	s.refuted = room < 0
	for cell := range 81 {
		for d := range 9 {
			if regrets[cell][d] > room {
				s.shutCandidate(cell, d)
			}
		}
	}
	s.placeSingles()
}

// changeTemplateDuals is like changeDuals, for the duals of cells and their templates.
func (c *checker) changeTemplateDuals(s *state, words []string) error {
	if err := c.parseDualChanges(s.cells[:], words); err != nil || s.refuted {
		return err
	}
	var bound int64
	for _, dual := range s.cells {
		bound += dual
	}
	var regret [81][9]int64
	for d := range 9 {
		best, through := c.bestTemplate(s, d)
		if best == impossible {
			s.refuted = true
			return nil
		}
		bound += best
		for cell := range 81 {
			regret[cell][d] = best - through[cell] // if no template contains the candidate, the regret is very large
		}
	}
	c.pruneByBound(s, bound, &regret)
	return nil
}

// impossible is less than any worth. Sums that contain it cannot overflow.
const impossible = -1 << 61

// bestTemplate returns the worth of the best open template of digit d, and the worth of the best one through each cell.
// If there is no such template, the worth is impossible. above[r][m] is the greatest worth of the rows above r if they
// use the columns in m. below[r][m] is the greatest worth of row r and the rows below it.
func (c *checker) bestTemplate(s *state, d int) (worth int64, through [81]int64) {
	var above, below [10][512]int64
	for r := range above {
		for m := range above[r] {
			above[r][m], below[r][m] = impossible, impossible
		}
	}
	above[0][0], below[9][511] = 0, 0
	// visit calls f for each pair of an open cell of row r and a set m of columns that the rows above may have used.
	// Every band above uses one column of each stack. Therefore ⌊r/3⌋ columns of the cell's stack are already
	// taken.
	visit := func(r int, f func(m, choice, cell int, worth int64)) {
		for k := range 9 {
			cell := 9*r + k
			for m := range 512 {
				three := m >> (k / 3 * 3) & 7
				if s.open[cell][d] && m>>k&1 == 0 && three&1+three>>1&1+three>>2 == r/3 {
					f(m, m|1<<k, cell, c.sign*c.claim.Weights[cell][d]*c.scale-s.cells[cell])
				}
			}
		}
	}
	for r := range 9 {
		visit(r, func(m, choice, _ int, worth int64) {
			if above[r][m] != impossible {
				above[r+1][choice] = max(above[r+1][choice], above[r][m]+worth)
			}
		})
	}
	for cell := range through {
		through[cell] = impossible
	}
	for r := 8; r >= 0; r-- {
		visit(r, func(m, choice, cell int, worth int64) {
			if below[r+1][choice] == impossible {
				return
			}
			rest := below[r+1][choice] + worth
			below[r][m] = max(below[r][m], rest)
			if above[r][m] != impossible {
				through[cell] = max(through[cell], above[r][m]+rest)
			}
		})
	}
	return above[9][511], through
}
