package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// gap is the separator between a word and the word before it. A greater gap separates more.
type gap int

const (
	blank       gap = iota
	clauseEnd       // a comma, a bracket or a word such as "and" is between the words
	colon           // a colon, or a dash or bracket that ends a heading, is between the words
	lineEnd         // a new line is between the words
	partEnd         // a semicolon is between the words
	sentenceEnd     // a full stop or an empty line is between the words
)

// token is a word of a text, in lower case, with its position and the gap before it.
type token struct {
	word     string
	from, to int // text[from:to] is the token in the original text
	gap      gap
}

// splitWords returns the words of a text. A sign such as <, which is no letter, digit or punctuation mark, becomes a
// word of its own, because it may have a meaning.
func splitWords(text string) []token {
	s := splitter{text: text, next: sentenceEnd, start: true}
	for i := 0; i < len(text); {
		i += s.readStep(i)
	}
	return s.tokens
}

// splitter holds the words that splitWords has found so far, and the gap before the next word.
type splitter struct {
	text   string
	tokens []token
	next   gap
	start  bool // set at the beginning of a line
}

func (s *splitter) raiseGap(g gap) { s.next = max(s.next, g) }

// addWord adds the word that stands at text[from:to]. `before` and `after` are the least gaps before and after the
// word.
func (s *splitter) addWord(word string, from, to int, before, after gap) {
	s.tokens = append(s.tokens, token{word, from, to, max(s.next, before)})
	s.next, s.start = after, false
}

// readStep reads the word or the character at index i, and returns the number of bytes read.
func (s *splitter) readStep(i int) int {
	r, size := utf8.DecodeRuneInString(s.text[i:])
	rest := s.text[i:]
	switch {
	case r == '\n':
		s.endLine()
	case strings.HasPrefix(rest, `\n`):
		s.endLine()
		return 2
	case strings.HasPrefix(rest, "<br"):
		s.endLine()
		return max(strings.IndexByte(rest, '>')+1, 1)
	case unicode.Is(unicode.Han, r):
		s.addWord(string(r), i, i+size, blank, blank)
	case r == '<' && tagLength(rest) > 0:
		size = tagLength(rest)
		if strings.ContainsAny(rest[:size], "pPlLdD") { // the tag begins a paragraph or an entry of a list
			s.raiseGap(lineEnd)
		}
		return size
	case r == '(' && (s.start || s.next >= colon) && bracketMarkLength(rest) > 0: // the number of a list entry: (1)
		s.raiseGap(sentenceEnd)
		s.start = false
		return bracketMarkLength(rest)
	case strings.HasPrefix(rest, "(s)"): // the plural in "dot(s)" counts as a part of the word
		return 3
	case strings.HasPrefix(rest, "https://"), strings.HasPrefix(rest, "http://"): // the address of a link
		s.raiseGap(clauseEnd)
		if size = strings.IndexFunc(rest, unicode.IsSpace); size < 0 {
			size = len(rest)
		}
		return size
	case isWordRune(r):
		return s.readWord(i)
	default:
		s.readSign(r, i, size)
	}
	return size
}

func (s *splitter) endLine() {
	if s.start && len(s.tokens) > 0 {
		s.raiseGap(sentenceEnd)
	}
	s.raiseGap(lineEnd)
	s.start = true
}

// readWord reads a word, an abbreviation or the number of a list entry at index i. It returns the number of bytes read.
func (s *splitter) readWord(i int) int {
	text, to := s.text, i
	for to < len(text) {
		r, n := utf8.DecodeRuneInString(text[to:])
		if !isWordRune(r) && r != '\'' && r != '’' && r != '`' || unicode.Is(unicode.Han, r) {
			break
		}
		to += n
	}
	short, length := abbreviationAt(text[i:])
	if (s.start || s.next >= colon && isInnerListMark(text, i, to)) && to < len(text) && (text[to] == '.' || text[to] == ')') && isListMark(text[i:to]) && short == "" { // the number of a list entry
		s.raiseGap(sentenceEnd)
		s.start = false
		return to + 1 - i
	}
	if short != "" {
		s.addWord(short, i, i+length, clauseEnd, clauseEnd)
		if i+length < len(text) && text[i+length] == '.' {
			length++
		}
		return length
	}
	word := strings.Trim(strings.NewReplacer("’", "'", "`", "'").Replace(strings.ToLower(PlainLetters(text[i:to]))), "'")
	if short := shortened()[word]; short != "" {
		word = short
	}
	around := blank
	if isListed("connectives", word) {
		around = clauseEnd
	}
	s.addWord(word, i, to, around, around)
	return to - i
}

// readSign reads the character r, which is not part of a word and has `size` bytes.
func (s *splitter) readSign(r rune, i, size int) {
	text := s.text
	switch {
	case r == '.' && len(s.tokens) > 0 && (s.tokens[len(s.tokens)-1].word == "ie" || s.tokens[len(s.tokens)-1].word == "eg") && s.tokens[len(s.tokens)-1].to == i:
		s.raiseGap(clauseEnd)
	case r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？':
		s.raiseGap(sentenceEnd)
	case r == ';' || r == '；':
		s.raiseGap(partEnd)
	case r == '≥' || r == '≤':
		s.addWord("at", i, i+size, blank, blank)
		s.addWord(map[rune]string{'≥': "least", '≤': "most"}[r], i, i+size, blank, blank)
	case unicode.IsSpace(r), unicode.Is(unicode.Cf, r), r == '\ufffd' && size == 1:
	case r == '-' && i > 0 && text[i-1] != ' ' && i+1 < len(text) && text[i+1] != ' ', r == '\'', r == '’', r == '/', r == '‐', r == '‑':
	case (r == '-' || r == '–' || r == '—') && isRange(text[:i], text[i+size:]): // a dash between two numbers, as in "1 – 9"
	case r == ':', r == ']', r == '-' || r == '–' || r == '—':
		s.raiseGap(colon)
	case unicode.IsPunct(r), s.start && r == '+': // the character is punctuation, or a + that marks a list entry
		s.raiseGap(clauseEnd)
	default:
		s.addWord(string(r), i, i+size, clauseEnd, clauseEnd)
	}
}

// isRange reports whether a dash stands between two numbers.
func isRange(before, after string) bool {
	before, after = strings.TrimRight(before, " "), strings.TrimLeft(after, " ")
	return before != "" && after != "" && unicode.IsDigit(rune(before[len(before)-1])) && unicode.IsDigit(rune(after[0]))
}

// joinSizeTokens turns a size in three words, such as "3 x 3" or "3 by 3", into one word.
func joinSizeTokens(tokens []token) []token {
	all := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i+2 < len(tokens) && (tokens[i+1].word == "x" || tokens[i+1].word == "by") && tokens[i+1].gap == blank && tokens[i+2].gap == blank {
			if _, ok := sizeOf(t.word + "x" + tokens[i+2].word); ok {
				t.word += "x" + tokens[i+2].word
				t.to = tokens[i+2].to
				i += 2
			}
		}
		all = append(all, t)
	}
	return all
}

// PlainLetters replaces Unicode's mathematical letters, such as bold and italic ones, by plain letters.
func PlainLetters(word string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '×':
			return 'x'
		case r >= 0x1D400 && r < 0x1D6A4:
			r = (r - 0x1D400) % 52
			if r < 26 {
				return 'A' + r
			}
			return 'a' + r - 26
		case r >= 0x1D7CE && r < 0x1D800:
			return '0' + (r-0x1D7CE)%10
		}
		return r
	}, word)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '×' }

// isListMark reports whether word can number the entries of a list: a number, a single character or a Roman numeral.
func isListMark(word string) bool {
	return strings.Trim(word, "0123456789") == "" && len(word) < 3 || strings.Trim(word, "iv") == "" || len(word) == 1
}

// isInnerListMark reports whether text[from:to] numbers a list entry that begins within a line, such as "2) …" or "2.
// The …". In "(1: 2)" the 2 is no such number, because the bracket after the 2 closes an earlier bracket.
func isInnerListMark(text string, from, to int) bool {
	if to+2 < len(text) && text[to] == '.' && text[to+1] == ' ' && text[to+2] >= 'A' && text[to+2] <= 'Z' && from > 0 && text[from-1] == ' ' {
		return strings.Trim(text[from:to], "0123456789") == ""
	}
	return to < len(text) && text[to] == ')' && from > 0 && text[from-1] == ' ' && strings.LastIndexByte(text[:from], '(') <= strings.LastIndexByte(text[:from], ')')
}

// bracketMarkLength returns the number of bytes of a list entry's number in brackets, such as "(1)", at the beginning
// of a text.
func bracketMarkLength(text string) int {
	end := strings.IndexByte(text[:min(len(text), 5)], ')')
	if end < 2 || !isListMark(text[1:end]) {
		return 0
	}
	return end + 1
}

// abbreviationAt returns "eg" or "ie" if the text begins with this abbreviation: "e.g", "i.e", "e. g" or "i. e". length
// is the number of bytes of the abbreviation in the text.
func abbreviationAt(text string) (word string, length int) {
	if length = 3; len(text) > 3 && text[2] == ' ' {
		length = 4
	}
	if len(text) < length || text[1] != '.' || len(text) > length && isWordRune(rune(text[length])) {
		return "", 0
	}
	switch word = strings.ToLower(text[:1] + text[length-1:length]); word {
	case "eg", "ie":
		return word, length
	}
	return "", 0
}
