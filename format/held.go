package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"nonet/internal/lzstring"
	"nonet/message"
)

// Held is the JSON of f-puzzles or SudokuPad that a text is, or that its first link holds,
// for whoever reads more of it than a grid of nine rows. Not ok: a text that is neither.
// The error, a *[SyntaxError], says what is wrong with a link.
func Held(text string) (held string, ok bool, err error) {
	if strings.HasPrefix(text, "{") {
		var o struct{ Grid, Cells json.RawMessage }
		decoder := json.NewDecoder(strings.NewReader(text))
		return text, decoder.Decode(&o) == nil && (o.Grid != nil || o.Cells != nil), nil
	}
	if len(text) < minPacked {
		return "", false, nil
	}
	for _, word := range bytes.Fields([]byte(text)) {
		l, is := linkIn(word)
		switch {
		case !is:
			continue
		case l.site != "":
			return "", true, fail(1, 1, "format.link.remote", "site", l.site)
		}
		packed, _ := unescaped(word[l.from:l.to])
		for _, prefix := range linkPrefixes {
			if rest, has := strings.CutPrefix(packed, prefix); has {
				packed = rest
				break
			}
		}
		held, err := lzstring.Unpack(packed, maxPacked)
		switch {
		case err == nil:
			return held, true, nil
		case errors.Is(err, lzstring.ErrLong):
			return "", true, fail(1, 1, "format.link.long", "n", maxPacked>>10)
		case errors.Is(err, lzstring.ErrCut):
			return "", true, fail(1, 1, "format.link.cut")
		}
		return "", true, &SyntaxError{Line: 1, Column: 1, What: message.New("format.link.damaged")}
	}
	return "", false, nil
}
