package format

import (
	"bytes"
	"errors"
	"strings"

	"nonet/internal/exchange"
	"nonet/internal/lzstring"
	"nonet/message"
)

// Held is the JSON of f-puzzles or SudokuPad that a text is, or what its first link holds, which may be
// one of Penpa+, too,
// for whoever reads more of it than a grid of nine rows. Not ok: a text that is neither.
// The error, a *[SyntaxError], says what is wrong with a link.
func Held(text string) (held string, ok bool, err error) {
	if strings.HasPrefix(text, "{") {
		v, wrong := exchange.Parse(text)
		o, _ := v.(exchange.Object)
		_, ok = o.Site()
		return text, ok && wrong == nil, nil
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
		if l.penpa {
			packed, _ := penpaIn(word)
			plain, _ := unescaped(packed)
			if held, err = exchange.UnpackPenpa(plain); err != nil {
				return "", true, &SyntaxError{Line: 1, Column: 1, What: message.New("format.link.damaged")}
			}
			return held, true, nil
		}
		held, _, err := unpacked(word[l.from:l.to])
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
