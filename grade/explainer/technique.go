package explainer

import "cmp"

// Technique is a rung of the ladder, as finely told apart as Sudoku Explainer does:
// its name in lower case with hyphens, the same on every run and in every language.
type Technique string

const (
	NoTechnique          Technique = ""
	HiddenSingle         Technique = "hidden-single"
	DirectPointing       Technique = "direct-pointing"
	DirectClaiming       Technique = "direct-claiming"
	DirectHiddenPair     Technique = "direct-hidden-pair"
	NakedSingle          Technique = "naked-single"
	DirectHiddenTriplet  Technique = "direct-hidden-triplet"
	Pointing             Technique = "pointing"
	Claiming             Technique = "claiming"
	NakedPair            Technique = "naked-pair"
	XWing                Technique = "x-wing"
	HiddenPair           Technique = "hidden-pair"
	NakedTriplet         Technique = "naked-triplet"
	Swordfish            Technique = "swordfish"
	HiddenTriplet        Technique = "hidden-triplet"
	XYWing               Technique = "xy-wing"
	XYZWing              Technique = "xyz-wing"
	UniqueRectangle      Technique = "unique-rectangle"
	UniqueLoop           Technique = "unique-loop"
	NakedQuad            Technique = "naked-quad"
	Jellyfish            Technique = "jellyfish"
	HiddenQuad           Technique = "hidden-quad"
	BUGType1             Technique = "bug-type-1"
	BUGType2             Technique = "bug-type-2"
	BUGType3             Technique = "bug-type-3"
	BUGType4             Technique = "bug-type-4"
	AlignedPair          Technique = "aligned-pair-exclusion"
	XCycle               Technique = "x-cycle"
	YCycle               Technique = "y-cycle"
	XYCycle              Technique = "xy-cycle"
	TurbotFish           Technique = "turbot-fish"
	ForcingXChain        Technique = "forcing-x-chain"
	ForcingChain         Technique = "forcing-chain"
	AlignedTriplet       Technique = "aligned-triplet-exclusion"
	Nishio               Technique = "nishio-forcing-chains"
	CellForcing          Technique = "cell-forcing-chains"
	RegionForcing        Technique = "region-forcing-chains"
	DynamicCell          Technique = "dynamic-cell-forcing-chains"
	DynamicRegion        Technique = "dynamic-region-forcing-chains"
	DynamicDouble        Technique = "dynamic-double-forcing-chains"
	DynamicContradiction Technique = "dynamic-contradiction-forcing-chains"
	PlusCell             Technique = "dynamic-plus-cell-forcing-chains"
	PlusRegion           Technique = "dynamic-plus-region-forcing-chains"
	PlusDouble           Technique = "dynamic-plus-double-forcing-chains"
	PlusContradiction    Technique = "dynamic-plus-contradiction-forcing-chains"
	NestedCell           Technique = "nested-cell-forcing-chains"
	NestedRegion         Technique = "nested-region-forcing-chains"
	NestedDouble         Technique = "nested-double-forcing-chains"
	NestedContradiction  Technique = "nested-contradiction-forcing-chains"
)

// String is the technique's name, "none" for NoTechnique.
func (t Technique) String() string { return cmp.Or(string(t), "none") }
