package puzzle

// The page's checker has only the solver's reading of patterns: the standard library's weighs 50 kB.

func patternMistake(string) string { return "" }

func patternMatches(text string, values []byte) bool {
	return parsePattern(text).matches(values)
}
