package explainer

import "cmp"

// Technique names a technique of the ladder as precisely as Sudoku Explainer does, in lower case with hyphens. Names
// never change and are not translated.
type Technique string

const (
	noTechnique          Technique = ""
	hiddenSingle         Technique = "hidden-single"
	directPointing       Technique = "direct-pointing"
	directClaiming       Technique = "direct-claiming"
	directHiddenPair     Technique = "direct-hidden-pair"
	nakedSingle          Technique = "naked-single"
	directHiddenTriplet  Technique = "direct-hidden-triplet"
	pointing             Technique = "pointing"
	claiming             Technique = "claiming"
	nakedPair            Technique = "naked-pair"
	xWing                Technique = "x-wing"
	hiddenPair           Technique = "hidden-pair"
	nakedTriplet         Technique = "naked-triplet"
	swordfish            Technique = "swordfish"
	hiddenTriplet        Technique = "hidden-triplet"
	xyWing               Technique = "xy-wing"
	xyzWing              Technique = "xyz-wing"
	uniqueRectangle      Technique = "unique-rectangle"
	uniqueLoop           Technique = "unique-loop"
	nakedQuad            Technique = "naked-quad"
	jellyfish            Technique = "jellyfish"
	hiddenQuad           Technique = "hidden-quad"
	bugType1             Technique = "bug-type-1"
	bugType2             Technique = "bug-type-2"
	bugType3             Technique = "bug-type-3"
	bugType4             Technique = "bug-type-4"
	alignedPair          Technique = "aligned-pair-exclusion"
	xCycle               Technique = "x-cycle"
	yCycle               Technique = "y-cycle"
	xyCycle              Technique = "xy-cycle"
	turbotFish           Technique = "turbot-fish"
	forcingXChain        Technique = "forcing-x-chain"
	forcingChain         Technique = "forcing-chain"
	alignedTriplet       Technique = "aligned-triplet-exclusion"
	nishio               Technique = "nishio-forcing-chains"
	cellForcingChains    Technique = "cell-forcing-chains"
	regionForcingChains  Technique = "region-forcing-chains"
	dynamicCell          Technique = "dynamic-cell-forcing-chains"
	dynamicRegion        Technique = "dynamic-region-forcing-chains"
	dynamicDouble        Technique = "dynamic-double-forcing-chains"
	dynamicContradiction Technique = "dynamic-contradiction-forcing-chains"
	plusCell             Technique = "dynamic-plus-cell-forcing-chains"
	plusRegion           Technique = "dynamic-plus-region-forcing-chains"
	plusDouble           Technique = "dynamic-plus-double-forcing-chains"
	plusContradiction    Technique = "dynamic-plus-contradiction-forcing-chains"
	nestedCell           Technique = "nested-cell-forcing-chains"
	nestedRegion         Technique = "nested-region-forcing-chains"
	nestedDouble         Technique = "nested-double-forcing-chains"
	nestedContradiction  Technique = "nested-contradiction-forcing-chains"
)

// String returns the technique's name, or "none" for the zero value.
func (t Technique) String() string { return cmp.Or(string(t), "none") }
