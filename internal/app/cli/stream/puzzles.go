package stream

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync/atomic"

	"nonet/format"
	"nonet/message"
	"nonet/sudoku"
)

// Entry is a puzzle and where it stands.
type Entry struct {
	format.Puzzle
	Source *Source
}

// Place is the entry's place as errors show it, so many lines further on.
func (e *Entry) Place(lines int) string { return e.Source.Name + ":" + strconv.Itoa(e.Line+lines) }

// Slots are puzzles for one call of an engine: their values stand as engines take
// them, and apart from what is rarely looked at.
type Slots struct {
	Cells [][sudoku.Cells]uint8
	apart []apart // of each; none in a part of a run, whose lines count from 0
	from  *Source // of a part of a run
}

type apart struct {
	source *Source
	line   int
	pencil *[sudoku.Cells]sudoku.Candidates
	name   string
	kind   format.Kind
	extra  *format.Extra
	other  *format.Puzzle // unless it is plain and classic, as far as is known
}

// other reports whether a puzzle is of another board or of other rules, or may be.
func other(p *format.Puzzle) bool { return p.Deferred() || p.Other != nil }

func (s *Slots) add(from *Source, p *format.Puzzle) {
	s.Cells = append(s.Cells, p.Grid.Values())
	one := apart{source: from, line: p.Line, pencil: p.Pencil, name: p.Name, kind: p.Kind, extra: p.Extra}
	if other(p) {
		one.other = new(*p)
	}
	s.apart = append(s.apart, one)
}

// few is for how many puzzles there is room at first: to clear the room for a full batch takes as
// long as to solve some puzzles, and most inputs have one.
const few = 8

// lines takes what stands on lines of its own until there are size puzzles: how many.
func (s *Slots) lines(from *Source, in *format.Reader, size int) (n int) {
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
			s.apart = append(s.apart, apart{source: from, line: line + i})
		}
		if n += taken; len(s.Cells) < end {
			break
		}
	}
	return n
}

// Plain reports whether puzzle i has no pencil marks.
func (s *Slots) Plain(i int) bool { return s.from != nil || s.apart[i].pencil == nil }

// Entry is puzzle i.
func (s *Slots) Entry(i int) Entry {
	g, _ := sudoku.FromCells(s.Cells[i]) // which made them, or Lines
	if s.from != nil {
		return Entry{format.Puzzle{Grid: g, Line: i}, s.from}
	}
	at := &s.apart[i]
	if at.other != nil {
		return Entry{*at.other, at.source}
	}
	return Entry{format.Puzzle{Grid: g, Line: at.line, Pencil: at.pencil, Name: at.name, Kind: at.kind, Extra: at.extra}, at.source}
}

// others reports whether the puzzles are of other rules, or may be; those of a batch are, or none is.
func (s *Slots) others() bool { return s.from == nil && len(s.apart) > 0 && s.apart[0].other != nil }

// Other is puzzle i of a batch for [Stage.Rules], which may be yet to be read; nil of a classic one.
func (s *Slots) Other(i int) *format.Puzzle {
	if s.from != nil {
		return nil
	}
	return s.apart[i].other
}

// Classic is the puzzles from i on, which turned out to be these grids.
func (s *Slots) Classic(i int, grids [][sudoku.Cells]uint8) *Slots {
	if s.from == nil {
		return &Slots{Cells: grids, apart: s.apart[i : i+len(grids)]}
	}
	c := &Slots{Cells: grids}
	for k := range grids {
		c.apart = append(c.apart, apart{source: s.from, line: i + k})
	}
	return c
}

// Puzzles calls yield with each puzzle of the sources, or with what is wrong with one,
// until yield returns false. Those of other boards and rules come, too, unless classic.
func Puzzles(ctx context.Context, sources []Source, classic bool, yield func(Entry, error) bool) {
	for i := range sources {
		from := &sources[i]
		in := input{ctx: ctx, read: new(atomic.Int64), pause: func() {}}
		if !each(&in, from, func(file io.Reader) (func() (format.Puzzle, error), func() (int, bool)) {
			r := format.NewReader(file)
			if classic {
				r.Classic()
			}
			return r.Cut(from.section).Next, nil
		}, func(p format.Puzzle, err error, _ bool) bool { return yield(Entry{p, from}, err) }) {
			return
		}
	}
}

// input is how sources are read.
type input struct {
	ctx   context.Context
	read  *atomic.Int64 // counts bytes
	pause func()        // called, in between, when what is next is yet to come from a person or a slow pipe
}

// each yields each thing of the source, or what is wrong with it, and whether that is one
// thing, with more to come. What open returns reads the next; before, unless nil, may take
// some itself, and returns how many, or false to end.
func each[P any](by *input, s *Source, open func(io.Reader) (next func() (P, error), before func() (int, bool)), yield func(p P, err error, one bool) bool) bool {
	var none P
	file, err := s.reader(by.ctx, by.read, by.pause)
	if by.ctx.Err() != nil {
		return false
	}
	if err != nil {
		return yield(none, err, false)
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
		p, err := next()
		switch {
		case err == nil:
			if !yield(p, nil, true) {
				return false
			}
			continue
		case by.ctx.Err() != nil:
			return false
		case err == io.EOF && (n > 0 || s.part):
			return true
		case err == io.EOF:
			_, err = format.ParseOne("")
			return yield(none, &InputError{s.Name, err}, false)
		case Readable(err):
			if !yield(none, s.Fault(err, n == 0), true) {
				return false
			}
		default:
			return yield(none, &InputError{s.Name, err}, false)
		}
	}
}

// Fault is what is wrong with the source; first says that nothing came before it.
func (s *Source) Fault(err error, first bool) error {
	var syntax *format.SyntaxError
	if s.Text != "" && first && errors.As(err, &syntax) && syntax.What.Key != format.OtherRules {
		syntax.What = message.New("error.neither", "what", syntax.What)
	}
	return &InputError{s.Name, err}
}

// textFault is what is wrong with a puzzle of the source that begins on a line, so many lines
// further on than it knows.
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

// Readable reports whether there is more to read after a fault.
func Readable(fault error) bool {
	var syntax *format.SyntaxError
	return errors.As(fault, &syntax)
}
