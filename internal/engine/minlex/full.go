package minlex

import (
	"bytes"
	"slices"
)

// The first band of a full grid's form is the least band that any of its six chutes can become. Therefore the program
// finds the class of each chute. For each chute of the least class, every map to the least band is applied to the other
// six rows. The least result is the form.

// rows4to9 holds rows 4 to 9 of a form. A row has four bits for each digit, the first digit in the highest bits.
type rows4to9 [6]uint64

// writeLeastFullForm writes the form of g to form. g must be full and without contradictions. maps, if not nil,
// receives all maps from g to the form.
func writeLeastFullForm(g, form *[81]uint8, maps *[]Map) {
	t := bandTable()
	var turned [81]uint8
	for r := range 9 {
		for c := range 9 {
			turned[9*c+r] = g[9*r+c]
		}
	}
	sources := [2]*[81]uint8{g, &turned}
	var digit [6][16]uint8
	var band, k2, k3 [6]uint32
	var class [6]uint16
	best := uint16(classes)
	for h := range 6 {
		band[h], k2[h], k3[h] = readBand((*[27]uint8)(sources[h/3][27*(h%3):]), &digit[h])
		class[h] = t.class[band[h]]
		best = min(best, class[h])
	}
	var least, rows rows4to9
	none := true
	for h := range 6 {
		if class[h] != best {
			continue
		}
		source := sources[h/3]
		columns := sortedColumns(k2[h], k3[h])
		for i := t.from[band[h]]; i < t.from[band[h]+1]; i++ {
			w := &t.ways[i]
			var to [16]uint8
			for d := 1; d <= 9; d++ {
				to[d] = w.digit[digit[h][d]&15]
			}
			var column [9]uint8
			for c := range 9 {
				column[c] = columns[w.column[c]&15]
			}
			for n := range 6 {
				r := 3 * ((h%3 + 1 + n/3) % 3)
				row := (*[9]uint8)(source[9*(r+n%3):])
				var v uint64
				for c := range 9 {
					v = v<<4 | uint64(to[row[column[c]&15]&15])
				}
				rows[n] = v
			}
			rows.sortLines()
			c := -1
			if !none {
				c = slices.Compare(rows[:], least[:])
			}
			none = false
			if c < 0 {
				least = rows
				if maps != nil {
					*maps = (*maps)[:0]
				}
			}
			if c <= 0 && maps != nil {
				m := Map{Transposed: h >= 3, Columns: column, Digits: [10]uint8(to[:10])}
				*maps = append(*maps, m)
			}
		}
	}
	copy(form[:], t.least[best][:])
	for r, v := range least {
		for c := 8; c >= 0; c-- {
			form[27+9*r+c] = uint8(v & 15)
			v >>= 4
		}
	}
	if maps != nil {
		for i := range *maps {
			(*maps)[i].findRows(g, form)
		}
	}
}

func (r *rows4to9) sortLines() {
	sort := func(i, j int) { r[i], r[j] = min(r[i], r[j]), max(r[i], r[j]) }
	sort(0, 1)
	sort(1, 2)
	sort(0, 1)
	sort(3, 4)
	sort(4, 5)
	sort(3, 4)
	if r[0] > r[3] {
		r[0], r[1], r[2], r[3], r[4], r[5] = r[3], r[4], r[5], r[0], r[1], r[2]
	}
}

// findRows computes m.Rows from the other fields of m, which maps the full grid g to form.
func (m *Map) findRows(g, form *[81]uint8) {
	var row [16]uint8 // for each first digit of a row of the form, the row's number
	for r := range 9 {
		row[form[9*r]&15] = uint8(r)
	}
	down, along := m.distances()
	for r := range 9 { // the first digit of a row distinguishes the row from all others
		m.Rows[row[m.Digits[g[down*r+along*int(m.Columns[0])]%10]&15]] = uint8(r)
	}
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mapChoice identifies a map from a full grid to its form: the last map whose result was less than all earlier results.
type mapChoice struct {
	chute uint32 // the number of the chute, 0 to 5
	way   uint32 // 32 times the index of the map in bands.ways
	ties  uint32 // the number of maps that lead to the form
}

// WriteFormsBySolution sets forms[i] to the least image of puzzles[i] under the maps from solutions[i] to the
// solution's form. Solutions must be full and without contradictions. forms may be the same slice as puzzles or
// solutions.
func WriteFormsBySolution(forms, puzzles, solutions [][81]uint8) {
	var maps []Map
	var form [81]uint8
	slow := func(to, puzzle, solution *[81]uint8) {
		p, s := *puzzle, *solution
		maps = maps[:0]
		writeLeastFullForm(&s, &form, &maps)
		for j := range maps {
			if f := maps[j].Apply(&p); j == 0 || bytes.Compare(f[:], to[:]) < 0 {
				*to = f
			}
		}
	}
	vector := fullFormsVectorFunc()
	if vector == nil {
		for i := range puzzles {
			slow(&forms[i], &puzzles[i], &solutions[i])
		}
		return
	}
	t := bandTable()
	var full [64][81]uint8
	var found [64]mapChoice
	for from := 0; from < len(puzzles); from += len(full) {
		n := min(len(full), len(puzzles)-from)
		vector(full[:n], solutions[from:from+n], found[:n])
		for i := range n {
			p, s := &puzzles[from+i], &solutions[from+i]
			if found[i].ties != 1 {
				slow(&forms[from+i], p, s)
				continue
			}
			m := t.mapFromChoice(s, &full[i], found[i])
			forms[from+i] = m.Apply(p)
		}
	}
}

// mapFromChoice returns the map from g to form that the choice identifies.
func (t *bands) mapFromChoice(g, form *[81]uint8, by mapChoice) Map {
	m := Map{Transposed: by.chute >= 3}
	down, along := m.distances()
	first := 3 * (int(by.chute) % 3)
	at := func(r, c int) uint8 { return g[(first+r)*down+c*along] & 15 }
	var names, columns [16]uint8
	for i := range 9 {
		names[at(i/3, i%3)] = uint8(i + 1)
	}
	for s := range 3 {
		k := uint32(0x80) // the columns of box 1 keep their order
		if s > 0 {
			k = comparisonBits(names[at(0, 3*s)], names[at(0, 3*s+1)], names[at(0, 3*s+2)])
		}
		for i := range 3 {
			columns[3*s+i] = uint8(3*s) + sorted[k&7][i]
		}
	}
	w := &t.ways[by.way/32]
	for c := range 9 {
		m.Columns[c] = columns[w.column[c]&15]
		m.Digits[c+1] = w.digit[names[c+1]&15]
	}
	m.findRows(g, form)
	return m
}
