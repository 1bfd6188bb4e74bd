package wording

import (
	"fmt"
	"slices"
	"strings"
)

// Rows of bags.txt join a scope, such as neighbours on a line, with a relation of two values, such as a sum. So a
// sentence may combine any scope with any relation.

// Relation is a relation of two values in words: "sum to 7 or 13", "have a difference of at most 2", "are not both
// odd".
type Relation struct {
	Of      string // the amount that is compared: "sum", "difference", "ratio", "factor" or "parity"
	How     string // "" if the amount is in Numbers; >=, >, <= or < for a limit; or "multiple", "prime", "square", "odd" or "even"
	Not     bool   // the relation must not hold
	Numbers []int
}

// String returns a short form of the relation, such as "sum>=[7]", or "" if r is nil.
func (r *Relation) String() string {
	if r == nil {
		return ""
	}
	return fmt.Sprint(map[bool]string{true: "not "}[r.Not], r.Of, r.How, r.Numbers)
}

// scopeRows returns four rows for a scope. The first is for values that have a relation, and the second for values that
// do not have it. The others are for sentences such as "their sum is 7" and "their difference is 2".
func scopeRows(scope wordBagRow) (rows []wordBagRow) {
	kind, class, drawn := strings.Cut(scope.meanings, "/")
	if drawn {
		class = "/" + class
	}
	add := func(meanings, optional string, required ...string) {
		rows = append(rows, wordBagRow{kind + meanings + class, slices.Concat(scope.required, required), scope.optional + optional})
	}
	add("@", "", "RELATION")
	add("@not", "|both|can|may", "RELATION", "({cannot}|cannot|no|never|not|neither|non) [be|have|contain|share|have a|be in a|be in]")
	add("@", "", "(sum|total) of", "SUMIS")
	add("@", "", "difference (of|between)", "DIFFERENCEIS")
	return rows
}

// relationRows returns the relations, each as three texts: the amount, the field How of a [Relation], and the phrase
// for the relation. "is sum" is the amount of a phrase such as "is 7", which follows "the sum of two neighbours".
func relationRows() (rows [][]string) {
	for _, how := range wordTables()["how"] {
		for _, amount := range [][2]string{{"is sum", "is|be|equals|are"}, {"is difference", "is|be|equals|are"}, {"sum", "{SUMSAID}"}, {"difference", "{DIFFERENCESAID}"}} {
			rows = append(rows, []string{amount[0], how[0], "(" + amount[1] + ") (" + how[1] + ")"})
		}
	}
	return append(rows, wordTables()["relation"]...)
}

// needPhrase returns the phrase for a need of a bag. RELATION, SUMS and similar words stand for any phrase of their
// relations. Any other text is parsed as a phrase.
func needPhrase(text string) *phrase {
	expected := map[string]string{"RELATION": "sum difference ratio factor parity", "SUMS": "sum", "PROPERTY": "sum", "SUMPROPERTY": "is sum", "PARITY": "parity", "SUMIS": "is sum", "DIFFERENCEIS": "is difference", "VALUE": "value"}[text]
	if expected == "" {
		return anyPhrase(text)
	}
	union := node{}
	var relations []*phrase
	for _, row := range relationRows() {
		if strings.HasSuffix(text, "PROPERTY") && row[1] == "" || text == "PARITY" && row[1] != "same" {
			continue
		}
		if amount, ok := strings.CutPrefix(row[0], "is "); row[0] == expected || !ok && isOneOf(expected, amount) && !strings.HasPrefix(expected, "is ") {
			p := anyPhrase(row[2])
			p.meaning.Relation = &Relation{Of: amount, How: row[1]}
			relations = append(relations, p)
			union.ways = append(union.ways, p.nodes)
		}
	}
	all := newPhrase(Meaning{}, []node{union})
	all.relations = relations
	return all
}

// withNumbers returns a copy of the relation with the numbers in a sentence. If `not` is set, it returns the opposite
// relation. It ignores a number that only counts the digits, such as "two" in "two digits".
func (r *Relation) withNumbers(tokens []token, not bool) *Relation {
	all := *r
	all.Not = not
	for i, t := range tokens {
		n, ok := numberOf(t.word)
		if !ok {
			continue
		}
		digits := strings.Trim(t.word, "0123456789") == ""
		counts := i+1 < len(tokens) && isOneOf("digits numbers cells values adjacent neighbouring neighboring orthogonal orthogonally diagonal diagonally", tokens[i+1].word)
		if digits || !counts && i > 0 && isOneOf("by of to or nor least most than either exactly is", tokens[i-1].word) {
			all.Numbers = append(all.Numbers, n)
		}
	}
	if all.Of == "difference" && all.How == "" && all.Numbers == nil {
		all.Numbers = []int{1} // "consecutive" means a difference of 1
	}
	if all.How == "multiple" {
		all.Numbers = slices.Compact(all.Numbers)
	}
	if all.Of == "ratio" && len(all.Numbers) > 1 {
		all.Numbers = []int{slices.Max(all.Numbers)}
	}
	return &all
}
