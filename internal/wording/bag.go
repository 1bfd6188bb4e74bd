package wording

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A bag is a set of phrases that occur in a clause in any order, with filler words between the phrases. So bags match
// sentences in many wordings. A sentence with any other word does not match.

// wordBag is a wordBagRow whose phrases have been parsed.
type wordBag struct {
	meanings  []Meaning
	required  []*phrase
	separator *phrase
	never     *phrase // a phrase that must not occur, or nil
	drawn     bool    // the bag is about drawings, so the text may name a colour
	ordered   bool    // the needs must occur in their order
	firsts    map[string]bool
	names     map[string]bool // the names in lineNames that stand for the bag's own kinds
}

const mostNeeds = 6

// possibleBags returns the bags for whose needs the text has words with which they may begin.
func possibleBags(tokens []token) (possible []*wordBag) {
	all, needs := bags()
	begun := map[*phrase]bool{}
	for _, need := range needs[""] {
		begun[need] = true
	}
	for _, t := range tokens {
		for _, need := range needs[t.word] {
			begun[need] = true
		}
	}
	for _, b := range all {
		if !slices.ContainsFunc(b.required, func(need *phrase) bool { return !begun[need] }) {
			possible = append(possible, b)
		}
	}
	return possible
}

// match calls found for each n such that the bag matches the first n words of window. It passes the bag's meanings to
// `found`.
func (b *wordBag) match(window []token, found func(n int, what []Meaning)) {
	if first := window[0].word; !b.firsts[first] && !b.firsts[""] && !b.isIdle(first, true) && !(b.drawn && isColour(first)) {
		return
	}
	full := 1<<len(b.required) - 1
	states := make([][]*Meaning, len(window)+1) // by the number of words and the set of needs; nil if not reached
	reach := func(n, needs int, what Meaning) {
		if states[n] == nil {
			states[n] = make([]*Meaning, full+1)
		}
		if states[n][needs] == nil {
			states[n][needs] = &what
		}
	}
	reach(0, 0, b.meanings[0])
	for i := range window {
		if states[i] == nil {
			continue
		}
		word := window[i].word
		isIdle := b.isIdle(word, i == 0)
		for have, said := range states[i] {
			if said == nil {
				continue
			}
			what := *said
			for k, need := range b.required {
				if have>>k&1 == 0 && (!b.ordered || have == 1<<k-1) {
					need.matchAtStart(what, window[i:], func(n int, what Meaning) { reach(i+n, have|1<<k, what) })
				}
			}
			b.separator.matchAtStart(what, window[i:], func(n int, what Meaning) { reach(i+n, have, what) })
			if colour := b.drawn && isColour(word); isIdle || colour {
				if !isIdle {
					what.Colours = slices.Concat(what.Colours, colours()[word])
				}
				reach(i+1, have, what)
			}
		}
	}
	for n := 1; n <= len(window); n++ {
		if states[n] != nil && states[n][full] != nil && !b.never.isIn(window[:n]) && !b.namesOtherRule(window[:n]) {
			all := slices.Clone(b.meanings)
			if all[0] = *states[n][full]; all[0].Relation != nil {
				all[0].Relation = all[0].Relation.withNumbers(window[:n], b.meanings[0].Relation.Not)
			}
			for i := range all[1:] {
				if len(all[i+1].Colours) == 0 {
					all[i+1].Colours = all[0].Colours
				}
			}
			found(n, all)
		}
	}
}

// isIdle reports whether a word does not change the meaning of the bag's sentences. `first` is set for the first word
// of a sentence.
func (b *wordBag) isIdle(word string, first bool) bool {
	return isListed("fillers", word) || first && isListed("opening", word) || b.drawn && isListed("colourful", word) || b.names[word]
}

// matchAtStart calls found for each n such that the phrase matches the first n words of window. `found` receives the
// meaning `meaning`, combined with the meaning of the phrase.
func (p *phrase) matchAtStart(meaning Meaning, window []token, found func(n int, what Meaning)) {
	if !p.canBegin(window[0].word) {
		return
	}
	for _, one := range p.relations {
		one.matchAtStart(meaning, window, func(n int, what Meaning) {
			what.Relation = one.meaning.Relation
			found(n, what)
		})
	}
	if p.relations != nil {
		return
	}
	m := matcher{words: window, what: meaning}
	ends := m.matchRow(p.nodes, 1)
	for n := 1; n <= len(window) && ends>>n != 0; n++ {
		if ends>>n&1 != 0 {
			found(n, m.what)
		}
	}
}

func (p *phrase) isIn(tokens []token) (ok bool) {
	for i := 0; p != nil && i < len(tokens) && !ok; i++ {
		p.matchAtStart(Meaning{}, tokens[i:], func(int, Meaning) { ok = true })
	}
	return ok
}

// namesOtherRule reports whether a text has a name in lineNames for a rule that is not one of the bag's kinds.
func (b *wordBag) namesOtherRule(tokens []token) bool {
	return b.meanings[0].Sense != Idle && slices.ContainsFunc(tokens, func(t token) bool { return lineNames()[t.word] != "" && !b.names[t.word] })
}

func (p *phrase) canBegin(word string) bool {
	return p.open || p.first[word]
}

// bags holds the bags of wordBagRows, with their phrases parsed. byWord has the needs of the bags by the words with
// which they may begin; under "" it has those that may also begin with a number or a cell.
var bags = sync.OnceValues(func() (all []*wordBag, byWord map[string][]*phrase) {
	byWord = map[string][]*phrase{}
	needed := map[string]*phrase{} // parsed needs by their text, because many rows have the same need
	for _, row := range wordBagRows() {
		b := &wordBag{separator: anyPhrase("(usually|typically|normally) (shown|marked|drawn|indicated|displayed)|" + row.optional), firsts: map[string]bool{}}
		meanings, ordered := strings.CutPrefix(row.meanings, "> ")
		b.ordered = ordered
		var nevers []string
		for _, one := range strings.Split(meanings, " ") {
			m := parseMeaning(one)
			b.drawn = b.drawn || m.Sense == Explains
			b.meanings = append(b.meanings, m)
			for _, kind := range m.Kinds {
				if never := forbidden()[kind]; never != "" {
					nevers = append(nevers, never)
				}
			}
			if m.Sense == Explains && !slices.ContainsFunc(m.Kinds, func(kind string) bool { return isListed("two", kind) }) {
				nevers = append(nevers, forbidden()["others"])
			}
		}
		if nevers != nil {
			b.never = anyPhrase(strings.Join(nevers, "|"))
		}
		for _, need := range row.required {
			if needed[need] == nil {
				p := needPhrase(need)
				for _, word := range p.firstWords() {
					byWord[word] = append(byWord[word], p)
				}
				needed[need] = p
			}
			b.required = append(b.required, needed[need])
		}
		if len(b.required) > mostNeeds {
			panic("wording: too many needs for " + row.meanings)
		}
		b.names = map[string]bool{}
		for name, kinds := range lineNames() {
			if slices.ContainsFunc(b.meanings, func(m Meaning) bool { return m.hasKindAmong(kinds) }) {
				b.names[name] = true
			}
		}
		for _, p := range append(b.required, b.separator) {
			for _, word := range p.firstWords() {
				b.firsts[word] = true
			}
		}
		all = append(all, b)
	}
	return all, byWord
})

// firstWords returns the words with which the phrase may begin, and "" if it may also begin with a number or a cell.
func (p *phrase) firstWords() []string {
	words := slices.Collect(maps.Keys(p.first))
	if p.open {
		words = append(words, "")
	}
	return words
}

// parseMeaning parses a meaning in the notation of bags.txt. "Thermo" explains a kind, and "Whisper=4" a kind with a
// number. "Odd/circle" explains a kind that is drawn as a circle, and "X,Sum" any of several kinds. "uncaged" has no
// meaning if the board has no cages. "+AntiKnight" adds a rule of a kind. "LinePairs@/line" explains the kind LinePairs
// with the relation that the sentence states, and "LinePairs@not/line" with the opposite relation. "-" has no meaning.
// "usual", "irregular" and "latin" are rules of the board.
func parseMeaning(text string) Meaning {
	switch text {
	case "-":
		return newMeaning(Idle, nil)
	case "usual":
		return newMeaning(Usual, nil)
	case "irregular":
		return newMeaning(Irregular, nil)
	case "latin":
		return newMeaning(Latin, nil)
	case "uncaged":
		return newMeaning(Idle, []string{"Cage"})
	}
	text, class, _ := strings.Cut(text, "/")
	kinds, relation, related := strings.Cut(text, "@")
	var r *Relation
	if related {
		r = &Relation{Not: relation == "not"}
	}
	if adds, ok := strings.CutPrefix(kinds, "+"); ok {
		m := newMeaning(Adds, strings.Split(strings.ReplaceAll(adds, "~", " "), ","))
		m.Relation = r
		return m
	}
	kinds, number, ok := strings.Cut(kinds, "=")
	m := newMeaning(Explains, strings.Split(kinds, ","))
	m.Class, m.Relation = class, r
	if ok {
		m.Number, _ = strconv.Atoi(number)
	}
	return m
}
