package collection

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
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
// with the comparisons == != < <= > >=, + - * /, && || ! and parentheses, as Go writes them. Levels
// and techniques compare by difficulty, level >= "hard"; other texts as texts. What
// is compared with a value that is not there is false, and so is its opposite.
type Expression struct {
	value  func(*Facts) any
	kind   any
	column *Column // if it is one with an order of its own
	text   string  // what stands in quotes
	at     ast.Node
}

// ExpressionError says what is wrong with an expression.
type ExpressionError struct {
	Column int // in bytes, from 1
	What   message.Message
}

// Error returns the reason in English.
func (e *ExpressionError) Error() string { return e.What.String() }

// Message returns the reason.
func (e *ExpressionError) Message() message.Message { return e.What }

// ParseExpression reads an expression, which must be a condition; the error is an *ExpressionError.
func ParseExpression(text string) (*Expression, error) {
	tree, err := parser.ParseExpr(text)
	if err != nil {
		at := 0
		if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
			at = min(list[0].Pos.Offset, len(text))
		}
		return nil, &ExpressionError{at + 1, syntax(text[at:])}
	}
	e, err := compile(tree)
	if err != nil {
		return nil, err
	}
	if _, ok := e.kind.(bool); !ok {
		return nil, &ExpressionError{1, message.New("collection.condition")}
	}
	return e, nil
}

// syntax returns what is wrong with a text that is not understood from where rest begins: the parser says it in English only.
func syntax(rest string) message.Message {
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

// Holds reports whether it is true of a puzzle.
func (e *Expression) Holds(f *Facts) bool { return e.value(f) == true }

func fault(n ast.Node, key string, args ...any) (*Expression, error) {
	return nil, &ExpressionError{int(n.Pos()), message.New(key, args...)}
}

func constant(v any) (*Expression, error) {
	return &Expression{value: func(*Facts) any { return v }, kind: v}, nil
}

func compile(n ast.Expr) (*Expression, error) {
	switch n := n.(type) {
	case *ast.ParenExpr:
		return compile(n.X)
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			return constant(n.Name == "true")
		}
		c, ok := ColumnNamed(n.Name)
		if !ok {
			var names []string
			for _, c := range Columns() {
				names = append(names, c.Name)
			}
			return fault(n, "collection.noColumn", "name", n.Name, "known", strings.Join(names, ", "))
		}
		e := &Expression{value: c.of, kind: c.zero}
		if c.zero == 0 {
			e.kind = 0.0
		}
		if c.place != nil {
			e.column = &c
		}
		return e, nil
	case *ast.BasicLit:
		switch n.Kind {
		case token.INT, token.FLOAT:
			if v, err := strconv.ParseFloat(n.Value, 64); err == nil {
				return constant(v)
			}
		case token.STRING:
			if v, err := strconv.Unquote(n.Value); err == nil {
				return &Expression{value: func(*Facts) any { return v }, kind: v, text: v, at: n}, nil
			}
		}
	case *ast.UnaryExpr:
		x, err := compile(n.X)
		if err != nil {
			return nil, err
		}
		_, truth := x.kind.(bool)
		_, number := x.kind.(float64)
		switch {
		case n.Op == token.NOT && truth:
			return &Expression{value: func(f *Facts) any {
				if v, ok := x.value(f).(bool); ok {
					return !v
				}
				return nil
			}, kind: false}, nil
		case n.Op == token.SUB && number:
			return &Expression{value: func(f *Facts) any {
				if v, ok := x.value(f).(float64); ok {
					return -v
				}
				return nil
			}, kind: 0.0}, nil
		}
	case *ast.BinaryExpr:
		return operated(n)
	}
	return fault(n, "collection.cannot")
}

func operated(n *ast.BinaryExpr) (*Expression, error) {
	x, err := compile(n.X)
	if err != nil {
		return nil, err
	}
	y, err := compile(n.Y)
	if err != nil {
		return nil, err
	}
	switch kind := x.kind.(type) {
	case bool:
		if _, ok := y.kind.(bool); !ok {
			break
		}
		switch n.Op {
		case token.LAND:
			return &Expression{value: func(f *Facts) any { return x.Holds(f) && y.Holds(f) }, kind: false}, nil
		case token.LOR:
			return &Expression{value: func(f *Facts) any { return x.Holds(f) || y.Holds(f) }, kind: false}, nil
		case token.EQL, token.NEQ:
			return compared(n.Op, x, y, func(a, b bool) int {
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
		if apply := arithmetic[n.Op]; apply != nil {
			return &Expression{value: func(f *Facts) any {
				a, known := x.value(f).(float64)
				b, too := y.value(f).(float64)
				if !known || !too {
					return nil
				}
				return apply(a, b)
			}, kind: kind}, nil
		}
		if tests[n.Op] != nil {
			return compared(n.Op, x, y, cmp.Compare[float64]), nil
		}
	case string:
		if _, ok := y.kind.(string); ok && tests[n.Op] != nil {
			order, err := texts(x, y)
			if err != nil {
				return nil, err
			}
			return compared(n.Op, x, y, order), nil
		}
	}
	return nil, &ExpressionError{int(n.OpPos), message.New("collection.operator", "operator", n.Op.String())}
}

// texts returns how two texts compare: a column's values and what stands in quotes by their places, which
// those in quotes must have.
func texts(x, y *Expression) (func(a, b string) int, error) {
	if x.column == nil {
		x, y = y, x
	}
	c := x.column
	if c == nil || y.at == nil {
		return strings.Compare, nil
	}
	if _, ok := c.place(y.text); !ok {
		_, err := fault(y.at, c.noPlace, "name", y.text)
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

func compared[T any](op token.Token, x, y *Expression, compare func(a, b T) int) *Expression {
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
