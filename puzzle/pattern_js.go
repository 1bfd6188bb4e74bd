package puzzle

// On the page, the checker matches patterns with the solver's code, because the standard library's would add
// 50 kB.

func patternMistake(string) string { return "" }

func patternMatches(text string, values []byte) bool {
	return parsePattern(text).matches(values)
}
