package wording

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// gap is what separates a word from the word before it.
type gap int

const (
	blank       gap = iota
	clauseEnd       // a comma, a bracket, or a word such as "and"
	colon           // a colon, or a dash or bracket that ends a heading
	lineEnd         // a new line
	partEnd         // a semicolon
	sentenceEnd     // a full stop, an empty line
)

// token is a word of a text, in lower case.
type token struct {
	word     string
	from, to int // text[from:to] is the token in the original text
	gap      gap
}

// connectives lists words that may stand between two phrases of a sentence.
var connectives = map[string]bool{
	"and": true, "but": true, "also": true, "additionally": true, "furthermore": true, "moreover": true, "plus": true, "while": true, "whilst": true, "where": true, "so": true, "ie": true, "且": true, "并": true,
}

// split returns the words of a text. A character is a word of its own if it is no letter, no digit and no
// punctuation. It may have a meaning, such as < and =.
func split(text string) []token {
	s := splitter{text: text, next: sentenceEnd, start: true}
	for i := 0; i < len(text); {
		i += s.step(i)
	}
	return s.tokens
}

// splitter is the state of split.
type splitter struct {
	text   string
	tokens []token
	next   gap  // before the next word
	start  bool // set at the beginning of a line
}

func (s *splitter) pause(g gap) { s.next = max(s.next, g) }

// add adds a word. after is the least gap behind it.
func (s *splitter) add(word string, from, to int, before, after gap) {
	s.tokens = append(s.tokens, token{word, from, to, max(s.next, before)})
	s.next, s.start = after, false
}

// step reads what stands at i: a word, or a character. It returns its length.
func (s *splitter) step(i int) int {
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
		s.add(string(r), i, i+size, blank, blank)
	case r == '<' && tagLength(rest) > 0:
		size = tagLength(rest)
		if strings.ContainsAny(rest[:size], "pPlLdD") { // a paragraph, an entry of a list
			s.pause(lineEnd)
		}
		return size
	case r == '(' && (s.start || s.next >= colon) && bracketMarkLength(rest) > 0: // the number of a list entry: (1)
		s.pause(sentenceEnd)
		s.start = false
		return bracketMarkLength(rest)
	case strings.HasPrefix(rest, "(s)"): // dot(s)
		return 3
	case strings.HasPrefix(rest, "https://"), strings.HasPrefix(rest, "http://"): // a link
		s.pause(clauseEnd)
		if size = strings.IndexFunc(rest, unicode.IsSpace); size < 0 {
			size = len(rest)
		}
		return size
	case isWordRune(r):
		return s.word(i)
	default:
		s.sign(r, i, size)
	}
	return size
}

func (s *splitter) endLine() {
	if s.start && len(s.tokens) > 0 {
		s.pause(sentenceEnd)
	}
	s.pause(lineEnd)
	s.start = true
}

// word reads a word, an abbreviation or the mark of an entry of a list.
func (s *splitter) word(i int) int {
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
		s.pause(sentenceEnd)
		s.start = false
		return to + 1 - i
	}
	if short != "" {
		s.add(short, i, i+length, clauseEnd, clauseEnd)
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
	if connectives[word] {
		around = clauseEnd
	}
	s.add(word, i, to, around, around)
	return to - i
}

// sign reads a character that is not part of a word.
func (s *splitter) sign(r rune, i, size int) {
	text := s.text
	switch {
	case r == '.' && len(s.tokens) > 0 && (s.tokens[len(s.tokens)-1].word == "ie" || s.tokens[len(s.tokens)-1].word == "eg") && s.tokens[len(s.tokens)-1].to == i:
		s.pause(clauseEnd)
	case r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？':
		s.pause(sentenceEnd)
	case r == ';' || r == '；':
		s.pause(partEnd)
	case r == '≥' || r == '≤':
		s.add("at", i, i+size, blank, blank)
		s.add(map[rune]string{'≥': "least", '≤': "most"}[r], i, i+size, blank, blank)
	case unicode.IsSpace(r), unicode.Is(unicode.Cf, r), r == '\ufffd' && size == 1:
	case r == '-' && i > 0 && text[i-1] != ' ' && i+1 < len(text) && text[i+1] != ' ', r == '\'', r == '’', r == '/', r == '‐', r == '‑':
	case (r == '-' || r == '–' || r == '—') && isRange(text[:i], text[i+size:]): // "1 – 9"
	case r == ':', r == ']', r == '-' || r == '–' || r == '—':
		s.pause(colon)
	case unicode.IsPunct(r), s.start && r == '+': // the mark of a list
		s.pause(clauseEnd)
	default:
		s.add(string(r), i, i+size, clauseEnd, clauseEnd)
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
			if _, is := sizeOf(t.word + "x" + tokens[i+2].word); is {
				t.word += "x" + tokens[i+2].word
				t.to = tokens[i+2].to
				i += 2
			}
		}
		all = append(all, t)
	}
	return all
}

// shortened maps words that lack their apostrophe to the correct words.
var shortened = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for word := range wordSet("don't can't doesn't won't mustn't isn't aren't shouldn't") {
		all[strings.ReplaceAll(word, "'", "")] = word
	}
	for _, word := range []string{"sudoko", "soduku", "suduko", "sudouku", "sodoku"} { // these words are too short for mendTypos
		all[word] = "sudoku"
	}
	all["1st"], all["2nd"], all["3rd"] = "first", "second", "third"
	return all
})

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

// isListMark reports whether a word numbers the entries of a list: 1. a) ii)
func isListMark(word string) bool {
	return strings.Trim(word, "0123456789") == "" && len(word) < 3 || strings.Trim(word, "iv") == "" || len(word) == 1
}

// isInnerListMark reports whether text[from:to] is the number of an entry of a list within a line, such as "2) …" or
// "2. The …". It must follow the end of a sentence, a colon or a semicolon. In "(1: 2)" the 2 is no such number,
// because the bracket after it closes an earlier one.
func isInnerListMark(text string, from, to int) bool {
	if to+2 < len(text) && text[to] == '.' && text[to+1] == ' ' && text[to+2] >= 'A' && text[to+2] <= 'Z' && from > 0 && text[from-1] == ' ' {
		return strings.Trim(text[from:to], "0123456789") == ""
	}
	return to < len(text) && text[to] == ')' && from > 0 && text[from-1] == ' ' && strings.LastIndexByte(text[:from], '(') <= strings.LastIndexByte(text[:from], ')')
}

// bracketMarkLength returns the length of a list mark in brackets, such as "(1)", at the beginning of a text, or 0.
func bracketMarkLength(text string) int {
	end := strings.IndexByte(text[:min(len(text), 5)], ')')
	if end < 2 || !isListMark(text[1:end]) {
		return 0
	}
	return end + 1
}

// abbreviationAt returns "eg" or "ie", and the abbreviation's length, if a text begins with "e.g", "i.e", "e. g" or "i.
// e".
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
