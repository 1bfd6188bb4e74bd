package wording

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// This file repairs sentences that no phrase matches. They may have mistyped words, "they" for the subject of the
// previous sentence, headings with a colour, or text in brackets.

const longWord = 7 // the minimum length of a word to correct, because shorter words resemble too many others

// mendTypos corrects long words that are not in the vocabulary. It replaces a word if exactly one word of the
// vocabulary begins with the same letter and differs by one letter.
func mendTypos(tokens []token) {
	for i := range tokens {
		word := tokens[i].word
		if len(word) < longWord || vocabulary()[word] || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		meant := ""
		for known := range vocabulary() {
			if len(known) >= longWord-1 && known[0] == word[0] && known != "digit's" && differByOneLetter(word, known) {
				if meant != "" {
					meant = ""
					break
				}
				meant = known
			}
		}
		if meant != "" {
			tokens[i].word = meant
		}
	}
}

// splitRunTogether splits a word that joins the last word of a sentence to the first word of the next: "ratioDigits
// along arrows".
func splitRunTogether(text string, tokens []token) (all []token) {
	for _, t := range tokens {
		word := text[t.from:t.to]
		cut := strings.LastIndexAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if first := t; cut > 1 && cut+2 < len(word) && vocabulary()[strings.ToLower(word[:cut])] && vocabulary()[strings.ToLower(word[cut:])] {
			first.word, first.to = strings.ToLower(word[:cut]), t.from+cut
			all = append(all, first)
			t = token{strings.ToLower(word[cut:]), t.from + cut, t.to, sentenceEnd}
		}
		all = append(all, t)
	}
	return all
}

// differByOneLetter reports whether two words differ by one letter: a letter is changed, added, removed, or swapped
// with its neighbour.
func differByOneLetter(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	switch len(a) - len(b) {
	case 0:
		return i < len(b) && (a[i+1:] == b[i+1:] || i+1 < len(b) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:])
	case 1:
		return a[i+1:] == b[i:]
	}
	return false
}

// vocabulary holds the words of all phrases, bags and word lists of this package.
var vocabulary = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	var collect func(nodes []node)
	collect = func(nodes []node) {
		for _, n := range nodes {
			all[n.word] = true
			for _, way := range n.ways {
				collect(way)
			}
		}
	}
	for _, list := range table().byWord {
		for _, p := range list {
			collect(p.nodes)
		}
	}
	known, _ := bags()
	for _, b := range known {
		for _, p := range append(b.required, b.separator) {
			collect(p.nodes)
		}
	}
	for _, list := range []string{"correct", "fillers", "ruling", "chat", "modal", "saying", "colourful", "connectives"} {
		maps.Copy(all, lists()[list])
	}
	for word := range colours() {
		all[word] = true
	}
	return all
})

// replacePronoun replaces a pronoun at the beginning of a sentence, such as "they" or "it", by the subject of the
// previous sentence. The pronoun may come after a word such as "however".
func replacePronoun(tokens, before []token) []token {
	thing := slices.IndexFunc(before, func(t token) bool { return isListed("things", t.word) })
	if len(tokens) > 1 && isOneOf("however but also additionally", tokens[0].word) {
		tokens = tokens[1:]
	}
	if thing < 0 || !isOneOf("they it these those", tokens[0].word) || len(tokens) > 1 && isListed("things", tokens[1].word) {
		return nil
	}
	all := slices.Clone(tokens)
	all[0].word = before[thing].word
	return all
}

// isTitle reports whether the first words of a text are a title and a name, such as "Night Train by Ann Other".
func isTitle(text string, tokens []token) bool {
	index := slices.IndexFunc(tokens, func(t token) bool { return t.word == "by" })
	return index > 0 && index+1 < len(tokens) && len(tokens) < 11 && len(tokens)-index < 5 && !slices.ContainsFunc(tokens[index+1:], func(t token) bool {
		return vocabulary()[t.word] || !unicode.IsUpper([]rune(text[t.from:t.to])[0])
	})
}

// splitBrackets divides the words of a sentence into those outside brackets and those inside.
func splitBrackets(text string, tokens []token) (outer, inner []token) {
	depth, offset := 0, tokens[0].from
	for _, t := range tokens {
		gapText := text[min(offset, t.from):t.from] // a sign such as ≥ becomes two words with the same `from`, so `offset` may exceed t.from
		depth = max(0, depth+strings.Count(gapText, "(")+strings.Count(gapText, "[")-strings.Count(gapText, ")")-strings.Count(gapText, "]"))
		if offset = t.to; depth > 0 {
			inner = append(inner, t)
		} else {
			outer = append(outer, t)
		}
	}
	return outer, inner
}

// describesAppearance reports whether words only describe how a drawing looks or where the drawing is: "thick grey
// line", "diamonds", "r1c2 to r4c2".
func describesAppearance(tokens []token) bool {
	cell := anyPhrase("CELL")
	return !slices.ContainsFunc(tokens, func(t token) bool {
		return !isColour(t.word) && !isListed("colourful", t.word) && !isListed("things", t.word) && !isOneOf("a the in and or either to from diamond diamonds small smaller large larger", t.word) && !cell.isIn([]token{t})
	})
}

func colourMeaning(tokens []token) Meaning {
	m := newMeaning(Idle, nil)
	for _, t := range tokens {
		m.Colours = append(m.Colours, colours()[t.word]...)
	}
	m.Said = saidColours(tokens)
	return m
}

// meaningsWithHeading returns the meanings of a sentence that may begin with a heading, such as "Renban (purple): a
// line holds …" or "Nabner lines (gold): no two digits may be consecutive". If the rest of the sentence lacks the
// rule's name or colour, these come from the heading.
func meaningsWithHeading(tokens []token) []Meaning {
	n := colouredHeadingLength(tokens)
	if headed := meaningsUnderHeading(tokens, n); headed != nil {
		return headed
	}
	meanings := meaningsOf(tokens)
	for _, t := range tokens[:n] {
		if kinds := lineNames()[t.word]; kinds != "" && slices.ContainsFunc(meanings, func(m Meaning) bool { return m.Sense == Explains && !m.hasKindAmong(kinds) }) {
			return nil // the heading names another rule
		}
	}
	return meanings
}

func (m *Meaning) hasKindAmong(kinds string) bool {
	return slices.ContainsFunc(m.Kinds, func(kind string) bool { return slices.Contains(strings.Fields(kinds), kind) })
}

// meaningsUnderHeading returns the meanings of a sentence whose first n words are a heading, or nil if the sentence is
// not understood.
func meaningsUnderHeading(tokens []token, n int) []Meaning {
	if n == 0 || len(tokens) < n+4 {
		return nil
	}
	head, body := tokens[:n], slices.Clone(tokens[n:])
	body[0].gap = sentenceEnd
	meanings := meaningsOf(body)
	name := slices.IndexFunc(head, func(t token) bool { return lineNames()[t.word] != "" || t.word == "parity" || t.word == "ten" })
	if meanings == nil && name >= 0 { // read the sentence as if the name stood in it: "on a nabner line, no two digits …"
		subject := []token{head[name], head[name], head[name]}
		subject[0].word, subject[2].word = "on", "line"
		for i := range subject {
			subject[i].gap = blank
		}
		subject[0].gap, body[0].gap = sentenceEnd, blank
		meanings = meaningsOf(slices.Concat(subject, body))
	}
	if meanings == nil {
		return nil
	}
	names := colourMeaning(head).Colours
	meanings = slices.Clone(meanings)
	for i := range meanings {
		m := &meanings[i]
		kinds := ""
		if name >= 0 {
			kinds = lineNames()[head[name].word]
		}
		switch {
		case m.Sense == Adds && m.Kinds != nil:
			return nil // the sentence has a meaning that is not about such lines
		case m.Sense != Explains:
		case kinds != "" && !m.hasKindAmong(kinds):
			return nil // the heading names another rule
		case len(m.Colours) == 0:
			m.Colours, m.Said = names, saidColours(head)
		case !slices.ContainsFunc(m.Colours, func(colour string) bool { return slices.Contains(names, colour) }):
			return nil // the heading names another colour
		}
	}
	return meanings
}

// colouredHeadingLength returns the number of words in the heading of a sentence. The heading must have a colour, and
// otherwise only names of rules and drawings.
func colouredHeadingLength(tokens []token) int {
	coloured := false
	for n := 1; n < len(tokens) && n <= 7; n++ {
		word := tokens[n-1].word
		coloured = coloured || isColour(word)
		if !isColour(word) && !isListed("heads", word) && lineNames()[word] == "" && vocabulary()[word] && !(n > 1 && len(word) == 1 && word != "x" && word != "v" && isLetter(word[0])) {
			return 0
		}
		if coloured && (tokens[n].gap == colon || tokens[n].gap == lineEnd) {
			return n
		}
	}
	return 0
}
