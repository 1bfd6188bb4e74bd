package puzzle

// On the page the checker reads patterns as the solver does, since the standard library would add 50 kB.

func patternMistake(string) string { return "" }

func patternMatches(text string, values []byte) bool {
	return parsePattern(text).matches(values)
}
