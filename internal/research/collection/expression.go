package collection

import (
	"cmp"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/message"
)

// Expression is a condition over columns, such as
//
//	givens <= 20 && er >= 9 && !(technique == "xy-chain" || minimal)
//
// The operators are the comparisons == != < <= > >=, + - * /, && || ! and parentheses, as in Go. Levels and techniques
// compare by difficulty, as in level >= "hard"; other texts compare as texts. A comparison with an unknown value is
// false, and its negation is false, too.
type Expression struct {
	value  func(*Facts) any
	kind   any
	column *Column // the column, if the expression is a column whose texts have ranks
	text   string  // the value, if the expression is a quoted text
	node   *node
}

// ExpressionError says where and why a text is not a valid expression.
type ExpressionError struct {
	Column int // the position in bytes, from 1
	What   message.Message
}

// Error returns the error in English.
func (e *ExpressionError) Error() string { return e.What.String() }

// Message returns the reason, in any language of the catalogue.
func (e *ExpressionError) Message() message.Message { return e.What }

// ParseExpression parses an expression whose value is a boolean. The error is an *ExpressionError.
func ParseExpression(text string) (*Expression, error) {
	r := reader{}
	r.scan.Init(token.NewFileSet().AddFile("", 1, len(text)), []byte(text), func(at token.Position, _ string) { r.recordFailure(at.Offset + 1) }, 0)
	r.nextToken()
	tree := r.parseExpression(1)
	if r.op == token.SEMICOLON && r.text == "\n" { // Go's scanner adds this semicolon at the end of a line
		r.nextToken()
	}
	if r.op != token.EOF {
		r.recordFailure(r.position)
	}
	if r.wrong > 0 {
		return nil, &ExpressionError{r.wrong, syntaxMessage(text[min(r.wrong-1, len(text)):])}
	}
	e, err := compileExpression(tree)
	if err != nil {
		return nil, err
	}
	if _, ok := e.kind.(bool); !ok {
		return nil, &ExpressionError{1, message.New("collection.condition")}
	}
	return e, nil
}

// node is a name, a literal, or an operator with one or two operands. Go's own parser is not used, because it would
// make the binary a hundredth larger.
type node struct {
	op       token.Token
	text     string
	position int // the position in bytes, from 1
	x, y     *node
}

// reader parses the tokens of an expression.
type reader struct {
	scan     scanner.Scanner
	op       token.Token
	text     string
	position int
	wrong    int // the position of the first error, or 0
}

func (r *reader) nextToken() {
	position, op, text := r.scan.Scan()
	r.position, r.op, r.text = int(position), op, text
}

func (r *reader) recordFailure(position int) {
	if r.wrong == 0 || position < r.wrong {
		r.wrong = position
	}
}

// parseExpression parses operands with binary operators whose precedence is at least `least`.
func (r *reader) parseExpression(least int) *node {
	x := r.parseOperand()
	for r.op.Precedence() >= least {
		n := &node{op: r.op, position: r.position, x: x}
		r.nextToken()
		n.y = r.parseExpression(n.op.Precedence() + 1)
		x = n
	}
	return x
}

func (r *reader) parseOperand() *node {
	n := &node{op: r.op, text: r.text, position: r.position}
	switch {
	case r.op == token.LPAREN:
		r.nextToken()
		if n = r.parseExpression(1); r.op != token.RPAREN {
			r.recordFailure(r.position)
			return n
		}
		r.nextToken()
	case slices.Contains([]token.Token{token.ADD, token.SUB, token.NOT, token.XOR, token.AND, token.MUL, token.ARROW}, r.op):
		r.nextToken()
		n.x = r.parseOperand()
	case r.op.IsLiteral() || r.op.IsKeyword():
		word := r.op.IsKeyword()
		r.nextToken()
		if word || slices.Contains([]token.Token{token.LPAREN, token.LBRACK, token.LBRACE, token.PERIOD}, r.op) {
			for n.op = token.ILLEGAL; r.op != token.EOF; r.nextToken() { // the expression is Go syntax, but not a condition
			}
		}
	default:
		r.recordFailure(r.position)
	}
	return n
}

// syntaxMessage returns the message for a syntax error at the beginning of rest.
func syntaxMessage(rest string) message.Message {
	if strings.TrimSpace(rest) == "" {
		return message.New("collection.syntax.end")
	}
	first, _ := utf8.DecodeRuneInString(rest)
	switch mark := string(first); {
	case first == '=':
		return message.New("collection.syntax.equal")
	case strings.Contains("\"'`", mark) && strings.Count(rest, mark) == 1:
		return message.New("collection.syntax.quote", "mark", mark)
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(rest)
	}
	return message.New("collection.syntax", "what", cmp.Or(rest[:end], string(first)))
}

func (e *Expression) Holds(f *Facts) bool { return e.value(f) == true }

func newExpressionError(n *node, key string, args ...any) (*Expression, error) {
	return nil, &ExpressionError{n.position, message.New(key, args...)}
}

func newConstant(v any) (*Expression, error) {
	return &Expression{value: func(*Facts) any { return v }, kind: v}, nil
}

func compileExpression(n *node) (*Expression, error) {
	switch {
	case n.y != nil:
		return newOperation(n)
	case n.op == token.IDENT:
		if n.text == "true" || n.text == "false" {
			return newConstant(n.text == "true")
		}
		c, ok := ColumnNamed(n.text)
		if !ok {
			var names []string
			for _, c := range Columns() {
				names = append(names, c.Name)
			}
			return newExpressionError(n, "collection.noColumn", "name", n.text, "known", strings.Join(names, ", "))
		}
		e := &Expression{value: c.value, kind: c.zero}
		if c.zero == 0 {
			e.kind = 0.0
		}
		if c.place != nil {
			e.column = &c
		}
		return e, nil
	case n.op == token.INT || n.op == token.FLOAT:
		if v, err := strconv.ParseFloat(n.text, 64); err == nil {
			return newConstant(v)
		}
	case n.op == token.STRING:
		if v, err := strconv.Unquote(n.text); err == nil {
			return &Expression{value: func(*Facts) any { return v }, kind: v, text: v, node: n}, nil
		}
	case n.x != nil:
		x, err := compileExpression(n.x)
		if err != nil {
			return nil, err
		}
		_, truth := x.kind.(bool)
		_, number := x.kind.(float64)
		switch {
		case n.op == token.NOT && truth:
			return &Expression{value: func(f *Facts) any {
				if v, ok := x.value(f).(bool); ok {
					return !v
				}
				return nil
			}, kind: false}, nil
		case n.op == token.SUB && number:
			return &Expression{value: func(f *Facts) any {
				if v, ok := x.value(f).(float64); ok {
					return -v
				}
				return nil
			}, kind: 0.0}, nil
		}
	}
	return newExpressionError(n, "collection.cannot")
}

func newOperation(n *node) (*Expression, error) {
	x, err := compileExpression(n.x)
	if err != nil {
		return nil, err
	}
	y, err := compileExpression(n.y)
	if err != nil {
		return nil, err
	}
	switch kind := x.kind.(type) {
	case bool:
		if _, ok := y.kind.(bool); !ok {
			break
		}
		switch n.op {
		case token.LAND:
			return &Expression{value: func(f *Facts) any { return x.Holds(f) && y.Holds(f) }, kind: false}, nil
		case token.LOR:
			return &Expression{value: func(f *Facts) any { return x.Holds(f) || y.Holds(f) }, kind: false}, nil
		case token.EQL, token.NEQ:
			return newComparison(n.op, x, y, func(a, b bool) int {
				if a == b {
					return 0
				}
				return 1
			}), nil
		}
	case float64:
		if _, ok := y.kind.(float64); !ok {
			break
		}
		if apply := arithmetic[n.op]; apply != nil {
			return &Expression{value: func(f *Facts) any {
				a, known := x.value(f).(float64)
				b, too := y.value(f).(float64)
				if !known || !too {
					return nil
				}
				return apply(a, b)
			}, kind: kind}, nil
		}
		if tests[n.op] != nil {
			return newComparison(n.op, x, y, cmp.Compare[float64]), nil
		}
	case string:
		if _, ok := y.kind.(string); ok && tests[n.op] != nil {
			order, err := textComparer(x, y)
			if err != nil {
				return nil, err
			}
			return newComparison(n.op, x, y, order), nil
		}
	}
	return nil, &ExpressionError{n.position, message.New("collection.operator", "operator", n.op.String())}
}

// textComparer returns a function that compares two texts. If one operand is a column with ranks and the other a quoted
// text, which must have a rank, it compares ranks; otherwise it compares texts.
func textComparer(x, y *Expression) (func(a, b string) int, error) {
	if x.column == nil {
		x, y = y, x
	}
	c := x.column
	if c == nil || y.node == nil {
		return strings.Compare, nil
	}
	if _, ok := c.place(y.text); !ok {
		_, err := newExpressionError(y.node, c.noPlace, "name", y.text)
		return nil, err
	}
	return func(a, b string) int {
		p, _ := c.place(a)
		q, _ := c.place(b)
		return cmp.Compare(p, q)
	}, nil
}

var arithmetic = map[token.Token]func(a, b float64) float64{
	token.ADD: func(a, b float64) float64 { return a + b },
	token.SUB: func(a, b float64) float64 { return a - b },
	token.MUL: func(a, b float64) float64 { return a * b },
	token.QUO: func(a, b float64) float64 { return a / b },
}

var tests = map[token.Token]func(order int) bool{
	token.EQL: func(o int) bool { return o == 0 },
	token.NEQ: func(o int) bool { return o != 0 },
	token.LSS: func(o int) bool { return o < 0 },
	token.LEQ: func(o int) bool { return o <= 0 },
	token.GTR: func(o int) bool { return o > 0 },
	token.GEQ: func(o int) bool { return o >= 0 },
}

func newComparison[T any](op token.Token, x, y *Expression, compare func(a, b T) int) *Expression {
	test := tests[op]
	return &Expression{value: func(f *Facts) any {
		a, known := x.value(f).(T)
		b, too := y.value(f).(T)
		if !known || !too {
			return nil
		}
		return test(compare(a, b))
	}, kind: false}
}
