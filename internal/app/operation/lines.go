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

// Lines answers requests of one line each. A line may be a puzzle in a one-line notation, with or without the quotes of
// a JSON string. It may also be the operation's request as a JSON object. Each request gets one line, in order: the
// operation's answer, or a [wire.Problem] with the line's number. Blank lines, and lines that begin with #, get no
// answer.
//
// Puzzles of 81 characters on the classic board are searched in batches; see [SolveBatch], [CountBatch] and
// [CheckBatch]. Only one goroutine may use a Lines at a time.
type Lines struct {
	op     Operation
	call   Call
	common reflect.Value // the request with default fields, copied for each line

	solve *SolveBatch // at most one of solve, count and check is not nil
	count *CountBatch
	check *CheckBatch
	cells [][sudoku.Cells]uint8

	out     io.Writer
	pending []byte // answers that are not yet written to out
	failure error  // the error of the first write to out that failed
}

// MaxLine is the maximum length of a line in bytes.
const MaxLine = format.MaxLine

// linesTogether is the maximum number of puzzles per call of the engine. writeTogether is the number of bytes of
// answers that are collected before a write.
const (
	linesTogether = 2048
	writeTogether = 32 << 10
)

// AcceptsLines reports whether [Lines] can answer the operation's requests.
func (o Operation) AcceptsLines() bool { return o.lines }

func (o Operation) withLinesAccepted() Operation {
	o.lines = true
	return o
}

// NewLineAnswerers returns a function that makes a new Lines for each goroutine. parameters hold defaults for the
// requests; each line may override them. The error is a *[wire.Problem].
func (o Operation) NewLineAnswerers(c *Call, parameters map[string][]string) (func() *Lines, error) {
	c.in = "query"
	common, rest := reflect.New(o.Request), map[string][]string{}
	maps.Copy(rest, parameters)
	if _, ok := rest["puzzle"]; ok {
		f := filling{Call: c}
		f.addFault("query.puzzle", nil, "api.fault.unknownParameter")
		return nil, f.problem()
	}
	rest["puzzle"] = []string{strings.Repeat(".", sudoku.Cells)}
	if p := c.fillFields(rest, common.Elem(), reflect.ValueOf(new(Language)).Elem()); p != nil {
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
				l.solve = &SolveBatch{Limits: q.limits(), Limit: uint64(q.Limit), Order: q.order(), Alike: true, Lang: c.Lang}
				l.solve.before = l.flushOutput
			}
		case *CountRequest:
			if q.Add == "" && q.Samples == 0 {
				l.count = &CountBatch{Limits: q.limits(), Limit: q.countLimit(c.Limits), Lang: c.Lang}
				l.count.before = l.flushOutput
			}
		case *CheckRequest:
			if q.board == board.Classic() && q.Add == "" {
				l.check = &CheckBatch{Limits: q.limits()}
			}
		}
		return l
	}, nil
}

// Answer writes the answers to text, which has whole lines with their line ends. line is the number of the first line.
// Answer overwrites text. If ctx ends, the remaining lines get no answer. The error is that of a failed write, or the
// cause that ended ctx.
func (l *Lines) Answer(ctx context.Context, text []byte, line int, out io.Writer) error {
	l.out, l.pending, l.failure = out, l.pending[:0], nil
	for len(text) > 0 && !l.hasEnded(ctx) {
		if n, size := l.readPlainPuzzles(text); n > 0 {
			l.answerPlainPuzzles(ctx)
			text, line = text[size:], line+n
			continue
		}
		end := bytes.IndexByte(text, '\n') + 1
		if one := bytes.TrimSpace(text[:end]); len(one) > 0 && one[0] != '#' {
			l.answerLineSafely(ctx, one, line)
		}
		text, line = text[end:], line+1
	}
	l.flushOutput()
	return cmp.Or(l.failure, context.Cause(ctx))
}

func (l *Lines) hasEnded(ctx context.Context) bool { return ctx.Err() != nil || l.failure != nil }

// readPlainPuzzles parses puzzles of 81 characters, bare or in quotes, from the beginning of text. It stops at the
// first line of another form, or when the batch is full. n is the number of puzzles, each on its own line. size is the
// length of these lines in bytes.
func (l *Lines) readPlainPuzzles(text []byte) (n, size int) {
	if l.solve == nil && l.count == nil && l.check == nil {
		return 0, 0
	}
	if l.cells == nil {
		l.cells = make([][sudoku.Cells]uint8, linesTogether)
	}
	l.cells = l.cells[:cap(l.cells)]
	for n < len(l.cells) && size < len(text) {
		read, bytes := readPlainLines(text[size:], l.cells[n:])
		if read == 0 {
			break
		}
		n, size = n+read, size+bytes
	}
	l.cells = l.cells[:n]
	return n, size
}

// readPlainLines parses puzzles from the beginning of text into `target`: several bare puzzles, or one in quotes. n is
// the number of puzzles, and size is the length of their lines in bytes.
func readPlainLines(text []byte, target [][sudoku.Cells]uint8) (n, size int) {
	const quoted = sudoku.Cells + 2
	if text[0] != '"' {
		return format.Lines(text, target)
	}
	if len(text) <= quoted || text[quoted-1] != '"' || text[quoted] != '\n' {
		return 0, 0
	}
	text[quoted-1] = '\n'
	if n, _ = format.Lines(text[1:quoted], target[:1]); n == 0 {
		text[quoted-1] = '"'
		return 0, 0
	}
	return n, quoted + 1
}

// answerPlainPuzzles answers the puzzles that readPlainPuzzles stored.
func (l *Lines) answerPlainPuzzles(ctx context.Context) {
	switch {
	case l.solve != nil:
		l.solve.AnswerEach(ctx, l.cells, func(i int, solution *[sudoku.Cells]uint8) bool {
			l.pending = l.solve.AppendUnique(l.pending, &l.cells[i], solution, i)
			l.writeIfFull()
			return true
		}, func(i int, s *Solved) {
			if !l.hasEnded(ctx) {
				l.addJSON(l.solve.Wire(s))
			}
		})
	case l.check != nil:
		l.check.AnswerEach(ctx, l.cells, func(i int, r *sudoku.Report, took time.Duration) {
			g, _ := sudoku.FromCells(l.cells[i])
			p := GridSubject(g)
			report := solve.ReportOf(p.Puzzle, r)
			l.addJSON(p.WireCheck(&report, nil, took, l.call.Lang))
		}, func(i int) bool {
			puzzle, _ := sudoku.FromCells(l.cells[i])
			l.answerLineSafely(ctx, []byte(puzzle.String()), 0)
			return !l.hasEnded(ctx)
		})
	default:
		l.count.AnswerEach(ctx, l.cells, func(i int, _ uint64, _ bool) bool {
			l.pending = l.count.AppendCount(l.pending, &l.cells[i], i)
			l.writeIfFull()
			return true
		}, func(i int, c *Counted) {
			if !l.hasEnded(ctx) {
				l.addJSON(l.count.Wire(c))
			}
		})
	}
}

// answerLineSafely answers one line. It answers a panic with a problem for this line, so that the other lines get their
// answers.
func (l *Lines) answerLineSafely(ctx context.Context, text []byte, line int) {
	l.flushOutput() // a search may take long, so write earlier answers first
	if l.hasEnded(ctx) {
		return
	}
	if failure := ordered.Try(func() { l.answerSingle(ctx, text, line) }); failure != nil {
		l.pending = l.pending[:0]
		p := wire.NewProblem(wire.InternalError, l.call.Lang)
		p.Line = line
		l.addJSON(p)
		if l.call.Failed != nil {
			l.call.Failed(failure)
		}
	}
}

func (l *Lines) answerSingle(ctx context.Context, text []byte, line int) {
	l.call.Turn = turnWithoutQueue(ctx) // the batch has already waited for its turn
	q, err := l.parseRequest(text, line)
	if err != nil {
		p := err.(*wire.Problem)
		if p.Line = line; text[0] == '{' {
			p.Column = 0 // the column is counted in the JSON string, not in the line
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

// parseRequest returns a pointer to the request's struct.
func (l *Lines) parseRequest(text []byte, line int) (q reflect.Value, err error) {
	lang := l.call.Lang
	if len(text) > MaxLine {
		p := wire.NewProblem(wire.TooLarge, lang, "n", MaxLine)
		p.Detail = message.New("api.lineTooLarge", "n", MaxLine).In(lang)
		return q, p.AtLocation("body")
	}
	q = reflect.New(l.op.Request)
	q.Elem().Set(l.common)
	puzzle := string(text)
	l.call.line, l.call.column = line, 0
	switch text[0] {
	case '{':
		fields, p := parseObject(text, line, lang)
		if p == nil && isPuzzleObject(fields) {
			break
		}
		if p == nil {
			p = l.call.fillFields(fields, q.Elem())
		}
		if p != nil {
			return q, p
		}
		puzzle = q.Elem().FieldByName("Puzzle").String()
		l.call.line = 0
	case '"':
		l.call.column = 1
		if json.Unmarshal(text, &puzzle) != nil {
			_, p := parseObject(text, line, lang)
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

func (l *Lines) addJSON(v any) {
	l.appendJSON(v)
	l.writeIfFull()
}

func (l *Lines) appendJSON(v any) {
	b := bytes.NewBuffer(l.pending)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("operation: an answer: " + err.Error())
	}
	l.pending = b.Bytes()
}

func (l *Lines) writeIfFull() {
	if len(l.pending) >= writeTogether {
		l.flushOutput()
	}
}

func (l *Lines) flushOutput() {
	if len(l.pending) > 0 && l.failure == nil {
		_, l.failure = l.out.Write(l.pending)
	}
	l.pending = l.pending[:0]
}

// JSONLine returns the JSON of v on one line, with a newline.
func JSONLine(v any) []byte {
	var l Lines
	l.appendJSON(v)
	return l.pending
}
