package format

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"nonet/internal/wording"
)

// This file finds the names that people use for a colour. Package wording has the same words: grey, black, white,
// green, teal, blue, purple, pink, red, orange, yellow, brown.

// shade is a colour as it appears on white paper, in the HSV model.
type shade struct {
	hue        float64 // the hue in degrees, 0 to 360
	saturation float64
	value      float64
	seen       bool // the colour is visible on white paper
	unknown    bool // the text has a form or a name that shadeOf does not know
}

// colourNamed returns the RGB value of a named colour, such as #f00 for red, or "" for an unknown name.
func colourNamed(name string) string {
	return map[string]string{"black": "#000", "white": "#fff", "red": "#f00", "green": "#0a0", "blue": "#00f", "grey": "#999", "gray": "#999", "yellow": "#ff0", "orange": "#f90", "purple": "#909", "pink": "#f9c",
		"lightgrey": "#d3d3d3", "lightgray": "#d3d3d3", "darkgrey": "#a9a9a9", "darkgray": "#a9a9a9", "silver": "#c0c0c0", "lightblue": "#add8e6", "lightgreen": "#90ee90"}[name]
}

// parseColour parses #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(…), rgba(…) and some names, to red, green, blue and opacity,
// from 0 to 1.
func parseColour(text string) (v [4]float64, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	text = cmp.Or(colourNamed(text), text)
	v[3] = 1
	if list, is := strings.CutPrefix(text, "rgb"); is {
		for i, one := range strings.Split(strings.Trim(list, "a()"), ",") {
			n, err := strconv.ParseFloat(strings.TrimSpace(one), 64)
			if err != nil || i > 3 || !(n >= 0 && n <= 255) {
				return v, false
			}
			if i < 3 {
				n /= 255
			}
			v[i] = min(n, 1)
		}
		return v, true
	}
	hex, is := strings.CutPrefix(text, "#")
	if len(hex) == 3 || len(hex) == 4 {
		var long []byte
		for _, b := range []byte(hex) {
			long = append(long, b, b)
		}
		hex = string(long)
	}
	if !is || len(hex) != 6 && len(hex) != 8 {
		return v, false
	}
	for i := range len(hex) / 2 {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			return v, false
		}
		v[i] = float64(n) / 255
	}
	return v, true
}

// shadeOf returns the colour in a text, in any form that parseColour knows.
func shadeOf(text string) (s shade) {
	v, ok := parseColour(text)
	if !ok {
		text = strings.ToLower(strings.TrimSpace(text))
		s.unknown = text != "" && text != "none" && text != "transparent"
		return s
	}
	if v[3] < 0.03 {
		return s
	}
	for i := range 3 {
		v[i] = v[i]*v[3] + 1 - v[3]
	}
	high, low := max(v[0], v[1], v[2]), min(v[0], v[1], v[2])
	s.seen, s.value = true, high
	if high > 0 {
		s.saturation = (high - low) / high
	}
	if difference := high - low; difference > 0 {
		switch high {
		case v[0]:
			s.hue = math.Mod((v[1]-v[2])/difference*60+360, 360)
		case v[1]:
			s.hue = (v[2]-v[0])/difference*60 + 120
		default:
			s.hue = (v[0]-v[1])/difference*60 + 240
		}
	}
	return s
}

// hues lists names with ranges of hue in degrees. Ranges overlap, because people use names differently.
var hues = []struct {
	name             string
	from, middle, to float64
}{
	{"red", 340, 360, 375}, {"orange", 12, 32, 48}, {"yellow", 40, 54, 72}, {"green", 65, 120, 170}, {"teal", 150, 175, 205}, {"blue", 175, 212, 262}, {"purple", 248, 286, 330}, {"pink", 280, 325, 365},
}

// colourNames returns the names that the colour may have, the likeliest first.
func (s shade) colourNames() (names []string) {
	if !s.seen {
		return nil
	}
	if s.saturation < 0.13 || s.value < 0.2 {
		switch {
		case s.value > 0.97:
			return []string{"white"}
		case s.value > 0.93:
			return []string{"white", "grey"}
		case s.value < 0.16:
			return []string{"black"}
		case s.value < 0.3:
			return []string{"black", "grey"}
		}
		return []string{"grey"}
	}
	distances := map[string]float64{}
	for _, h := range hues {
		hue := s.hue
		if hue+360 <= h.to {
			hue += 360
		}
		if hue >= h.from && hue <= h.to {
			names = append(names, h.name)
			distances[h.name] = math.Abs(hue - h.middle)
		}
	}
	if s.saturation < 0.45 && s.value > 0.85 { // pale red is pink
		delete(distances, "pink")
	}
	if s.hue > 8 && s.hue < 52 && (s.value < 0.85 || s.saturation < 0.5) {
		names = append(names, "brown")
		if distances["brown"] = 40; s.value < 0.7 {
			delete(distances, "brown")
		}
	}
	sort.SliceStable(names, func(i, k int) bool { return distances[names[i]] < distances[names[k]] })
	if s.saturation < 0.25 {
		names = append(names, "grey")
	}
	return names
}

// isPaper reports whether the colour cannot be seen on white paper.
func (s shade) isPaper() bool { return !s.seen || s.saturation < 0.13 && s.value > 0.97 }

// isCalled reports whether one of the names fits the colour. It returns true if there are no names.
func isCalled(colour string, names []string) bool {
	if len(names) == 0 {
		return true
	}
	return slices.ContainsFunc(shadeOf(colour).colourNames(), func(name string) bool { return slices.Contains(names, name) })
}

// rankColourWord returns how well a word for a colour fits a picture. Rank 0 fits best.
func (d *picture) rankColourWord(word string) (rank int, fits bool) {
	names := append(shadeOf(d.colour).colourNames(), shadeOf(d.border).colourNames()...)
	rank = math.MaxInt
	for i, name := range wording.ColourNames(word) {
		if index := slices.Index(names, name); index >= 0 {
			rank, fits = min(rank, 3*i+2*index), true
		}
	}
	return rank, fits
}

// bestColourWords returns the colour words of a meaning that fit the picture best, and their rank.
func (d *picture) bestColourWords(m *wording.Meaning) (words []string, rank int) {
	rank = math.MaxInt
	for _, word := range m.Said {
		n, fits := d.rankColourWord(word)
		if fits && n < rank {
			words, rank = nil, n
		}
		if fits && n == rank {
			words = append(words, word)
		}
	}
	return words, rank
}

// dropWorseColourMatches drops readings whose colour words fit other pictures better. If there are rules for
// pink lines and for purple lines, a line has only one of these rules. If the words do not decide between the
// rules, the line has neither rule.
func dropWorseColourMatches(all []bound, d *picture, pictures []picture) (best []bound) {
	if d.class == classDot {
		return all
	}
	least := math.MaxInt
	for i := range all {
		_, rank := d.bestColourWords(all[i].meaning)
		least = min(least, rank)
	}
	for i := range all {
		a := &all[i]
		words, rank := d.bestColourWords(a.meaning)
		ok := !a.coloured || rank == least
		for k := range all {
			b := &all[k]
			others, rank := d.bestColourWords(b.meaning)
			if a.coloured && b.coloured && rank == least && rank < math.MaxInt && (a.row.kind != b.row.kind || !a.equals(b.amount)) && !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(others, word) }) {
				lighter := lightnessOf(words[0]) - lightnessOf(others[0])
				// Keep a if the colour of some picture fits b but not a, and no picture has a colour that fits a but
				// not b. Then b is about that picture, and a is about this one.
				ok = ok && (lighter != 0 && lighter*d.compareLightnessWithin(words[0], others[0], pictures) > 0 ||
					lighter == 0 && d.fitsOnly(b.meaning, a.meaning, pictures) && !d.fitsOnly(a.meaning, b.meaning, pictures))
			}
		}
		if ok {
			best = append(best, *a)
		}
	}
	if slices.ContainsFunc(best, func(b bound) bool { return b.coloured && strings.HasSuffix(b.row.kind, "Thermo") && b.row.fits != nil }) {
		// If the words give thermometers a colour, a line of this colour with a bulb is a thermometer. Another rule for
		// this colour is then about the lines without a bulb.
		best = slices.DeleteFunc(best, func(b bound) bool {
			return b.coloured && b.row.fits == nil && slices.ContainsFunc(pictures, func(o picture) bool {
				return o.class == d.class && !o.start && !o.end && isCalled(o.colour, b.meaning.Colours)
			})
		})
	}
	return best
}

// fitsOnly reports whether some picture of d's class has a colour that fits the meaning `one` but not the meaning
// `other`.
func (d *picture) fitsOnly(one, other *wording.Meaning, pictures []picture) bool {
	return slices.ContainsFunc(pictures, func(o picture) bool {
		return o.class == d.class && isCalled(o.colour, one.Colours) && !isCalled(o.colour, other.Colours)
	})
}

// lightnessOf returns a positive number for a word that means a light colour, a negative one for a dark colour, and 0
// for other words.
func lightnessOf(word string) int {
	switch tint, _, _ := strings.Cut(word, " "); tint {
	case "light":
		return 1
	case "dark":
		return -1
	}
	return 0
}

// compareLightnessWithin compares the picture with all pictures whose colours the two words can mean. It returns 1 if
// the picture is one of the lighter ones, -1 if it is one of the darker ones, and 0 if all are equally light.
func (d *picture) compareLightnessWithin(first, second string, pictures []picture) int {
	light := func(d *picture) float64 {
		s := shadeOf(d.colour)
		return s.value * (1 - s.saturation/2)
	}
	low, high := 1.0, 0.0
	for i := range pictures {
		o := &pictures[i]
		_, one := o.rankColourWord(first)
		_, two := o.rankColourWord(second)
		if o.class == d.class && one && two {
			low, high = min(low, light(o)), max(high, light(o))
		}
	}
	switch {
	case high-low < 0.08:
		return 0
	case light(d) > (low+high)/2:
		return 1
	}
	return -1
}
