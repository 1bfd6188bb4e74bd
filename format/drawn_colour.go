package format

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// The usual names of colours. Package wording has the same words: grey, black, white, green, teal,
// blue, purple, pink, red, orange, yellow, brown.

// shade is a colour on white paper.
type shade struct {
	hue        float64 // in degrees, 0 to 360
	saturation float64
	value      float64
	seen       bool // it is visible
}

// shadeOf parses #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(…), rgba(…) and some names.
func shadeOf(text string) (s shade) {
	text = strings.ToLower(strings.TrimSpace(text))
	if named, is := map[string]string{"black": "#000", "white": "#fff", "red": "#f00", "green": "#0a0", "blue": "#00f", "grey": "#999", "gray": "#999", "yellow": "#ff0", "orange": "#f90", "purple": "#909", "pink": "#f9c"}[text]; is {
		text = named
	}
	v := [4]float64{3: 1}
	if list, is := strings.CutPrefix(text, "rgb"); is {
		for i, one := range strings.Split(strings.Trim(list, "a()"), ",") {
			n, err := strconv.ParseFloat(strings.TrimSpace(one), 64)
			if err != nil || i > 3 || !(n >= 0 && n <= 255) {
				return s
			}
			if i < 3 {
				n /= 255
			}
			v[i] = min(n, 1)
		}
	} else {
		hex, is := strings.CutPrefix(text, "#")
		if len(hex) == 3 || len(hex) == 4 {
			var long []byte
			for _, b := range []byte(hex) {
				long = append(long, b, b)
			}
			hex = string(long)
		}
		if !is || len(hex) != 6 && len(hex) != 8 {
			return s
		}
		for i := range len(hex) / 2 {
			n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
			if err != nil {
				return s
			}
			v[i] = float64(n) / 255
		}
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
	if apart := high - low; apart > 0 {
		switch high {
		case v[0]:
			s.hue = math.Mod((v[1]-v[2])/apart*60+360, 360)
		case v[1]:
			s.hue = (v[2]-v[0])/apart*60 + 120
		default:
			s.hue = (v[0]-v[1])/apart*60 + 240
		}
	}
	return s
}

// hues lists names with ranges of hue in degrees. Ranges overlap, since people use names
// differently.
var hues = []struct {
	name     string
	from, to float64
}{
	{"red", 340, 375}, {"orange", 12, 48}, {"yellow", 40, 72}, {"green", 65, 170}, {"teal", 150, 205}, {"blue", 175, 262}, {"purple", 248, 330}, {"pink", 280, 365},
}

// names returns the names that the colour may have, the likeliest first; none if it is invisible.
func (s shade) names() (names []string) {
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
	for _, h := range hues {
		if s.hue >= h.from && s.hue <= h.to || s.hue+360 >= h.from && s.hue+360 <= h.to {
			names = append(names, h.name)
		}
	}
	if s.hue > 8 && s.hue < 52 && (s.value < 0.85 || s.saturation < 0.5) {
		names = append(names, "brown")
	}
	if s.saturation < 0.25 {
		names = append(names, "grey")
	}
	return names
}

// called reports whether a colour may have one of the names. It returns true if there are no names.
func called(colour string, names []string) bool {
	if len(names) == 0 {
		return true
	}
	return slices.ContainsFunc(shadeOf(colour).names(), func(name string) bool { return slices.Contains(names, name) })
}
