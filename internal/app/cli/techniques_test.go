package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/internal/app/cli/stream"
	"nonet/internal/techdoc"
	"nonet/logic/hodoku"
	"nonet/message"
)

// Wrapping a text only adds line ends, keeps the width, and lets no Chinese line begin with
// punctuation.
func TestWrapped(t *testing.T) {
	for _, lang := range message.Langs() {
		for _, k := range hodoku.Techniques() {
			text := techdoc.AboutTechnique(k, lang)
			lines := strings.Split(wrapText(text, textWidth), "\n")
			between := " "
			if lang == message.Chinese {
				between = ""
			}
			if back := strings.Join(lines, between); strings.ReplaceAll(back, " ", "") != strings.ReplaceAll(text, " ", "") {
				t.Errorf("%s, %s: %q came of %q", k, lang, back, text)
			}
			for _, line := range lines {
				first, _ := utf8.DecodeRuneInString(line)
				if strings.ContainsRune("，。：；、）？ ", first) || stream.TextWidth(line) > textWidth+2 {
					t.Errorf("%s, %s: %d columns: %q", k, lang, stream.TextWidth(line), line)
				}
			}
		}
	}
	for _, text := range []string{"", " ", "\x00", "\xff\xfe", strings.Repeat("x", 300), strings.Repeat("字", 300), "）））"} {
		if got := wrapText(text, 10); strings.ReplaceAll(got, "\n", "") != strings.TrimRight(text, " ") {
			t.Errorf("wrapped(%q) is %q", text, got)
		}
	}
}
