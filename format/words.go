package format

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/wording"
	"nonet/puzzle"
)

// words takes the rules that stand in sentences. A rule for the whole board becomes a
// constraint, if it is none yet. What explains a clue has to find one in the puzzle. It
// returns the other sentences, which may hold any rule.
func (r *fpuzzlesReader) words(sentences []wording.Sentence) (unread []wording.Sentence) {
	for _, adds := range []bool{true, false} { // first those that add constraints, which others may explain
		for _, s := range sentences {
			read := s.Meanings != nil
			for i := range s.Meanings {
				if m := &s.Meanings[i]; (m.Sense == wording.Adds) == adds {
					read = r.means(m) && read
				}
			}
			if !read && !slices.ContainsFunc(unread, func(other wording.Sentence) bool { return other.Text == s.Text }) {
				unread = append(unread, s)
			}
		}
	}
	return unread
}

// means takes what a phrase says; false: that is not so, or says more than is known here.
func (r *fpuzzlesReader) means(m *wording.Meaning) bool {
	if !m.Fits(r.Rows, r.Columns, r.Low, r.High, r.Box.Rows, r.Box.Columns) {
		return false
	}
	switch m.Sense {
	case wording.Usual:
		return len(r.Areas()) > 0 && !r.Free
	case wording.Irregular:
		return len(r.Regions) > 0 && !r.Free
	case wording.Adds:
		return r.adds(m.Kinds)
	case wording.Explains:
		found := false
		for i := range r.Constraints {
			if c := &r.Constraints[i]; slices.Contains(m.Kinds, c.Kind) {
				if found = true; m.Number >= 0 && (len(c.Numbers) == 0 || c.Numbers[0] != m.Number) {
					return false
				}
			}
		}
		return found
	}
	return true
}

// adds adds constraints, each a kind and perhaps its number. Where one diagonal has the rule and
// the words speak of both, they say something else.
func (r *fpuzzlesReader) adds(kinds []string) bool {
	var missing []puzzle.Constraint
	for _, text := range kinds {
		kind, number, _ := strings.Cut(text, " ")
		c := puzzle.Constraint{Kind: kind}
		if n, err := strconv.Atoi(number); err == nil {
			c.Numbers = []int{n}
		}
		if !r.has(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) > 0 && len(missing) < len(kinds) && missing[0].Kind == "Diagonal" {
		return false
	}
	r.Constraints = append(r.Constraints, missing...)
	return true
}

func (r *fpuzzlesReader) has(c puzzle.Constraint) bool {
	return slices.ContainsFunc(r.Constraints, func(other puzzle.Constraint) bool {
		return c.Kind == other.Kind && slices.Equal(c.Numbers, other.Numbers)
	})
}

// say adds a constraint that is none yet.
func (r *fpuzzlesReader) say(c puzzle.Constraint) {
	if !r.has(c) {
		r.Constraints = append(r.Constraints, c)
	}
}
