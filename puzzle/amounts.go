package puzzle

import (
	"slices"
	"sort"

	"nonet/message"
)

// This file has the kinds about equal sums and about products.

var sumAmong = Kind{
	Name:     "SumAmong",
	sum:      statedSum,
	Form:     FormValues, // the possible sums
	Draw:     Look{Shape: ShapeCage, Sign: "Σ"},
	Twice:    true,
	Example:  ".SumAmong~5_8_13~R1C1~R1C2~R2C1",
	possible: checkSumPossible,
}

var differentSums = Kind{
	Name:    "DifferentSums",
	Form:    FormSets,
	Draw:    Look{Shape: ShapeArea},
	Example: ".DifferentSums~R1C1~R1C2~-~R2C1~R3C1",
	check: func(g grid, c *Constraint) (broken []int) {
		groups := map[int][]int{}
		for _, set := range c.Sets {
			if before, known := groups[g.sumOf(set)]; known {
				broken = append(append(broken, before...), set...)
			}
			groups[g.sumOf(set)] = set
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		type state struct{ read, distance int }
		for i, one := range c.Sets {
			for _, other := range c.Sets[:i] {
				b.addAutomaton(key{"differentSums", len(one), len(other), 0}, slices.Concat(one, other), func() (any, stepper, func(any) bool) {
					step := func(from any, v int) (any, bool) {
						s := from.(state)
						if s.read++; s.read > len(one) {
							v = -v
						}
						return state{s.read, s.distance + v}, s.read <= len(one)+len(other)
					}
					return state{}, step, func(from any) bool { return from.(state).distance != 0 }
				})
			}
		}
	},
}

// cappedProduct returns the product of the values or, if the product exceeds `beyond`, some number greater than
// `beyond`.
func cappedProduct(values []int, beyond int) int {
	product := 1
	for _, v := range values {
		if v == 0 {
			return 0
		}
		if product <= beyond {
			product *= v
		}
	}
	return min(product, beyond+1)
}

// mostProduct limits products, so that none overflows. A clue cannot exceed it. Cells with a greater product count as a
// conflict.
const mostProduct = 1 << 50

var product = Kind{
	Name:    "Product",
	Form:    FormNumber,
	Draw:    Look{Shape: ShapeCage, Sign: "×"},
	Twice:   true,
	Example: ".Product~12~R1C1~R2C1~R3C1",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if c.Numbers[0] < 0 || c.Numbers[0] > mostProduct {
			return newMessage("rules.number", "n", c.Numbers[0])
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		return cellsUnless(cappedProduct(g.valuesAt(c.Cells), mostProduct) == c.Numbers[0], c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		b.addAutomaton(key{"product", c.Numbers[0], 0, 0}, c.Cells, func() (any, stepper, func(any) bool) {
			start, step, accepts := divisionAutomaton()
			return start(c.Numbers[0]), step, accepts
		})
	},
}

// divisionAutomaton returns an automaton that accepts values whose product is the start value. It divides the start
// value by each value in turn, and accepts if the result is 1. If the start value is 0, it accepts if at least one
// value is 0.
func divisionAutomaton() (start func(product int) any, step stepper, accepts func(any) bool) {
	const done = -1
	step = func(from any, v int) (any, bool) {
		switch left := from.(int); {
		case left == done || left == 0 && v != 0:
			return left, true
		case left == 0:
			return done, true
		case v == 0 || left%v != 0:
			return left, false
		default:
			return left / v, true
		}
	}
	return func(product int) any { return product }, step, func(from any) bool { return from == 1 || from == done }
}

var equalProduct = Kind{
	Name:    "EqualProduct",
	Form:    FormSets,
	Draw:    Look{Shape: ShapeArea, Sign: "×"},
	Example: ".EqualProduct~R1C1~R1C2~-~R2C1~R3C1",
	check: func(g grid, c *Constraint) (broken []int) {
		for _, set := range c.Sets[1:] {
			if product := cappedProduct(g.valuesAt(set), mostProduct); product > mostProduct || product != cappedProduct(g.valuesAt(c.Sets[0]), mostProduct) {
				broken = append(append(broken, c.Sets[0]...), set...)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		type state struct {
			read int
			left any
		}
		// Compare each set with the shortest set. An automaton multiplies the values of the shortest set, and then
		// divides the product by the values of the set compared.
		sets := slices.Clone(c.Sets)
		sort.SliceStable(sets, func(i, j int) bool { return len(sets[i]) < len(sets[j]) })
		for _, set := range sets[1:] {
			n := len(sets[0])
			b.addAutomaton(key{"equalProduct", n, len(set), 0}, slices.Concat(sets[0], set), func() (any, stepper, func(any) bool) {
				_, divide, accepts := divisionAutomaton()
				step := func(from any, v int) (any, bool) {
					s := from.(state)
					if s.read < n {
						product := s.left.(int) * v
						return state{s.read + 1, product}, product <= mostProduct
					}
					left, ok := divide(s.left, v)
					return state{s.read + 1, left}, ok && s.read < n+len(set)
				}
				return state{0, 1}, step, func(end any) bool { return end.(state).read == n+len(set) && accepts(end.(state).left) }
			})
		}
	},
}

// mostCounted limits the number of sets in a constraint. The translation has an alternative for each value v and each
// choice of v sets.
const mostCounted = 12

var countingSets = Kind{
	Name:    "CountingSets",
	Form:    FormSets,
	Draw:    Look{Shape: ShapeArea},
	Example: ".CountingSets~R1C1~R2C1~-~R4C4",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Sets) > mostCounted {
			return newMessage("rules.number", "n", len(c.Sets))
		}
		return nil
	},
	check: func(g grid, c *Constraint) (broken []int) {
		for v := g.Low; v <= g.High; v++ {
			var in [][]int
			for _, set := range c.Sets {
				if countOf(g.valuesAt(set), v) > 0 {
					in = append(in, set)
				}
			}
			if len(in) > 0 && len(in) != v {
				broken = append(broken, slices.Concat(in...)...)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for v := b.Low; v <= b.High; v++ {
			ways := []alternativeRule{func(b *builder) {
				b.restrictValues(distinctCells(slices.Concat(c.Sets...)), func(other int) bool { return other != v })
			}}
			if v < 1 || v > len(c.Sets) {
				ways[0](b)
				continue
			}
			var choose func(from int, in []int)
			choose = func(from int, in []int) {
				if len(in) == v {
					in := slices.Clone(in)
					ways = append(ways, func(b *builder) {
						var out []int
						for i, set := range c.Sets {
							if slices.Contains(in, i) {
								b.into.RequiredNumbers(cspCells(distinctCells(set)), v)
							} else {
								out = append(out, set...)
							}
						}
						b.restrictValues(distinctCells(out), func(other int) bool { return other != v })
					})
					return
				}
				for i := from; i < len(c.Sets); i++ {
					b.net.Spend(64)
					choose(i+1, append(in, i))
				}
			}
			choose(0, nil)
			b.addAlternatives(ways)
		}
	},
}
