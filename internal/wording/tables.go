package wording

import (
	_ "embed" // the directives go:embed need this package
	"slices"
	"strings"
	"sync"
)

// The tables of this package are texts. A line is a row, whose fields are separated by " ; ". The field "-" is empty.
// No code depends on single rows, so a row is all that a new wording needs.
//
//	bags.txt     sentences, as sets of phrases in any order
//	phrases.txt  sentences, and parts of sentences, as one phrase
//	words.txt    several tables; the first field of a row has the name of its table
//
//go:embed bags.txt
var bagText string

//go:embed phrases.txt
var phraseText string

//go:embed words.txt
var wordText string

// rowsOf returns the rows of a table, without comments.
func rowsOf(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, " ; "))
		}
	}
	return rows
}

// wordTables maps the name of each table in words.txt to the rows of the table. These rows lack the name.
var wordTables = sync.OnceValue(func() map[string][][]string {
	all := map[string][][]string{}
	for _, row := range rowsOf(wordText) {
		for i, field := range row {
			row[i] = strings.TrimPrefix(field, "-")
		}
		all[row[0]] = append(all[row[0]], row[1:])
	}
	return all
})

// wordTable maps each key of a table to a text. A row of the table has one or more keys and their text.
func wordTable(name string) map[string]string {
	all := map[string]string{}
	for _, row := range wordTables()[name] {
		for key := range strings.FieldsSeq(row[0]) {
			all[strings.ReplaceAll(key, "~", " ")] = row[1]
		}
	}
	return all
}

var (
	// parts holds sequences of words that many phrases share, by the name that stands for them in braces.
	parts = sync.OnceValue(func() map[string]string { return wordTable("part") })
	// forbidden maps a kind to phrases that a sentence about the kind must not contain.
	forbidden = sync.OnceValue(func() map[string]string { return wordTable("never") })
	// shortened maps misspelled words to the correct words.
	shortened = sync.OnceValue(func() map[string]string { return wordTable("short") })
	// lineNames maps the names of rules for lines, and for clues beside the board, to the kinds that the name may stand
	// for. A sentence with such a name cannot state another rule.
	lineNames = sync.OnceValue(func() map[string]string { return wordTable("line") })
	// colours maps each word for a colour to the names that drawings use for the colour.
	colours = sync.OnceValue(func() map[string][]string {
		all := map[string][]string{}
		for word, names := range wordTable("colour") {
			all[word] = strings.Fields(names)
		}
		return all
	})
	// lists maps the name of each list of words in words.txt to the words of this list.
	lists = sync.OnceValue(func() map[string]map[string]bool {
		all := map[string]map[string]bool{}
		for list, words := range wordTable("list") {
			all[list] = map[string]bool{}
			for word := range strings.FieldsSeq(words) {
				all[list][word] = true
			}
		}
		return all
	})
)

func isListed(list, word string) bool { return lists()[list][word] }

func isColour(word string) bool { return colours()[word] != nil }

// isOneOf reports whether word is among words, which blanks separate.
func isOneOf(words, word string) bool {
	for one := range strings.SplitSeq(words, " ") {
		if one == word {
			return true
		}
	}
	return false
}

func hasOneOf(tokens []token, words string) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return isOneOf(words, t.word) })
}

// ColourNames returns the names that drawings may use for word, a colour in [Meaning.Said]. The likeliest name is
// first.
func ColourNames(word string) []string {
	return colours()[word[strings.LastIndexByte(word, ' ')+1:]]
}

// saidColours returns the words for colours in a sentence.
func saidColours(tokens []token) (words []string) {
	for i, t := range tokens {
		word := t.word
		if !isColour(word) {
			continue
		}
		switch word {
		case "gray":
			word = "grey"
		case "golden":
			word = "gold"
		}
		switch before := tokens[max(0, i-1)].word; {
		case isOneOf("light lighter pale bright", before):
			word = "light " + word
		case isOneOf("dark darker deep", before):
			word = "dark " + word
		}
		words = append(words, word)
	}
	return words
}

// phraseRows returns a phrase for each row of phrases.txt, and phrases for sentences that only name the rule for some
// lines: "Blue lines are region sum lines".
func phraseRows() (all []*phrase) {
	rows := rowsOf(phraseText)
	for _, one := range wordTables()["name"] {
		noun := "[line|lines|sum lines|rules|rule]"
		if one[0] == "Between" { // "between" alone is no name
			noun = "(line|lines|rules|rule)"
		}
		for _, text := range []string{
			"[the|all|all the] NAME (line|lines) (is|are) [all] [shown|drawn|marked] [in] [light|dark] COLOUR",
			"[the|all|all the|all of the|each|every|any|a|these|both] [light|dark] [COLOUR] (line|lines) [in the grid] (are|is) [all] [a|an|called|known as] NAME [line|lines] [regardless of (color|colour)]",
			"[{usual}] NAME [sudoku] " + noun + " [rules|rule] [apply|applies]",
			"[the|all|every] [light|dark] COLOUR [line|lines] [=|are|is|mark|marks|indicate|indicates|represent|represents|denote|denotes] [a|an] NAME [line|lines|sum lines]",
		} {
			rows = append(rows, []string{one[0], strings.Replace(text, "NAME", "("+one[1]+")", 1)})
		}
	}
	for _, row := range rows {
		all = append(all, newPhrase(parseMeaning(row[0]), parsePhrase(expandNamedParts(row[1]))))
	}
	return all
}

// wordBagRow is a row of bags.txt.
type wordBagRow struct {
	meanings string   // the meanings, in the notation of parseMeaning; the prefix "> " means that the needs occur in their order
	required []string // phrases that must all occur
	optional string   // phrases that may occur any number of times, separated by |
}

// wordBagRows returns the rows of bags.txt, and rows that follow from them and from words.txt.
func wordBagRows() (rows []wordBagRow) {
	var scopes []wordBagRow
	for _, fields := range rowsOf(bagText) {
		last := len(fields) - 1
		row := wordBagRow{fields[0], fields[1:last], strings.TrimPrefix(fields[last], "-")}
		if says, is := strings.CutPrefix(row.meanings, "scope "); is {
			row.meanings = says
			scopes = append(scopes, row)
			continue
		}
		rows = append(rows, row)
	}
	for _, row := range slices.Clone(rows) {
		if strings.Contains(row.meanings, "+Doubler") {
			rows = append(rows, modifierRows(row)...)
		}
	}
	for _, scope := range scopes {
		rows = append(rows, scopeRows(scope)...)
	}
	names := wordTables()["both"]
	for i, one := range names { // sentences that give lines two names: "Each line is both a renban and a whisper line"
		for _, other := range names[:i] {
			rows = append(rows, wordBagRow{one[0] + "/line " + other[0] + "/line",
				[]string{"[all|each|every|the] [COLOUR] {LINE}", "both", "(" + one[1] + ") [line|lines]", "(" + other[1] + ") [line|lines]"}, "and|act|acts|function|functions"})
		}
	}
	return rows
}

// modifierRows returns copies of a row about doublers, one for each kind of cells whose value is not their digit. In
// each copy the words for that kind of cell, such as a negator, replace the words for doublers.
func modifierRows(row wordBagRow) (rows []wordBagRow) {
	for _, m := range wordTables()["modifier"] {
		doubled := strings.NewReplacer("{DOUBLED}", parts()["DOUBLED"], "{DOUBLES}", "("+m[3]+")")
		cells := strings.NewReplacer("{DOUBLER}", "("+m[1]+") [{cells}|cell|cell's]", "doubled", m[2], "{DOUBLES}", "("+m[3]+")")
		changed := wordBagRow{strings.ReplaceAll(row.meanings, "Doubler", m[0]), slices.Clone(row.required), cells.Replace(row.optional)}
		for i, need := range changed.required {
			changed.required[i] = cells.Replace(doubled.Replace(need))
		}
		rows = append(rows, changed)
	}
	return rows
}
