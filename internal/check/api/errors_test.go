package api

import (
	"errors"
	"go/types"
	"slices"
	"strings"
	"testing"

	"nonet/board"
	"nonet/format"
	"nonet/generate"
	"nonet/grade"
	"nonet/internal/certificate"
	"nonet/internal/job"
	"nonet/internal/practice"
	"nonet/internal/research/collection"
	"nonet/internal/research/prove"
	"nonet/internal/research/prove/verify"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/target"
)

// failures holds one or more of each exported error type, and each exported error.
var failures = map[string][]error{
	"board.NameError": {&board.NameError{Name: "x+y", Part: "y"}},
	"internal/research/collection.ExpressionError": {&collection.ExpressionError{Column: 3, What: message.New("collection.condition")}},
	"format.SyntaxError":                           {&format.SyntaxError{Line: 3, Column: 7, What: message.New("format.missing", "n", 1)}},
	"generate.LimitError":                          {&generate.LimitError{Attempts: 100}},
	"generate.SpecError":                           {&generate.SpecError{What: message.New("generate.levelUnknown", "value", 9)}},
	"grade.CeilingError":                           {&grade.CeilingError{Ceiling: 90}},
	"grade.ErrBeyond":                              {grade.ErrBeyond},
	"grade.SolutionsError":                         {&grade.SolutionsError{}, &grade.SolutionsError{Solutions: 2}},
	"internal/job.ErrAnother":                      {job.ErrAnother},
	"internal/job.ErrNone":                         {job.ErrNone},
	"internal/job.Fault":                           {&job.Fault{Shard: 3, Kind: job.Missing}, &job.Fault{Shard: 3, Name: "n", Kind: job.Unreadable, Err: errors.New("no disk")}},
	"message.Error":                                {message.NewError("target.goal", "name", "x")},
	"logic.ErrNothing":                             {logic.ErrNothing},
	"logic.UnknownTechniqueError":                  {&logic.UnknownTechniqueError{Name: "z-wing"}},
	"logic.UnprovenError":                          {&logic.UnprovenError{Reason: "truth"}},
	"logic/hodoku.SyntaxError":                     {&hodoku.SyntaxError{Text: ":0000:", Field: 2}},
	"internal/practice.NoneError":                  {&practice.NoneError{Technique: logic.Squirmbag, Puzzles: 1000}, &practice.NoneError{Technique: logic.BruteForce}},
	"internal/research/prove.SeveralError":         {&prove.SeveralError{}},
	"internal/research/prove/verify.RejectedError": {&verify.RejectedError{Column: 83, What: message.New("verify.verdict")}},
	"sudoku.ContradictionError":                    {&sudoku.ContradictionError{Contradictions: sudoku.MustParse("11" + strings.Repeat(".", 79)).Contradictions()}},
	"sudoku.DigitError":                            {&sudoku.DigitError{Cell: 3, Value: 10}},
	"sudoku.NodeLimitError":                        {&sudoku.NodeLimitError{Nodes: 1000}},
	"sudoku.ParseError":                            {&sudoku.ParseError{Length: 80}, &sudoku.ParseError{Length: 81, Position: 3, Char: 'x'}},
	"puzzle.Error":                                 {&puzzle.Error{Kind: "Cage", Cells: []string{"r1c1"}, What: message.New("rules.cellTwice")}, &puzzle.Error{What: message.New("rules.apart")}},
	"puzzle.ContradictionError":                    {&puzzle.ContradictionError{Constraint: -1, Cells: []string{"r1c1"}, What: message.New("rules.noValue")}},
	"format.PartError":                             {&format.PartError{Part: ".Cage", What: message.New("rules.noNumber")}},
	"target.WeightError":                           {&target.WeightError{Cell: 3, Digit: 5, Value: 1e12}},
	"internal/certificate.Error":                   {&certificate.Error{Line: 3, Reason: "end"}},
}

// TestErrors checks that every exported error can be used without this module's other types. It must have
// fields, an English text, and a key of the catalogue with all arguments of its text.
func TestErrors(t *testing.T) {
	errorType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	known := message.Keys()
	found := map[string]bool{}
	inner := []string{"internal/certificate", "internal/job", "internal/practice", "internal/research"} // users see their errors, too
	for _, pkg := range packages(t, func(path string) bool {
		return isLibrary(path) || slices.ContainsFunc(inner, func(folder string) bool { return strings.HasPrefix(path, folder) })
	}) {
		for _, name := range pkg.Scope().Names() {
			o := pkg.Scope().Lookup(name)
			_, isVar := o.(*types.Var)
			_, isType := o.(*types.TypeName)
			if !o.Exported() || !isVar && !isType || !types.Implements(types.NewPointer(o.Type()), errorType) && !types.Implements(o.Type(), errorType) {
				continue
			}
			name := strings.TrimPrefix(pkg.Path(), module) + "." + name
			if name == "wire.Problem" {
				continue // such a text is already in its reader's language
			}
			found[name] = true
			if failures[name] == nil {
				t.Errorf("%s is an error of which this test knows no example", name)
			}
			if s, is := o.Type().Underlying().(*types.Struct); isType && (!is || s.NumFields() == 0 || !s.Field(0).Exported()) {
				t.Errorf("%s has no fields that tell a caller what is wrong", name)
			}
			for _, err := range failures[name] {
				m, ok := errors.AsType[interface {
					error
					message.Messenger
				}](err)
				if !ok {
					t.Errorf("%s carries no message", name)
					continue
				}
				if key := m.Message().Key; !slices.Contains(known, key) {
					t.Errorf("%s: the catalogue has no key %q", name, key)
				}
				for _, lang := range message.Langs() {
					if said := message.TextOf(err, lang); strings.ContainsAny(said, "{}") || said == m.Message().Key {
						t.Errorf("%s: %s says %q", name, lang, said)
					}
				}
				if err.Error() != message.TextOf(err, message.English) {
					t.Errorf("%s: Error is %q, its English text is %q", name, err, message.TextOf(err, message.English))
				}
			}
		}
	}
	for name := range failures {
		if !found[name] {
			t.Errorf("%s is no exported error", name)
		}
	}
}

// TestVariables checks that importers cannot change exported variables.
func TestVariables(t *testing.T) {
	for _, pkg := range libraries(t) {
		for _, name := range pkg.Scope().Names() {
			v, is := pkg.Scope().Lookup(name).(*types.Var)
			if is && v.Exported() && !strings.HasPrefix(name, "Err") {
				t.Errorf("anyone can change %s.%s: make it a constant or a function", pkg.Path(), name)
			}
		}
	}
}
