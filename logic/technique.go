package logic

import "nonet/message"

// Technique is a way of reasoning: a row of the one table below.
type Technique uint8

// The techniques, in the order of HoDoKu's families.
const (
	FullHouse Technique = iota
	NakedSingle
	HiddenSingle
	LockedPair
	LockedTriple
	Pointing
	Claiming
	NakedPair
	NakedTriple
	HiddenPair
	HiddenTriple
	NakedQuadruple
	HiddenQuadruple
	XWing
	Swordfish
	Jellyfish
	Squirmbag
	Whale
	Leviathan
	RemotePair
	BUGPlus1
	Skyscraper
	TwoStringKite
	DualTwoStringKite
	TurbotFish
	EmptyRectangle
	DualEmptyRectangle
	WWing
	XYWing
	XYZWing
	UniqueRectangle1
	UniqueRectangle2
	UniqueRectangle3
	UniqueRectangle4
	UniqueRectangle5
	UniqueRectangle6
	HiddenRectangle
	AvoidableRectangle1
	AvoidableRectangle2
	FinnedXWing
	SashimiXWing
	FinnedSwordfish
	SashimiSwordfish
	FinnedJellyfish
	SashimiJellyfish
	FinnedSquirmbag
	SashimiSquirmbag
	FinnedWhale
	SashimiWhale
	FinnedLeviathan
	SashimiLeviathan
	SueDeCoq
	SimpleColoursTrap
	SimpleColoursWrap
	MultiColours1
	MultiColours2
	XChain
	XYChain
	ContinuousNiceLoop
	DiscontinuousNiceLoop
	AIC
	GroupedContinuousNiceLoop
	GroupedDiscontinuousNiceLoop
	GroupedAIC
	ALSXZ
	ALSXYWing
	ALSChain
	DeathBlossom
	FrankenXWing
	FrankenSwordfish
	FrankenJellyfish
	FrankenSquirmbag
	FrankenWhale
	FrankenLeviathan
	FinnedFrankenXWing
	FinnedFrankenSwordfish
	FinnedFrankenJellyfish
	FinnedFrankenSquirmbag
	FinnedFrankenWhale
	FinnedFrankenLeviathan
	MutantXWing
	MutantSwordfish
	MutantJellyfish
	MutantSquirmbag
	MutantWhale
	MutantLeviathan
	FinnedMutantXWing
	FinnedMutantSwordfish
	FinnedMutantJellyfish
	FinnedMutantSquirmbag
	FinnedMutantWhale
	FinnedMutantLeviathan
	KrakenFish1
	KrakenFish2
	WXYZWing
	UniqueLoop1
	UniqueLoop2
	UniqueLoop3
	UniqueLoop4
	BUG2
	BUG3
	BUG4
	AlignedPair
	AlignedTriplet
	Nishio
	ForcingChainContradiction
	ForcingChainVerity
	CellForcingChain
	RegionForcingChain
	ForcingNetContradiction
	ForcingNetVerity
	TemplateSet
	TemplateDelete
	PatternForcingNet
	NestedForcingNet
	BruteForce
	techniques // how many there are
)

// Level is HoDoKu's level of difficulty.
type Level uint8

const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

var levelNames = [...]string{"", "easy", "medium", "hard", "unfair", "extreme"}

// String is the level's name in JSON.
func (l Level) String() string { return levelNames[int(l)%len(levelNames)] }

// Family is a group of techniques that share a way of looking; each has a file.
type Family uint8

const (
	FamilySingle Family = iota
	FamilyLocked
	FamilySubset
	FamilyFish
	FamilyPattern
	FamilyColour
	FamilyWing
	FamilyUnique
	FamilyChain
	FamilyLoop
	FamilyALS
	FamilyTemplate
	FamilyForcing
	FamilyForce
)

var familyNames = [...]string{"single", "locked", "subset", "fish", "pattern", "colour", "wing", "unique", "chain", "loop", "als", "template", "forcing", "force"}

// String is the family's name in JSON.
func (f Family) String() string { return familyNames[int(f)%len(familyNames)] }

// Name is the family's name in any language of the catalogue.
func (f Family) Name() message.Message { return message.New("technique.family." + f.String()) }

// Info is what is known of a technique.
type Info struct {
	ID      string // its name in flags and JSON, such as "x-wing"
	Family  Family
	Code    string // in HoDoKu's library; "" if it has none
	Score   int    // HoDoKu's points a step; of a technique that it lacks, those of what it would use there
	Level   Level  // HoDoKu's, likewise
	Order   int    // HoDoKu's default order of search, ascending; what it lacks comes after the fish and before brute force
	Default bool   // HoDoKu's solver uses it unless told otherwise, or would have to guess without it
	SE      int    // Sudoku Explainer's rating in tenths; 0 where it has none of its own

	byElimination bool          // the library files it under the digits eliminated
	find          func(*Finder) // emits the steps that Finder wants
}

// table has one row a technique. It is filled at start because the finders, too,
// look things up in it.
var table [techniques]Info

func init() {
	table = [techniques]Info{
		FullHouse:                    {ID: "full-house", Family: FamilySingle, Code: "0000", Score: 4, Level: Easy, Order: 100, Default: true, SE: 10, find: fullHouses},
		NakedSingle:                  {ID: "naked-single", Family: FamilySingle, Code: "0003", Score: 4, Level: Easy, Order: 200, Default: true, SE: 23, find: nakedSingles},
		HiddenSingle:                 {ID: "hidden-single", Family: FamilySingle, Code: "0002", Score: 14, Level: Easy, Order: 300, Default: true, SE: 15, find: hiddenSingles},
		LockedPair:                   {ID: "locked-pair", Family: FamilyLocked, Code: "0110", Score: 40, Level: Medium, Order: 1000, Default: true, SE: 20, find: nakedSubsets(2)},
		LockedTriple:                 {ID: "locked-triple", Family: FamilyLocked, Code: "0111", Score: 60, Level: Medium, Order: 1100, Default: true, SE: 25, find: nakedSubsets(3)},
		Pointing:                     {ID: "pointing", Family: FamilyLocked, Code: "0100", Score: 50, Level: Medium, Order: 1200, Default: true, SE: 26, find: pointing},
		Claiming:                     {ID: "claiming", Family: FamilyLocked, Code: "0101", Score: 50, Level: Medium, Order: 1210, Default: true, SE: 28, find: claiming},
		NakedPair:                    {ID: "naked-pair", Family: FamilySubset, Code: "0200", Score: 60, Level: Medium, Order: 1300, Default: true, SE: 30, find: nakedSubsets(2)},
		NakedTriple:                  {ID: "naked-triple", Family: FamilySubset, Code: "0201", Score: 80, Level: Medium, Order: 1400, Default: true, SE: 36, find: nakedSubsets(3)},
		HiddenPair:                   {ID: "hidden-pair", Family: FamilySubset, Code: "0210", Score: 70, Level: Medium, Order: 1500, Default: true, SE: 34, find: hiddenSubsets(2)},
		HiddenTriple:                 {ID: "hidden-triple", Family: FamilySubset, Code: "0211", Score: 100, Level: Medium, Order: 1600, Default: true, SE: 40, find: hiddenSubsets(3)},
		NakedQuadruple:               {ID: "naked-quadruple", Family: FamilySubset, Code: "0202", Score: 120, Level: Hard, Order: 2000, Default: true, SE: 50, find: nakedSubsets(4)},
		HiddenQuadruple:              {ID: "hidden-quadruple", Family: FamilySubset, Code: "0212", Score: 150, Level: Hard, Order: 2100, Default: true, SE: 54, find: hiddenSubsets(4)},
		XWing:                        {ID: "x-wing", Family: FamilyFish, Code: "0300", Score: 140, Level: Hard, Order: 2200, Default: true, SE: 32, find: basicFish(2)},
		Swordfish:                    {ID: "swordfish", Family: FamilyFish, Code: "0301", Score: 150, Level: Hard, Order: 2300, Default: true, SE: 38, find: basicFish(3)},
		Jellyfish:                    {ID: "jellyfish", Family: FamilyFish, Code: "0302", Score: 160, Level: Hard, Order: 2400, Default: true, SE: 52, find: basicFish(4)},
		Squirmbag:                    {ID: "squirmbag", Family: FamilyFish, Code: "0303", Score: 470, Level: Unfair, Order: 2500, find: basicFish(5)},
		Whale:                        {ID: "whale", Family: FamilyFish, Code: "0304", Score: 470, Level: Unfair, Order: 2600, find: basicFish(6)},
		Leviathan:                    {ID: "leviathan", Family: FamilyFish, Code: "0305", Score: 470, Level: Unfair, Order: 2700, find: basicFish(7)},
		RemotePair:                   {ID: "remote-pairs", Family: FamilyChain, Code: "0703", Score: 110, Level: Hard, Order: 2800, Default: true, find: remotePairs},
		BUGPlus1:                     {ID: "bug-plus-1", Family: FamilyUnique, Code: "0610", Score: 100, Level: Hard, Order: 2900, Default: true, SE: 56, find: bugPlusOne},
		Skyscraper:                   {ID: "skyscraper", Family: FamilyPattern, Code: "0400", Score: 130, Level: Hard, Order: 3000, Default: true, find: skyscrapers},
		TwoStringKite:                {ID: "two-string-kite", Family: FamilyPattern, Code: "0401", Score: 150, Level: Hard, Order: 3100, Default: true, find: kites},
		DualTwoStringKite:            {ID: "dual-two-string-kite", Family: FamilyPattern, Code: "0404", Score: 150, Level: Hard, Order: 3100, find: dualKites},
		TurbotFish:                   {ID: "turbot-fish", Family: FamilyPattern, Code: "0403", Score: 120, Level: Hard, Order: 3120, Default: true, find: turbotFish},
		EmptyRectangle:               {ID: "empty-rectangle", Family: FamilyPattern, Code: "0402", Score: 120, Level: Hard, Order: 3170, Default: true, find: emptyRectangles},
		DualEmptyRectangle:           {ID: "dual-empty-rectangle", Family: FamilyPattern, Code: "0405", Score: 120, Level: Hard, Order: 3170, find: dualEmptyRectangles},
		WWing:                        {ID: "w-wing", Family: FamilyWing, Code: "0803", Score: 150, Level: Hard, Order: 3200, Default: true, find: wWings},
		XYWing:                       {ID: "xy-wing", Family: FamilyWing, Code: "0800", Score: 160, Level: Hard, Order: 3300, Default: true, SE: 42, find: xyWings},
		XYZWing:                      {ID: "xyz-wing", Family: FamilyWing, Code: "0801", Score: 180, Level: Hard, Order: 3400, Default: true, SE: 44, find: xyzWings},
		UniqueRectangle1:             {ID: "unique-rectangle-1", Family: FamilyUnique, Code: "0600", Score: 100, Level: Hard, Order: 3500, Default: true, SE: 45, find: uniqueRectangles},
		UniqueRectangle2:             {ID: "unique-rectangle-2", Family: FamilyUnique, Code: "0601", Score: 100, Level: Hard, Order: 3600, Default: true, SE: 45, find: uniqueRectangles},
		UniqueRectangle3:             {ID: "unique-rectangle-3", Family: FamilyUnique, Code: "0602", Score: 100, Level: Hard, Order: 3700, Default: true, SE: 45, find: uniqueRectangles},
		UniqueRectangle4:             {ID: "unique-rectangle-4", Family: FamilyUnique, Code: "0603", Score: 100, Level: Hard, Order: 3800, Default: true, SE: 45, find: uniqueRectangles},
		UniqueRectangle5:             {ID: "unique-rectangle-5", Family: FamilyUnique, Code: "0604", Score: 100, Level: Hard, Order: 3900, Default: true, SE: 45, find: uniqueRectangles},
		UniqueRectangle6:             {ID: "unique-rectangle-6", Family: FamilyUnique, Code: "0605", Score: 100, Level: Hard, Order: 4000, Default: true, SE: 45, find: uniqueRectangles},
		HiddenRectangle:              {ID: "hidden-rectangle", Family: FamilyUnique, Code: "0606", Score: 100, Level: Hard, Order: 4010, Default: true, SE: 45, find: uniqueRectangles},
		AvoidableRectangle1:          {ID: "avoidable-rectangle-1", Family: FamilyUnique, Code: "0607", Score: 100, Level: Hard, Order: 4020, Default: true, find: avoidableRectangles},
		AvoidableRectangle2:          {ID: "avoidable-rectangle-2", Family: FamilyUnique, Code: "0608", Score: 100, Level: Hard, Order: 4030, Default: true, find: avoidableRectangles},
		FinnedXWing:                  {ID: "finned-x-wing", Family: FamilyFish, Code: "0310", Score: 130, Level: Hard, Order: 4100, Default: true, find: finnedFish(2)},
		SashimiXWing:                 {ID: "sashimi-x-wing", Family: FamilyFish, Code: "0320", Score: 150, Level: Hard, Order: 4200, Default: true, find: finnedFish(2)},
		FinnedSwordfish:              {ID: "finned-swordfish", Family: FamilyFish, Code: "0311", Score: 200, Level: Unfair, Order: 4300, Default: true, find: finnedFish(3)},
		SashimiSwordfish:             {ID: "sashimi-swordfish", Family: FamilyFish, Code: "0321", Score: 240, Level: Unfair, Order: 4400, Default: true, find: finnedFish(3)},
		FinnedJellyfish:              {ID: "finned-jellyfish", Family: FamilyFish, Code: "0312", Score: 250, Level: Unfair, Order: 4500, Default: true, find: finnedFish(4)},
		SashimiJellyfish:             {ID: "sashimi-jellyfish", Family: FamilyFish, Code: "0322", Score: 260, Level: Unfair, Order: 4600, Default: true, find: finnedFish(4)},
		FinnedSquirmbag:              {ID: "finned-squirmbag", Family: FamilyFish, Code: "0313", Score: 470, Level: Unfair, Order: 4700, find: finnedFish(5)},
		SashimiSquirmbag:             {ID: "sashimi-squirmbag", Family: FamilyFish, Code: "0323", Score: 470, Level: Unfair, Order: 4800, find: finnedFish(5)},
		FinnedWhale:                  {ID: "finned-whale", Family: FamilyFish, Code: "0314", Score: 470, Level: Unfair, Order: 4900, find: finnedFish(6)},
		SashimiWhale:                 {ID: "sashimi-whale", Family: FamilyFish, Code: "0324", Score: 470, Level: Unfair, Order: 5000, find: finnedFish(6)},
		FinnedLeviathan:              {ID: "finned-leviathan", Family: FamilyFish, Code: "0315", Score: 470, Level: Unfair, Order: 5100, find: finnedFish(7)},
		SashimiLeviathan:             {ID: "sashimi-leviathan", Family: FamilyFish, Code: "0325", Score: 470, Level: Unfair, Order: 5200, find: finnedFish(7)},
		SueDeCoq:                     {ID: "sue-de-coq", Family: FamilyALS, Code: "1101", Score: 250, Level: Unfair, Order: 5300, Default: true, byElimination: true, find: sueDeCoqs},
		SimpleColoursTrap:            {ID: "simple-colours-trap", Family: FamilyColour, Code: "0500", Score: 150, Level: Hard, Order: 5330, Default: true, find: simpleColours},
		SimpleColoursWrap:            {ID: "simple-colours-wrap", Family: FamilyColour, Code: "0501", Score: 150, Level: Hard, Order: 5330, Default: true, find: simpleColours},
		MultiColours1:                {ID: "multi-colours-1", Family: FamilyColour, Code: "0502", Score: 200, Level: Hard, Order: 5360, Default: true, find: multiColours},
		MultiColours2:                {ID: "multi-colours-2", Family: FamilyColour, Code: "0503", Score: 200, Level: Hard, Order: 5360, Default: true, find: multiColours},
		XChain:                       {ID: "x-chain", Family: FamilyChain, Code: "0701", Score: 260, Level: Unfair, Order: 5400, Default: true, find: xChains},
		XYChain:                      {ID: "xy-chain", Family: FamilyChain, Code: "0702", Score: 260, Level: Unfair, Order: 5500, Default: true, find: xyChains},
		ContinuousNiceLoop:           {ID: "continuous-nice-loop", Family: FamilyLoop, Code: "0706", Score: 280, Level: Unfair, Order: 5600, Default: true, byElimination: true, find: niceLoops},
		DiscontinuousNiceLoop:        {ID: "discontinuous-nice-loop", Family: FamilyLoop, Code: "0707", Score: 280, Level: Unfair, Order: 5600, Default: true, byElimination: true, find: niceLoops},
		AIC:                          {ID: "aic", Family: FamilyLoop, Code: "0708", Score: 280, Level: Unfair, Order: 5600, Default: true, byElimination: true, find: niceLoops},
		GroupedContinuousNiceLoop:    {ID: "grouped-continuous-nice-loop", Family: FamilyLoop, Code: "0709", Score: 300, Level: Unfair, Order: 5650, Default: true, byElimination: true, find: groupedNiceLoops},
		GroupedDiscontinuousNiceLoop: {ID: "grouped-discontinuous-nice-loop", Family: FamilyLoop, Code: "0710", Score: 300, Level: Unfair, Order: 5650, Default: true, byElimination: true, find: groupedNiceLoops},
		GroupedAIC:                   {ID: "grouped-aic", Family: FamilyLoop, Code: "0711", Score: 300, Level: Unfair, Order: 5650, Default: true, byElimination: true, find: groupedNiceLoops},
		ALSXZ:                        {ID: "als-xz", Family: FamilyALS, Code: "0901", Score: 300, Level: Unfair, Order: 5700, Default: true, byElimination: true, find: alsXZ},
		ALSXYWing:                    {ID: "als-xy-wing", Family: FamilyALS, Code: "0902", Score: 320, Level: Unfair, Order: 5800, Default: true, byElimination: true, find: alsXYWings},
		ALSChain:                     {ID: "als-chain", Family: FamilyALS, Code: "0903", Score: 340, Level: Unfair, Order: 5900, Default: true, byElimination: true, find: alsChains},
		DeathBlossom:                 {ID: "death-blossom", Family: FamilyALS, Code: "0904", Score: 360, Level: Unfair, Order: 6000, byElimination: true, find: deathBlossoms},
		FrankenXWing:                 {ID: "franken-x-wing", Family: FamilyFish, Code: "0330", Score: 300, Level: Unfair, Order: 6100, Default: true, find: frankenFish(2)},
		FrankenSwordfish:             {ID: "franken-swordfish", Family: FamilyFish, Code: "0331", Score: 350, Level: Unfair, Order: 6200, Default: true, find: frankenFish(3)},
		FrankenJellyfish:             {ID: "franken-jellyfish", Family: FamilyFish, Code: "0332", Score: 370, Level: Unfair, Order: 6300, find: frankenFish(4)},
		FrankenSquirmbag:             {ID: "franken-squirmbag", Family: FamilyFish, Code: "0333", Score: 470, Level: Extreme, Order: 6400, find: frankenFish(5)},
		FrankenWhale:                 {ID: "franken-whale", Family: FamilyFish, Code: "0334", Score: 470, Level: Extreme, Order: 6500, find: frankenFish(6)},
		FrankenLeviathan:             {ID: "franken-leviathan", Family: FamilyFish, Code: "0335", Score: 470, Level: Extreme, Order: 6600, find: frankenFish(7)},
		FinnedFrankenXWing:           {ID: "finned-franken-x-wing", Family: FamilyFish, Code: "0340", Score: 390, Level: Unfair, Order: 6700, Default: true, find: frankenFish(2)},
		FinnedFrankenSwordfish:       {ID: "finned-franken-swordfish", Family: FamilyFish, Code: "0341", Score: 410, Level: Unfair, Order: 6800, Default: true, find: frankenFish(3)},
		FinnedFrankenJellyfish:       {ID: "finned-franken-jellyfish", Family: FamilyFish, Code: "0342", Score: 430, Level: Unfair, Order: 6900, find: frankenFish(4)},
		FinnedFrankenSquirmbag:       {ID: "finned-franken-squirmbag", Family: FamilyFish, Code: "0343", Score: 470, Level: Extreme, Order: 7000, find: frankenFish(5)},
		FinnedFrankenWhale:           {ID: "finned-franken-whale", Family: FamilyFish, Code: "0344", Score: 470, Level: Extreme, Order: 7100, find: frankenFish(6)},
		FinnedFrankenLeviathan:       {ID: "finned-franken-leviathan", Family: FamilyFish, Code: "0345", Score: 470, Level: Extreme, Order: 7200, find: frankenFish(7)},
		MutantXWing:                  {ID: "mutant-x-wing", Family: FamilyFish, Code: "0350", Score: 450, Level: Extreme, Order: 7300, find: mutantFish(2)},
		MutantSwordfish:              {ID: "mutant-swordfish", Family: FamilyFish, Code: "0351", Score: 450, Level: Extreme, Order: 7400, find: mutantFish(3)},
		MutantJellyfish:              {ID: "mutant-jellyfish", Family: FamilyFish, Code: "0352", Score: 450, Level: Extreme, Order: 7500, find: mutantFish(4)},
		MutantSquirmbag:              {ID: "mutant-squirmbag", Family: FamilyFish, Code: "0353", Score: 470, Level: Extreme, Order: 7600, find: mutantFish(5)},
		MutantWhale:                  {ID: "mutant-whale", Family: FamilyFish, Code: "0354", Score: 470, Level: Extreme, Order: 7700, find: mutantFish(6)},
		MutantLeviathan:              {ID: "mutant-leviathan", Family: FamilyFish, Code: "0355", Score: 470, Level: Extreme, Order: 7800, find: mutantFish(7)},
		FinnedMutantXWing:            {ID: "finned-mutant-x-wing", Family: FamilyFish, Code: "0360", Score: 470, Level: Extreme, Order: 7900, find: mutantFish(2)},
		FinnedMutantSwordfish:        {ID: "finned-mutant-swordfish", Family: FamilyFish, Code: "0361", Score: 470, Level: Extreme, Order: 8000, find: mutantFish(3)},
		FinnedMutantJellyfish:        {ID: "finned-mutant-jellyfish", Family: FamilyFish, Code: "0362", Score: 470, Level: Extreme, Order: 8100, find: mutantFish(4)},
		FinnedMutantSquirmbag:        {ID: "finned-mutant-squirmbag", Family: FamilyFish, Code: "0363", Score: 470, Level: Extreme, Order: 8200, find: mutantFish(5)},
		FinnedMutantWhale:            {ID: "finned-mutant-whale", Family: FamilyFish, Code: "0364", Score: 470, Level: Extreme, Order: 8300, find: mutantFish(6)},
		FinnedMutantLeviathan:        {ID: "finned-mutant-leviathan", Family: FamilyFish, Code: "0365", Score: 470, Level: Extreme, Order: 8400, find: mutantFish(7)},
		WXYZWing:                     {ID: "wxyz-wing", Family: FamilyWing, Score: 300, Level: Unfair, Order: 8410, find: wxyzWings},
		UniqueLoop1:                  {ID: "unique-loop-1", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8415, SE: 46, find: uniqueLoops},
		UniqueLoop2:                  {ID: "unique-loop-2", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8416, SE: 46, find: uniqueLoops},
		UniqueLoop3:                  {ID: "unique-loop-3", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8417, SE: 46, find: uniqueLoops},
		UniqueLoop4:                  {ID: "unique-loop-4", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8418, SE: 46, find: uniqueLoops},
		BUG2:                         {ID: "bug-2", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8420, SE: 57, find: bugs},
		BUG3:                         {ID: "bug-3", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8421, SE: 57, find: bugs},
		BUG4:                         {ID: "bug-4", Family: FamilyUnique, Score: 100, Level: Hard, Order: 8422, SE: 57, find: bugs},
		AlignedPair:                  {ID: "aligned-pair-exclusion", Family: FamilyALS, Score: 300, Level: Unfair, Order: 8430, SE: 62, byElimination: true, find: alignedExclusions(2)},
		AlignedTriplet:               {ID: "aligned-triplet-exclusion", Family: FamilyALS, Score: 340, Level: Unfair, Order: 8431, SE: 75, byElimination: true, find: alignedExclusions(3)},
		KrakenFish1:                  {ID: "kraken-fish-1", Family: FamilyFish, Code: "0371", Score: 500, Level: Extreme, Order: 8450, find: krakenFish(1)},
		KrakenFish2:                  {ID: "kraken-fish-2", Family: FamilyFish, Code: "0372", Score: 500, Level: Extreme, Order: 8450, find: krakenFish(2)},
		Nishio:                       {ID: "nishio", Family: FamilyForcing, Score: 500, Level: Extreme, Order: 8480, SE: 75, byElimination: true, find: nishio},
		ForcingChainContradiction:    {ID: "forcing-chain-contradiction", Family: FamilyForcing, Code: "1301", Score: 500, Level: Extreme, Order: 8500, Default: true, SE: 80, byElimination: true, find: forcingChainContradiction},
		ForcingChainVerity:           {ID: "forcing-chain-verity", Family: FamilyForcing, Code: "1302", Score: 500, Level: Extreme, Order: 8500, Default: true, SE: 80, byElimination: true, find: forcingChainVerity},
		CellForcingChain:             {ID: "cell-forcing-chain", Family: FamilyForcing, Score: 500, Level: Extreme, Order: 8510, SE: 80, byElimination: true, find: cellForcingChain},
		RegionForcingChain:           {ID: "region-forcing-chain", Family: FamilyForcing, Score: 500, Level: Extreme, Order: 8511, SE: 80, byElimination: true, find: regionForcingChain},
		ForcingNetContradiction:      {ID: "forcing-net-contradiction", Family: FamilyForcing, Code: "1303", Score: 700, Level: Extreme, Order: 8600, Default: true, SE: 85, byElimination: true, find: forcingNetContradiction},
		ForcingNetVerity:             {ID: "forcing-net-verity", Family: FamilyForcing, Code: "1304", Score: 700, Level: Extreme, Order: 8600, Default: true, SE: 85, byElimination: true, find: forcingNetVerity},
		TemplateSet:                  {ID: "template-set", Family: FamilyTemplate, Code: "1201", Score: 10000, Level: Extreme, Order: 8700, find: templates},
		TemplateDelete:               {ID: "template-delete", Family: FamilyTemplate, Code: "1202", Score: 10000, Level: Extreme, Order: 8800, find: templates},
		PatternForcingNet:            {ID: "pattern-forcing-net", Family: FamilyForcing, Score: 10000, Level: Extreme, Order: 8810, Default: true, SE: 90, byElimination: true, find: patternForcingNet},
		NestedForcingNet:             {ID: "nested-forcing-net", Family: FamilyForcing, Score: 10000, Level: Extreme, Order: 8820, Default: true, SE: 95, byElimination: true, find: nestedForcingNet},
		BruteForce:                   {ID: "brute-force", Family: FamilyForce, Score: 10000, Level: Extreme, Order: 8900, Default: true},
	}
}

// Info is the technique's row of the table.
func (t Technique) Info() Info { return *t.info() }

func (t Technique) info() *Info {
	if t >= techniques {
		return new(Info)
	}
	return &table[t]
}

// String is the technique's ID, such as "x-wing".
func (t Technique) String() string { return t.Info().ID }

// Name is the technique's name in any language of the catalogue.
func (t Technique) Name() message.Message { return message.New("technique." + t.String()) }

// MarshalText is String.
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Techniques are all techniques in the order of the table.
func Techniques() []Technique {
	all := make([]Technique, techniques)
	for i := range all {
		all[i] = Technique(i)
	}
	return all
}

// ByID is the technique with the given ID.
func ByID(id string) (Technique, bool) {
	for t := range techniques {
		if table[t].ID == id {
			return t, true
		}
	}
	return 0, false
}

// ByCode is the technique with HoDoKu's library code, four digits, or five for a
// Siamese fish.
func ByCode(code string) (Technique, bool) {
	if len(code) == 5 && code[4] == '1' {
		code = code[:4]
	}
	for t := range techniques {
		if code != "" && table[t].Code == code {
			return t, true
		}
	}
	return 0, false
}
