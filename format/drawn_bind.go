package format

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"nonet/internal/wording"
	"nonet/puzzle"
)

// This file turns drawings and sentences into rules. [drawnKinds] lists the drawings of each kind. Package
// wording lists the sentences.

// bound is a reading of a picture: a kind of constraint that the picture may stand for, and what states this reading.
type bound struct {
	row *drawnKind
	amount
	coloured bool // set if the words that state the reading also name the colour
	words    bool // words state the reading; otherwise a convention does
	stated   bool // a correction states the reading; if row is nil, the picture is decoration
	meaning  *wording.Meaning
}

func (b *bound) impliesReading(other *bound) bool {
	if b.row.kind == other.row.kind {
		return other.equals(amount{number: -1}) || b.equals(other.amount)
	}
	switch other.row.kind {
	case "Cage": // Sum says in addition that digits add up
		return b.row.kind == "Sum"
	case "Thermo":
		return b.row.kind == "FastThermo"
	case "Sum": // CageProduct says in addition that the digits of a cage may be equal
		return b.row.kind == "CageProduct"
	case "Maximum":
		return b.row.kind == "Fortress"
	case "AllDifferent":
		return isWordIn(" Renban Nabner Thermo FullSet ", b.row.kind)
	}
	return false
}

// bindSentences turns `pictures` into rules according to the sentences. claimed has a key for each meaning that fits
// some picture. claimed[m] is true if at least one picture got a reading that implies m.
func (r *fpuzzlesReader) bindSentences(pictures []picture, meanings []*wording.Meaning) (claimed map[*wording.Meaning]bool) {
	claimed = map[*wording.Meaning]bool{}
	groups := map[string]*pictureGroup{}
	var order []string
	others := r.countUnmatchedLineRules(meanings)
	classes := map[string]bool{}
	for _, d := range pictures {
		if classes[d.class] = true; d.class == classArrow {
			r.arrows = append(r.arrows, d)
		}
	}
	for i := range pictures {
		d := &pictures[i]
		possible := r.statedReadings(d, meanings, classes)
		all := r.chooseReadings(dropWorseColourMatches(slices.Clone(possible), d, pictures), d, others)
		for k := range possible {
			b := &possible[k]
			claimed[b.meaning] = claimed[b.meaning] || slices.ContainsFunc(all, func(one bound) bool { return one.impliesReading(b) })
		}
		if all = r.appendConvention(all, d); len(all) == 0 {
			all = []bound{{}}
		}
		for _, one := range all {
			key := fmt.Sprint(d.class, d.colourName(), one.number, one.relation, one.words)
			if one.row != nil {
				key = fmt.Sprintf("%s %s %p", key, one.row.kind, one.row)
			}
			if groups[key] == nil {
				groups[key] = &pictureGroup{bound: one}
				order = append(order, key)
			}
			groups[key].all = append(groups[key].all, *d)
		}
	}
	var list []*pictureGroup
	named := map[string]int{}
	for _, key := range order {
		g := groups[key]
		g.name = g.all[0].groupName()
		if named[g.name]++; named[g.name] > 1 { // an earlier group with another meaning has the same name, because its pictures look the same
			g.name += " " + strconv.Itoa(named[g.name])
		}
		list = append(list, r.applyCorrection(g)...)
	}
	list = dropPartsOfLines(list)
	for _, g := range list {
		if g.row != nil && !g.words && !g.stated {
			r.assumed = append(r.assumed, g.all[0].class)
		}
	}
	r.addGroupConstraints(list)
	for _, g := range list {
		if g.row == nil {
			r.addUnexplainedNote(g)
		}
	}
	return claimed
}

// statedReadings returns the readings of a picture that sentences of the rules state. classes has the classes of all
// pictures.
func (r *fpuzzlesReader) statedReadings(d *picture, meanings []*wording.Meaning, classes map[string]bool) (all []bound) {
	multiply := slices.ContainsFunc(meanings, func(m *wording.Meaning) bool { return slices.Contains(m.Kinds, "CageProduct") })
	for _, m := range meanings {
		if m.Class != d.class && (m.Class == classSquare || m.Class == classCircle) && classes[m.Class] {
			continue // "shaded squares" are only the pictures that are drawn as squares
		}
		for k := range drawnKinds {
			row := &drawnKinds[k]
			if !row.mayBeMeant(d, m) || row.kind == "Cage" && multiply && slices.Contains(m.Kinds, "CageDistinct") {
				continue
			}
			if isWordIn(" Sum Difference Ratio ", row.kind) && m.Kinds[0] != row.kind {
				continue // "a V marks a sum of 5" is about no cage
			}
			stated, ok := row.amountFor(m, d, r.Puzzle)
			if !ok {
				continue
			}
			all = append(all, bound{row: row, amount: stated, coloured: len(m.Colours) > 0, words: true, meaning: m})
			break
		}
	}
	return all
}

// mayBeMeant reports whether words with the meaning m may say that a picture is a clue of kind k.
func (k *drawnKind) mayBeMeant(d *picture, m *wording.Meaning) bool {
	return slices.Contains(m.Kinds, k.kind) && k.acceptsPicture(d) && (m.Class == "" || isSameClass(m.Class, d.class)) &&
		(isCalled(d.colour, m.Colours) || d.border != "" && isCalled(d.border, m.Colours) || k.hasFixedColour(d))
}

// appendConvention adds the usual reading of a picture, unless the words already state a reading that excludes it.
func (r *fpuzzlesReader) appendConvention(all []bound, d *picture) []bound {
	if slices.ContainsFunc(all, func(b bound) bool { return !b.row.more || d.class != classArrow && d.class != classCage }) {
		return all
	}
	for k := range drawnKinds {
		if row := &drawnKinds[k]; row.common && row.acceptsPicture(d) && (d.class != classCage || r.sums && d.text != "" && hasSumText(d) || d.start) {
			return append(all, bound{row: row, amount: amount{number: -1}})
		}
	}
	return all
}

// dropPartsOfLines drops pictures that belong to the rule of another picture, such as a circle at the end of a line. It
// keeps a picture whose reading comes from words or from a correction.
func dropPartsOfLines(list []*pictureGroup) []*pictureGroup {
	for _, g := range list {
		if !g.words && !g.stated {
			g.all = slices.DeleteFunc(g.all, func(d picture) bool { return d.isPartOfRule(list) })
		}
	}
	return slices.DeleteFunc(list, func(g *pictureGroup) bool { return len(g.all) == 0 })
}

// addGroupConstraints adds to the puzzle the constraints that the groups mean. Pictures that form one constraint are
// combined, whatever their colour.
func (r *fpuzzlesReader) addGroupConstraints(list []*pictureGroup) {
	for i, g := range list {
		if g.row == nil {
			continue
		}
		if g.joined {
			r.addUnderstoodNote(g)
			continue
		}
		group := []*pictureGroup{g}
		for _, o := range list[i+1:] {
			if o.row == g.row && o.equals(g.amount) {
				group = append(group, o)
			}
		}
		built := r.buildConstraints(group)
		if built == nil { // the pictures cannot have the meaning that the correction states, so it is ignored
			built = r.buildConstraints(slices.DeleteFunc(slices.Clone(group), func(o *pictureGroup) bool { return o.stated }))
			for _, o := range group {
				if built == nil || o.stated {
					o.row, o.stated = nil, false // pictures without a constraint remain unexplained
				}
			}
		}
		for _, o := range group[1:] {
			o.joined = o.row != nil
		}
		for _, c := range built {
			switch c.Kind {
			case "Nothing":
			case "Diagonal": // a sentence about both diagonals may already have added the diagonal
				r.addConstraint(c)
			default:
				r.Constraints = append(r.Constraints, c)
			}
		}
		if g.row != nil {
			r.addUnderstoodNote(g)
		}
	}
}

// amountFor returns the number or relation that a phrase adds to a picture's kind. ok is false if the phrase is one of
// nonet's own sentences, and the cells or the number in the phrase are not those of the picture.
func (k *drawnKind) amountFor(m *wording.Meaning, d *picture, p *puzzle.Puzzle) (stated amount, ok bool) {
	stated = amountIn(m)
	if m.Own == nil {
		return stated, true
	}
	if n, ends := len(d.cells), m.Own.Cells; len(ends) > 0 && n > 0 {
		first, last := p.CellName(d.cells[0]), p.CellName(d.cells[n-1])
		for i := 1; i < len(ends); i += 2 {
			ok = ok || ends[i-1] == first && ends[i] == last || ends[i-1] == last && ends[i] == first
		}
		return stated, ok
	}
	if stated.number >= 0 {
		shown, err := strconv.Atoi(strings.TrimLeftFunc(d.text, func(r rune) bool { return r < '0' || r > '9' }))
		if err == nil && shown != stated.number {
			return stated, false
		}
		if err == nil || k.number == 0 {
			stated.number = -1
		}
	}
	return stated, true
}

// isPartOfRule reports whether a picture has no meaning of its own, because it belongs to the rule of another picture
// in one of the groups.
func (d *picture) isPartOfRule(list []*pictureGroup) bool {
	return slices.ContainsFunc(list, func(g *pictureGroup) bool {
		return g.row != nil && slices.ContainsFunc(g.all, func(o picture) bool { return d.belongsTo(g.row, &o) })
	})
}

// belongsTo reports whether the picture is only a part of the clue `o`, which is of the kind `row`.
func (d *picture) belongsTo(row *drawnKind, o *picture) bool {
	n := len(o.cells)
	switch {
	case d.class == classPointer && len(d.cells) > 0: // a short arrow in a cell that must be greater, or less, than its neighbours
		return isWordIn(" Maximum Minimum ", row.kind) && o.cells[0] == d.cells[0]
	case d.text != "":
		return false
	case row.kind == "Zipper" && isWordIn(" circle dot corner ", d.class) && slices.Contains(d.cells, o.cells[n/2]) && slices.Contains(d.cells, o.cells[(n-1)/2]):
		return true // the middle of a zipper
	}
	return isWordIn(" circle diamond square ", d.class) && row.fits != nil && row.kind != "Diagonal" && o.class == classLine &&
		(o.start && o.cells[0] == d.cells[0] || o.end && o.cells[n-1] == d.cells[0])
}

// buildConstraints returns the constraints of pictures of one kind, or nil if the pictures cannot be clues of this
// kind.
func (r *fpuzzlesReader) buildConstraints(all []*pictureGroup) []puzzle.Constraint {
	var joined []picture
	for _, g := range all {
		joined = append(joined, g.all...)
	}
	if joined == nil {
		return nil
	}
	built := all[0].row.constraintsOf(r, joined, all[0].amount)
	if slices.ContainsFunc(built, r.isInvalidConstraint) {
		return nil
	}
	return built
}

// applyCorrection returns the pictures of a group with the meaning that a correction states: a kind, perhaps with a
// number, or decoration. If only some of the pictures can be of the kind, the others keep their meaning and form a
// second group.
func (r *fpuzzlesReader) applyCorrection(g *pictureGroup) []*pictureGroup {
	reading, ok := r.readings[g.name]
	if !ok || g.all[0].class == classNothing {
		return []*pictureGroup{g}
	}
	kind, text, _ := strings.Cut(strings.TrimSpace(reading), " ")
	group := &pictureGroup{bound: bound{amount: amount{number: -1}, stated: true}, name: g.name}
	if kind == "" {
		group.all = g.all
		return []*pictureGroup{group}
	}
	if text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			kind = "" // the text of the correction names no kind
		}
		group.number = n
	}
	for k := range drawnKinds {
		row := &drawnKinds[k]
		if row.kind != kind || !slices.ContainsFunc(g.all, func(d picture) bool { return row.acceptsPicture(&d) }) {
			continue
		}
		if group.row = row; row.number == 0 {
			group.number = -1 // the kind has no number
		}
		rest := *g
		rest.all = nil
		for _, d := range g.all {
			if row.acceptsPicture(&d) {
				group.all = append(group.all, d)
			} else {
				rest.all = append(rest.all, d)
			}
		}
		if rest.all == nil {
			return []*pictureGroup{group}
		}
		return []*pictureGroup{group, &rest}
	}
	return []*pictureGroup{{all: g.all, name: g.name}}
}

// isInvalidConstraint reports whether a constraint made of pictures is invalid. For example, a line may cross itself
// because two distant cells were joined.
func (r *fpuzzlesReader) isInvalidConstraint(c puzzle.Constraint) bool {
	return c.Kind != "Nothing" && r.CheckConstraint(&c) != nil
}

// pictureGroup is a group of pictures with the same look and the same meaning.
type pictureGroup struct {
	bound
	all    []picture
	name   string // the name of the group in corrections
	joined bool   // the pictures are part of another group's constraint
}

func (k *drawnKind) acceptsPicture(d *picture) bool {
	return isWordIn(" "+k.classes+" ", d.class) && (k.text == "" || k.text == d.text) && (k.fits == nil || k.fits(d)) && isCalled(d.colour, strings.Fields(k.colours))
}

// hasFixedColour reports whether the picture is a dot, and dots of kind k must have certain colours. A WhiteDot must be
// white.
func (k *drawnKind) hasFixedColour(d *picture) bool { return k.colours != "" && d.class == classDot }

// isSameClass reports whether words about the class `name` may mean pictures of the class `drawn`.
func isSameClass(name, drawn string) bool {
	switch name {
	case "shade":
		return drawn == classShade || drawn == classSquare || drawn == classCircle
	case "square":
		return drawn == classSquare || drawn == classShade
	case "thermo":
		return drawn == classThermo || drawn == classLine
	case "sign":
		return drawn == classSign || drawn == classLetter
	}
	return name == drawn
}

func hasLineKind(m *wording.Meaning) bool {
	return slices.ContainsFunc(m.Kinds, func(kind string) bool {
		k := puzzle.KindNamed(kind)
		return k != nil && k.Draw.Shape == puzzle.ShapeLine
	})
}

// countUnmatchedLineRules counts the sentences about lines that match neither a drawing nor a constraint. Such a
// sentence may be about any line.
func (r *fpuzzlesReader) countUnmatchedLineRules(meanings []*wording.Meaning) (n int) {
	for _, m := range meanings {
		known := slices.ContainsFunc(drawnKinds, func(row drawnKind) bool { return slices.Contains(m.Kinds, row.kind) }) ||
			slices.ContainsFunc(r.Constraints, func(c puzzle.Constraint) bool { return slices.Contains(m.Kinds, c.Kind) })
		if hasLineKind(m) && !known {
			n++
		}
	}
	return n
}

// chooseReadings drops a picture's reading if a more specific reading exists: one whose words name the picture's
// colour, one with a number, or one of a special case of the kind. If words name several kinds of lines but no colour,
// a line keeps only kinds whose usual colour it has. `others` is the number of sentences that could be about any line.
func (r *fpuzzlesReader) chooseReadings(all []bound, d *picture, others int) []bound {
	if slices.ContainsFunc(all, func(b bound) bool { return b.coloured }) {
		all = slices.DeleteFunc(all, func(b bound) bool { return !b.coloured })
	}
	// If several sentences name one kind, with and without a number, only the reading with the number stays.
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].row.kind, all[j].row.kind), cmp.Compare(all[j].number, all[i].number), cmp.Compare(all[i].relation.String(), all[j].relation.String())) < 0
	})
	all = slices.CompactFunc(all, func(a, b bound) bool {
		return a.row.kind == b.row.kind && a.relation.String() == b.relation.String()
	})
	hasKind := func(kind string) bool {
		return slices.ContainsFunc(all, func(b bound) bool { return b.row.kind == kind })
	}
	less := map[string][]string{
		"Thermo": {"SlowThermo", "FastThermo"}, "Arrow": {"AverageArrow", "ProductArrow"}, "Cage": {"Sum", "CageProduct", "RellikCage", "Lunchbox"}, "Sum": {"CageProduct"}, "CageDistinct": {"Sum"},
		"WhiteDot": {"ConsecutiveOrDouble"}, "BlackDot": {"ConsecutiveOrDouble"}, "Maximum": {"Fortress"},
	}
	all = slices.DeleteFunc(all, func(b bound) bool { return slices.ContainsFunc(less[b.row.kind], hasKind) })
	if r.bothRules && d.class == classLine {
		return all
	}
	if hasKind("Between") || hasKind("Lockout") || hasKind("DoubleArrow") || hasKind("Diagonal") { // circles and corners distinguish these kinds from other lines
		all = slices.DeleteFunc(all, func(b bound) bool { return b.row.fits == nil && (!b.coloured || hasKind("Diagonal")) && !b.row.more })
	}
	kinds := others
	for i, b := range all {
		if !b.row.more && (i == 0 || b.row != all[i-1].row) {
			kinds++
		}
	}
	if d.class != classLine || kinds < 2 || len(all) == 0 || all[0].coloured {
		return all
	}
	return slices.DeleteFunc(all, func(b bound) bool {
		return !b.row.more && (b.row.usual == "" || !isCalled(d.colour, strings.Fields(b.row.usual)))
	})
}

// colourName returns the usual name of a picture's colour, or "" if the colour has no meaning.
func (d *picture) colourName() string {
	switch d.class {
	case classCage, classLetter, classSign, classQuad, classOutside, classDiagonal, classText, classPointer:
		return ""
	}
	if names := shadeOf(d.colour).colourNames(); len(names) > 0 {
		return names[0]
	}
	return ""
}

// groupName returns the name that all pictures with the look of d have.
func (d *picture) groupName() string {
	text := d.class + "s"
	if d.class == classOther {
		text = "other drawings"
	}
	if name := d.colourName(); name != "" {
		text = name + " " + text
	}
	return text
}

// newUnderstood describes a group of drawings and its reading for a note. It lists the other possible kinds only if
// there are corrections.
func (r *fpuzzlesReader) newUnderstood(g *pictureGroup) *Understood {
	first := &g.all[0]
	d := &Understood{Class: first.class, Colour: first.colourName(), Name: g.name, N: len(g.all), Number: max(g.number, 0), Words: g.words, Stated: g.stated}
	if g.row != nil {
		d.Kind = g.row.kind
		if g.number < 0 {
			d.Number = g.row.number
		}
	}
	for _, one := range g.all {
		d.Clues = append(d.Clues, Clue{one.cells, one.text})
	}
	if r.readings != nil {
		d.MayBe = r.possibleKinds(g.all)
	}
	return d
}

// possibleKinds returns the kinds of constraint that the pictures may mean, each with its usual number, if any.
func (r *fpuzzlesReader) possibleKinds(all []picture) (kinds []string) {
	before := r.err
	for k := range drawnKinds {
		row := &drawnKinds[k]
		one, kind := &pictureGroup{bound: bound{row: row, amount: amount{number: -1}}, all: all}, row.kind
		if row.number > 0 {
			one.number = row.number
			kind += " " + strconv.Itoa(row.number)
		}
		fits := !slices.ContainsFunc(all, func(d picture) bool { return !row.acceptsPicture(&d) })
		if fits && kind != "Nothing" && r.buildConstraints([]*pictureGroup{one}) != nil && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	r.err = before
	return kinds
}

func (r *fpuzzlesReader) addUnderstoodNote(g *pictureGroup) {
	d := r.newUnderstood(g)
	switch d.Class {
	case classCage:
		if d.Kind == "Cage" && !d.Stated { // the usual meaning of a cage needs no note
			d.Silent = true
			r.silent = append(r.silent, Note{Part: g.String(), Drawn: d})
			return
		}
	case classShade:
		for _, d := range g.all {
			r.shaded = append(r.shaded, d.cells...)
		}
	}
	r.notes = append(r.notes, Note{Part: g.String(), Drawn: d})
}

func (r *fpuzzlesReader) addUnexplainedNote(g *pictureGroup) {
	if g.all[0].class == classNothing {
		r.addCosmeticNote(noteDecoration)
		return
	}
	d := r.newUnderstood(g)
	switch d.Class {
	case classShade: // if no words mention shaded cells, another note describes the colours of all shaded cells
		if g.words && !d.Stated {
			r.notes = append(r.notes, Note{Part: g.String(), Drawn: d})
			return
		}
		d.Silent = true
	case classCage:
		if d.Silent = true; d.Stated || !r.sums && hasNoClue(&g.all[0]) { // the cage is only an outline that f-puzzles draws
			r.addCosmeticNote(noteDecoration)
		} else {
			r.addUnexplainedCageNotes(g)
		}
	default:
		if d.Silent = d.Stated; d.Stated {
			r.addCosmeticNote(noteDecoration)
		} else {
			r.notes = append(r.notes, Note{Part: g.String(), Drawn: d})
			return
		}
	}
	r.silent = append(r.silent, Note{Part: g.String(), Drawn: d})
}

// addUnexplainedCageNotes adds notes about cages whose meaning is unknown: one for each text in a cage, and
// one with the number of cages without text.
func (r *fpuzzlesReader) addUnexplainedCageNotes(g *pictureGroup) {
	names := map[string]bool{}
	for i := range g.all {
		d := &g.all[i]
		switch {
		case names[d.text]:
		case d.text == "":
			r.notes = append(r.notes, Note{Part: g.String()})
		default:
			r.addNote("cages: " + d.text)
		}
		names[d.text] = true
	}
}

func (r *fpuzzlesReader) addCosmeticNote(part string) {
	note := Note{Part: part, Cosmetic: true}
	if !slices.Contains(r.notes, note) {
		r.notes = append(r.notes, note)
	}
}

// String returns the name of the group for errors.
func (g *pictureGroup) String() string {
	return fmt.Sprintf("%s (%d)", g.all[0].groupName(), len(g.all))
}
