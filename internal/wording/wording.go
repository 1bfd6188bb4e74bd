// Package wording reads the rules that people write in sentences beside a puzzle.
//
//	Read      returns the sentences of a text, each with its meanings
//	tables    the sentences that are understood, with their meanings; tables.go
//
// A sentence is understood only if phrases of the table cover all of its words. Any other sentence may state an unknown
// rule, so every answer about the puzzle must mention that sentence.
//
// The package must not import packages of boards or of kinds of constraints, but it uses the names of kinds in package
// puzzle.
package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"nonet/message"
)

// Sense is the effect of a phrase on a puzzle.
type Sense int

const (
	Idle      Sense = iota // the phrase states no rule: thanks, links, "not all dots are given"
	Usual                  // the usual rules: each row, each column, and each box or region has each value once
	Latin                  // each row and column has each value once, and there are no boxes
	Irregular              // the usual rules with regions that are not boxes
	Adds                   // a rule for the whole board, which needs no drawing
	Explains               // the meaning of clues that the puzzle has
)

// Meaning holds the effect of a phrase on a puzzle, and the kinds, numbers and colours in the phrase.
type Meaning struct {
	Sense Sense
	// Kinds are names of kinds of constraints. If the sense is Adds, the phrase states all of these rules. If the sense
	// is Explains, the phrase explains any one of these kinds, which the puzzle must have. If the sense is Idle, the
	// phrase states no rule only in a puzzle without constraints of these kinds.
	Kinds []string
	// Number is the number in the phrase, or -1 if the phrase has none. The phrase is about constraints whose first
	// number is Number.
	Number int
	// Low and High are the least and the greatest value in the phrase. Board and Box have the numbers of rows and
	// columns in the phrase. A number that the phrase lacks is -1.
	Low, High  int
	Board, Box [2]int
	// Class is the class of the drawings that the phrase is about, such as "line". It is "" if the phrase names no
	// class. Colours are the colours in the phrase; a drawing must have one of them.
	Class   string
	Colours []string
	// Said has the words of the phrase that stand for Colours. A text in Said may include "light" or "dark", as in
	// "dark blue".
	Said []string
	// Vague is true for words such as "The values differ", which may be about any rule. Such words explain a clue only
	// if the puzzle has a constraint of one of Kinds.
	Vague bool
	// Own is set if the phrase comes from nonet's own texts; otherwise it is nil.
	Own *Own
	// Relation is the relation of two values that the phrase states, or nil.
	Relation *Relation
}

// Own holds the texts, numbers and cells of a phrase from nonet's own texts.
type Own struct {
	// Rules are the keys of nonet's texts that contain the phrase, without the prefix "kind.", such as
	// "Indexing.rule.C". The key is "" for the name of a kind.
	Rules []string
	// Numbers are the numbers of a list in the phrase. Cells are the cells in the phrase, such as r3c5: the first and
	// the last cell of each constraint.
	Numbers []int
	Cells   []string
}

// newMeaning returns a meaning in which every number is -1, for a phrase without numbers.
func newMeaning(sense Sense, kinds []string) Meaning {
	return Meaning{Sense: sense, Kinds: kinds, Number: -1, Low: -1, High: -1, Board: [2]int{-1, -1}, Box: [2]int{-1, -1}}
}

// Fits reports whether the numbers in the phrase are those of the board: its rows and columns, its least and greatest
// value, and the rows and columns of its boxes, which may be swapped. A number that the phrase lacks always fits.
func (m *Meaning) Fits(rows, columns, low, high, boxRows, boxColumns int) bool {
	agree := func(stated, actual int) bool { return stated < 0 || stated == actual }
	return agree(m.Low, low) && agree(m.High, high) && agree(m.Board[0], rows) && agree(m.Board[1], columns) &&
		(agree(m.Box[0], boxRows) && agree(m.Box[1], boxColumns) || agree(m.Box[0], boxColumns) && agree(m.Box[1], boxRows))
}

// Sentence is a sentence of a text, with its meanings.
type Sentence struct {
	Text     string    // the beginning of the sentence as written, on one line
	Meanings []Meaning // the meanings; empty if the sentence is not understood
	Chatter  bool      // the sentence is not understood, but contains no word of a rule
}

// These are limits of a text. Parts of the text beyond a limit count as a sentence that is not understood.
const (
	mostText   = 16 << 10 // the maximum number of bytes of a text
	mostShown  = 160      // the maximum number of characters of a sentence in messages
	mostTokens = 62       // the maximum number of words that are compared with a phrase
	mostName   = 2        // the maximum number of words of a clause that is only a name
)

// isUnorderedSequence reports whether a sentence about the kind Sequence permits any order of the values. nonet has no
// kind of constraint with this meaning.
func isUnorderedSequence(tokens []token, meanings []Meaning) bool {
	return slices.ContainsFunc(meanings, func(m Meaning) bool { return slices.Contains(m.Kinds, "Sequence") }) &&
		hasOneOf(tokens, "any necessarily particular random")
}

// Read returns the sentences of a text, in their order. It reads at most 16 KiB; the rest counts as one sentence that
// is not understood.
func Read(text string) []Sentence {
	if strings.IndexByte(text, '&') >= 0 {
		text = entities().Replace(text)
	}
	rest := ""
	if len(text) > mostText {
		cut := mostText
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text, rest = text[:cut], text[cut:]
	}
	tokens := splitRunTogether(text, splitWords(text))
	tokens = joinSizeTokens(withoutShortNames(text, tokens))
	mendTypos(tokens)
	r := &reader{text: text}
	for _, sentence := range partsOf(tokens, sentenceEnd) {
		r.addParts(sentence, partEnd)
	}
	if strings.TrimSpace(rest) != "" || isOnlyLink(text, tokens) {
		r.all = append(r.all, Sentence{Text: shortenSentence(cmp.Or(rest, text))})
	}
	return r.all
}

// isOnlyLink reports whether a text only says where the rules are: "Rules: https://…".
func isOnlyLink(text string, tokens []token) bool {
	return strings.Contains(text, "://") && len(tokens) < 4 && hasOneOf(tokens, "rules")
}

type reader struct {
	text   string
	all    []Sentence
	before []token // the previous sentence, if it was understood
	open   []token // the previous sentence if it was not understood, or if it was joined from two sentences
}

// addParts adds a sentence. If the sentence is not understood, addParts splits it at semicolons and tries to understand
// each part. It then splits a part that is not understood at line ends. `end` is the gap at which it splits.
func (r *reader) addParts(sentence []token, end gap) {
	meanings, parts := meaningsWithHeading(sentence), [][]token{sentence}
	for ; meanings == nil && len(parts) == 1 && end >= lineEnd; end-- {
		parts = partsOf(sentence, end)
	}
	if len(parts) == 1 {
		r.addSentence(sentence, meanings)
		return
	}
	for _, part := range parts {
		r.addParts(part, end)
	}
}

func partsOf(tokens []token, end gap) (parts [][]token) {
	from := 0
	for i := range tokens {
		if i+1 == len(tokens) || tokens[i+1].gap >= end {
			parts, from = append(parts, tokens[from:i+1]), i+1
		}
	}
	return parts
}

// addSentence appends a sentence with its own meanings to the result. If neither this sentence nor the previous one is understood,
// addSentence tries to read both as one sentence.
func (r *reader) addSentence(some []token, meanings []Meaning) {
	meanings = r.meaningsInContext(some, meanings)
	if outer, inner := splitBrackets(r.text, some); meanings == nil && len(outer) > 0 && len(inner) > 0 {
		meanings = meaningsWithBracket(outer, inner)
	}
	joined := false
	if meanings == nil {
		r.before = nil
		if r.open != nil {
			whole := joinSentences(r.open, some)
			meanings = meaningsWithHeading(whole)
			if joined = meanings != nil; joined {
				some, r.before = whole, whole
				r.all = r.all[:len(r.all)-1]
			}
		}
	}
	title := len(r.all) == 0 && some[len(some)-1].to+1 < len(r.text) && isTitle(r.text, some)
	if meanings == nil && (title || isUnrelatedEnglish(some) || len(some) > 1 && isExample(some) && !isLimited(some[2:], "but only other others however")) {
		meanings = []Meaning{newMeaning(Idle, nil)}
	}
	if r.open = nil; meanings == nil || joined { // the next sentence may continue this sentence
		r.open = some
	}
	shareCells(meanings)
	r.all = append(r.all, Sentence{shortenSentence(r.text[some[0].from:some[len(some)-1].to]), meanings, meanings == nil && hasOnlyUnrelatedWords(some)})
}

// meaningsInContext returns the meanings of a sentence whose own meanings are known. In it, "they" and "the line" refer
// to the previous sentence.
func (r *reader) meaningsInContext(some []token, meanings []Meaning) []Meaning {
	if isUnorderedSequence(some, meanings) {
		meanings = nil
	}
	if it := replacePronoun(some, r.before); it != nil {
		if meanings == nil {
			meanings = meaningsOf(it)
		}
		return inheritColours(meanings, r.all[len(r.all)-1].Meanings)
	}
	if r.before != nil && refersToEarlierLine(some) {
		meanings = inheritColours(meanings, r.all[len(r.all)-1].Meanings)
	}
	r.before = some
	return meanings
}

// meaningsWithBracket returns the meanings of a sentence and of the text in its brackets.
func meaningsWithBracket(outer, inner []token) []Meaning {
	meanings := meaningsWithHeading(outer)
	if meanings == nil {
		return nil
	}
	if more := meaningsOf(inner); more != nil {
		return append(meanings, more...)
	}
	if describesAppearance(inner) && !slices.ContainsFunc(meanings, func(m Meaning) bool { return m.Sense != Explains }) { // brackets such as "(thick grey line)" only describe the drawing
		return inheritColours(meanings, []Meaning{colourMeaning(inner)})
	}
	if isUnrelatedEnglish(inner) || isExample(inner) || inner[0].word == "so" && !isLimited(inner[1:], "but not only other others however must") {
		return meanings
	}
	return nil
}

// If one phrase of a sentence names cells, shareCells copies these cells to the meanings of all phrases of the
// sentence.
func shareCells(meanings []Meaning) {
	for i := range meanings {
		if own := meanings[i].Own; own != nil && len(own.Cells) > 0 {
			for k := range meanings {
				if other := meanings[k].Own; other != nil {
					meanings[k].Own = &Own{other.Rules, other.Numbers, own.Cells}
				}
			}
			return
		}
	}
}

// joinSentences returns the words of two sentences as one sentence, for texts such as "Numbers outside the grid are
// sums of the first X digits. X is the first digit."
func joinSentences(first, second []token) []token {
	joined := slices.Concat(first, second)
	joined[len(first)].gap = clauseEnd
	return joined
}

// withoutShortNames returns the tokens without abbreviations in brackets: two to four capital letters, such as "(REN)"
// after "renban line".
func withoutShortNames(text string, tokens []token) (all []token) {
	next := blank
	for _, t := range tokens {
		name := text[t.from:t.to]
		if t.from > 0 && text[t.from-1] == '(' && t.to < len(text) && text[t.to] == ')' && len(name) >= 2 && len(name) <= 4 && name != "XV" &&
			strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !vocabulary()[t.word] {
			next = max(next, t.gap)
			continue
		}
		if next > clauseEnd { // the dropped abbreviation began a sentence, so this word begins it now
			t.gap = max(t.gap, next)
		}
		next = blank
		all = append(all, t)
	}
	return all
}

// refersToEarlierLine reports whether a sentence is about the lines of the previous sentence. Such a sentence has "the
// line" or "these lines". It names no lines itself, unlike "the ends of a lockout line".
func refersToEarlierLine(tokens []token) (ok bool) {
	for i, t := range tokens {
		if t.word != "line" && t.word != "lines" {
			continue
		}
		if ok = i > 0 && isOneOf("the this that these those such same", tokens[i-1].word); !ok {
			return false
		}
	}
	return ok
}

// inheritColours returns a copy of meanings. In the copy, a meaning without colours has the colours that the earlier
// meanings of its class, in `before`, have.
func inheritColours(meanings, before []Meaning) []Meaning {
	meanings = slices.Clone(meanings)
	for i := range meanings {
		for _, m := range before {
			if class := meanings[i].Class; (m.Class == class || m.Class == "" || class == "") && (m.Sense == Explains || m.Sense == Idle) && meanings[i].Sense == Explains && len(meanings[i].Colours) == 0 {
				meanings[i].Colours, meanings[i].Said = m.Colours, m.Said
			}
		}
	}
	return meanings
}

// entities replaces HTML entities such as &amp; by the characters for which they stand.
var entities = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("&nbsp;", " ", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&le;", "≤", "&ge;", "≥", "&times;", "×",
		"&ndash;", "–", "&mdash;", "—", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&lsquo;", "‘", "&rsquo;", "’", "&ldquo;", "“", "&rdquo;", "”")
})

// tagLength returns the number of bytes of the HTML tag at the beginning of a text, or 0 if the text begins with no
// tag.
func tagLength(text string) int {
	end := strings.IndexByte(text[:min(len(text), 64)], '>')
	if name := strings.TrimPrefix(text[1:], "/"); end < 2 || name == "" || !isLetter(name[0]) {
		return 0
	}
	return end + 1
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isUnrelatedEnglish reports whether a sentence is English and contains no word about rules: "This is my first puzzle".
func isUnrelatedEnglish(tokens []token) bool {
	english := 0
	personal := slices.ContainsFunc(tokens, func(t token) bool { return isListed("personal", t.word) })
	for i, t := range tokens {
		if strings.Trim(t.word, "abcdefghijklmnopqrstuvwxyz'") != "" || (isListed("ruling", t.word) || isListed("ruling", strings.TrimSuffix(t.word, "'s"))) && !(personal && isListed("soft", t.word)) {
			return false
		}
		if _, ok := numberOf(t.word); ok && t.word != "one" {
			return false
		}
		if t.word == "to" && i > 0 && (tokens[i-1].word == "has" || tokens[i-1].word == "have" || i+1 < len(tokens) && tokens[i+1].word == "be" && (tokens[i-1].word == "is" || tokens[i-1].word == "are")) {
			return false // "has to be" states a rule
		}
		if isListed("chat", t.word) {
			english++
		}
	}
	return english >= 2
}

// hasOnlyUnrelatedWords reports whether a sentence has no word about rules, apart from words such as "not" and "may".
func hasOnlyUnrelatedWords(tokens []token) bool {
	english, modals := 0, 0
	for _, t := range tokens {
		_, number := numberOf(t.word)
		if isListed("ruling", t.word) && !isListed("modal", t.word) || number || isColour(t.word) || unicode.Is(unicode.Han, []rune(t.word)[0]) {
			return false
		}
		if isListed("modal", t.word) {
			modals++
		}
		if isListed("chat", t.word) {
			english++
		}
	}
	return english > 2 || len(tokens) < 3 && modals == 0 // one or two other words may be a name
}

// NamesRule reports whether a text has a word that seldom occurs outside rules, such as "thermometers" or "consecutive".
func NamesRule(text string) bool {
	return slices.ContainsFunc(splitWords(text), func(t token) bool {
		return isListed("ruling", t.word) && !isListed("soft", t.word) && !isListed("modal", t.word) && !isColour(t.word)
	})
}

// shortenSentence returns the beginning of a sentence, at most mostShown characters on one line, for messages.
func shortenSentence(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(text); len(runes) > mostShown {
		return string(runes[:mostShown]) + "…"
	}
	return text
}

// meaningsOf returns the meanings of a sentence, or nil if phrases do not cover all of its words.
func meaningsOf(tokens []token) []Meaning {
	// best[i] has the meanings of the first i words, or is nil if phrases do not cover them.
	best := make([][]Meaning, len(tokens)+1)
	best[0] = []Meaning{}
	if n := headingLength(tokens); n > 0 {
		best[n] = best[0]
	}
	possible := possibleBags(tokens)
	add := func(from, to int, what ...Meaning) {
		if to-from <= mostName && isUncolouredShapeName(what) && slices.ContainsFunc(best[from], func(m Meaning) bool { return len(m.Colours) > 0 }) {
			return // in "Pink lines are renbans and whispers", the second rule is for the pink lines, too
		}
		if best[to] == nil && (to == len(tokens) || tokens[to].gap > blank) {
			best[to] = append(best[from][:len(best[from]):len(best[from])], what...)
			for i := len(best[from]); i < len(best[to]); i++ {
				best[to][i].Said = saidColours(tokens[from:to])
			}
		}
	}
	for i := range tokens {
		if best[i] != nil && i > 0 && isExample(tokens[i:]) && !isLimited(tokens[i:], "but not only other others while however") { // the remaining words are only an example of the rule
			return best[i]
		}
		if best[i] == nil || i > 0 && tokens[i].gap == blank {
			continue
		}
		window := tokens[i:min(len(tokens), i+mostTokens)]
		for _, p := range table().phrasesFrom(tokens[i].word) {
			p.matchAtStart(p.meaning, window, func(n int, what Meaning) { add(i, i+n, what) })
		}
		for _, b := range possible {
			b.match(window, func(n int, what []Meaning) { add(i, i+n, what...) })
		}
	}
	return dropMisplacedBoardRules(tokens, best[len(tokens)])
}

// dropMisplacedBoardRules returns nil if the sentence states a rule of the whole board, but limits the rule to lines or
// other drawings. The heading may limit the rule, as in "Nabner: no two adjacent digits are consecutive". An earlier
// clause may, too, as in "On lines, digits differ and adjacent digits are not consecutive". The result is also nil if
// the heading names slow or fast thermometers, but the sentence describes usual ones. Otherwise it is meanings.
func dropMisplacedBoardRules(tokens []token, meanings []Meaning) []Meaning {
	for _, t := range tokens[:headingLength(tokens)] {
		for _, m := range meanings {
			if kinds := lineNames()[t.word]; m.Sense == Adds && (kinds != "" || isOneOf("line lines cage cages arrow arrows thermo thermos thermometers circle circles square squares", t.word)) && !slices.Contains(strings.Fields(kinds), m.Kinds[0]) {
				return nil
			}
		}
	}
	for _, t := range tokens[:headingLength(tokens)] {
		// "Weak thermometers: digits increase …" does not mention that digits may be equal.
		if isOneOf("slow weak fast", t.word) && slices.ContainsFunc(meanings, func(m Meaning) bool { return m.Sense == Explains && slices.Equal(m.Kinds, []string{"Thermo"}) }) {
			return nil
		}
	}
	for i, m := range meanings {
		if m.Sense == Adds && (m.Kinds[0] == "StrictDifference 1" || isOneOf("EdgePairs CornerPairs ApartBy", m.Kinds[0])) &&
			slices.ContainsFunc(meanings[:i], func(m Meaning) bool {
				return m.Sense == Explains && isOneOf("line cage arrow thermo", m.Class)
			}) &&
			!hasOneOf(tokens, "orthogonally orthogonal diagonally grid anywhere") {
			return nil
		}
	}
	return meanings
}

// isUncolouredShapeName reports whether there is exactly one meaning, which explains a kind and has no colour.
func isUncolouredShapeName(what []Meaning) bool {
	return len(what) == 1 && what[0].Sense == Explains && len(what[0].Colours) == 0
}

// headingLength returns the number of words in the heading of a sentence, such as "Killer cages:". If the heading may
// be more than a name, the result is 0.
func headingLength(tokens []token) int {
	for n := 1; n < len(tokens) && n <= 5; n++ {
		if isListed("saying", tokens[n-1].word) || isColour(tokens[n-1].word) {
			return 0
		}
		if _, ok := numberOf(tokens[n-1].word); ok && (n < 2 || tokens[n-2].word != "modulo" && tokens[n-2].word != "mod") {
			return 0
		}
		if tokens[n].gap == colon {
			return n
		}
	}
	return 0
}

// isLimited reports whether an example contains a word of `limiting`, a list of words that restrict the rule. "But" in
// "But 2 and 5 can be" does not restrict the rule.
func isLimited(tokens []token, limiting string) bool {
	for i, t := range tokens {
		if t.word == "other" && i > 0 && tokens[i-1].word == "each" {
			continue
		}
		if rest := tokens[i:]; t.word == "but" && len(rest) < 8 && slices.ContainsFunc(rest, func(t token) bool {
			_, _, cell := CellNamed(t.word)
			_, number := numberOf(t.word)
			return cell || number
		}) && !hasOneOf(rest[1:], "not only other others while however must no never except") {
			return false
		} else if isOneOf(limiting, t.word) {
			return true
		}
	}
	return false
}

// isExample reports whether tokens, the rest of a sentence, are only an example of the rule.
func isExample(tokens []token) bool {
	if hasOneOf(tokens, "unless except") {
		return false
	}
	if tokens[0].word == "so" && len(tokens) > 1 {
		tokens = tokens[1:]
	}
	switch tokens[0].word {
	case "eg", "example", "examples":
		return true
	case "hint", "hints": // as in "Hint: look at box 5"
		return len(tokens) > 1 && tokens[1].gap == colon
	case "such": // as in "in any order, such as 354"
		return len(tokens) == 3 && tokens[1].word == "as" && strings.Trim(tokens[2].word, "0123456789") == ""
	case "in": // an example begins: "in other words, r1c1 + r1c2 = r2c2"
		return len(tokens) > 3 && tokens[1].word == "other" && tokens[2].word == "words" && describesAppearance(slices.DeleteFunc(slices.Clone(tokens[3:]), func(t token) bool { return t.word == "+" || t.word == "=" }))
	case "for":
		return len(tokens) > 1 && (tokens[1].word == "example" || tokens[1].word == "instance")
	}
	return false
}

// table maps each first word to the phrases that may begin with it.
var table = sync.OnceValue(func() *index {
	t := &index{byWord: map[string][]*phrase{}}
	for _, p := range slices.Concat(phraseRows(), builtinRulePhrases()) {
		if p.open {
			t.any = append(t.any, p)
		}
		for word := range p.first {
			if !p.open {
				t.byWord[word] = append(t.byWord[word], p)
			}
		}
	}
	return t
})

// writtenAs maps a kind to the kind by which another site's texts express the same rule.
var writtenAs = map[string]string{"AllDifferent": "Cage", "Difference": "WhiteDot", "Ratio": "BlackDot", "Sum": "X", "SumLine": "Ten"}

// builtinRulePhrases returns phrases for all sentences of nonet's own descriptions of kinds, in every language. They
// match the name of a kind, with optional numbers and cells, and the sentences of its rule.
func builtinRulePhrases() (all []*phrase) {
	byWord := map[string]*phrase{}
	named, places := node{option: true}, node{option: true} // the numbers and cells that may follow a name
	for _, key := range message.Keys() {
		for _, lang := range message.Langs() {
			switch {
			case strings.HasPrefix(key, "kind.word.") || key == "rules.caption.others":
				named.ways = append(named.ways, nodesOf(splitWords(message.New(key).In(lang))))
			case key == "rules.caption.connected":
				for _, n := range []string{"anumber", "1"} {
					places.ways = append(places.ways, nodesOf(splitWords(message.New(key, "n", n, "values", "").In(lang))))
				}
			}
		}
	}
	named.ways = append(named.ways, []node{{word: "NUMBERS"}, places})
	choices := append([]node{named}, parsePhrase("[[at] CELLS]")...)
	for _, key := range message.Keys() {
		kind, variant, ok := strings.Cut(strings.TrimPrefix(key, "kind."), ".rule")
		if !ok || !strings.HasPrefix(key, "kind.") || kind == "Indexing" && variant != "" { // the bags cover the rules of Indexing
			continue
		}
		add := func(tokens []token, rule string, more ...node) {
			for _, part := range partsOf(tokens, sentenceEnd) {
				nodes := append(nodesOf(part), more...)
				sentence := fmt.Sprint(nodes)
				if byWord[sentence] == nil {
					byWord[sentence] = newPhrase(newMeaning(Explains, nil), nodes)
					byWord[sentence].meaning.Vague, byWord[sentence].meaning.Own = true, &Own{}
					all = append(all, byWord[sentence])
				}
				m := &byWord[sentence].meaning
				m.Own.Rules = append(m.Own.Rules, rule)
				if m.Kinds = append(m.Kinds, kind, writtenAs[kind]); kind == "Nothing" {
					m.Sense, m.Kinds, m.Vague = Idle, nil, false
				}
			}
		}
		for _, lang := range message.Langs() {
			if variant == "" {
				add(splitWords(message.New("kind."+kind).In(lang)), "", choices...)
			}
			for _, n := range []string{"anumber", "1"} { // the text may have a special form for the number 1
				add(splitWords(message.New(key, "n", n, "number", "anumber", "numbers", "alist", "values", "alist").In(lang)), strings.TrimPrefix(key, "kind."))
			}
		}
	}
	return all
}

// nodesOf returns the nodes for the words of one of nonet's texts. A placeholder such as "anumber" becomes a number.
func nodesOf(tokens []token) (nodes []node) {
	for _, one := range tokens {
		switch one.word {
		case "anumber":
			one.word = "NUM"
		case "alist":
			one.word = "LIST"
		}
		nodes = append(nodes, node{word: one.word})
	}
	return nodes
}

type index struct {
	byWord map[string][]*phrase
	any    []*phrase // the phrases that may begin with a number or a cell
}

func (t *index) phrasesFrom(word string) []*phrase {
	return append(slices.Clip(t.any), t.byWord[word]...)
}
