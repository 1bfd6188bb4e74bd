package job

import "slices"

// Span is a part of a shard. For a text it has the lines that begin in the bytes From to To−1, relative
// to the shard's first byte; for a range it has numbers, relative to the shard's first.
type Span struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Len returns the length of the span, in bytes or numbers.
func (s Span) Len() int64 { return s.To - s.From }

// Parts tracks a shard that several workers share. A worker that gives away the end of its span cuts the shard
// there. The shard is complete once the outputs cover it. If spans are done twice or overlap, each place counts
// only once. The zero value is invalid. Only one goroutine at a time may call the methods.
type Parts[T any] struct{ all []part[T] }

// part is one of the adjacent, ordered parts that a shard consists of.
type part[T any] struct {
	Span
	done   bool
	output T
}

// NewParts returns a shard of the given length with nothing done.
func NewParts[T any](length int64) *Parts[T] {
	return &Parts[T]{[]part[T]{{Span: Span{0, length}}}}
}

// partAt returns the index of the part that contains the place, or −1.
func (p *Parts[T]) partAt(place int64) int {
	return slices.IndexFunc(p.all, func(q part[T]) bool { return q.From <= place && (place < q.To || q.From == place) })
}

// Cut makes a part begin at place. It returns false if place is outside the shard or within a part that is done.
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

// Finish stores the output of a span. It ignores the output and returns first == false if all of the span is done,
// or if the span begins or ends within a part that is done. Otherwise the output replaces those of all parts that
// the span covers, which are returned as dropped.
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

// MissingSpans calls yield with the spans that are not done, in order, until yield returns false.
func (p *Parts[T]) MissingSpans(yield func(Span) bool) {
	for _, q := range p.all {
		if !q.done && !yield(q.Span) {
			return
		}
	}
}

// Outputs returns the outputs of the parts that are done, in order. whole is true if they cover
// the shard.
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
