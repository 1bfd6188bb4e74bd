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

// A link of f-puzzles or SudokuPad contains a whole puzzle: the site's JSON, packed by lzstring. The packed text
// follows load= or puzzleid= in an address, is in the path of an address of SudokuPad, or stands alone. A prefix fpuz,
// fpuzzles, scl or ctc names the site. The prefix may be missing, because the JSON also shows the site.

// maxPacked limits the length of a packed text, in UTF-16 units. The longest links that people share are twenty times
// shorter.
const maxPacked = 1 << 20

// packedLink is the place of a link's packed text in a line, and its form.
type packedLink struct {
	span         // the packed text in the line, with its percent signs
	site  string // for a link that has only a short name, the site that stores the puzzle
	penpa bool
	pzpr  bool // set for a link of puzz.link; the span begins with the board
	plain bool // set for SudokuPad's short form of JSON, without an address
}

var (
	linkParameters = []string{"load=", "puzzleid=", "fpuzzle=", "fpuzzles=", "fpuz=", "scl=", "ctc=", "puzzle="}
	linkPrefixes   = []string{"fpuzzles", "fpuz", "scl", "ctc"}
	// linkSites lists sites that store puzzles under short names.
	linkSites = []string{"f-puzzles.com", "sudokupad.app", "crackingthecryptic.com", "tinyurl.com"}
)

// minPacked is the minimum length of a packed text without an address, in characters. An empty grid takes three times
// as many.
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

// isShortJSON reports whether a line is SudokuPad's short form of JSON, in which its server keeps puzzles:
// {cs:50,ce:[[…
func isShortJSON(text []byte) bool {
	return len(text) > 2 && text[0] == '{' && isLetter(text[1]) && bytes.Contains(text, []byte("ce:"))
}

// linkIn returns the link in a word of a line.
func linkIn(word []byte) (l packedLink, ok bool) {
	if len(word) < 10 {
		return l, false
	}
	lower := lowerASCII(word)
	part := func(from int) packedLink { // returns a link whose span begins at from and ends before the next parameter
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
	if link, ok := puzzLinkIn(word); ok && address {
		return packedLink{span: link, pzpr: true}, true
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

// isPackedPuzzle reports whether a text begins like a packed puzzle, and its length is at least `minimum`.
func isPackedPuzzle(text []byte, minimum int) bool {
	if len(text) < minimum {
		return false
	}
	rest := text[linkPrefixLength(text):]
	if bytes.HasPrefix(rest, []byte("N4I")) { // the packed form of {", as in JSON
		return true
	}
	// After a prefix, N4 is the packed form of {x, as in SudokuPad's shorter JSON.
	return len(rest) < len(text) && bytes.HasPrefix(rest, []byte("N4"))
}

func recogniseLink(r *Reader, ln *line) answer {
	_, ok := ln.firstLink()
	return yes.onlyIf(ok)
}

// readLink outputs the puzzle that the link in a line contains.
func readLink(r *Reader, ln *line) {
	l, _ := ln.firstLink()
	copied := *ln
	if r.deferred {
		copied.raw, copied.text, copied.places = bytes.Clone(ln.raw), bytes.Clone(ln.text), slices.Clone(ln.places)
	}
	p := Puzzle{Kind: FPuzzles, later: func() (Puzzle, *SyntaxError) { return puzzleOfLink(&copied, l) }}
	if p.Name == "" && l.from > ln.all.from {
		if label := printableName(ln.rawOf(span{ln.all.from, l.from})); !strings.Contains(label, "://") && !strings.HasPrefix(label, "?") {
			p.Name = strings.TrimRight(label, " :.,|")
		}
	}
	p.Line, p.column = ln.number, ln.columnOf(l.from)
	r.emitPuzzle(p)
}

func puzzleOfLink(ln *line, l packedLink) (Puzzle, *SyntaxError) {
	if l.site != "" {
		return Puzzle{}, ln.errorAt(l.from, "format.link.remote", "site", l.site)
	}
	placed := func(p Puzzle, wrong *fault) (Puzzle, *SyntaxError) {
		if wrong != nil {
			return Puzzle{}, wrong.errorAt(ln.placeAt(l.from))
		}
		return p, nil
	}
	if l.pzpr {
		return newResultConverter(kindPuzzLink, ln.placeAt(l.from))(readPuzzLink(string(ln.text[l.from:l.to])))
	}
	if l.penpa {
		packed, _ := penpaIn(ln.text[l.from:l.to])
		plain, _ := unescapeText(packed)
		return placed(readPenpa(plain))
	}
	text, places, err := string(ln.rawOf(l.span)), []int(nil), error(nil)
	if !l.plain {
		text, places, err = unpackLink(ln.text[l.from:l.to])
	}
	var wrong *lzstring.Error
	if errors.As(err, &wrong) {
		place := l.from + places[min(wrong.Index, len(places)-1)]
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
	return placed(readPuzzleJSON(text))
}

// unpackLink returns the unpacked text of a link. at[i] is the index in link of the i-th packed byte after the prefix.
func unpackLink(link []byte) (text string, places []int, err error) {
	packed, places := unescapeText(link)
	n := linkPrefixLength([]byte(packed[:min(len(packed), 8)]))
	text, err = lzstring.Unpack(packed[n:], maxPacked)
	return text, places[n:], err
}

// linkPrefixLength returns the length of the site's name before a packed text, or 0.
func linkPrefixLength(text []byte) int {
	for _, prefix := range linkPrefixes {
		if bytes.HasPrefix(text, []byte(prefix)) {
			return len(prefix)
		}
	}
	return 0
}

func charAt(ln *line, i int) rune {
	r, _ := decodeRune(ln.rawFrom(i))
	return r
}

// unescapeText decodes escapes such as %20 in a text. The second result maps the index of each decoded byte to its
// index in text. It also has an entry for the end.
func unescapeText(text []byte) (string, []int) {
	plain, places := make([]byte, 0, len(text)), make([]int, 0, len(text)+1)
	for i := 0; i < len(text); i++ {
		places = append(places, i)
		if text[i] == '%' && i+2 < len(text) {
			if n, err := strconv.ParseUint(string(text[i+1:i+3]), 16, 8); err == nil {
				plain = append(plain, byte(n))
				i += 2
				continue
			}
		}
		plain = append(plain, text[i])
	}
	return string(plain), append(places, len(text))
}
