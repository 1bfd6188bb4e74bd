package explainer

// Technique is a rung of the ladder, as finely told apart as Sudoku Explainer does.
type Technique uint8

const (
	NoTechnique Technique = iota
	HiddenSingle
	DirectPointing
	DirectClaiming
	DirectHiddenPair
	NakedSingle
	DirectHiddenTriplet
	Pointing
	Claiming
	NakedPair
	XWing
	HiddenPair
	NakedTriplet
	Swordfish
	HiddenTriplet
	XYWing
	XYZWing
	UniqueRectangle
	UniqueLoop
	NakedQuad
	Jellyfish
	HiddenQuad
	BUGType1
	BUGType2
	BUGType3
	BUGType4
	AlignedPair
	XCycle
	YCycle
	XYCycle
	TurbotFish
	ForcingXChain
	ForcingChain
	AlignedTriplet
	Nishio
	CellForcing
	RegionForcing
	DynamicCell
	DynamicRegion
	DynamicDouble
	DynamicContradiction
	PlusCell
	PlusRegion
	PlusDouble
	PlusContradiction
	NestedCell
	NestedRegion
	NestedDouble
	NestedContradiction
	techniques
)

var names = [techniques]string{
	NoTechnique:          "none",
	HiddenSingle:         "hidden-single",
	DirectPointing:       "direct-pointing",
	DirectClaiming:       "direct-claiming",
	DirectHiddenPair:     "direct-hidden-pair",
	NakedSingle:          "naked-single",
	DirectHiddenTriplet:  "direct-hidden-triplet",
	Pointing:             "pointing",
	Claiming:             "claiming",
	NakedPair:            "naked-pair",
	XWing:                "x-wing",
	HiddenPair:           "hidden-pair",
	NakedTriplet:         "naked-triplet",
	Swordfish:            "swordfish",
	HiddenTriplet:        "hidden-triplet",
	XYWing:               "xy-wing",
	XYZWing:              "xyz-wing",
	UniqueRectangle:      "unique-rectangle",
	UniqueLoop:           "unique-loop",
	NakedQuad:            "naked-quad",
	Jellyfish:            "jellyfish",
	HiddenQuad:           "hidden-quad",
	BUGType1:             "bug-type-1",
	BUGType2:             "bug-type-2",
	BUGType3:             "bug-type-3",
	BUGType4:             "bug-type-4",
	AlignedPair:          "aligned-pair-exclusion",
	XCycle:               "x-cycle",
	YCycle:               "y-cycle",
	XYCycle:              "xy-cycle",
	TurbotFish:           "turbot-fish",
	ForcingXChain:        "forcing-x-chain",
	ForcingChain:         "forcing-chain",
	AlignedTriplet:       "aligned-triplet-exclusion",
	Nishio:               "nishio-forcing-chains",
	CellForcing:          "cell-forcing-chains",
	RegionForcing:        "region-forcing-chains",
	DynamicCell:          "dynamic-cell-forcing-chains",
	DynamicRegion:        "dynamic-region-forcing-chains",
	DynamicDouble:        "dynamic-double-forcing-chains",
	DynamicContradiction: "dynamic-contradiction-forcing-chains",
	PlusCell:             "dynamic-plus-cell-forcing-chains",
	PlusRegion:           "dynamic-plus-region-forcing-chains",
	PlusDouble:           "dynamic-plus-double-forcing-chains",
	PlusContradiction:    "dynamic-plus-contradiction-forcing-chains",
	NestedCell:           "nested-cell-forcing-chains",
	NestedRegion:         "nested-region-forcing-chains",
	NestedDouble:         "nested-double-forcing-chains",
	NestedContradiction:  "nested-contradiction-forcing-chains",
}

// String is the technique's name in lower case with hyphens, the same on every
// run and in every language.
func (t Technique) String() string { return names[t%techniques] }

// Techniques are all techniques, the order of their constants.
func Techniques() []Technique {
	all := make([]Technique, 0, techniques-1)
	for t := NoTechnique + 1; t < techniques; t++ {
		all = append(all, t)
	}
	return all
}
