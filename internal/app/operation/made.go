package operation

import (
	"slices"

	"nonet/format"
	"nonet/generate"
	"nonet/puzzle"
	"nonet/wire"
)

// GeneratedText returns a generated puzzle as text in the format `to`, with a newline. If `to` is nil, the text is one
// line that keeps the whole puzzle. The error names the rules that the format cannot express, or states that the format
// does not support the board.
func GeneratedText(p *generate.Puzzle, to *format.Kind) (string, error) {
	r := &Subject{Puzzle: p.Puzzle}
	if to == nil {
		return r.puzzleAsLine() + "\n", nil
	}
	text, _, err := r.writeAs(*to, false)
	return text, err
}

// puzzleAsLine returns the whole puzzle on one line. A classic puzzle is 81 characters. Another puzzle is in the
// notation of Interactive Sudoku Solver. It is in nonet's JSON if a reader of the notation would read a constraint as
// another kind.
func (r *Subject) puzzleAsLine() string {
	text := r.PuzzleText()
	if r.has(lineText) {
		return text
	}
	read, err := format.ReadISS(text)
	isSameKind := func(a, b puzzle.Constraint) bool { return a.Kind == b.Kind }
	if err == nil && slices.EqualFunc(read.Constraints, r.Constraints, isSameKind) {
		return text
	}
	return format.WriteNonet(r.Puzzle)
}

// GeneratedOf returns the JSON form of a generated puzzle. seed is the seed of the generator.
func GeneratedOf(p *generate.Puzzle, seed uint64) wire.Generated {
	r := &Subject{Puzzle: p.Puzzle}
	w := wire.Generated{
		Puzzle: r.puzzleAsLine(), Solution: format.ValuesLine(p.Puzzle, p.Solution), Board: r.wireBoard(), Givens: len(r.Givens), Constraints: len(r.Constraints),
		Seed: seed, Attempt: p.Attempt, Hardest: p.Hardest, Score: p.Score, Techniques: wire.CodesOf(p.Techniques...),
	}
	if p.Level > 0 {
		w.Level = p.Level.String()
	}
	return w
}
