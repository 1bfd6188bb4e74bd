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

// Place is the entry's place as errors show it.
func (e *Entry) Place() string { return e.Source.Name + ":" + strconv.Itoa(e.Line) }

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
}

func (s *Slots) add(e *Entry) {
	s.Cells = append(s.Cells, e.Grid.Values())
	s.apart = append(s.apart, apart{e.Source, e.Line, e.Pencil})
}

// lines takes what stands on lines of their own until there are size puzzles, and
// returns how many it took.
func (s *Slots) lines(from *Source, in *format.Reader, size int) int {
	s.Cells = slices.Grow(s.Cells, size-len(s.Cells))
	n, line := in.Lines(s.Cells[len(s.Cells):size])
	s.Cells = s.Cells[:len(s.Cells)+n]
	for i := range n {
		s.apart = append(s.apart, apart{source: from, line: line + i})
	}
	return n
}

// Plain reports whether puzzle i has no pencil marks.
func (s *Slots) Plain(i int) bool { return s.from != nil || s.apart[i].pencil == nil }

// Entry is puzzle i, without its name and kind.
func (s *Slots) Entry(i int) Entry {
	g, _ := sudoku.FromCells(s.Cells[i]) // which made them, or Lines
	if s.from != nil {
		return Entry{format.Puzzle{Grid: g, Line: i}, s.from}
	}
	at := &s.apart[i]
	return Entry{format.Puzzle{Grid: g, Line: at.line, Pencil: at.pencil}, at.source}
}

// Puzzles calls yield with each puzzle of the sources, or with what is wrong with one,
// until yield returns false; Line is 0 where there is none to read.
func Puzzles(ctx context.Context, sources []Source, yield func(Entry, error) bool) {
	var read atomic.Int64
	for i := range sources {
		if !sources[i].each(ctx, &read, func() {}, nil, yield) {
			return
		}
	}
}

// each calls yield as [Puzzles] does. It calls pause, in between, when the next puzzle
// is yet to come from a person or a slow pipe. Read counts bytes.
//
// Lines, unless it is nil, is called before each, and may take what
// [format.Reader.Lines] gives; it returns how much that was, or false to end.
func (s *Source) each(ctx context.Context, read *atomic.Int64, pause func(), lines func(*format.Reader, io.Reader) (int, bool), yield func(Entry, error) bool) bool {
	file, err := s.reader(ctx, read, pause)
	if ctx.Err() != nil {
		return false
	}
	if err != nil {
		return yield(Entry{Source: s}, err)
	}
	defer file.Close()
	in := format.NewReader(file)
	for n := 0; ; n++ {
		if lines != nil {
			taken, more := lines(in, file)
			if n += taken; !more {
				return false
			}
		}
		p, err := in.Next()
		switch {
		case err == nil:
			if !yield(Entry{p, s}, nil) {
				return false
			}
			continue
		case ctx.Err() != nil:
			return false
		case err == io.EOF && n > 0:
			return true
		case err == io.EOF:
			_, err = format.ParseOne("")
			return yield(Entry{Source: s}, &InputError{s.Name, err})
		case Readable(err):
			if !yield(Entry{Puzzle: format.Puzzle{Line: 1}, Source: s}, s.Fault(err, n == 0)) {
				return false
			}
		default:
			return yield(Entry{Source: s}, &InputError{s.Name, err})
		}
	}
}

// Fault is what is wrong with the source; first says that nothing came before it.
func (s *Source) Fault(err error, first bool) error {
	var syntax *format.SyntaxError
	if s.Text != "" && first && errors.As(err, &syntax) {
		syntax.What = message.New("error.neither", "what", syntax.What)
	}
	return &InputError{s.Name, err}
}

// Readable reports whether there is more to read after a fault.
func Readable(fault error) bool {
	var syntax *format.SyntaxError
	return errors.As(fault, &syntax)
}
