package logic

// Colouring: if a digit has two places in a house, one of them is true. Cells connected by such pairs form a cluster
// with two colours. Either the first colour is true, so that all its cells have the digit and no cell of the second has
// it, or the second colour is true.

const (
	SimpleColoursTrap = Technique(FamilyColour)<<familyShift + iota
	SimpleColoursWrap
	MultiColours1
	MultiColours2
)

var colourRows = []row{
	{SimpleColoursTrap, "simple-colours-trap", 0, findColours, HoDoKu{"0500", 150, Hard, 5330, true}},
	{SimpleColoursWrap, "simple-colours-wrap", 0, findColours, HoDoKu{"0501", 150, Hard, 5330, true}},
	{MultiColours1, "multi-colours-1", 0, findColours, HoDoKu{"0502", 200, Hard, 5360, true}},
	{MultiColours2, "multi-colours-2", 0, findColours, HoDoKu{"0503", 200, Hard, 5360, true}},
}

// cluster is a maximal set of cells connected by houses in which the digit has two places. a has the cells of the first
// colour, b the cells of the second.
type cluster struct{ a, b CellSet }

func (f *Finder) colourClusters(d Digit) (list [20]cluster, n int) {
	left := f.state.digits[d]
	for !left.Empty() && n < len(list) {
		c := left.First()
		cl := cluster{a: CellsOf(c)}
		f.colourFrom(d, c, &cl.a, &cl.b)
		left = left.Without(cl.a).Without(cl.b)
		if !cl.b.Empty() {
			list[n] = cl
			n++
		}
	}
	return list, n
}

// colourFrom adds c to the set `own`, the cells linked with c to the set `other`, the cells linked with those to `own`,
// and so on. It follows strong links only.
func (f *Finder) colourFrom(d Digit, c Cell, own, other *CellSet) {
	for h := range f.board.HousesOf(c).All() {
		places := f.placesIn(h, d)
		if places.Len() != 2 {
			continue
		}
		places.Remove(c)
		if p := places.First(); !own.Has(p) && !other.Has(p) {
			other.Add(p)
			f.colourFrom(d, p, other, own)
		}
	}
}

// addClusterReason adds the strong links of a cluster to the step, with a and b as the roles of its colours.
func (f *Finder) addClusterReason(d Digit, c cluster, a, b Role) {
	f.step.markDigit(a, d, c.a)
	f.step.markDigit(b, d, c.b)
	both := c.a.Or(c.b)
	for h := range f.board.Houses().All() {
		if places := f.placesIn(h, d); places.Len() == 2 && places.Within(both) {
			f.step.addHouseTruth(h, d)
		}
	}
}

// findColours finds steps with one cluster or with two clusters. Two colours or cells see each other if they share a
// house. With one cluster, a candidate is false if it sees both colours (trap). A colour is false if two of its cells
// see each other (wrap). With two clusters, a colour is false if it sees both colours of the other cluster (multi
// colours 2). If colour A of one cluster sees colour C of the other, A or C is false. Then the opposite colour of A or
// that of C is true. So a candidate that sees both opposite colours is false (multi colours 1).
func findColours(f *Finder) {
	for d := range f.activeDigits {
		list, n := f.colourClusters(d)
		for i, p := range list[:n] {
			for j, q := range list[:n] {
				if (i == j) != (f.technique <= SimpleColoursWrap) || f.stopped {
					continue
				}
				f.beginStep(f.technique, digitBit(d))
				switch f.technique {
				case SimpleColoursTrap:
					f.eliminate(d, f.board.SeenBy(p.a).And(f.board.SeenBy(p.b)))
				case MultiColours1:
					for _, k := range [4][4]CellSet{{p.a, q.a, p.b, q.b}, {p.a, q.b, p.b, q.a}, {p.b, q.a, p.a, q.b}, {p.b, q.b, p.a, q.a}} {
						if f.board.Touch(k[0], k[1]) {
							f.eliminate(d, f.board.SeenBy(k[2]).And(f.board.SeenBy(k[3])))
						}
					}
				default:
					for _, s := range [2]CellSet{p.a, p.b} {
						if i == j {
							q = cluster{s, s}
						}
						if f.board.Touch(s, q.a) && f.board.Touch(s, q.b) {
							f.eliminate(d, s)
						}
					}
				}
				if f.hasEffect() {
					f.addClusterReason(d, p, ColourA, ColourB)
					if i != j {
						f.addClusterReason(d, q, ColourC, ColourD)
					}
					f.emitStep()
				}
			}
		}
	}
}
