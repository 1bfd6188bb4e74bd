package operation

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"maps"
	"reflect"
	"strings"
	"time"

	"nonet/board"
	"nonet/format"
	"nonet/internal/ordered"
	"nonet/message"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Lines answers requests of one line each. A line is a puzzle in a one-line notation, bare or as a JSON string, or the
// operation's request as a JSON object. Each request gets one line, in order: the operation's answer, or a
// [wire.Problem] with the line's number. Blank lines, and lines that begin with #, get no answer.
//
// Bare and quoted puzzles of 81 characters on the classic board are searched in batches; see [SolveBatch],
// [CountBatch] and [CheckBatch]. Only one goroutine may use a Lines at a time.
type Lines struct {
	op     Operation
	call   Call
	common reflect.Value // a request with the defaults for every line

	solve  *SolveBatch // of solve, count and check, at most one is not nil
	count  *CountBatch
	check  *CheckBatch
	cells  [][sudoku.Cells]uint8
	others []other

	out     io.Writer
	kept    []byte // answers that are not written yet
	failure error  // the error of the write that failed
}

// other is a line that cannot be part of a batch.
type other struct {
	puzzles int // the number of batched puzzles before the line
	line    int
	text    []byte
}

// MaxLine is the maximum length of a line in bytes.
const MaxLine = format.MaxLine

// The maximum number of puzzles per call of the engine, and of bytes per write.
const (
	linesTogether = 2048
	writeTogether = 32 << 10
)

// AcceptsLines reports whether the operation answers lines.
func (o Operation) AcceptsLines() bool { return o.lines }

// withLinesAccepted returns a copy of the operation that answers lines.
func (o Operation) withLinesAccepted() Operation {
	o.lines = true
	return o
}

// NewLineAnswerers returns a function that makes a Lines for each goroutine. parameters are defaults for the requests
// on the lines; each request may override them. The error is a *[wire.Problem].
func (o Operation) NewLineAnswerers(c *Call, parameters map[string][]string) (func() *Lines, error) {
	c.in = "query"
	common, rest := reflect.New(o.Request), map[string][]string{}
	maps.Copy(rest, parameters)
	if _, there := rest["puzzle"]; there {
		f := filling{Call: c}
		f.addFault("query.puzzle", nil, "api.fault.unknownParameter")
		return nil, f.problem()
	}
	rest["puzzle"] = []string{strings.Repeat(".", sudoku.Cells)}
	if p := c.fill(rest, common.Elem(), reflect.ValueOf(new(Language)).Elem()); p != nil {
		return nil, p
	}
	if err := common.Interface().(interface{ prepare(*Call) error }).prepare(c); err != nil {
		return nil, err
	}
	spare := new(SharedTimeBudget)
	return func() *Lines {
		l := &Lines{op: o, call: *c, common: common.Elem()}
		l.call.spare = spare
		l.call.in = "body"
		switch q := common.Interface().(type) {
		case *SolveRequest:
			if q.board == board.Classic() && q.Add == "" && q.Order != "random" {
				l.solve = &SolveBatch{SearchLimits: q.limits(), Limit: uint64(q.Limit), Order: q.order(), Alike: true, Lang: c.Lang}
				l.solve.before = l.flushOutput
			}
		case *CountRequest:
			if q.Add == "" && q.Samples == 0 {
				l.count = &CountBatch{SearchLimits: q.limits(), Limit: q.countLimit(c.Limits), Lang: c.Lang}
				l.count.before = l.flushOutput
			}
		case *CheckRequest:
			if q.board == board.Classic() && q.Add == "" {
				l.check = &CheckBatch{SearchLimits: q.limits()}
			}
		}
		return l
	}, nil
}

// Answer writes the answers to text, which has whole lines with their line ends. line is the number of the first line.
// Answer overwrites text. The error comes from a write, or is ctx's. If ctx ends, the remaining lines get no answer.
func (l *Lines) Answer(ctx context.Context, text []byte, line int, out io.Writer) error {
	l.out, l.kept, l.failure = out, l.kept[:0], nil
	for len(text) > 0 && ctx.Err() == nil && l.failure == nil {
		taken, lines := l.readPuzzleLines(text, line)
		text, line = text[taken:], line+lines
		l.answerTakenLines(ctx)
	}
	l.flushOutput()
	return cmp.Or(l.failure, context.Cause(ctx))
}

// readPuzzleLines takes lines from the beginning of text until it has enough puzzles. It returns how many bytes and
// lines it took.
func (l *Lines) readPuzzleLines(text []byte, line int) (taken, lines int) {
	if l.cells == nil {
		l.cells = make([][sudoku.Cells]uint8, 0, linesTogether)
	}
	l.cells, l.others = l.cells[:0], l.others[:0]
	for taken < len(text) && len(l.cells) < cap(l.cells) && len(l.others) < cap(l.cells) {
		rest := text[taken:]
		if l.solve != nil || l.count != nil || l.check != nil {
			if n, size := l.readPlainPuzzles(rest); n > 0 {
				taken, lines = taken+size, lines+n
				continue
			}
		}
		end := bytes.IndexByte(rest, '\n') + 1
		if one := bytes.TrimSpace(rest[:end]); len(one) > 0 && one[0] != '#' {
			l.others = append(l.others, other{len(l.cells), line + lines, one})
		}
		taken, lines = taken+end, lines+1
	}
	return taken, lines
}

// readPlainPuzzles takes puzzles of 81 characters from the beginning of text: several bare ones, or one in quotes. It
// returns how many puzzles and bytes it took.
func (l *Lines) readPlainPuzzles(text []byte) (n, size int) {
	free := l.cells[len(l.cells):cap(l.cells)]
	const quoted = sudoku.Cells + 2
	if text[0] == '"' {
		if len(text) <= quoted || text[quoted-1] != '"' || text[quoted] != '\n' {
			return 0, 0
		}
		text[quoted-1] = '\n'
		if n, _ = format.Lines(text[1:quoted], free[:1]); n == 0 {
			text[quoted-1] = '"'
			return 0, 0
		}
		size = quoted + 1
	} else {
		n, size = format.Lines(text, free)
	}
	l.cells = l.cells[:len(l.cells)+n]
	return n, size
}

// answerTakenLines answers the lines that were taken from the text, in order.
func (l *Lines) answerTakenLines(ctx context.Context) {
	done := 0 // how many of the other lines have been answered
	others := func(puzzles int) bool {
		for ; done < len(l.others) && l.others[done].puzzles <= puzzles; done++ {
			l.flushOutput() // a search may take long, so write earlier answers first
			if ctx.Err() != nil || l.failure != nil {
				return false
			}
			l.answerLineSafely(ctx, &l.others[done])
		}
		return true
	}
	ended := func() bool { return ctx.Err() != nil || l.failure != nil }
	switch {
	case len(l.cells) == 0:
	case l.solve != nil:
		l.solve.AnswerEach(ctx, l.cells, func(i int, solution *[sudoku.Cells]uint8) bool {
			if others(i) {
				l.kept = l.solve.AppendUnique(l.kept, &l.cells[i], solution, i)
				l.writeIfFull()
			}
			return true
		}, func(i int, s *Solved) {
			if others(i) && !ended() {
				l.addJSON(l.solve.Wire(s))
			}
		})
	case l.check != nil:
		l.check.AnswerEach(ctx, l.cells, func(i int, r *sudoku.Report, took time.Duration) {
			if others(i) {
				g, _ := sudoku.FromCells(l.cells[i])
				p := GridSubject(g)
				report := solve.ReportOf(p.Puzzle, r)
				l.addJSON(p.WireCheck(&report, nil, took, l.call.Lang))
			}
		}, func(i int) bool {
			if others(i) {
				l.flushOutput()
				puzzle, _ := sudoku.FromCells(l.cells[i])
				l.answerLineSafely(ctx, &other{text: []byte(puzzle.String())})
			}
			return !ended()
		})
	default:
		l.count.AnswerEach(ctx, l.cells, func(i int, _ uint64, _ bool) bool {
			if others(i) {
				l.kept = l.count.AppendCount(l.kept, &l.cells[i], i)
				l.writeIfFull()
			}
			return true
		}, func(i int, c *Counted) {
			if others(i) && !ended() {
				l.addJSON(l.count.Wire(c))
			}
		})
	}
	others(len(l.cells))
}

// answerLineSafely answers a line alone. A panic becomes a problem for this line, so that the other lines are still
// answered.
func (l *Lines) answerLineSafely(ctx context.Context, o *other) {
	kept := len(l.kept)
	if failure := ordered.Try(func() { l.answerSingle(ctx, o) }); failure != nil {
		l.kept = l.kept[:min(kept, len(l.kept))]
		p := wire.NewProblem(wire.InternalError, l.call.Lang)
		p.Line = o.line
		l.addJSON(p)
		if l.call.Failed != nil {
			l.call.Failed(failure)
		}
	}
}

func (l *Lines) answerSingle(ctx context.Context, o *other) {
	l.call.Turn = turnWithoutQueue(ctx) // the batch has already waited for its turn
	q, err := l.parseRequest(o)
	if err != nil {
		p := err.(*wire.Problem)
		if p.Line = o.line; o.text[0] == '{' {
			p.Column = 0 // the column counts within the JSON string, not in the line
		}
		l.addJSON(p)
		return
	}
	bounded, cancel := withDeadline(ctx, timeoutOf(q))
	defer cancel()
	if answer := l.op.answer(bounded, &l.call, q.Interface().(request)); ctx.Err() == nil {
		l.addJSON(answer)
	}
}

// parseRequest parses the request on a line. The error is a *[wire.Problem].
func (l *Lines) parseRequest(o *other) (q reflect.Value, err error) {
	lang := l.call.Lang
	if len(o.text) > MaxLine {
		p := wire.NewProblem(wire.TooLarge, lang, "n", MaxLine)
		p.Detail = message.New("api.lineTooLarge", "n", MaxLine).In(lang)
		return q, p.AtLocation("body")
	}
	q = reflect.New(l.op.Request)
	q.Elem().Set(l.common)
	puzzle := string(o.text)
	l.call.line, l.call.column = o.line, 0
	switch o.text[0] {
	case '{':
		fields, p := parseObject(o.text, o.line, lang)
		if p == nil && isPuzzleObject(fields) {
			break
		}
		if p == nil {
			p = l.call.fill(fields, q.Elem())
		}
		if p != nil {
			return q, p
		}
		puzzle = q.Elem().FieldByName("Puzzle").String()
		l.call.line = 0
	case '"':
		l.call.column = 1
		if json.Unmarshal(o.text, &puzzle) != nil {
			_, p := parseObject(o.text, o.line, lang)
			return q, p
		}
	}
	q.Elem().FieldByName("Puzzle").SetString(puzzle)
	l.call.timeout = timeoutOf(q)
	return q, q.Interface().(request).prepare(&l.call)
}

// isPuzzleObject reports whether a JSON object is itself a puzzle, in the format of nonet, f-puzzles
// or SudokuPad.
func isPuzzleObject(fields any) bool {
	o, _ := fields.(map[string]any)
	if _, request := o["puzzle"]; request {
		return false
	}
	return o["nonet"] != nil || o["grid"] != nil || o["cells"] != nil
}

// addJSON appends v as a line of JSON to the kept answers, and writes them if there are enough.
func (l *Lines) addJSON(v any) {
	l.appendJSON(v)
	l.writeIfFull()
}

func (l *Lines) appendJSON(v any) {
	b := bytes.NewBuffer(l.kept)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("operation: an answer: " + err.Error())
	}
	l.kept = b.Bytes()
}

// writeIfFull writes the kept answers if there are enough.
func (l *Lines) writeIfFull() {
	if len(l.kept) >= writeTogether {
		l.flushOutput()
	}
}

func (l *Lines) flushOutput() {
	if len(l.kept) > 0 && l.failure == nil {
		_, l.failure = l.out.Write(l.kept)
	}
	l.kept = l.kept[:0]
}

// JSONLine returns v as JSON on one line, with a newline.
func JSONLine(v any) []byte {
	var l Lines
	l.appendJSON(v)
	return l.kept
}
