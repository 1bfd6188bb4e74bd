package wording

import (
	"fmt"
	"slices"
	"strings"
)

// Each row of relations joins a scope, such as neighbours on a line, with a relation of two values, such as a sum. So a
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

// relationScopes returns a row for each kind of constraint that states a relation of two values. A row has the kind,
// the class of its drawings, the phrases that must occur, and the phrases that may occur.
func relationScopes() []wordBagRow {
	const edge = "(orthogonally|directly) (adjacent|neighbouring|neighboring|touching|connected|touch)|orthogonal neighbours|(sharing|share|shares) an edge|horizontally or vertically adjacent"
	const corner = "diagonally (adjacent|touching|neighbouring|neighboring|touch)|diagonal (neighbours|neighbors|{cells} pairs)|(sharing|share) [only] a corner"
	return []wordBagRow{
		{"LinePairs/line", []string{"{LINE}", "adjacent|neighbouring|neighboring|neighbour|neighbor|neighbours|neighbors|next to each other|successive|consecutive {cells}|(directly|immediately) (connected|joined|linked)"}, "along|pairs of|pair of|any|two|of|directly|for|factor"},
		{"DotPairs/dot", []string{"{DOT}", "joined|joins|join|separated|separate|separates|linked|link|links|connected|connect|connects|on (either|each|both) [side|sides] of|either side of|adjacent to"}, "{JOIN}|any|two|large|of|for"},
		{"+EdgePairs", []string{edge}, "any|two|of|each other|no (pair|pairs) of|pair|pairs|anywhere"},
		{"+CornerPairs", []string{corner}, "any|two|of|each other|pair|pairs|anywhere"},
		{"+KnightPairs", []string{"[chess] knight's move [(apart|away) [from each other]]"}, "separated by|[seen] by|away|apart|any|two|of|each other|from|pair|pairs|one|single"},
	}
}

// relationPhrases returns the relations, each as three texts: the fields Of and How of a [Relation], and the phrase for
// the relation.
func relationPhrases() (all [][3]string) {
	const (
		sum        = "{SUMTO}|(have|has|having|with) a (sum|total) [of|that is]|[total] (sum|total) [of [any|the|two|all] [{digits}]] (is|must be)|combine to"
		difference = "(differ|differs) [in value] [by]|[absolute] difference [of|is|that is|must be|equal to|between them is]"
		list       = "[always] [either|neither|exactly|precisely|to|only] [to|by|of] NUM [(or|nor|and) [exactly|to|by|of] [a] NUM|NUM] [(or|nor|and) [exactly|to|by|of] NUM|NUM] [(or|nor|and) [to|by|of] NUM]"
	)
	for _, how := range [][2]string{
		{"", list}, {">=", "(at least|no less than|not less than|a minimum of) NUM|NUM or (more|greater|higher|larger)|NUM +|[a] [{digit}] (more|greater|larger|higher) than or equal to NUM"},
		{">", "[a] [{digit}] (more|greater|higher|larger) than NUM|over NUM"}, {"<=", "(at most|no more than|not more than|a maximum of|up to) NUM|NUM or (less|fewer|lower|smaller)|[a] [{digit}] (less|smaller|lower) than or equal to NUM"},
		{"<", "[a] [{digit}] (less|fewer|lower|smaller) than NUM"}, {"multiple", "[NUM or] [a|any|some] (multiple|multiples) of NUM|[a] [{digit}] [evenly] divisible by NUM"},
		{"prime", "[a|any] prime [{digit}|{digits}]|primes"}, {"square", "[a] (perfect square|square) [{digit}|{digits}]|[perfect] squares"},
		{"odd", "[an] odd [{digit}|total|sum]"}, {"even", "[an] even [{digit}|total|sum]"},
	} {
		is := "(is|be|equals|are) (" + how[1] + ")"
		all = append(all, [3]string{"is sum", how[0], is}, [3]string{"is difference", how[0], is}, [3]string{"sum", how[0], "(" + sum + ") (" + how[1] + ")"}, [3]string{"difference", how[0], "(" + difference + ") (" + how[1] + ")"})
	}
	return append(all,
		[3]string{"value", "range", "[low|high|only] [{digits}] from NUM to NUM|(low|high) [{digits}] NUM NUM"}, [3]string{"value", ">=", "(is|are|be|contain|contains|have|has|hold) (at least NUM|[{digits}] NUM or (more|greater|higher|larger))"},
		[3]string{"value", "<=", "(is|are|be|contain|contains|have|has|hold) (at most NUM|[{digits}] NUM or (less|lower|smaller))"}, [3]string{"value", ">", "({digits}|be|are|is) [that are] {BIGGER} NUM"}, [3]string{"value", "<", "({digits}|be|are|is) [that are] {SMALLER} NUM"},
		[3]string{"value", "multiple", "(multiples|[a] multiple) of NUM"}, [3]string{"value", "square", "[a] square (digits|digit|number|numbers)"},
		[3]string{"difference", "", "{CONS} [{digits}]|NUM apart"}, [3]string{"difference", ">=", "at least NUM apart"},
		[3]string{"ratio", "", "[a|in] [a] (ratio [of|is] 1 [to] NUM|1 [to] NUM ratio|[the] ratio of 1 NUM|ratio NUM 1|ratio of NUM)|[one] NUM times [(the other|as (much|large|big) as the other)]"},
		[3]string{"factor", "", "[one] [of them] [{digit}] [must be|is|be] (a|an) (factor|divisor|multiple|exact multiple|integer multiple) [or (factor|divisor|multiple)] of the other|[one|either] [must be] divisible by the other|[an] integer (quotient|ratio)|[a] (multiple or [a] factor|factor or [a] multiple|multiple or [a] divisor|divisor or [a] multiple) of [each other]|factors or multiples of each other"},
		[3]string{"parity", "same", "[the|of] same parity|[either] all {digits} are (odd|even) or all {digits} are (odd|even)|[either] (all|only) (odd|even) [{digits}] or (all|only) (odd|even) [{digits}]|[either|both] [be] (both|all|either) (odd|even) or [be] [both|all] (odd|even)"},
		[3]string{"parity", "other", "[of|have] (different|opposite|opposing) (parity|parities)|one (odd|even) [{digit}] [and] one (odd|even) [{digit}]"},
	)
}

// relationBagRows returns four rows for each scope, and then the rows for cages, lines and shaded cells. The first row
// of a scope is for values that have a relation, and the second for values that do not have the relation. The third is
// for sentences such as "their sum is 7", and the fourth for "their difference is 2".
//
// In a row, RELATION stands for any relation, SUMS for a relation of sums, and PARITY for the same parity. PROPERTY
// stands for a property of a sum that is more than a number. In "the sum of two neighbours on a line is 7", SUMIS is
// "is 7".
func relationBagRows() (rows []wordBagRow) {
	for _, scope := range relationScopes() {
		kind, class, drawn := strings.Cut(scope.says, "/")
		if drawn {
			class = "/" + class
		}
		rows = append(rows, wordBagRow{kind + "@" + class, append(slices.Clone(scope.needs), "RELATION"), scope.may},
			wordBagRow{kind + "@not" + class, append(slices.Clone(scope.needs), "RELATION", "({cannot}|cannot|no|never|not|neither|non) [be|have|contain|share|have a|be in a|be in]"), scope.may + "|both|can|may"},
			wordBagRow{kind + "@" + class, append(slices.Clone(scope.needs), "(sum|total) of", "SUMIS"), scope.may},
			wordBagRow{kind + "@" + class, append(slices.Clone(scope.needs), "difference (of|between)", "DIFFERENCEIS"), scope.may})
	}
	return append(rows, wordBagRow{"CageSums@/cage", []string{"{cage}", "SUMS"}, ""}, wordBagRow{"CageSums@/cage CageDistinct/cage", []string{"{cage}", "SUMS", "{NOREP}"}, ""},
		wordBagRow{"LinePairs@/line", []string{"{LINE}", "PARITY"}, "along|all"},
		wordBagRow{"> CellValues@/shade", []string{"(COLOUR|shaded|highlighted) (cell|cells)", "VALUE"}, ""}, wordBagRow{"> CellValues@/circle", []string{"(circle|circles|circled cells)", "VALUE"}, ""},
		wordBagRow{"> CellValues@/square", []string{"(square|squares)", "VALUE"}, ""}, wordBagRow{"LineSums@/line", []string{"[all|each|every] {LINE}", "PROPERTY"}, "along"},
		wordBagRow{"LineSums@/line", []string{"(sum|total) of [the|all] [{digits}]", "(each|every|a|any) [COLOUR] {LINE}", "SUMPROPERTY"}, "along"},
		wordBagRow{"CageSums@/cage", []string{"(sum|total) of [the|all] [{digits}]", "(each|every|a|any) {cage}", "SUMPROPERTY"}, ""})
}

// needPhrase returns the phrase for a need of a bag. RELATION, SUMS and similar words stand for any phrase of their
// relations. Any other text is parsed as a phrase.
func needPhrase(text string) *phrase {
	wanted := map[string]string{"RELATION": "sum difference ratio factor parity", "SUMS": "sum", "PROPERTY": "sum", "SUMPROPERTY": "is sum", "PARITY": "parity", "SUMIS": "is sum", "DIFFERENCEIS": "is difference", "VALUE": "value"}[text]
	if wanted == "" {
		return anyPhrase(text)
	}
	var relations []*phrase
	union := node{}
	for _, one := range relationPhrases() {
		if strings.HasSuffix(text, "PROPERTY") && one[1] == "" || text == "PARITY" && one[1] != "same" {
			continue
		}
		if is, of := strings.CutPrefix(one[0], "is "); strings.Contains(" "+wanted+" ", " "+one[0]+" ") && of == strings.HasPrefix(wanted, "is ") {
			p := anyPhrase(one[2])
			p.meaning.Relation = &Relation{Of: is, How: one[1]}
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
		n, is := numberOf(t.word)
		if !is {
			continue
		}
		digits := strings.Trim(t.word, "0123456789") == ""
		counts := i+1 < len(tokens) && strings.Contains(" digits numbers cells values adjacent neighbouring neighboring orthogonal orthogonally diagonal diagonally ", " "+tokens[i+1].word+" ")
		if digits || !counts && i > 0 && strings.Contains(" by of to or nor least most than either exactly is ", " "+tokens[i-1].word+" ") {
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
