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

// split returns the words of a text. A character that is no letter, no digit and no punctuation, such as < or =, is a
// word of its own, because it may have a meaning.
func split(text string) (tokens []token) {
	next := sentenceEnd
	pause := func(g gap) { next = max(next, g) }
	start := true // no word of the current line has been read
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' || strings.HasPrefix(text[i:], `\n`) || strings.HasPrefix(text[i:], "<br"):
			if start && len(tokens) > 0 {
				pause(sentenceEnd)
			}
			pause(lineEnd)
			switch r {
			case '\\':
				size = 2
			case '<':
				size = max(strings.IndexByte(text[i:], '>')+1, 1)
			}
			start = true
		case unicode.Is(unicode.Han, r):
			tokens = append(tokens, token{string(r), i, i + size, next})
			next, start = blank, false
		case r == '<' && tagLength(text[i:]) > 0:
			size = tagLength(text[i:])
			if strings.ContainsAny(text[i:i+size], "pPlLdD") { // the tag of a paragraph or of an entry of a list
				pause(lineEnd)
			}
		case r == '(' && (start || next >= colon) && bracketMarkLength(text[i:]) > 0: // the mark of an entry of a list, such as (1)
			size = bracketMarkLength(text[i:])
			pause(sentenceEnd)
			start = false
		case strings.HasPrefix(text[i:], "(s)"): // a plural in brackets, as in dot(s)
			size = 3
		case strings.HasPrefix(text[i:], "https://"), strings.HasPrefix(text[i:], "http://"): // an address, up to the next blank
			if size = strings.IndexFunc(text[i:], unicode.IsSpace); size < 0 {
				size = len(text) - i
			}
			pause(clauseEnd)
		case isWordRune(r):
			to := i
			for to < len(text) {
				r, n := utf8.DecodeRuneInString(text[to:])
				if !isWordRune(r) && r != '\'' && r != '’' && r != '`' || unicode.Is(unicode.Han, r) {
					break
				}
				to += n
			}
			short, length := abbreviationAt(text[i:])
			if (start || next >= colon && isInnerListMark(text, i, to)) && to < len(text) && (text[to] == '.' || text[to] == ')') && isListMark(text[i:to]) && short == "" { // the mark of an entry of a list, such as 1. or a)
				i = to + 1
				pause(sentenceEnd)
				start = false
				continue
			}
			if short != "" {
				tokens = append(tokens, token{short, i, i + length, max(next, clauseEnd)})
				next, i, start = clauseEnd, i+length, false
				if i < len(text) && text[i] == '.' {
					i++
				}
				continue
			}
			word := strings.Trim(strings.NewReplacer("’", "'", "`", "'").Replace(strings.ToLower(plainLetters(text[i:to]))), "'")
			if short := shortened()[word]; short != "" {
				word = short
			}
			if connectives[word] {
				pause(clauseEnd)
			}
			tokens = append(tokens, token{word, i, to, next})
			if next = blank; connectives[word] {
				next = clauseEnd
			}
			start = false
			size = to - i
		case r == '.' && len(tokens) > 0 && (tokens[len(tokens)-1].word == "ie" || tokens[len(tokens)-1].word == "eg") && tokens[len(tokens)-1].to == i:
			pause(clauseEnd)
		case r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？':
			pause(sentenceEnd)
		case r == ';' || r == '；':
			pause(partEnd)
		case r == '≥' || r == '≤':
			tokens = append(tokens, token{"at", i, i + size, next}, token{map[rune]string{'≥': "least", '≤': "most"}[r], i, i + size, blank})
			next, start = blank, false
		case unicode.IsSpace(r), unicode.Is(unicode.Cf, r), r == '\ufffd' && size == 1:
		case r == '-' && i > 0 && text[i-1] != ' ' && i+1 < len(text) && text[i+1] != ' ', r == '\'', r == '’', r == '/', r == '‐', r == '‑':
		case r == ':', r == ']', r == '-' || r == '–' || r == '—':
			pause(colon)
		case unicode.IsPunct(r), start && r == '+': // punctuation, or a + that marks an entry of a list
			pause(clauseEnd)
		default:
			tokens = append(tokens, token{string(r), i, i + size, max(next, clauseEnd)})
			next, start = clauseEnd, false
		}
		i += size
	}
	return tokens
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
	return all
})

// plainLetters replaces Unicode's mathematical letters, such as bold and italic ones, by plain letters.
func plainLetters(word string) string {
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
