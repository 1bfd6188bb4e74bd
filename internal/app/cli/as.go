package cli

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/message"
)

// This file corrects the readings of drawings and sentences, like the page's panel.

// addCorrection adds a correction: a name, a colon, and a kind, perhaps with its number. Without a kind
// the drawing or sentence is no rule.
func (a *app) addCorrection(s string) error {
	at := max(strings.LastIndex(s, ":"), strings.LastIndex(s, "："))
	if at <= 0 {
		return stream.Problem("cli.as.form")
	}
	a.as = append(a.as, [2]string{strings.TrimSpace(s[:at]), strings.TrimSpace(strings.TrimLeft(s[at:], ":："))})
	return nil
}

// correctReading corrects the reading of a puzzle by --as, and adds the rules of --on and --add.
func (a *app) correctReading(p *format.Puzzle) error {
	if len(a.as) > 0 {
		if err := applyCorrections(p, a.as, a.Lang); err != nil {
			return err
		}
	}
	return a.added.AddTo(p)
}

// applyCorrections reads a puzzle again with corrections. Its errors list the possible names and kinds.
func applyCorrections(p *format.Puzzle, list [][2]string, lang message.Lang) error {
	as := map[string]string{}
	if err := p.ApplyCorrections(as); err != nil { // only now are the possible kinds of each drawing known
		return err
	}
	for _, c := range list {
		var known []*format.Understood
		for _, n := range p.Notes {
			if n.Drawn != nil {
				known = append(known, n.Drawn)
			}
		}
		if len(known) == 0 {
			return stream.Problem("cli.as.none")
		}
		d, err := understoodAs(known, c[0], lang)
		if err != nil {
			return err
		}
		kind, err := kindMeant(d, c[1], lang)
		if err != nil {
			return err
		}
		next := maps.Clone(as)
		next[d.Name] = kind
		if err := p.ApplyCorrections(next); err != nil {
			return err
		}
		as = next
	}
	return nil
}

// drawnName returns the name of drawings that notes in a language use.
func drawnName(d *format.Understood, lang message.Lang) string {
	if d.Class == format.Words {
		return d.Name
	}
	name := operation.LookOf(d).In(lang)
	if at := strings.LastIndexByte(d.Name, ' '); at > 0 && isNumber(d.Name[at+1:]) { // a number distinguishes drawings that look alike
		name += d.Name[at:]
	}
	return name
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// understoodAs returns the drawings or the sentence with a name. For a sentence its beginning suffices. Names
// may be in any language, and may end with the number of drawings, as in notes.
func understoodAs(known []*format.Understood, name string, lang message.Lang) (*format.Understood, error) {
	plain := func(s string) string {
		s = strings.ToLower(strings.Join(strings.Fields(strings.Trim(s, "“”\"' .")), " "))
		if bare := strings.TrimRight(s, ")）"); bare != s {
			if at := strings.LastIndexAny(bare, "(（"); at > 0 && isNumber(strings.TrimLeft(bare[at:], "(（")) {
				s = strings.TrimSpace(bare[:at])
			}
		}
		return s
	}
	var found []*format.Understood
	var names []string
	for _, d := range known {
		for _, other := range message.Langs() {
			if plain(d.Name) == plain(name) || plain(drawnName(d, other)) == plain(name) {
				return d, nil
			}
		}
		if d.Class == format.Words && plain(name) != "" && strings.HasPrefix(plain(d.Name), plain(name)) {
			found = append(found, d)
		}
		names = append(names, drawnName(d, lang))
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, stream.Problem("cli.as.name", "name", name, "names", message.WordsOf(names))
}

// kindMeant returns a kind in the form that [format.Puzzle.ApplyCorrections] takes, from its name in any language and any case,
// perhaps with a number.
func kindMeant(d *format.Understood, text string, lang message.Lang) (string, error) {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	no := []string{"", "none", "nothing", "decoration"}
	for _, lang := range message.Langs() {
		no = append(no, plain(message.New("cli.as.nothing").In(lang)))
	}
	if slices.Contains(no, plain(text)) {
		return "", nil
	}
	name := strings.TrimRight(text, "0123456789 ")
	number := strings.TrimSpace(text[len(name):])
	if _, err := strconv.Atoi(number); number != "" && err != nil || strings.HasSuffix(name, "-") {
		name = "" // no kind has this name
	}
	var may []string
	for _, one := range d.MayBe {
		kind, usual, _ := strings.Cut(one, " ")
		label := operation.KindLabel(kind, 0)
		names := []string{kind}
		for _, lang := range message.Langs() {
			names = append(names, label.In(lang))
		}
		if slices.ContainsFunc(names, func(other string) bool {
			return plain(other) == plain(name) || plain(strings.TrimSuffix(other, " line")) == plain(name)
		}) && (number == "" || usual != "") {
			return strings.TrimSpace(kind + " " + cmp.Or(number, usual)), nil
		}
		if lang != message.English {
			one = strings.TrimSpace(label.In(lang) + " " + usual)
		}
		may = append(may, one)
	}
	if d.Class == format.Words {
		return "", stream.Problem("cli.as.words", "name", d.Name)
	}
	return "", stream.Problem("cli.as.kind", "name", drawnName(d, lang), "kind", text, "kinds", message.WordsOf(may))
}
