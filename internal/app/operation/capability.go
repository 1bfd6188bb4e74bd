package operation

import (
	"slices"
	"strings"

	"nonet/board"
	"nonet/format"
	"nonet/generate"
	"nonet/message"
)

// Scope is a set of puzzles. Each question accepts the puzzles of one scope.
type Scope uint8

const (
	AnyPuzzle  Scope = iota // any board and any rules
	NineByNine              // 9 rows, 9 columns and the digits 1 to 9, with any rules
	Houses                  // puzzles whose only rules are houses: classic, x, windoku and jigsaw
	Classic                 // puzzles with classic rules
)

// Scopes returns all scopes, the widest first.
func Scopes() []Scope { return []Scope{AnyPuzzle, NineByNine, Houses, Classic} }

// String returns the scope's word: "any", "nine", "houses" or "classic". The keys of the scope's texts end in this
// word.
func (s Scope) String() string { return [...]string{"any", "nine", "houses", "classic"}[s] }

// Message returns a text such as "classic puzzles", which names the puzzles in the scope.
func (s Scope) Message() message.Message { return message.New("capability." + s.String()) }

// IsInScope reports whether the puzzle belongs to s. A puzzle with weights, or with unknown rules in its text, is
// neither in [Houses] nor in [Classic].
func (r *Subject) IsInScope(s Scope) bool {
	switch {
	case s == NineByNine:
		return r.Rows == 9 && r.Columns == 9 && r.Low == 1 && r.High == 9
	case s == Houses:
		return r.houses() != nil
	case s == Classic:
		_, ok := r.Puzzle.Classic()
		return ok && r.Weights == nil && r.missingParts(false) == nil
	}
	return true
}

// houses returns the board of a puzzle that is within the scope [Houses], and nil for any other puzzle.
func (r *Subject) houses() *board.Board {
	b, _, ok := r.NamedBoard()
	if !ok || r.Weights != nil || r.missingParts(false) != nil {
		return nil
	}
	return b
}

// feature is a property of answers that only the puzzles in a scope have.
type feature uint8

const (
	lineText     feature = iota // answers show the puzzle as 81 characters, without a board
	gridValues                  // a player's values are a grid in any format, and must contain the givens
	logicSteps                  // hints and paths of a request without options have the steps of package logic
	hodokuPoints                // grades have HoDoKu's points and Sudoku Explainer's rating
	allMinimal                  // the minimal puzzles inside the puzzle are enumerated in order
)

// Feature is a row of the table of features.
type Feature struct {
	For       Scope
	Questions []string // the operations and commands whose answers have the feature; nil means all
	text      string   // the key of its text
}

// features lists the rows of all features. Help texts and tables in the documents are built from this list.
var features = [...]Feature{
	lineText:     {Classic, nil, "capability.lineText"},
	gridValues:   {Classic, nil, "capability.gridValues"},
	logicSteps:   {Classic, []string{"hint", "explain"}, "capability.logicSteps"},
	hodokuPoints: {Classic, []string{"grade", "explain"}, "capability.hodokuPoints"},
	allMinimal:   {Classic, []string{"minimal"}, "capability.allMinimal"},
}

// FeaturesOf returns the features that a question's answers have. It omits features that the answers to all questions
// have.
func FeaturesOf(question string) (all []Feature) {
	for _, f := range features {
		if slices.Contains(f.Questions, question) {
			all = append(all, f)
		}
	}
	return all
}

// Message returns a text that names the feature.
func (f Feature) Message() message.Message { return message.New(f.text) }

func (r *Subject) has(f feature) bool { return r.IsInScope(features[f].For) }

// TakesDigitWeights reports whether each digit in a cell may have its own weight in the score. Only classic puzzles
// permit this.
func (r *Subject) TakesDigitWeights() bool {
	_, ok := r.Puzzle.Classic()
	return ok
}

// Capability is a row of the table of questions: a question about puzzles, with the scope of the puzzles that it
// accepts. A question is an operation, a command, or both. A row may also describe a field or a flag. Then its scope is
// smaller than that of the field's question.
type Capability struct {
	Operation, Field string
	Command, Flag    string
	For              Scope
}

// capabilities lists all questions with their scopes. Refusals, help texts, tables in the documents, and the page's
// list of offers are built from this list.
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
	{Operation: "generate", Field: "min_score", Command: "generate", Flag: "--min-score", For: Classic},
	{Operation: "generate", Field: "max_score", Command: "generate", Flag: "--max-score", For: Classic},
	{Operation: "generate", Field: "require", Command: "generate", Flag: "--require", For: Classic},
	{Operation: "generate", Field: "forbid", Command: "generate", Flag: "--forbid", For: Classic},
	{Operation: "generate", Field: "pattern", Command: "generate", Flag: "--pattern", For: Classic},
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

// Capabilities returns all questions about puzzles. After each question come those of its fields and flags that refuse
// puzzles which the question accepts.
func Capabilities() []Capability { return slices.Clone(capabilities) }

// CapabilityOf returns a row of the table of questions. question is an operation or a command. part is a field of the
// operation's request, a flag of the command such as "--goal", or "" for the question itself. ok is false if the table
// has no such row. Then the question is not about a puzzle, or the field or flag accepts every puzzle of the question.
func CapabilityOf(question, part string) (c Capability, ok bool) {
	for _, c := range capabilities {
		if c.Operation == question && c.Field == part || c.Command == question && c.Flag == part {
			return c, true
		}
	}
	return c, false
}

// naming returns the names that a row has in the API, or on the command line. `question` is the name of the question.
// `part` is the name of the row's field or flag. A name is "" if the row has none.
type naming func(*Capability) (question, part string)

func operationNames(c *Capability) (question, part string) { return c.Operation, c.Field }
func commandNames(c *Capability) (question, part string)   { return c.Command, c.Flag }

// CommandRefusal returns a text that refuses a puzzle with these rules. `what` is the name of the command or flag that
// does not accept such puzzles.
func CommandRefusal(what string, rules any) message.Message {
	row, ok := CapabilityOf(what, "")
	if !ok || row.For == AnyPuzzle {
		row.For = Classic
	}
	return refusalOf(commandNames, what, row.For, rules)
}

// refusalOf returns a text that refuses a puzzle with these rules. `what` is the name of the question, field or flag,
// which accepts only puzzles in scope s. If `what` is a question, the text also lists the questions that accept all
// puzzles.
func refusalOf(nameOf naming, what string, s Scope, rules any) message.Message {
	var others []string
	instead := message.New("capability.leaveOut")
	for i := range capabilities {
		question, part := nameOf(&capabilities[i])
		switch isAsked := question == what && part == ""; {
		case isAsked && capabilities[i].For == AnyPuzzle: // the question itself takes the puzzle, so another argument causes the refusal
			return message.New(format.OtherRules, "constraints", rules)
		case isAsked:
			instead.Key = "capability.others"
		case question != "" && part == "" && capabilities[i].For == AnyPuzzle:
			others = append(others, question)
		}
	}
	instead.Args = []any{"names", strings.Join(others, ", ")}
	return message.New("capability.refused", "what", what, "puzzles", s.Message(), "rules", rules, "instead", instead)
}

func (r *Subject) answeringOperations() (names []string) {
	for _, c := range capabilities {
		if c.Operation != "" && c.Field == "" && r.IsInScope(c.For) {
			names = append(names, c.Operation)
		}
	}
	return names
}

// ruleNames returns the names of the puzzle's rules beyond the classic ones, as read from the text.
func (r *Subject) ruleNames() (names []message.Message) {
	for _, rule := range r.read.Rules() {
		names = append(names, rule.Name)
	}
	return names
}

// checkParts looks for a given field or flag of the question that does not accept the puzzle. It returns the name of
// the first one, and the error. It returns "" and nil if all given fields and flags accept the puzzle.
func (r *Subject) checkParts(nameOf naming, question string, given map[string]bool) (string, error) {
	for i := range capabilities {
		c := &capabilities[i]
		if asked, part := nameOf(c); asked == question && given[part] && !r.IsInScope(c.For) {
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

func (c *Call) checkFields(r *Subject, given map[string]bool) error {
	field, err := r.checkParts(operationNames, c.operation, given)
	return c.invalidError(field, err, nil)
}

// checkSpecParts looks for a given field or flag of generate that does not accept the puzzles of a Spec. It returns the
// name of the first one, and the error. It returns "" and nil if all given fields and flags accept the puzzles.
func checkSpecParts(s *generate.Spec, given map[string]bool) (string, error) {
	isClassic := len(s.Kinds) == 0 && (s.Size == 0 || s.Size == 9)
	for _, c := range capabilities {
		for _, part := range []string{c.Field, c.Flag} {
			if c.Operation == "generate" && given[part] && !isClassic {
				return part, message.NewError("rules.make.classic", "flag", part)
			}
		}
	}
	return "", nil
}
