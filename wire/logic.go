package wire

import (
	"slices"
	"time"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
)

// Candidate is a value in a cell, on any board. The value may be 0, or above 9.
type Candidate struct {
	Cell  string `json:"cell" doc:"The cell" example:"r1c5"`
	Digit int    `json:"digit" doc:"The digit" example:"4"`
}

// Mark is a candidate, with the role that it has in a step.
type Mark struct {
	Cell  string `json:"cell" doc:"The cell" example:"r1c5"`
	Digit int    `json:"digit" doc:"The digit" example:"4"`
	Role  string `json:"role" enum:"pattern,fin,endofin,pivot,corner,a,b,c,d,on,off" doc:"Its role; a to d are the colours of colouring; for other boards or rules, on and off are what a chain has or has not in the cell"`
}

// CellGroup is an almost locked set, or another group of cells in a step.
type CellGroup struct {
	Cells  []string `json:"cells" doc:"Its cells"`
	Digits []int    `json:"digits" doc:"Their candidates"`
}

// ChainNode is one node of a chain: a digit that is true or false in a cell, a group or a set.
type ChainNode struct {
	Cells []string `json:"cells" doc:"One cell, or the cells of a group"`
	Digit int      `json:"digit" doc:"The digit"`
	True  bool     `json:"true" doc:"True if the chain has the digit in (one of) the cells, false if not"`
	Kind  string   `json:"kind" enum:"cell,group,als" doc:"als: the digit's places in an almost locked set"`
	Set   *int     `json:"set,omitempty" doc:"For als: which of sets, from 0"`
	Link  string   `json:"link,omitempty" enum:"weak,strong,als" doc:"How the next node follows; absent after the last"`
}

// Line is one implication of a branch: a digit is true or false in a cell, because of earlier lines.
type Line struct {
	Cell      string `json:"cell" doc:"The cell" example:"r1c5"`
	Digit     int    `json:"digit" doc:"The digit" example:"4"`
	True      bool   `json:"true" doc:"True if the cell has the digit, false if not"`
	Depth     int    `json:"depth,omitempty" doc:"How many further suppositions it depends on, besides the branch's own"`
	Reason    string `json:"reason,omitempty" enum:"supposed,seen,cell,house,technique,refuted" doc:"For classic rules, how it follows: a supposition; a true candidate in sight or in the cell; the last candidate of the cell; the last place in the house; a pattern; a contradiction from the opposite, in the lines just before"`
	From      []int  `json:"from,omitempty" doc:"The lines it follows from, counted from 0 in this branch; for refuted the lines that contradict each other"`
	House     string `json:"house,omitempty" doc:"For house: the house"`
	Technique string `json:"technique,omitempty" doc:"For technique: its ID"`
	Text      string `json:"text,omitempty" doc:"The inference as a sentence, if inferences are asked for and it needs one"`
}

// Branch holds a supposition and the inferences that follow from it.
type Branch struct {
	Supposition   Candidate `json:"supposition" doc:"What is supposed"`
	True          bool      `json:"true" doc:"True if the digit is supposed to be there, false if not"`
	Nodes         []Line    `json:"nodes" doc:"The inferences, each from earlier lines; the first is the supposition"`
	End           []int     `json:"end" doc:"The line that the branch leads to, or the two that contradict each other; for other boards or rules the last line"`
	Contradiction bool      `json:"contradiction" doc:"True if it leads to a contradiction"`
	Text          string    `json:"text,omitempty" doc:"The contradiction as a sentence, where inferences are asked for"`
}

// Reasoning is the part of a branch that reveals neither placements nor eliminations of the step.
type Reasoning struct {
	Nodes []Line `json:"nodes" doc:"The inferences from the supposition, each from earlier lines, without lines in the cells of the move"`
	End   []int  `json:"end" doc:"The lines that the branch leads to, or those from which they follow"`
	Text  string `json:"text,omitempty" doc:"The contradiction as a sentence, where inferences are asked for"`
}

// ReasoningsOf returns the branches of s without the lines whose cell is in `hidden`. w has the JSON form of each
// branch of s. A branch whose lines are all in hidden cells is left out.
func ReasoningsOf(w []Branch, s *logic.Step, hidden logic.CellSet) []Reasoning {
	var all []Reasoning
	for i := range s.Branches {
		b := &s.Branches[i]
		r := Reasoning{Text: w[i].Text}
		indexOf := make([]int, len(b.Lines)) // the new index of each line, −1 if the line is left out
		for l, line := range w[i].Nodes {
			if indexOf[l] = -1; hidden.Has(b.Lines[l].Candidate.Cell) {
				continue
			}
			var from []int
			for _, f := range line.From {
				if indexOf[f] >= 0 {
					from = append(from, indexOf[f])
				}
			}
			indexOf[l], line.From = len(r.Nodes), from
			r.Nodes = append(r.Nodes, line)
		}
		r.End = []int{}
		for ends := slices.Clone(b.End); len(ends) > 0; ends = ends[1:] {
			switch l := ends[0]; {
			case indexOf[l] < 0: // the line is hidden, so the lines from which it follows replace it
				ends = append(ends, b.Lines[l].From...)
			case !slices.Contains(r.End, indexOf[l]):
				r.End = append(r.End, indexOf[l])
			}
		}
		if len(r.Nodes) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// Step is a solving step as a person would make it, with all that is needed to draw and to check the step.
type Step struct {
	Technique    string      `json:"technique" doc:"The technique's ID" example:"x-wing"`
	Name         string      `json:"name" doc:"Its name in the language asked for"`
	Family       string      `json:"family,omitempty" doc:"Its family, for classic rules"`
	Code         string      `json:"code,omitempty" doc:"HoDoKu's library code"`
	Score        int         `json:"score" doc:"HoDoKu's points for the step; 0 for other boards or rules"`
	Level        string      `json:"level" enum:"easy,medium,hard,unfair,extreme" doc:"HoDoKu's level; for other boards or rules nonet's"`
	Digits       []int       `json:"digits" doc:"The digits the pattern is about"`
	Placements   []Candidate `json:"placements" doc:"The values that the step places"`
	Eliminations []Candidate `json:"eliminations" doc:"The candidates that it removes"`
	Swept        []Candidate `json:"swept,omitempty" doc:"For other boards or rules, in a list of steps: the candidates that the placements remove from cells that must differ"`
	Marks        []Mark      `json:"marks" doc:"The pattern's candidates by role"`
	Base         []string    `json:"base,omitempty" doc:"Houses the reason starts from"`
	Cover        []string    `json:"cover,omitempty" doc:"Houses the digit is confined to"`
	Sets         []CellGroup `json:"sets,omitempty" doc:"Almost locked sets"`
	Chain        []ChainNode `json:"chain,omitempty" doc:"The chain from start to end"`
	Loop         bool        `json:"loop,omitempty" doc:"True if the chain's end leads to its start"`
	Uniqueness   bool        `json:"uniqueness,omitempty" doc:"True if the step relies on the puzzle having one solution"`
	Corners      []string    `json:"corners,omitempty" doc:"The deadly rectangle's corners, or the cells of the deadly loop in turn"`
	Branches     []Branch    `json:"branches,omitempty" doc:"For forcing steps and kraken fish, and for chains of other boards or rules: what follows from each supposition; one of them is true, or the opposite of one follows"`
	Text         string      `json:"text,omitempty" doc:"The step as a sentence, in the language asked for"`
	Draw         *Draw       `json:"draw,omitempty" doc:"The step ready to be drawn"`
}

// StepOf returns the JSON form of a step. text is its sentence in the language lang.
func StepOf(s *logic.Step, text string, lang message.Lang) Step {
	info, row := s.Technique.Info(), hodoku.ColumnsOf(s.Technique)
	w := Step{
		Technique: info.ID, Name: s.Technique.Name().In(lang), Family: info.Family.String(), Code: hodoku.Code(s),
		Score: row.Score, Level: row.Level.String(), Digits: digitsJSON(s.Digits),
		Placements: candidatesJSON(s.Placements), Eliminations: candidatesJSON(s.Eliminations), Marks: marksJSON(s.Marks),
		Base: CodesOf(s.Base...), Cover: CodesOf(s.Cover...), Sets: groupsJSON(s.Sets),
		Loop: s.Loop, Uniqueness: s.Uniqueness != logic.NoUniqueness, Text: text,
	}
	links := s.Links()
	for i, n := range s.Nodes {
		node := ChainNode{Cells: CellCodes(n.Cells), Digit: int(n.Digit), True: n.On, Kind: [...]string{"cell", "group", "als"}[n.Kind%3]}
		if n.Kind == logic.SetNode {
			set := int(n.Set)
			node.Set = &set
		}
		if i < len(links) {
			node.Link = linkName(links[i])
		}
		w.Chain = append(w.Chain, node)
	}
	switch s.Uniqueness {
	case logic.Rectangle:
		w.Corners = CodesOf(s.Corners[:]...)
	case logic.DeadlyLoop:
		w.Corners = CodesOf(s.Ring...)
	}
	for i := range s.Branches {
		w.Branches = append(w.Branches, branchOf(&s.Branches[i]))
	}
	return w
}

func branchOf(b *logic.Branch) Branch {
	w := Branch{Nodes: []Line{}, End: b.End, Contradiction: b.Contradiction()}
	for _, l := range b.Lines {
		line := Line{Cell: l.Candidate.Cell.String(), Digit: int(l.Candidate.Digit), True: l.On, Depth: int(l.Depth), Reason: l.Reason.String(), From: l.From}
		switch {
		case l.Reason == logic.LastInHouse && len(l.Truths) > 0:
			line.House = l.Truths[0].House.String()
		case l.Reason == logic.ByTechnique:
			line.Technique = l.Technique.String()
		}
		w.Nodes = append(w.Nodes, line)
	}
	if len(w.Nodes) > 0 {
		w.Supposition, w.True = Candidate{w.Nodes[0].Cell, w.Nodes[0].Digit}, w.Nodes[0].True
	}
	return w
}

func linkName(k logic.LinkKind) string { return [...]string{"weak", "strong", "als"}[k%3] }

// Link is a line that the page draws between two groups of cells, with a digit at each end.
type Link struct {
	From    LinkEnd `json:"from" doc:"Where it begins"`
	To      LinkEnd `json:"to" doc:"Where it ends"`
	Kind    string  `json:"kind" enum:"weak,strong,als" doc:"weak: not both are true; strong: not both are false; als: through an almost locked set"`
	Grouped bool    `json:"grouped,omitempty" doc:"True if an end has more than one cell"`
	Text    string  `json:"text,omitempty" doc:"The inference as a sentence, where inferences are asked for"`
}

// LinkEnd is one end of a link: a digit in a cell, a group or a set.
type LinkEnd struct {
	Cells []string `json:"cells" doc:"One cell, or the cells of a group or set"`
	Digit int      `json:"digit" doc:"The digit"`
}

// Draw is the picture of a step, as far as a hint reveals the step. Every list is present; a list that is not revealed
// is empty.
type Draw struct {
	Houses       []string    `json:"houses" doc:"Where to look: r, c, b, g, d or w for row, column, box, region, diagonal or window, and its number"`
	Cells        []string    `json:"cells" doc:"The pattern's cells, or the cell of a mistake"`
	Marks        []Mark      `json:"marks" doc:"The pattern's candidates by role"`
	Links        []Link      `json:"links" doc:"A chain's links from start to end; in a loop, the last link closes it"`
	Sets         []CellGroup `json:"sets" doc:"Almost locked sets"`
	Digit        int         `json:"digit,omitempty" doc:"For a hidden single, the digit that has one place in the house"`
	Placements   []Candidate `json:"placements" doc:"The values that the step places"`
	Eliminations []Candidate `json:"eliminations" doc:"The candidates that it removes"`
	Parts        []Part      `json:"parts,omitempty" doc:"For other boards or rules: the houses and constraints that the step follows from. The kind of a house is row, column, box or region; that of several sums is sums"`
}

// NewDraw returns a picture that has only houses and cells.
func NewDraw(where []logic.House, cells []string) *Draw {
	return &Draw{
		Houses: append([]string{}, CodesOf(where...)...), Cells: append([]string{}, cells...), Marks: []Mark{}, Links: []Link{}, Sets: []CellGroup{},
		Placements: []Candidate{}, Eliminations: []Candidate{},
	}
}

// AddPattern adds to d the candidates of the step s, by their roles, and the sets of s. If move is false, it omits the
// candidates that s places.
func (d *Draw) AddPattern(s *logic.Step, move bool) {
	d.Marks = marksJSON(slices.DeleteFunc(slices.Clone(s.Marks), func(m logic.Mark) bool {
		return !move && slices.Contains(s.Placements, m.Candidate)
	}))
	d.Sets = append(d.Sets, groupsJSON(s.Sets)...)
}

// AddLinks appends to d.Links the links of s, for the page to draw.
func (d *Draw) AddLinks(s *logic.Step) {
	end := func(n logic.Node) LinkEnd { return LinkEnd{CellCodes(n.Cells), int(n.Digit)} }
	add := func(a, b logic.Node, kind logic.LinkKind) {
		d.Links = append(d.Links, Link{end(a), end(b), linkName(kind), a.Cells.Len() > 1 || b.Cells.Len() > 1, ""})
	}
	for i, kind := range s.Links() {
		add(s.Nodes[i], s.Nodes[i+1], kind)
	}
	if n := len(s.Nodes); s.Loop && n > 2 {
		kind := logic.Strong
		if s.Nodes[n-1].On {
			kind = logic.Weak
		}
		add(s.Nodes[n-1], s.Nodes[0], kind)
	}
}

// AddMove sets d.Placements and d.Eliminations to the placements and eliminations of the step s. It also sets the digit
// of a hidden single.
func (d *Draw) AddMove(s *logic.Step) {
	if s.Technique == logic.HiddenSingle {
		d.Digit = int(s.Placements[0].Digit)
	}
	d.Placements, d.Eliminations = candidatesJSON(s.Placements), candidatesJSON(s.Eliminations)
}

func candidatesJSON(list []logic.Candidate) []Candidate {
	out := []Candidate{}
	for _, c := range list {
		out = append(out, Candidate{c.Cell.String(), int(c.Digit)})
	}
	return out
}

func marksJSON(list []logic.Mark) []Mark {
	out := []Mark{}
	for _, m := range list {
		out = append(out, Mark{m.Candidate.Cell.String(), int(m.Candidate.Digit), m.Role.String()})
	}
	return out
}

func groupsJSON(list []logic.Set) (out []CellGroup) {
	for _, set := range list {
		out = append(out, CellGroup{CellCodes(set.Cells), digitsJSON(set.Digits)})
	}
	return out
}

func digitsJSON(set logic.Digits) []int {
	out := []int{}
	for d := range set.Digits() {
		out = append(out, int(d))
	}
	return out
}

// CellCodes returns the codes of the cells in a set.
func CellCodes(set logic.CellSet) []string { return CodesOf(slices.Collect(set.All())...) }

// HoDoKu is the grade that HoDoKu gives to a path: a level and a score.
type HoDoKu struct {
	Level string `json:"level" enum:"easy,medium,hard,unfair,extreme" doc:"The hardest step's level, raised by a high score"`
	Score int    `json:"score" doc:"The sum of the steps' points"`
}

// Explain is the answer of the operation explain: a path of steps to the solution.
type Explain struct {
	Puzzle         string          `json:"puzzle" doc:"The position as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: a path to the one solution; none: no solution, or several; undecided: cut short"`
	Steps          []Step          `json:"steps" doc:"The path, or its beginning if it was cut short"`
	HoDoKu         *HoDoKu         `json:"hodoku,omitempty" doc:"The path's grade"`
	Hardest        string          `json:"hardest,omitempty" doc:"The path's hardest technique"`
	Start          []string        `json:"start,omitempty" doc:"For other boards or rules: the candidates of each cell before the first step, row by row, separated by blanks"`
	Suppositions   int             `json:"suppositions,omitempty" doc:"For other boards or rules: how many steps made a supposition"`
	Level          string          `json:"level,omitempty" enum:"easy,medium,hard,unfair,extreme" doc:"For other boards or rules: the level of the hardest technique, if the steps reach the solution"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is none, or why the search was cut short"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Hint is a hint for a player who is stuck. It reveals nothing above its level.
type Hint struct {
	Puzzle         string          `json:"puzzle" doc:"The position as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"none: no solution, several, nothing left to do, or no step of the technique asked for"`
	Kind           string          `json:"kind,omitempty" enum:"step,wrong,missing" doc:"What the hint is about: the next step, a wrong value, a missing pencil mark"`
	Level          int             `json:"level" doc:"How much is shown: 1 the kind of step, 2 where to look, 3 the pattern, 4 the reason, 5 the move; for other boards or rules, 1 where to look, 2 the cells, 3 the technique"`
	Texts          []string        `json:"texts" doc:"One text for each level up to this, in the language asked for"`
	Family         string          `json:"family,omitempty" doc:"The step's family"`
	FamilyName     string          `json:"family_name,omitempty" doc:"Its name in the language asked for"`
	Technique      string          `json:"technique,omitempty" doc:"The step's technique, from level 3 on"`
	Name           string          `json:"name,omitempty" doc:"Its name in the language asked for"`
	Cell           string          `json:"cell,omitempty" doc:"The cell of a wrong value or a missing pencil mark, from level 2 on"`
	Digit          *int            `json:"digit,omitempty" doc:"The wrong value, from level 2 on; the missing pencil mark, from level 4 on"`
	Draw           *Draw           `json:"draw,omitempty" doc:"What to draw, from level 2 on; for other boards or rules the parts from level 1 on"`
	Branches       []Reasoning     `json:"branches,omitempty" doc:"At level 4, of a forcing step: what follows from each supposition, without the move"`
	Step           *Step           `json:"step,omitempty" doc:"The step itself, at level 5 only"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is no hint"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Seeking is a progress event of a search for steps: the technique that is tried, and the nodes so far.
type Seeking struct {
	Family       string  `json:"family" doc:"The family of the technique that is looked for"`
	FamilyName   string  `json:"family_name" doc:"The family's name in the language asked for"`
	Technique    string  `json:"technique,omitempty" doc:"The technique; absent below level 3 of a hint"`
	Name         string  `json:"name,omitempty" doc:"Its name in the language asked for"`
	Nodes        uint64  `json:"nodes" doc:"How many nodes were tried so far; for nets, suppositions"`
	Empty        int     `json:"empty" doc:"Cells that are still to be filled in the position searched"`
	Milliseconds float64 `json:"ms" doc:"Time since the search began"`
}

// SeekingOf returns the JSON form of a progress event. It reveals the technique only if named is set.
func SeekingOf(p logic.Progress, named bool, took time.Duration, lang message.Lang) Seeking {
	s := Seeking{
		Nodes: p.Nodes, Empty: p.State.EmptyCells().Len(), Milliseconds: Milliseconds(took),
	}
	s.Family, s.FamilyName = FamilyOf(p.Technique, lang)
	if named {
		s.Technique, s.Name = p.Technique.String(), p.Technique.Name().In(lang)
	}
	return s
}

// Argument explains why a cell has a digit, or why it cannot have the digit.
type Argument struct {
	Puzzle         string          `json:"puzzle" doc:"The position as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: there is an answer; none: the position has no solution; undecided: cut short"`
	Cell           string          `json:"cell" doc:"The cell asked about" example:"r3c5"`
	Digit          int             `json:"digit" doc:"The digit or value asked about"`
	Verdict        string          `json:"verdict,omitempty" enum:"right,refuted,seen,filled,possible,mistake" doc:"right: it is the cell's digit; refuted: it is not; seen: a cell in sight holds it; filled: the cell holds another; possible: the puzzle has several solutions, with it and without; mistake: something else is wrong first"`
	By             string          `json:"by,omitempty" enum:"given,rule,step,steps,supposition,search" doc:"What shows it: a given; a rule that it would break at once; one step; several in turn; a supposition, perhaps after steps; only the solutions, as no argument for people was found"`
	Text           string          `json:"text,omitempty" doc:"The answer in a sentence, in the language asked for"`
	Cells          []string        `json:"cells,omitempty" doc:"Cells in sight that hold the digit; the cell of a mistake"`
	Steps          []Step          `json:"steps,omitempty" doc:"The argument: steps in turn, of which the last shows it, or leads to the contradiction. A supposition is the first step"`
	Conflicts      []Conflict      `json:"conflicts,omitempty" doc:"The rules that the value would break at once, if no cell in sight holds it"`
	End            string          `json:"end,omitempty" doc:"The contradiction that a supposition ends in, in the language asked for"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is no answer"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Steps is the answer of the operation steps: the steps that are possible in a position.
type Steps struct {
	Puzzle         string          `json:"puzzle" doc:"The position as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: there are steps; none: there are none of the techniques asked for, or the values contradict each other; undecided: cut short before one was found"`
	Steps          []Step          `json:"steps" doc:"The steps, those of the easiest technique first"`
	Complete       bool            `json:"complete" doc:"True if there are no more than these"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why the search was cut short"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Generated is a generated puzzle, with its solution and how hard it is.
type Generated struct {
	Puzzle      string   `json:"puzzle" doc:"The puzzle, 81 characters; of other rules in a line, items of Interactive Sudoku Solver or nonet's JSON"`
	Solution    string   `json:"solution" doc:"Its one solution"`
	Board       *Board   `json:"board,omitempty" doc:"The board of a puzzle of other rules"`
	Givens      int      `json:"givens" doc:"How many cells are filled"`
	Constraints int      `json:"constraints,omitempty" doc:"How many constraints it has"`
	Seed        uint64   `json:"seed" doc:"The seed it comes from"`
	Attempt     uint64   `json:"attempt" doc:"The attempt that made it; the same request with this seed and attempt makes this puzzle again"`
	Level       string   `json:"level,omitempty" enum:"easy,medium,hard,unfair,extreme" doc:"HoDoKu's level; for other rules the level of grade, if the request has a grade or logic"`
	Score       int      `json:"score,omitempty" doc:"HoDoKu's score"`
	Hardest     string   `json:"hardest,omitempty" doc:"The hardest technique of HoDoKu's path, or of deduction"`
	Techniques  []string `json:"techniques,omitempty" doc:"The techniques of that path"`
}

// Generate is the answer of the operation generate: the generated puzzles, and the seed.
type Generate struct {
	Outcome      string      `json:"outcome" enum:"found,none,undecided" doc:"found: all the puzzles asked for; none: the request contradicts itself, or a proven fact; undecided: cut short"`
	Seed         uint64      `json:"seed" doc:"The seed they come from"`
	Puzzles      []Generated `json:"puzzles" doc:"The puzzles, in the order of the attempts"`
	Reason       string      `json:"reason,omitempty" doc:"Why there are no more"`
	Milliseconds float64     `json:"ms" doc:"Time it took"`
}

// Daily is the answer of the operation daily: the puzzle of a date.
type Daily struct {
	Outcome      string     `json:"outcome" enum:"found,undecided" doc:"found; undecided: cut short"`
	Date         string     `json:"date" doc:"The day"`
	Grade        string     `json:"grade" enum:"easy,medium,hard,unfair,extreme" doc:"HoDoKu's level"`
	Generated    *Generated `json:"generated,omitempty" doc:"The puzzle, the same for everyone"`
	Reason       string     `json:"reason,omitempty" doc:"Why the search was cut short"`
	Milliseconds float64    `json:"ms" doc:"Time it took"`
}

// Technique describes a solving technique: its names, its family and its scores.
type Technique struct {
	ID         string  `json:"id" doc:"Its name in requests and answers" example:"x-wing"`
	Name       string  `json:"name" doc:"Its name in the language asked for"`
	Family     string  `json:"family" doc:"Its family"`
	FamilyName string  `json:"family_name" doc:"The family's name in the language asked for"`
	Code       string  `json:"code,omitempty" doc:"HoDoKu's library code"`
	Score      int     `json:"score" doc:"HoDoKu's points a step"`
	Level      string  `json:"level" enum:"easy,medium,hard,unfair,extreme" doc:"HoDoKu's level"`
	SE         float64 `json:"se,omitempty" doc:"Sudoku Explainer's rating, where it has one of its own"`
	Default    bool    `json:"default" doc:"True if paths and hints use it; the others only on request"`
	PerMille   float64 `json:"per_mille,omitempty" doc:"How many of a thousand new puzzles need it at some point as the next step; absent if there is no position to practise it"`
}

// TechniqueOf returns the JSON form of a technique.
func TechniqueOf(t logic.Technique, lang message.Lang) Technique {
	info, row := t.Info(), hodoku.ColumnsOf(t)
	w := Technique{
		ID: info.ID, Name: t.Name().In(lang), Code: row.Code, Score: row.Score, Level: row.Level.String(),
		SE: float64(info.SE) / 10, Default: row.Default,
	}
	w.Family, w.FamilyName = FamilyOf(t, lang)
	return w
}

// FamilyOf returns the code of a technique's family, and the family's name.
func FamilyOf(t logic.Technique, lang message.Lang) (code, name string) {
	family := t.Info().Family
	return family.String(), family.Name().In(lang)
}

// SE is a rating by Sudoku Explainer, in SE-1.2.1-compatible mode.
type SE struct {
	ER float64 `json:"er" doc:"The hardest step"`
	EP float64 `json:"ep" doc:"The hardest step up to the first placement"`
	ED float64 `json:"ed" doc:"The first step"`
}

// Rounds is a grade that does not change when the board is rotated or reflected.
type Rounds struct {
	Hardest    string `json:"hardest" doc:"The hardest technique needed"`
	Rounds     int    `json:"rounds" doc:"Number of rounds; a round makes all moves of the easiest technique that applies"`
	Bottleneck int    `json:"bottleneck" doc:"How many moves were open in the round with the fewest"`
	Solved     bool   `json:"solved" doc:"False if the techniques do not suffice; the figures then count the rounds up to that point"`
}

// Grade says how hard a puzzle is, by several graders.
type Grade struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: graded; none: no solution, or several; undecided: cut short, and only what was ready is there"`
	SE             *SE             `json:"se,omitempty" doc:"Sudoku Explainer's rating, SE-1.2.1 mode"`
	HoDoKu         *HoDoKu         `json:"hodoku,omitempty" doc:"HoDoKu's grade"`
	Nonet          *Rounds         `json:"nonet,omitempty" doc:"nonet's own grade"`
	Level          string          `json:"level,omitempty" enum:"easy,medium,hard,unfair,extreme" doc:"For other boards or rules, which HoDoKu's and Sudoku Explainer's scales do not cover: nonet's level, by the hardest technique"`
	Hardest        string          `json:"hardest,omitempty" doc:"The hardest technique of HoDoKu's path, or of nonet's rounds"`
	Steps          int             `json:"steps,omitempty" doc:"How many steps there are"`
	Board          *Board          `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Notes          []string        `json:"notes,omitempty" doc:"What the grade ignores, such as pencil marks, in the language asked for"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is no grade"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}
