package format

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/lzstring"
	"nonet/message"
)

// A link of f-puzzles or SudokuPad contains a whole puzzle: JSON of one of the two sites, packed by lzstring.
// It stands after load= or puzzleid= in an address, in the path of an address of SudokuPad, or alone. A prefix
// fpuz, fpuzzles, scl or ctc states the site. The prefix may be missing, because the JSON also shows the site.

// maxPacked limits the UTF-16 units of a link. The longest links that people share are twenty times shorter.
const maxPacked = 1 << 20

// packedLink describes a link in a line: its span and its form.
type packedLink struct {
	span         // the span of the packed text, with its percent signs
	site  string // the site that stores the puzzle, if the link has only a short name
	penpa bool   // the link is a link of Penpa+
	pzpr  bool   // the link is a link of puzz.link; the span begins with the board
	plain bool   // the word is SudokuPad's short form of JSON, without an address
}

var (
	linkParameters = []string{"load=", "puzzleid=", "fpuzzle=", "fpuzzles=", "fpuz=", "scl=", "ctc=", "puzzle="}
	linkPrefixes   = []string{"fpuzzles", "fpuz", "scl", "ctc"}
	// linkSites are sites that store puzzles under short names.
	linkSites = []string{"f-puzzles.com", "sudokupad.app", "crackingthecryptic.com", "tinyurl.com"}
)

// minPacked is the least number of characters of a packed text without an address. The packed text of an empty grid has
// three times as many.
const minPacked = 48

// firstLink returns the first link of a line.
func (ln *line) firstLink() (l packedLink, ok bool) {
	text := ln.text[ln.all.from:ln.all.to]
	switch {
	case isShortJSON(text):
		return packedLink{span: ln.all, plain: true}, true
	case len(text) < 16:
		return l, false
	}
	for from := 0; from < len(text) && !ok; {
		to := from
		for to < len(text) && !isSpace(text[to]) && text[to] != '"' && text[to] != '<' && text[to] != '>' {
			to++
		}
		l, ok = linkIn(text[from:to])
		l.from, l.to = l.from+ln.all.from+from, l.to+ln.all.from+from
		from = to + 1
	}
	return l, ok
}

// isShortJSON reports whether a line is SudokuPad's short form of JSON, in which its server keeps puzzles: {cs:50,ce:[[…
func isShortJSON(text []byte) bool {
	return len(text) > 2 && text[0] == '{' && isLetter(text[1]) && bytes.Contains(text, []byte("ce:"))
}

// linkIn returns the link in a word.
func linkIn(word []byte) (l packedLink, ok bool) {
	if len(word) < 10 {
		return l, false
	}
	lower := lowerASCII(word)
	part := func(from int) packedLink { // part returns the word from index from to the next parameter
		to := len(word)
		if n := bytes.IndexAny(word[from:], "&#?"); n >= 0 {
			to = from + n
		}
		return packedLink{span: span{from, to}}
	}
	address := bytes.Contains(word, []byte("://"))
	if address || bytes.IndexByte([]byte("?#/"), word[0]) >= 0 {
		for _, name := range linkParameters {
			i := bytes.Index(lower, []byte(name))
			if i <= 0 || bytes.IndexByte([]byte("?&#"), word[i-1]) < 0 {
				continue
			}
			if l = part(i + len(name)); isPackedPuzzle(word[l.from:l.to], 1) || name != "puzzle=" {
				ok = true
				break
			}
		}
	}
	if _, ok := penpaIn(word); ok && address {
		return packedLink{span: span{0, len(word)}, penpa: true}, true
	}
	if at, ok := puzzLinkIn(word); ok && address {
		return packedLink{span: at, pzpr: true}, true
	}
	site := ""
	for _, known := range linkSites {
		if bytes.Contains(lower, []byte(known)) {
			site = known
		}
	}
	if !ok && site != "" {
		if i := bytes.Index(lower, []byte(site)) + len(site); i < len(word) {
			for _, prefix := range linkPrefixes {
				if n := bytes.Index(word[i:], []byte("/"+prefix)); n >= 0 {
					l, ok = part(i+n+1), true
					break
				}
			}
			if !ok && i+1 < len(word) {
				return packedLink{span: span{i + 1, len(word)}, site: site}, true
			}
		}
	}
	switch {
	case ok && site != "" && l.length() < minPacked && !isPackedPuzzle(word[l.from:l.to], 1):
		l.site = site
	case !ok && !address && isPackedPuzzle(word, minPacked):
		l, ok = packedLink{span: span{0, len(word)}}, true
	}
	return l, ok && l.length() > 0
}

// isPackedPuzzle reports whether a text has at least the given number of characters and begins like a packed puzzle.
// Such a text begins with the packed form of {", or with a prefix and the packed form of {x.
func isPackedPuzzle(text []byte, least int) bool {
	if len(text) < least {
		return false
	}
	rest := text
	for _, prefix := range linkPrefixes {
		if cut, ok := bytes.CutPrefix(text, []byte(prefix)); ok {
			rest = cut
			break
		}
	}
	if bytes.HasPrefix(rest, []byte("N4I")) { // the packed form of {", as in JSON
		return true
	}
	// After a prefix, the packed form of {x, as in SudokuPad's shorter JSON.
	return len(rest) < len(text) && bytes.HasPrefix(rest, []byte("N4"))
}

func isLink(r *Reader, ln *line) answer {
	_, ok := ln.firstLink()
	return yes.onlyIf(ok)
}

// readLink unpacks the link in a line and outputs its puzzle.
func readLink(r *Reader, ln *line) {
	l, _ := ln.firstLink()
	own := *ln
	if r.deferred {
		own.raw, own.text, own.places = bytes.Clone(ln.raw), bytes.Clone(ln.text), slices.Clone(ln.places)
	}
	p := Puzzle{Kind: FPuzzles, later: func() (Puzzle, *SyntaxError) { return puzzleOfLink(&own, l) }}
	if p.Name == "" && l.from > ln.all.from {
		if label := printableName(ln.rawOf(span{ln.all.from, l.from})); !strings.Contains(label, "://") && !strings.HasPrefix(label, "?") {
			p.Name = strings.TrimRight(label, " :.,|")
		}
	}
	p.Line, p.column = ln.no, ln.columnOf(l.from)
	r.emitPuzzle(p)
}

func puzzleOfLink(ln *line, l packedLink) (Puzzle, *SyntaxError) {
	if l.site != "" {
		return Puzzle{}, ln.errorAt(l.from, "format.link.remote", "site", l.site)
	}
	if l.pzpr {
		return newResultConverter(kindPuzzLink, ln.placeAt(l.from))(readPuzzLink(string(ln.text[l.from:l.to])))
	}
	if l.penpa {
		return readPenpaLink(ln, l)
	}
	text, at, err := string(ln.rawOf(l.span)), []int(nil), error(nil)
	if !l.plain {
		text, at, err = unpackLink(ln.text[l.from:l.to])
	}
	var wrong *lzstring.Error
	if errors.As(err, &wrong) {
		place := l.from + at[min(wrong.At, len(at)-1)]
		switch wrong.Err {
		case lzstring.ErrCharacter:
			e := charError(ln, place)
			e.What = message.New("format.link.char", "char", message.Character(charAt(ln, place)))
			return Puzzle{}, e
		case lzstring.ErrCut:
			return Puzzle{}, ln.errorAt(place, "format.link.cut")
		case lzstring.ErrLong:
			return Puzzle{}, ln.errorAt(l.from, "format.link.long", "n", maxPacked>>10)
		default:
			return Puzzle{}, ln.errorAt(place, "format.link.damaged")
		}
	}
	p, what := readPuzzleJSON(text)
	if what != nil {
		return Puzzle{}, what.errorAt(ln.placeAt(l.from))
	}
	return p, nil
}

// unpackLink returns the content of a link and, for each packed byte, its index in link.
func unpackLink(link []byte) (text string, at []int, err error) {
	packed, at := unescapeText(link)
	for _, prefix := range linkPrefixes {
		if rest, ok := strings.CutPrefix(packed, prefix); ok {
			packed, at = rest, at[len(prefix):]
			break
		}
	}
	text, err = lzstring.Unpack(packed, maxPacked)
	return text, at, err
}

func charAt(ln *line, i int) rune {
	r, _ := decodeRune(ln.rawFrom(i))
	return r
}

// unescapeText decodes the percent signs of a text. For each byte of the result, and for its end, it returns
// the index in text.
func unescapeText(text []byte) (string, []int) {
	plain, at := make([]byte, 0, len(text)), make([]int, 0, len(text)+1)
	for i := 0; i < len(text); i++ {
		at = append(at, i)
		if text[i] == '%' && i+2 < len(text) {
			if n, err := strconv.ParseUint(string(text[i+1:i+3]), 16, 8); err == nil {
				plain = append(plain, byte(n))
				i += 2
				continue
			}
		}
		plain = append(plain, text[i])
	}
	return string(plain), append(at, len(text))
}
