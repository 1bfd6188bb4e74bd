package wording

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A phrase is a sequence of words, some of which stand for others:
//
// 	word     this word
// 	(a|b c)  one of these rows of words
// 	[a|b c]  one of these, or nothing
// 	{name}   the text with this name in the table "part" of words.txt
// 	LOW HIGH the least and the greatest value, in digits or in words
// 	SIZE     a board such as 6x6
// 	BOX      a box such as 2x3
// 	NUM      a number
// 	LIST     numbers, or sizes
// 	NUMBERS  numbers, or sizes, without a comma between them
// 	CELL     a cell such as r3c5
// 	CELLS    cells
// 	COLOUR   a colour
// 	WORD     any word
//
// Commas and brackets between words are ignored.

// phrase is a pattern of words with a meaning. It does not change after it is made, so several goroutines may use it at
// the same time.
type phrase struct {
	meaning   Meaning
	nodes     []node
	first     map[string]bool // the words with which the phrase may begin
	open      bool            // the phrase may also begin with a number or a cell
	relations []*phrase       // if the phrase stands for any of several relations, a phrase with a meaning for each relation; otherwise nil
}

func newPhrase(meaning Meaning, nodes []node) *phrase {
	p := &phrase{meaning: meaning, nodes: nodes, first: map[string]bool{}}
	p.open = p.collectFirstWords(p.first)
	return p
}

// anyPhrase returns a phrase without a meaning that matches any of the alternatives in text. The sign | separates the
// alternatives.
func anyPhrase(text string) *phrase {
	return newPhrase(Meaning{}, parsePhrase(expandNamedParts("("+text+")")))
}

// node is one element of a phrase: a word, or a set of alternatives.
type node struct {
	word   string
	ways   [][]node
	option bool // the node may match no words
}

// expandNamedParts replaces each {name} in a text by the entry of the table parts with this name.
func expandNamedParts(text string) string {
	for range 8 {
		from := strings.IndexByte(text, '{')
		if from < 0 {
			return text
		}
		var b strings.Builder
		for {
			from := strings.IndexByte(text, '{')
			if from < 0 {
				b.WriteString(text)
				break
			}
			to := strings.IndexByte(text, '}')
			part, known := parts()[text[from+1:to]]
			if !known {
				panic("wording: no part " + text[from:to+1]) // the table has a mistake, which a test finds
			}
			b.WriteString(text[:from] + part)
			text = text[to+1:]
		}
		text = b.String()
	}
	panic("wording: parts go round in " + text)
}

// parsePhrase parses a phrase in the notation of this file. It panics if the brackets do not match.
func parsePhrase(text string) []node {
	fields := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "|", " | ").Replace(text))
	nodes, rest := parseRow(fields)
	if len(rest) > 0 {
		panic(fmt.Sprintf("wording: %q in %q", rest[0], text))
	}
	return nodes
}

func parseRow(fields []string) (nodes []node, rest []string) {
	for len(fields) > 0 {
		switch f := fields[0]; f {
		case ")", "]", "|":
			return nodes, fields
		case "(", "[":
			n := node{option: f == "["}
			for fields[0] != ")" && fields[0] != "]" {
				var way []node
				way, fields = parseRow(fields[1:])
				n.ways = append(n.ways, way)
			}
			nodes, fields = append(nodes, n), fields[1:]
		default:
			nodes, fields = append(nodes, node{word: f}), fields[1:]
		}
	}
	return nodes, nil
}

// matcher collects the meaning of a phrase while the phrase is compared with a text.
type matcher struct {
	words []token
	what  Meaning
	added bool // set if what.Own is a copy that no other meaning shares
}

// matchRow returns the set of places where a sequence of nodes can end, if it begins at a place in the set `positions`. In
// both sets bit i stands for the place before word i.
func (m *matcher) matchRow(nodes []node, positions uint64) uint64 {
	for i := range nodes {
		if positions == 0 {
			return 0
		}
		n := &nodes[i]
		if n.ways == nil {
			positions = m.matchWord(n.word, positions)
			continue
		}
		after := uint64(0)
		if n.option {
			after = positions
		}
		for _, way := range n.ways {
			after |= m.matchRow(way, positions)
		}
		positions = after
	}
	return positions
}

// matchWord returns the places where a word of the phrase can end, if it begins at a place in the set `positions`. The sets of
// places are as in matchRow.
func (m *matcher) matchWord(word string, positions uint64) (after uint64) {
	for ; positions != 0; positions &= positions - 1 {
		i := bits.TrailingZeros64(positions)
		if word == "LIST" || word == "NUMBERS" || word == "CELLS" {
			end := i
			for end < len(m.words) && (word != "NUMBERS" || end == i || m.words[end].gap == blank) && m.matchesWord(word, m.words[end].word) {
				end++
			}
			if end > i {
				after |= 1 << end
			}
			continue
		}
		if i < len(m.words) && m.matchesWord(word, m.words[i].word) {
			after |= 1 << (i + 1)
		}
	}
	return after
}

// matchesWord reports whether `heard`, a word of the text, matches `word`, a word of the phrase. If `heard` is a number,
// matchesWord stores the number in the meaning.
func (m *matcher) matchesWord(word, heard string) bool {
	switch word {
	case "WORD":
		return true
	case "COLOUR":
		m.what.Colours = append(m.what.Colours[:len(m.what.Colours):len(m.what.Colours)], colours()[heard]...)
		return isColour(heard)
	case "CELL":
		row, column, ok := CellNamed(heard)
		return ok && heard == "r"+strconv.Itoa(row)+"c"+strconv.Itoa(column) // refuse other spellings, such as r03c5
	case "CELLS":
		ok := m.matchesWord("CELL", heard)
		if ok {
			m.ownMeaning().Cells = append(m.ownMeaning().Cells, heard)
		}
		return ok
	case "LIST", "NUMBERS":
		meaning, all := m.ownMeaning(), strings.Split(heard, "x") // a size such as 2x3
		for _, one := range all {
			n, ok := numberOf(one)
			if !ok || len(all) > 2 {
				return false
			}
			meaning.Numbers = append(meaning.Numbers, n)
		}
		return true
	case "SIZE", "BOX":
		size, ok := sizeOf(heard)
		switch {
		case !ok:
		case word == "SIZE":
			m.what.Board = size
		default:
			m.what.Box = size
		}
		return ok
	case "LOW", "HIGH", "NUM":
		if word == "NUM" && heard[0] >= '0' && heard[0] <= '9' { // a number in the plural, as in "two 9s"
			heard = strings.TrimSuffix(strings.TrimSuffix(heard, "s"), "'")
		}
		n, ok := numberOf(heard)
		switch {
		case !ok:
			return false
		case word == "LOW":
			m.what.Low = n
		case word == "HIGH":
			m.what.High = n
		default:
			m.what.Number = n
		}
		return true
	}
	return word == heard
}

// ownMeaning returns the field Own of the match's meaning, after making a copy that the phrase does not share.
func (m *matcher) ownMeaning() *Own {
	if !m.added {
		m.what.Own, m.added = &Own{Rules: m.what.Own.Rules}, true
	}
	return m.what.Own
}

var numbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// numberOf returns the number that `said` stands for, in digits or as an English word.
func numberOf(said string) (n int, ok bool) {
	for n, word := range numbers {
		if said == word {
			return n, true
		}
	}
	n, err := strconv.Atoi(said)
	return n, err == nil && n >= 0 && len(said) < 6
}

// sizeOf returns the rows and columns of a board or a box such as 2x3.
func sizeOf(word string) (size [2]int, ok bool) {
	a, b, cut := strings.Cut(word, "x")
	rows, err := strconv.Atoi(a)
	columns, err2 := strconv.Atoi(b)
	return [2]int{rows, columns}, cut && err == nil && err2 == nil && rows > 0 && columns > 0
}

// collectFirstWords adds to the set `first` the words with which a phrase may begin. `any` is true if the phrase may
// also begin with a number or a cell.
func (p *phrase) collectFirstWords(first map[string]bool) (any bool) {
	var collect func(nodes []node) (empty bool)
	collect = func(nodes []node) bool {
		for _, n := range nodes {
			if n.ways == nil {
				if n.word == "COLOUR" {
					for word := range colours() {
						first[word] = true
					}
					return false
				}
				any = any || strings.ToUpper(n.word) == n.word && strings.ToLower(n.word) != n.word
				first[n.word] = true
				return false
			}
			empty := n.option
			for _, way := range n.ways {
				empty = collect(way) || empty
			}
			if !empty {
				return false
			}
		}
		return true
	}
	collect(p.nodes)
	return any
}

// CellNamed returns the row and column of a name such as r3c12, both from 1.
func CellNamed(name string) (row, column int, ok bool) {
	in, after, cut := strings.Cut(strings.TrimPrefix(name, "r"), "c")
	row, err := strconv.Atoi(in)
	column, err2 := strconv.Atoi(after)
	return row, column, cut && name[0] == 'r' && errors.Join(err, err2) == nil && min(row, column) > 0
}
