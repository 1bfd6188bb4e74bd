package operation

import (
	"slices"
	"strings"

	"nonet/board"
	"nonet/format"
	"nonet/message"
	"nonet/sudoku"
)

// Scope is the set of puzzles that a question accepts.
type Scope uint8

const (
	AnyPuzzle  Scope = iota // any board and any rules
	NineByNine              // 9 rows, 9 columns and the digits 1 to 9, with any rules
	Houses                  // classic rules; or a board with further houses: x, windoku, jigsaw
	Classic                 // classic rules
)

// Scopes returns all scopes, the widest first.
func Scopes() []Scope { return []Scope{AnyPuzzle, NineByNine, Houses, Classic} }

// String returns the scope's name in the catalogue of texts.
func (s Scope) String() string { return [...]string{"any", "nine", "houses", "classic"}[s] }

// Message returns a text that names the puzzles in the scope.
func (s Scope) Message() message.Message { return message.New("capability." + s.String()) }

// isInScope reports whether the puzzle is within a scope.
func (r *Subject) isInScope(s Scope) bool {
	switch {
	case s == NineByNine:
		return r.Rows == 9 && r.Columns == 9 && r.Low == 1 && r.High == 9
	case s == Houses:
		b, _ := r.houses()
		return b != nil
	case s == Classic:
		return r.isClassic()
	}
	return true
}

// houses returns the board and the givens of a puzzle that is within the scope [Houses]. For any other puzzle, the
// board is nil.
func (r *Subject) houses() (*board.Board, sudoku.Grid) {
	b, givens, ok := r.NamedBoard()
	if !ok || r.Weights != nil || r.missingParts(false) != nil {
		return nil, givens
	}
	return b, givens
}

// classicGivens returns the givens of a classic puzzle. isClassic is false for any other puzzle, including one with
// weights, or with unknown rules in its text. Answers show a classic puzzle as its 81 characters, without a board.
func (r *Subject) classicGivens() (givens sudoku.Grid, isClassic bool) {
	givens, isClassic = r.Puzzle.Classic()
	return givens, isClassic && r.Weights == nil && r.missingParts(false) == nil
}

// isClassic reports whether [Subject.classicGivens] accepts the puzzle.
func (r *Subject) isClassic() bool {
	_, is := r.classicGivens()
	return is
}

// TakesDigitWeights reports whether the score of a cell may have a separate weight for each digit, as in a puzzle with
// classic rules.
func (r *Subject) TakesDigitWeights() bool {
	_, ok := r.Puzzle.Classic()
	return ok
}

// Capability is a question about puzzles, with the scope of the puzzles that it accepts. A question is an operation, a
// command, or both. A row may also be for a part of a question, a field or a flag, which accepts fewer puzzles.
type Capability struct {
	Operation, Field string
	Command, Flag    string
	For              Scope
}

// capabilities lists all questions with their scopes. Refusals, help texts, the tables in the documents, and the list
// of what the page offers come from this list.
var capabilities = []Capability{
	{Operation: "solve", Command: "solve"},
	{Operation: "count", Command: "count"},
	{Operation: "check", Command: "check"},
	{Command: "check", Flag: "--prove", For: Classic},
	{Command: "check", Flag: "--prove-givens", For: Classic},
	{Operation: "candidates", Command: "candidates"},
	{Command: "candidates", Flag: "--format pencil729", For: NineByNine},
	{Operation: "target", Command: "target"},
	{Operation: "target/best"},
	{Operation: "target/count"},
	{Command: "target", Flag: "--certify", For: Classic},
	{Command: "target", Flag: "--verify", For: Classic},
	{Operation: "lab", Command: "lab", For: Classic},
	{Operation: "lab/trace", For: Classic},

	{Operation: "hint", Command: "hint"},
	{Operation: "hint", Field: "technique", Command: "hint", Flag: "--technique", For: Houses},
	{Operation: "hint", Field: "goal", Command: "hint", Flag: "--goal", For: Houses},
	{Operation: "hint", Field: "inferences", For: Classic},
	{Command: "hint", Flag: "--puzzle", For: Classic},
	{Operation: "why"},
	{Operation: "explain", Command: "explain"},
	{Operation: "explain", Field: "goal", Command: "explain", Flag: "--goal", For: Houses},
	{Operation: "explain", Field: "prune", Command: "explain", Flag: "--short", For: Houses},
	{Operation: "explain", Field: "inferences", For: Classic},
	{Command: "explain", Flag: "--board", For: Classic},
	{Operation: "grade", Command: "grade"},
	{Operation: "steps", Command: "steps", For: Houses},
	{Operation: "practice/check", For: Classic},
	{Operation: "minimise", Command: "minimise", For: Classic},
	{Operation: "complete", Command: "complete", For: Classic},

	{Operation: "parse"},
	{Operation: "export", Command: "convert"},
	{Operation: "export", Field: "values", For: Classic},
	{Operation: "export", Field: "candidates", For: Classic},
	{Operation: "export", Field: "corner", For: Classic},
	{Operation: "export", Field: "centre", For: Classic},
	{Operation: "export", Field: "colours", For: Classic},
	{Command: "render"},
	{Operation: "print", Command: "print"},
	{Operation: "drawing"},
	{Operation: "draft"},
	{Operation: "suggest"},
	{Operation: "conflicts"},

	{Operation: "canon", Command: "canon", For: Classic},
	{Operation: "iso", Command: "iso", For: Classic},
	{Operation: "catalog/rank", Command: "catalog", For: Classic},
	{Operation: "minimal", Command: "minimal"},
	{Operation: "minimal", Field: "max_givens", Command: "minimal", Flag: "--most", For: Classic},
	{Operation: "minimal", Field: "after", Command: "minimal", Flag: "--after", For: Classic},
	{Command: "minimal", Flag: "--count", For: Classic},
	{Operation: "unavoidable", Command: "unavoidable", For: Classic},
	{Operation: "backdoor", Command: "backdoor", For: Classic},
	{Command: "neighbours", For: Classic},
	{Command: "collect", For: Classic},
}

// Capabilities returns all questions about puzzles. Each is followed by its parts that accept fewer puzzles.
func Capabilities() []Capability { return slices.Clone(capabilities) }

// OperationCapability returns the capability of an operation, or of a field of its request. ok is false if the
// operation is not about a puzzle, or if the field accepts every puzzle that the operation accepts.
func OperationCapability(name, field string) (c Capability, ok bool) {
	return capabilityWhere(func(c *Capability) bool { return c.Operation == name && c.Field == field })
}

// CommandCapability is like [OperationCapability], for a command and a flag such as "--goal".
func CommandCapability(name, flag string) (c Capability, ok bool) {
	return capabilityWhere(func(c *Capability) bool { return c.Command == name && c.Flag == flag })
}

func capabilityWhere(is func(*Capability) bool) (c Capability, ok bool) {
	for i := range capabilities {
		if is(&capabilities[i]) {
			return capabilities[i], true
		}
	}
	return c, false
}

// naming returns the names of a capability and of its part: those of the API, or those of the command line.
type naming func(*Capability) (whole, part string)

func operationNames(c *Capability) (whole, part string) { return c.Operation, c.Field }
func commandNames(c *Capability) (whole, part string)   { return c.Command, c.Flag }

// CommandRefusal returns a text: a command or a flag, given by what, does not take a puzzle with these rules.
func CommandRefusal(what string, rules any) message.Message {
	row, ok := CommandCapability(what, "")
	if !ok || row.For == AnyPuzzle {
		row.For = Classic
	}
	return refusalOf(commandNames, what, row.For, rules)
}

// refusalOf returns a text: a question or a part of one, given by what, only takes puzzles in scope s, and not a puzzle
// with these rules. For a whole question, the text lists the questions that take all puzzles.
func refusalOf(nameOf naming, what string, s Scope, rules any) message.Message {
	var others []string
	instead := message.New("capability.leaveOut")
	for i := range capabilities {
		whole, part := nameOf(&capabilities[i])
		switch isAsked := whole == what && part == ""; {
		case isAsked && capabilities[i].For == AnyPuzzle: // the question takes the puzzle, so the refusal is about another argument
			return message.New(format.OtherRules, "constraints", rules)
		case isAsked:
			instead.Key = "capability.others"
		case whole != "" && part == "" && capabilities[i].For == AnyPuzzle:
			others = append(others, whole)
		}
	}
	instead.Args = []any{"names", strings.Join(others, ", ")}
	return message.New("capability.refused", "what", what, "puzzles", s.Message(), "rules", rules, "instead", instead)
}

// answeringOperations returns the names of the operations that accept a puzzle.
func (r *Subject) answeringOperations() (names []string) {
	for _, c := range capabilities {
		if c.Operation != "" && c.Field == "" && r.isInScope(c.For) {
			names = append(names, c.Operation)
		}
	}
	return names
}

// ruleNames returns the names of the rules in which the puzzle as read differs from a classic one.
func (r *Subject) ruleNames() (names []message.Message) {
	for _, rule := range r.read.Rules() {
		names = append(names, rule.Name)
	}
	return names
}

// checkParts returns the first of the given parts of a question that does not accept the puzzle, and the error.
func (r *Subject) checkParts(nameOf naming, question string, given map[string]bool) (string, error) {
	for i := range capabilities {
		c := &capabilities[i]
		if whole, part := nameOf(c); whole == question && given[part] && !r.isInScope(c.For) {
			return part, &message.Error{What: refusalOf(nameOf, part, c.For, r.ruleNames())}
		}
	}
	return "", nil
}

// CheckFlags returns an error if one of the given flags of a command does not accept the puzzle.
func (r *Subject) CheckFlags(command string, given map[string]bool) error {
	_, err := r.checkParts(commandNames, command, given)
	return err
}

// checkFields returns an error if one of the given fields of a request does not accept the puzzle.
func (c *Call) checkFields(r *Subject, given map[string]bool) error {
	field, err := r.checkParts(operationNames, c.operation, given)
	return c.invalidError(field, err, nil)
}
