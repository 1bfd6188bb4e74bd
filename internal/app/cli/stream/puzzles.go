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

// LocationText returns "FILE:LINE" for messages, with lines added to the line number.
func (e *Entry) LocationText(lines int) string {
	return e.Source.Name + ":" + strconv.Itoa(e.Line+lines)
}

// Slots holds the puzzles of one batch. The cells are in the form that engines take. Rarely used data is stored
// separately.
type Slots struct {
	Cells [][sudoku.Cells]uint8
	apart []mixedPuzzle // one element for each puzzle; empty in a run of lines, where the index of a puzzle gives its line
	from  *Source       // the source of a part of a run of lines, nil for other batches
}

type mixedPuzzle struct {
	source *Source
	line   int
	puzzle *format.Puzzle // the puzzle; nil for a line of 81 characters, and before Read
	unread *format.Unread // a puzzle that may not be classic; otherwise nil
}

// few is the initial capacity in puzzles. Most inputs have only one puzzle, and clearing memory for a full batch takes
// as long as solving several.
const few = 8

// appendLines takes puzzles that are on lines of their own until s has size puzzles. It returns how many it has taken.
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

// slot returns what is known about puzzle i.
func (s *Slots) slot(i int) mixedPuzzle {
	if s.from != nil {
		return mixedPuzzle{source: s.from, line: i}
	}
	return s.apart[i]
}

// Entry returns puzzle i with its place. Before [Slots.Read], a puzzle that may not be classic has only a place.
func (s *Slots) Entry(i int) Entry {
	at := s.slot(i)
	if at.puzzle != nil {
		return Entry{*at.puzzle, at.source}
	}
	g, _ := sudoku.FromCells(s.Cells[i]) // FromCells cannot fail: the values come from grids or from format.Lines
	return Entry{format.Puzzle{Grid: g, Line: at.line}, at.source}
}

// Read returns puzzle i after change, if not nil, has changed it. It first reads the text of a puzzle that may not be
// classic. The entry of such a puzzle then has the change, too.
func (s *Slots) Read(i int, change func(*format.Puzzle) error) (p format.Puzzle, err error) {
	at := s.slot(i)
	if p = s.Entry(i).Puzzle; at.unread != nil {
		if at.puzzle == nil {
			if p, err = at.unread.Read(); err != nil {
				return p, err
			}
		}
		defer func() { s.apart[i].puzzle = &p }()
	}
	if change != nil {
		err = change(&p)
	}
	return p, err
}

// hasOtherRules reports whether the batch is for puzzles that may be other than classic. A batch never mixes both.
func (s *Slots) hasOtherRules() bool { return len(s.apart) > 0 && s.apart[0].unread != nil }

// ClassicSlots returns Slots with these grids as classic puzzles, whose places are those of the puzzles from i on.
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

// Puzzles yields each puzzle of the sources, or an error in a source. It ends early if ctx ends. If classic is set, a
// puzzle that is not classic is an error.
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

// nextUnread returns the next puzzle of r. If classic is set, a puzzle that is not classic is an error.
func nextUnread(r *format.Reader, classic bool) (p format.Puzzle, unread *format.Unread, err error) {
	if classic {
		p, err = r.NextClassic()
		return p, nil, err
	}
	u, err := r.NextUnread()
	p, ok := u.Classic()
	if err == nil && !ok {
		unread = &u
	}
	return p, unread, err
}

// nextPuzzleFunc returns r.NextClassic if classic is set, and otherwise r.Next.
func nextPuzzleFunc(r *format.Reader, classic bool) func() (format.Puzzle, error) {
	if classic {
		return r.NextClassic
	}
	return r.Next
}

// input holds what reading needs: its context, a counter of bytes, and a function for pauses.
type input struct {
	ctx   context.Context
	read  *atomic.Int64 // counts the bytes read
	pause func()        // called before a read that may wait for a person or a slow pipe
}

// readItems calls yield with every item that it reads from the source, or with an error. one is set if the error
// concerns one item and reading continues. open returns two functions. next reads the next item and keeps it for yield.
// before, if not nil, is called before every item. It may take items itself; it returns their number, or false to stop.
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
		case errors.As(err, new(*format.SyntaxError)): // the reader can continue after such an error
			if !yield(s.WrapError(err, n == 0), true) {
				return false
			}
		default:
			return yield(&InputError{s.Name, err}, false)
		}
	}
}

// WrapError adds the source's name to an error. first is set if nothing has been read from the source.
func (s *Source) WrapError(err error, first bool) error {
	var syntax *format.SyntaxError
	if s.Text != "" && first && errors.As(err, &syntax) && syntax.What.Key != format.OtherRules {
		syntax.What = message.New("error.neither", "what", syntax.What)
	}
	return &InputError{s.Name, err}
}

// textFault adds the source's name to an error in a puzzle that begins on the given line. It adds further to all line
// numbers.
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
