package collection

import (
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Summary holds statistics of the values of a column. The zero value is ready for use.
type Summary struct {
	N, Unknown     int64
	Least, Most    float64
	sum            float64
	counts         map[string]int64 // for each value, as a text, how often it occurs
	numbers, texts bool
}

func (s *Summary) Add(value any) {
	if s.counts == nil {
		s.counts = map[string]int64{}
		s.Least, s.Most = math.Inf(1), math.Inf(-1)
	}
	text := Text(value)
	if value == nil {
		s.Unknown++
		return
	}
	s.N++
	if v, ok := value.(float64); ok {
		s.numbers = true
		s.Least, s.Most, s.sum = min(s.Least, v), max(s.Most, v), s.sum+v
	} else {
		s.texts = true
	}
	s.counts[text]++
}

// Text returns a value in the form in which a table shows it, or "" for an unknown value.
func Text(value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case string:
		return v
	}
	return ""
}

// IsNumeric reports whether all values so far are numbers. Only then Least, Most and Mean are defined.
func (s *Summary) IsNumeric() bool { return s.numbers && !s.texts }

func (s *Summary) Mean() float64 { return s.sum / float64(max(s.N, 1)) }

// Bar is a value, or a range of values, and how often it occurs.
type Bar struct {
	Label string
	N     int64
}

// HistogramBars returns a bar for each number, in ascending order. If there are more than `most` numbers, the bars
// stand for ranges of equal width. Texts are in descending order of frequency.
func (s *Summary) HistogramBars(most int) []Bar {
	var all []Bar
	if !s.IsNumeric() {
		for _, label := range slices.Sorted(maps.Keys(s.counts)) {
			all = append(all, Bar{label, s.counts[label]})
		}
		sort.SliceStable(all, func(i, j int) bool { return all[i].N > all[j].N })
		return all
	}
	type value struct {
		number float64
		n      int64
	}
	var values []value
	for text, n := range s.counts {
		number, _ := strconv.ParseFloat(text, 64)
		values = append(values, value{number, n})
	}
	sort.Slice(values, func(i, j int) bool { return values[i].number < values[j].number })
	if len(values) <= most {
		for _, v := range values {
			all = append(all, Bar{Text(v.number), v.n})
		}
		return all
	}
	width := niceNumber((s.Most - s.Least) / float64(most))
	first := math.Floor(s.Least / width)
	for i := 0; ; i++ {
		from := (first + float64(i)) * width
		if from > s.Most {
			break
		}
		all = append(all, Bar{fmt.Sprintf("%s–", Text(math.Round(from*1e9)/1e9)), 0})
	}
	for _, v := range values {
		all[min(int(math.Floor(v.number/width)-first), len(all)-1)].N += v.n
	}
	return all
}

// niceNumber returns the least number ≥ x of the form 1, 2 or 5 times a power of 10.
func niceNumber(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= x {
			return f * power
		}
	}
	return 10 * power
}

// AppendBars appends a bar chart as lines of text. `columns` is the width of the longest bar in characters.
func AppendBars(b []byte, bars []Bar, columns int) []byte {
	label, number, most := 0, 0, int64(1)
	for _, bar := range bars {
		label, number, most = max(label, len([]rune(bar.Label))), max(number, len(strconv.FormatInt(bar.N, 10))), max(most, bar.N)
	}
	for _, bar := range bars {
		eighths := int(math.Round(float64(bar.N) / float64(most) * float64(8*columns)))
		if bar.N > 0 {
			eighths = max(eighths, 1)
		}
		drawn := strings.Repeat("█", eighths/8)
		if rest := eighths % 8; rest > 0 {
			drawn += string('█' + rune(8-rest))
		}
		b = append(b, strings.TrimRight(fmt.Sprintf("%*s %*d %s", label, bar.Label, number, bar.N, drawn), " ")+"\n"...)
	}
	return b
}

// AppendSVG appends a bar chart as an SVG picture with a title.
func AppendSVG(b []byte, title string, bars []Bar) []byte {
	const row, left, width, right = 18, 130, 400, 90
	most := int64(1)
	for _, bar := range bars {
		most = max(most, bar.N)
	}
	height := row*len(bars) + 40
	b = fmt.Appendf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n<title>%s</title>\n", left+width+right, height, html.EscapeString(title))
	b = fmt.Appendf(b, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n"+`<text x="%d" y="20" font-size="14">%s</text>`+"\n", left, html.EscapeString(title))
	for i, bar := range bars {
		y, long := 32+row*i, float64(bar.N)/float64(most)*width
		b = fmt.Appendf(b, `<text x="%d" y="%d" text-anchor="end">%s</text><rect x="%d" y="%d" width="%.1f" height="%d" fill="#4477aa"/><text x="%.1f" y="%d">%d</text>`+"\n",
			left-6, y+13, html.EscapeString(bar.Label), left, y+2, long, row-4, left+long+6, y+13, bar.N)
	}
	return append(b, "</svg>\n"...)
}
