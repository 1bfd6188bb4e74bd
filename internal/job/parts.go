package job

import "slices"

// Span is a part of a shard: of its text the lines that begin in bytes From to To−1, counted from the text's
// first; of a range its numbers, counted from the shard's first.
type Span struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Len returns the length of the span, in bytes or numbers.
func (s Span) Len() int64 { return s.To - s.From }

// Parts is a shard that several work on: it is cut where somebody gives away what is behind, and done once there are outputs
// that have all of it between them. Whatever is done twice, of spans that begin alike or not, is in the end there
// once. The zero value is none; methods are for one goroutine at a time.
type Parts[T any] struct{ all []part[T] }

// part is in order with others, without a gap between them.
type part[T any] struct {
	Span
	done   bool
	output T
}

// NewParts returns a shard so long, of which nothing is done.
func NewParts[T any](length int64) *Parts[T] {
	return &Parts[T]{[]part[T]{{Span: Span{0, length}}}}
}

// partAt returns the part that has a place, −1 if none has.
func (p *Parts[T]) partAt(place int64) int {
	return slices.IndexFunc(p.all, func(q part[T]) bool { return q.From <= place && (place < q.To || q.From == place) })
}

// Cut has a part begin at a place, of which nobody has brought anything. False: it is within what is done, or nowhere.
func (p *Parts[T]) Cut(place int64) bool {
	i := p.partAt(place)
	switch {
	case i < 0:
		return false
	case p.all[i].From == place:
		return !p.all[i].done
	case p.all[i].done:
		return false
	}
	behind := part[T]{Span: Span{place, p.all[i].To}}
	p.all[i].To = place
	p.all = slices.Insert(p.all, i+1, behind)
	return true
}

// Finish takes the output of a span. It is passed over (not first) where it would bring nothing, or begins or ends within
// what is done; else it stands for all that it covers, whose outputs, if there were any, are what is dropped.
func (p *Parts[T]) Finish(s Span, output T) (first bool, dropped []T) {
	end := p.all[len(p.all)-1].To
	if s.From < 0 || s.To > end || s.From > s.To || s.From == s.To && end > 0 {
		return false, nil
	}
	one := p.partAt(s.From)
	last := one
	for last >= 0 && last < len(p.all)-1 && p.all[last].To < s.To {
		last++
	}
	if one < 0 || p.all[one].done && p.all[one].From < s.From || p.all[last].done && p.all[last].To > s.To {
		return false, nil
	}
	if !slices.ContainsFunc(p.all[one:last+1], func(q part[T]) bool { return !q.done }) {
		return false, nil
	}
	var fresh []part[T]
	if before := (Span{p.all[one].From, s.From}); before.Len() > 0 {
		fresh = append(fresh, part[T]{Span: before})
	}
	fresh = append(fresh, part[T]{s, true, output})
	if behind := (Span{s.To, p.all[last].To}); behind.Len() > 0 {
		fresh = append(fresh, part[T]{Span: behind})
	}
	for _, q := range p.all[one : last+1] {
		if q.done {
			dropped = append(dropped, q.output)
		}
	}
	p.all = slices.Replace(p.all, one, last+1, fresh...)
	return true, dropped
}

// Missing calls yield with the spans that are not done, in order, until it returns false.
func (p *Parts[T]) Missing(yield func(Span) bool) {
	for _, q := range p.all {
		if !q.done && !yield(q.Span) {
			return
		}
	}
}

// Outputs returns those of what is done, in order; whole: they have all of the shard between them.
func (p *Parts[T]) Outputs() (all []T, whole bool) {
	whole = true
	for i := range p.all {
		if p.all[i].done {
			all = append(all, p.all[i].output)
		} else {
			whole = false
		}
	}
	return all, whole
}
