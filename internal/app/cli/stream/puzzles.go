package stream

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"sync/atomic"

	"nonet/format"
	"nonet/message"
	"nonet/sudoku"
)

// Entry is a puzzle with the place where it was read.
type Entry struct {
	format.Puzzle
	Source *Source
}

// LocationText returns the entry's place for messages, with lines added to the line number.
func (e *Entry) LocationText(lines int) string {
	return e.Source.Name + ":" + strconv.Itoa(e.Line+lines)
}

// Slots are the puzzles of one batch. The values are in the form that engines take; rarely used
// data is stored separately.
type Slots struct {
	Cells [][sudoku.Cells]uint8
	apart []mixedPuzzle // one for each puzzle; empty in a run of lines, where indices serve as line numbers
	from  *Source       // set only for a part of a run of lines
}

type mixedPuzzle struct {
	source *Source
	line   int
	puzzle *format.Puzzle // nil for a line of 81 characters
	others bool           // the puzzle has, or may have, other rules
}

// KernelCells returns a puzzle as batches for the kernel hold it. ok is false if the puzzle has, or may have, other
// rules or another board. No other function decides which puzzles take the fast way.
func KernelCells(p *format.Puzzle) (cells [sudoku.Cells]uint8, ok bool) {
	return p.Grid.Values(), p.IsClassic()
}

// few is the initial capacity in puzzles. Clearing memory for a full batch takes as long as solving some
// puzzles. Most inputs have only one puzzle.
const few = 8

// appendLines takes puzzles that are on lines of their own until there are size puzzles. It returns
// the number of puzzles taken.
func (s *Slots) appendLines(from *Source, in *format.Reader, size int) (n int) {
	for len(s.Cells) < size {
		if cap(s.Cells) < size {
			room := few
			if len(s.Cells) >= few {
				room = size - len(s.Cells)
			}
			s.Cells = slices.Grow(s.Cells, room)
		}
		end := min(size, cap(s.Cells))
		taken, line := in.Lines(s.Cells[len(s.Cells):end])
		s.Cells = s.Cells[:len(s.Cells)+taken]
		for i := range taken {
			s.apart = append(s.apart, mixedPuzzle{source: from, line: line + i})
		}
		if n += taken; len(s.Cells) < end {
			break
		}
	}
	return n
}

// HasNoPencilMarks reports whether puzzle i has no pencil marks.
func (s *Slots) HasNoPencilMarks(i int) bool {
	return s.from != nil || s.apart[i].puzzle == nil || s.apart[i].puzzle.Pencil == nil
}

// Entry returns puzzle i.
func (s *Slots) Entry(i int) Entry {
	at := mixedPuzzle{source: s.from, line: i}
	if s.from == nil {
		at = s.apart[i]
	}
	if at.puzzle != nil {
		return Entry{*at.puzzle, at.source}
	}
	g, _ := sudoku.FromCells(s.Cells[i]) // cannot fail: the values come from grids or from format.Lines
	return Entry{format.Puzzle{Grid: g, Line: at.line}, at.source}
}

// hasOtherRules reports whether the puzzles have, or may have, other rules. This is equal for all puzzles of
// a batch.
func (s *Slots) hasOtherRules() bool { return s.from == nil && len(s.apart) > 0 && s.apart[0].others }

// OtherRulesPuzzle returns puzzle i of a batch for [Stage.Rules]. Its text may not have been read yet. It is
// nil for a classic puzzle.
func (s *Slots) OtherRulesPuzzle(i int) *format.Puzzle {
	if s.from != nil || !s.apart[i].others {
		return nil
	}
	return s.apart[i].puzzle
}

// ClassicSlots returns the puzzles from i on as classic puzzles with these grids.
func (s *Slots) ClassicSlots(i int, grids [][sudoku.Cells]uint8) *Slots {
	if s.from == nil {
		return &Slots{Cells: grids, apart: s.apart[i : i+len(grids)]}
	}
	c := &Slots{Cells: grids}
	for k := range grids {
		c.apart = append(c.apart, mixedPuzzle{source: s.from, line: i + k})
	}
	return c
}

// Puzzles yields each puzzle of the sources, or an error in a source. It ends early if ctx ends.
// Unless classic is set, it includes puzzles of other boards and rules.
func Puzzles(ctx context.Context, sources []Source, classic bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for i := range sources {
			from := &sources[i]
			in := input{ctx: ctx, read: new(atomic.Int64), pause: func() {}}
			e := Entry{Source: from}
			if !readItems(&in, from, func(file io.Reader) (func() error, func() (int, bool)) {
				next := nextPuzzleFunc(format.NewReader(file).IgnoreUnknown().SetSection(from.section), classic)
				return func() (err error) {
					e.Puzzle, err = next()
					return err
				}, nil
			}, func(err error, _ bool) bool {
				if err != nil {
					e.Puzzle = format.Puzzle{}
				}
				return yield(e, err)
			}) {
				return
			}
		}
	}
}

// nextPuzzleFunc returns a reader's method for the next puzzle: of any rules, or only a classic one.
func nextPuzzleFunc(r *format.Reader, classic bool) func() (format.Puzzle, error) {
	if classic {
		return r.NextClassic
	}
	return r.Next
}

// input configures the reading of sources.
type input struct {
	ctx   context.Context
	read  *atomic.Int64 // counter of bytes
	pause func()        // called before a read that may wait for a person or a slow pipe
}

// readItems calls yield with every item that is read from the source, or with an error. one is set if the
// error concerns one item and reading continues. open returns two functions. The first reads the next item and
// keeps it for yield. readItems calls the second, if it is not nil, before every item. The second may take
// items itself; it returns their number, or false to stop.
func readItems(by *input, s *Source, open func(io.Reader) (next func() error, before func() (int, bool)), yield func(err error, one bool) bool) bool {
	file, err := s.openReader(by.ctx, by.read, by.pause)
	if by.ctx.Err() != nil {
		return false
	}
	if err != nil {
		return yield(err, false)
	}
	defer file.Close()
	next, before := open(file)
	for n := 0; ; n++ {
		if before != nil {
			taken, more := before()
			if n += taken; !more {
				return false
			}
		}
		err := next()
		switch {
		case err == nil:
			if !yield(nil, true) {
				return false
			}
			continue
		case by.ctx.Err() != nil:
			return false
		case err == io.EOF && (n > 0 || s.part):
			return true
		case err == io.EOF:
			_, err = format.ParseOne("")
			return yield(&InputError{s.Name, err}, false)
		case errors.As(err, new(*format.SyntaxError)): // reading can continue
			if !yield(s.WrapError(err, n == 0), true) {
				return false
			}
		default:
			return yield(&InputError{s.Name, err}, false)
		}
	}
}

// WrapError adds the source's name to an error. first is set if nothing was read before.
func (s *Source) WrapError(err error, first bool) error {
	var syntax *format.SyntaxError
	if s.Text != "" && first && errors.As(err, &syntax) && syntax.What.Key != format.OtherRules {
		syntax.What = message.New("error.neither", "what", syntax.What)
	}
	return &InputError{s.Name, err}
}

// textFault adds the source's name to an error in a puzzle that begins on the given line. It
// adds further to line numbers.
func (s *Source) textFault(why error, line, further int) *InputError {
	if at := new(format.SyntaxError); errors.As(why, &at) {
		placed := *at
		placed.Line += further
		return &InputError{s.Name, &placed}
	}
	if m := message.Messenger(nil); errors.As(why, &m) {
		return &InputError{s.Name, &format.SyntaxError{Line: line + further, Column: 1, What: m.Message()}}
	}
	return &InputError{s.Name, why}
}
