package wire

import (
	"nonet/internal/message"
	"nonet/logic"
)

// Candidate is a digit in a cell.
type Candidate struct {
	Cell  string `json:"cell" doc:"The cell" example:"r1c5"`
	Digit int    `json:"digit" doc:"The digit" example:"4"`
}

// Mark is a candidate and its part in a step.
type Mark struct {
	Cell  string `json:"cell" doc:"The cell" example:"r1c5"`
	Digit int    `json:"digit" doc:"The digit" example:"4"`
	Role  string `json:"role" enum:"pattern,fin,endofin,pivot,corner,a,b,c,d" doc:"The part it plays; a to d are the colours of colouring"`
}

// CellGroup is an almost locked set, or other cells that a step speaks of.
type CellGroup struct {
	Cells  []string `json:"cells" doc:"Its cells"`
	Digits []int    `json:"digits" doc:"Their candidates"`
}

// ChainNode is a station of a chain.
type ChainNode struct {
	Cells []string `json:"cells" doc:"One cell, or the cells of a group"`
	Digit int      `json:"digit" doc:"The digit"`
	True  bool     `json:"true" doc:"Whether the chain has the digit in (one of) the cells, or not there"`
	Kind  string   `json:"kind" enum:"cell,group,als" doc:"als: the digit's places in an almost locked set"`
	Set   *int     `json:"set,omitempty" doc:"For als: which of sets, from 0"`
	Link  string   `json:"link,omitempty" enum:"weak,strong,als" doc:"How the next node follows; absent after the last"`
}

// Step is a step of human-style solving, complete enough to draw and to check.
type Step struct {
	Technique    string      `json:"technique" doc:"The technique's ID" example:"x-wing"`
	Name         string      `json:"name" doc:"Its name in the language asked for"`
	Family       string      `json:"family" doc:"Its family"`
	Code         string      `json:"code,omitempty" doc:"HoDoKu's library code"`
	Score        int         `json:"score" doc:"HoDoKu's points for the step"`
	Level        string      `json:"level" enum:"easy,medium,hard,unfair,extreme" doc:"HoDoKu's level"`
	Digits       []int       `json:"digits" doc:"The digits the pattern is about"`
	Placements   []Candidate `json:"placements" doc:"What the step puts in"`
	Eliminations []Candidate `json:"eliminations" doc:"The candidates it takes away"`
	Marks        []Mark      `json:"marks" doc:"The pattern's candidates by role"`
	Base         []string    `json:"base,omitempty" doc:"Houses the reason starts from"`
	Cover        []string    `json:"cover,omitempty" doc:"Houses the digit is confined to"`
	Sets         []CellGroup `json:"sets,omitempty" doc:"Almost locked sets"`
	Chain        []ChainNode `json:"chain,omitempty" doc:"The chain from start to end"`
	Loop         bool        `json:"loop,omitempty" doc:"True if the chain's end leads to its start"`
	Uniqueness   bool        `json:"uniqueness,omitempty" doc:"True if the step relies on the puzzle having one solution"`
	Corners      []string    `json:"corners,omitempty" doc:"The deadly rectangle's corners"`
	Text         string      `json:"text,omitempty" doc:"The step as a sentence, in the language asked for"`
}

// StepOf is the wire form of a step and its sentence.
func StepOf(s *logic.Step, text string, lang message.Lang) Step {
	info := s.Technique.Info()
	w := Step{
		Technique: info.ID, Name: s.Technique.Name().In(lang), Family: info.Family.String(), Code: s.Code(),
		Score: info.Score, Level: info.Level.String(), Digits: digits(s.Digits),
		Placements: candidates(s.Placements), Eliminations: candidates(s.Eliminations), Marks: []Mark{},
		Loop: s.Loop, Uniqueness: s.Uniqueness != logic.NoUniqueness, Text: text,
	}
	for _, m := range s.Marks {
		w.Marks = append(w.Marks, Mark{m.Cell.String(), int(m.Digit), m.Role.String()})
	}
	for _, h := range s.Base {
		w.Base = append(w.Base, h.String())
	}
	for _, h := range s.Cover {
		w.Cover = append(w.Cover, h.String())
	}
	for _, set := range s.Sets {
		w.Sets = append(w.Sets, CellGroup{cellNames(set.Cells), digits(set.Digits)})
	}
	links := s.Links()
	for i, n := range s.Nodes {
		node := ChainNode{Cells: cellNames(n.Cells), Digit: int(n.Digit), True: n.On, Kind: [...]string{"cell", "group", "als"}[n.Kind]}
		if n.Kind == logic.SetNode {
			set := int(n.Set)
			node.Set = &set
		}
		if i < len(links) {
			node.Link = [...]string{"weak", "strong", "als"}[links[i]]
		}
		w.Chain = append(w.Chain, node)
	}
	if s.Uniqueness == logic.Rectangle {
		for _, c := range s.Corners {
			w.Corners = append(w.Corners, c.String())
		}
	}
	return w
}

func candidates(list []logic.Candidate) []Candidate {
	out := []Candidate{}
	for _, c := range list {
		out = append(out, Candidate{c.Cell.String(), int(c.Digit)})
	}
	return out
}

func digits(set logic.Digits) []int {
	out := []int{}
	for d := range set.Digits() {
		out = append(out, int(d))
	}
	return out
}

func cellNames(set logic.CellSet) []string {
	var out []string
	for c := range set.All() {
		out = append(out, c.String())
	}
	return out
}

// HoDoKu is HoDoKu's grade of a path.
type HoDoKu struct {
	Level string `json:"level" enum:"easy,medium,hard,unfair,extreme" doc:"The hardest step's level, raised by a high score"`
	Score int    `json:"score" doc:"The sum of the steps' points"`
}

// Explain is a whole path to the solution.
type Explain struct {
	Puzzle         string          `json:"puzzle" doc:"The position as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: a path to the one solution; none: no solution, or several; undecided: cut short"`
	Steps          []Step          `json:"steps" doc:"The path"`
	HoDoKu         *HoDoKu         `json:"hodoku,omitempty" doc:"The path's grade"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why the search was cut short"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Hint is an answer to a player who is stuck.
type Hint struct {
	Puzzle         string          `json:"puzzle" doc:"The position as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"none: no solution, several, nothing left to do, or no step of the technique asked for"`
	Kind           string          `json:"kind,omitempty" enum:"step,wrong,missing" doc:"What the hint is about: the next step, a wrong value, a missing pencil mark"`
	Texts          []string        `json:"texts" doc:"The levels of disclosure asked for, in the language asked for"`
	Step           *Step           `json:"step,omitempty" doc:"The step itself, at level 5 only"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is no hint"`
}

// Why tells contradictory givens from a search cut short, for Explain and Hint.
func Why(err error, lang message.Lang) ([]Contradiction, string) { return why(err, lang) }

// SE is Sudoku Explainer's rating, in its 1.2.1-compatible mode.
type SE struct {
	ER float64 `json:"er" doc:"The hardest step"`
	EP float64 `json:"ep" doc:"The hardest step up to the first placement"`
	ED float64 `json:"ed" doc:"The first step"`
}

// Rounds is a grade that does not depend on the board's orientation.
type Rounds struct {
	Hardest    string `json:"hardest" doc:"The hardest technique needed"`
	Rounds     int    `json:"rounds" doc:"How many rounds there are, in each of which every move of the easiest kind open is made"`
	Bottleneck int    `json:"bottleneck" doc:"How many moves were open in the narrowest round"`
	Solved     bool   `json:"solved" doc:"False if the techniques do not suffice; the figures are then those up to there"`
}

// Grade is how hard a puzzle is.
type Grade struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: graded; none: no solution, or several; undecided: cut short"`
	SE             *SE             `json:"se,omitempty" doc:"Sudoku Explainer's rating, SE-1.2.1 mode"`
	HoDoKu         *HoDoKu         `json:"hodoku,omitempty" doc:"HoDoKu's grade"`
	Nonet          *Rounds         `json:"nonet,omitempty" doc:"Our own grade"`
	Hardest        string          `json:"hardest,omitempty" doc:"The hardest technique of HoDoKu's path"`
	Steps          int             `json:"steps,omitempty" doc:"How many steps that path has"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is no grade"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}
