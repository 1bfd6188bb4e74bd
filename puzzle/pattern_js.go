package puzzle

// The page uses the solver's own code to check patterns, because the standard library's regular expressions would add
// 50 kB.

func patternMistake(string) string { return "" }

func patternMatches(text string, values []byte) bool {
	return parsePattern(text).matches(values)
}
