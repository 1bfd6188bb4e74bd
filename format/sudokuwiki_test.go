package format

import (
	"strings"
	"testing"
)

// TestSudokuWikiLinks checks that links to the site's pages for other rules do not become classic
// puzzles.
func TestSudokuWikiLinks(t *testing.T) {
	digits := strings.ReplaceAll(board81, ".", "0")
	for page, want := range map[string]string{
		"sudoku.htm?bd=" + digits:                                         "line 30 givens",
		"sudokux.aspx?bd=" + digits:                                       "neither a digit",
		"Sudoku_X?bd=" + digits:                                           "neither a digit",
		"jigsaw.aspx?shape=1&bd=" + digits:                                "neither a digit",
		"jigsaw.aspx?shape=33&bd=" + digits + "&jigmap=" + digits:         "neither a digit",
		"windoku.aspx?bd=" + digits:                                       "neither a digit",
		"KillerSudoku.aspx?bd=" + digits + "," + strings.Repeat("00", 81): "neither a digit",
	} {
		if got := readings("https://www.sudokuwiki.org/" + page); !strings.Contains(got, want) {
			t.Errorf("%s\nis %s\nwant %s", page, got, want)
		}
	}
}
