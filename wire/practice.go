package wire

// Practice is a position in which the next step uses a certain technique.
type Practice struct {
	Outcome      string   `json:"outcome" enum:"found,none,undecided" doc:"none: no position is known in which the technique is next, or no puzzle of the grade can need it; undecided: cut short"`
	Technique    string   `json:"technique" doc:"The technique's ID" example:"x-wing"`
	Name         string   `json:"name" doc:"Its name in the language asked for"`
	Seed         uint64   `json:"seed" doc:"The seed of the random choices; the same seed and technique give the same position"`
	Puzzle       string   `json:"puzzle,omitempty" doc:"The puzzle, 81 characters"`
	Values       string   `json:"values,omitempty" doc:"The position's values, 81 characters, with those of the puzzle"`
	Candidates   []string `json:"candidates,omitempty" doc:"The digits still possible in each cell, row by row; none for a filled one"`
	Level        string   `json:"level,omitempty" enum:"easy,medium,hard,unfair,extreme" doc:"HoDoKu's level of the puzzle"`
	Score        int      `json:"score,omitempty" doc:"HoDoKu's score of the puzzle"`
	Open         int      `json:"open,omitempty" doc:"How many different moves the technique makes here"`
	Complete     bool     `json:"complete" doc:"True if there are no more than these"`
	Places       bool     `json:"places" doc:"True if they place digits, false if they remove candidates"`
	Reason       string   `json:"reason,omitempty" doc:"Why there is no position"`
	Milliseconds float64  `json:"ms" doc:"Time it took"`
}

// PracticeCheck says whether a person's answer to a Practice is right.
type PracticeCheck struct {
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"none: no solution, several, or a position that excludes it; undecided: cut short"`
	Verdict        string          `json:"verdict,omitempty" enum:"nothing,right,partial,other,unproven,wrong" doc:"nothing: no moves; right: all that a step of the technique does; partial: a part of it; other: true, but by another technique; unproven: true, but no technique tried shows it; wrong: it contradicts the solution"`
	Text           string          `json:"text,omitempty" doc:"The verdict and its reason, in the language asked for"`
	Candidate      *Candidate      `json:"candidate,omitempty" doc:"The wrong candidate, or one that no step of the technique explains"`
	Missing        int             `json:"missing,omitempty" doc:"For partial: how many more moves the step makes"`
	Technique      string          `json:"technique,omitempty" doc:"For other: the ID of the easiest technique that shows it"`
	Name           string          `json:"name,omitempty" doc:"Its name in the language asked for"`
	Step           *Step           `json:"step,omitempty" doc:"For right and other: the step"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Values that contradict each other"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is no verdict"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Chapter is the lesson on a technique, with an example.
type Chapter struct {
	Technique  Technique `json:"technique" doc:"The technique"`
	About      string    `json:"about" doc:"How it works, why it is right, how it is spotted; in the language asked for"`
	Worth      string    `json:"worth" doc:"Its code, points and level in HoDoKu, in words"`
	Values     string    `json:"values" doc:"An example: the values of a position, 81 characters"`
	Candidates []string  `json:"candidates" doc:"The digits still possible in each cell, row by row; none for a filled one"`
	Step       Step      `json:"step" doc:"The technique's step there"`
}
