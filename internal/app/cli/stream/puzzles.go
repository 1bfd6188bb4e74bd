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

// Entry is a puzzle with the source where it was read. Puzzle.Line is the number of the puzzle's first line in this
// source.
type Entry struct {
	format.Puzzle
	Source *Source
}

// LocationText returns the entry's place as "FILE:LINE". The line number is the puzzle's line plus `lines`.
func (e *Entry) LocationText(lines int) string {
	return e.Source.Name + ":" + strconv.Itoa(e.Line+lines)
}

// Slots holds the puzzles of one batch. Cells has the form that engines take. The other fields hold data that is rarely
// needed.
type Slots struct {
	Cells   [][sudoku.Cells]uint8
	singles []mixedPuzzle // one element per puzzle; empty if `from` is set, because then puzzle i is on line i of the range
	from    *Source       // the source of a range of lines; nil for other batches
}

type mixedPuzzle struct {
	source *Source
	line   int
	puzzle *format.Puzzle // the parsed puzzle; nil for a line of 81 characters, and before Read
	unread *format.Puzzle // the unparsed text of a puzzle that may not be classic; nil for a classic puzzle
}

func newMixedPuzzle(from *Source, p format.Puzzle) mixedPuzzle {
	if p.IsClassic() {
		return mixedPuzzle{from, p.Line, &p, nil}
	}
	return mixedPuzzle{from, p.Line, nil, &p}
}

// appendLines appends puzzles that are on lines of their own, until s has `size` puzzles.
func (s *Slots) appendLines(from *Source, in *format.Reader, size int) int {
	have := len(s.Cells)
	s.Cells = slices.Grow(s.Cells, size-have)
	n, line := in.Lines(s.Cells[have:size])
	s.Cells = s.Cells[:have+n]
	for i := range n {
		s.singles = append(s.singles, mixedPuzzle{source: from, line: line + i})
	}
	return n
}

// HasNoPencilMarks reports whether puzzle i was read without pencil marks.
func (s *Slots) HasNoPencilMarks(i int) bool {
	return s.from != nil || s.singles[i].puzzle == nil || s.singles[i].puzzle.Pencil == nil
}

func (s *Slots) slot(i int) mixedPuzzle {
	if s.from != nil {
		return mixedPuzzle{source: s.from, line: i}
	}
	return s.singles[i]
}

// Entry returns puzzle i with its place. If the puzzle may not be classic, and [Slots.Read] has not parsed it yet, the
// field Puzzle has only its line.
func (s *Slots) Entry(i int) Entry {
	slot := s.slot(i)
	if slot.puzzle != nil {
		return Entry{*slot.puzzle, slot.source}
	}
	g, _ := sudoku.FromCells(s.Cells[i]) // no error, because the values come from grids or from format.Lines
	return Entry{format.Puzzle{Grid: g, Line: slot.line}, slot.source}
}

// Read returns puzzle i. If the puzzle may not be classic, Read first parses the puzzle's text. If `change` is not nil,
// Read then calls `change`, which may modify the puzzle. Later calls of Entry also return the modified puzzle, unless
// the puzzle is classic.
func (s *Slots) Read(i int, change func(*format.Puzzle) error) (p format.Puzzle, err error) {
	slot := s.slot(i)
	if p = s.Entry(i).Puzzle; slot.unread != nil {
		if slot.puzzle == nil {
			if p, err = slot.unread.Read(); err != nil {
				return p, err
			}
		}
		defer func() { s.singles[i].puzzle = &p }()
	}
	if change != nil {
		err = change(&p)
	}
	return p, err
}

// hasOtherRules reports whether the batch is for puzzles that may not be classic. A batch has either only such puzzles
// or only classic puzzles.
func (s *Slots) hasOtherRules() bool { return len(s.singles) > 0 && s.singles[0].unread != nil }

// Slice returns Slots with the given grids. Grid k has the source and the line of puzzle i+k of s.
func (s *Slots) Slice(i int, grids [][sudoku.Cells]uint8) *Slots {
	if s.from == nil {
		return &Slots{Cells: grids, singles: s.singles[i : i+len(grids)]}
	}
	c := &Slots{Cells: grids}
	for k := range grids {
		c.singles = append(c.singles, mixedPuzzle{source: s.from, line: i + k})
	}
	return c
}

// Puzzles yields each puzzle of the sources, or an error in a source. It stops when ctx ends. If classic is true, it
// yields an error for each puzzle that is not classic.
func Puzzles(ctx context.Context, sources []Source, classic bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for i := range sources {
			from := &sources[i]
			in := input{ctx: ctx, read: new(atomic.Int64), pause: func() {}}
			e := Entry{Source: from}
			if !readItems(&in, from, func(file io.Reader) (func() error, func() (int, bool)) {
				puzzles := format.NewReader(file, format.Options{IgnoreUnknown: true, Section: from.section})
				next := nextPuzzleFunc(puzzles, classic, puzzles.Next)
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

func nextPuzzleFunc(r *format.Reader, classic bool, next func() (format.Puzzle, error)) func() (format.Puzzle, error) {
	if classic {
		return r.NextClassic
	}
	return next
}

// input holds what the readers of all sources share: a context, a counter of bytes, and a function to call before a
// read that may wait.
type input struct {
	ctx   context.Context
	read  *atomic.Int64 // the number of bytes read so far, for the progress line
	pause func()        // a function to call before a read that may block, for example until a person types
}

// readItems calls yield with every item that it reads from the source, or with an error. The argument `one` is false
// for an error that ends the source, and true for an item or for an error in a single item.
//
// The function `open` returns two functions. The first, `next`, reads the next item and keeps it for yield. The second,
// `before`, is called before every item if it is not nil. `before` may itself read items. It returns how many items it
// has read, and false if reading must stop.
func readItems(in *input, s *Source, open func(io.Reader) (next func() error, before func() (int, bool)), yield func(err error, one bool) bool) bool {
	file, err := s.openReader(in.ctx, in.read, in.pause)
	if in.ctx.Err() != nil {
		return false
	}
	if err != nil {
		return yield(err, false)
	}
	defer file.Close()
	next, before := open(file)
	for n := 0; ; n++ {
		if before != nil {
			count, more := before()
			if n += count; !more {
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
		case in.ctx.Err() != nil:
			return false
		case err == io.EOF && (n > 0 || s.part):
			return true
		case err == io.EOF:
			_, err = format.ParseOne("")
			return yield(&InputError{s.Name, err}, false)
		case errors.As(err, new(*format.SyntaxError)): // after such an error, the reader can continue
			if !yield(s.WrapError(err, n == 0), true) {
				return false
			}
		default:
			return yield(&InputError{s.Name, err}, false)
		}
	}
}

// WrapError adds the source's name to an error. `first` is true if nothing was read from the source before. If the
// source is an argument, the text of a syntax error then also says that no file has this name.
func (s *Source) WrapError(err error, first bool) error {
	var syntax *format.SyntaxError
	if s.Text != "" && first && errors.As(err, &syntax) && syntax.What.Key != format.OtherRules {
		syntax.What = message.New("error.neither", "what", syntax.What)
	}
	return &InputError{s.Name, err}
}

// textFault adds the source's name to an error in a puzzle that begins on line number `line`. It adds `further` to all
// line numbers.
func (s *Source) textFault(err error, line, further int) *InputError {
	if syntax := new(format.SyntaxError); errors.As(err, &syntax) {
		placed := *syntax
		placed.Line += further
		return &InputError{s.Name, &placed}
	}
	if m := message.Messenger(nil); errors.As(err, &m) {
		return &InputError{s.Name, &format.SyntaxError{Line: line + further, Column: 1, What: m.Message()}}
	}
	return &InputError{s.Name, err}
}
