package hodoku

import (
	"fmt"
	"slices"
	"sort"

	"nonet/logic"
	"nonet/message"
)

// Level is HoDoKu's level of difficulty, from Easy to Extreme; 0 means no level.
type Level uint8

const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

var levelNames = [...]string{"", "easy", "medium", "hard", "unfair", "extreme"}

// String returns the level's name in JSON, such as "hard".
func (l Level) String() string { return levelNames[int(l)%len(levelNames)] }

// Name returns the level's name for people, in any language of the catalogue.
func (l Level) Name() message.Message { return message.New("explain.level." + l.String()) }

// MarshalText returns the level as [Level.String] writes it.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText sets the level to the one with this name; an empty text sets 0, for no level.
func (l *Level) UnmarshalText(text []byte) error {
	i := slices.Index(levelNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("hodoku: no level is named %q", text)
	}
	*l = Level(i)
	return nil
}

// Columns is HoDoKu's data about a technique. For a technique that HoDoKu does not have, nonet chose the data so that
// they fit those of the other techniques.
type Columns struct {
	Technique logic.Technique
	Code      string // four digits, as in HoDoKu's library; "" if HoDoKu does not have the technique
	Score     int    // the points of one step; without a Code, the points of the technique that HoDoKu would use instead
	Level     Level  // HoDoKu's level; without a Code, that of the technique that HoDoKu would use instead
	Order     int    // the place in the order of search; techniques without a Code come between the fish and brute force
	Default   bool   // HoDoKu's solver uses the technique by default, or uses it before it guesses

	byElimination bool // the library files the technique's steps under the digits that they eliminate
}

// The techniques of each kind of fish are consecutive. These constants, added to the kind's X-wing, give its larger
// fish: logic.FrankenXWing + swordfish is the franken swordfish.
const (
	swordfish = iota + 1
	jellyfish
	squirmbag
	whale
	leviathan
)

// table holds a row for each technique, in the order of search.
var table = [...]Columns{
	{Technique: logic.FullHouse, Code: "0000", Score: 4, Level: Easy, Order: 100, Default: true},
	{Technique: logic.NakedSingle, Code: "0003", Score: 4, Level: Easy, Order: 200, Default: true},
	{Technique: logic.HiddenSingle, Code: "0002", Score: 14, Level: Easy, Order: 300, Default: true},
	{Technique: logic.LockedPair, Code: "0110", Score: 40, Level: Medium, Order: 1000, Default: true},
	{Technique: logic.LockedTriple, Code: "0111", Score: 60, Level: Medium, Order: 1100, Default: true},
	{Technique: logic.Pointing, Code: "0100", Score: 50, Level: Medium, Order: 1200, Default: true},
	{Technique: logic.Claiming, Code: "0101", Score: 50, Level: Medium, Order: 1210, Default: true},
	{Technique: logic.NakedPair, Code: "0200", Score: 60, Level: Medium, Order: 1300, Default: true},
	{Technique: logic.NakedTriple, Code: "0201", Score: 80, Level: Medium, Order: 1400, Default: true},
	{Technique: logic.HiddenPair, Code: "0210", Score: 70, Level: Medium, Order: 1500, Default: true},
	{Technique: logic.HiddenTriple, Code: "0211", Score: 100, Level: Medium, Order: 1600, Default: true},
	{Technique: logic.NakedQuadruple, Code: "0202", Score: 120, Level: Hard, Order: 2000, Default: true},
	{Technique: logic.HiddenQuadruple, Code: "0212", Score: 150, Level: Hard, Order: 2100, Default: true},
	{Technique: logic.XWing, Code: "0300", Score: 140, Level: Hard, Order: 2200, Default: true},
	{Technique: logic.Swordfish, Code: "0301", Score: 150, Level: Hard, Order: 2300, Default: true},
	{Technique: logic.Jellyfish, Code: "0302", Score: 160, Level: Hard, Order: 2400, Default: true},
	{Technique: logic.Squirmbag, Code: "0303", Score: 470, Level: Unfair, Order: 2500},
	{Technique: logic.Whale, Code: "0304", Score: 470, Level: Unfair, Order: 2600},
	{Technique: logic.Leviathan, Code: "0305", Score: 470, Level: Unfair, Order: 2700},
	{Technique: logic.RemotePair, Code: "0703", Score: 110, Level: Hard, Order: 2800, Default: true},
	{Technique: logic.BUGPlus1, Code: "0610", Score: 100, Level: Hard, Order: 2900, Default: true},
	{Technique: logic.Skyscraper, Code: "0400", Score: 130, Level: Hard, Order: 3000, Default: true},
	{Technique: logic.TwoStringKite, Code: "0401", Score: 150, Level: Hard, Order: 3100, Default: true},
	{Technique: logic.DualTwoStringKite, Code: "0404", Score: 150, Level: Hard, Order: 3100},
	{Technique: logic.TurbotFish, Code: "0403", Score: 120, Level: Hard, Order: 3120, Default: true},
	{Technique: logic.EmptyRectangle, Code: "0402", Score: 120, Level: Hard, Order: 3170, Default: true},
	{Technique: logic.DualEmptyRectangle, Code: "0405", Score: 120, Level: Hard, Order: 3170},
	{Technique: logic.WWing, Code: "0803", Score: 150, Level: Hard, Order: 3200, Default: true},
	{Technique: logic.XYWing, Code: "0800", Score: 160, Level: Hard, Order: 3300, Default: true},
	{Technique: logic.XYZWing, Code: "0801", Score: 180, Level: Hard, Order: 3400, Default: true},
	{Technique: logic.UniqueRectangle1, Code: "0600", Score: 100, Level: Hard, Order: 3500, Default: true},
	{Technique: logic.UniqueRectangle2, Code: "0601", Score: 100, Level: Hard, Order: 3600, Default: true},
	{Technique: logic.UniqueRectangle3, Code: "0602", Score: 100, Level: Hard, Order: 3700, Default: true},
	{Technique: logic.UniqueRectangle4, Code: "0603", Score: 100, Level: Hard, Order: 3800, Default: true},
	{Technique: logic.UniqueRectangle5, Code: "0604", Score: 100, Level: Hard, Order: 3900, Default: true},
	{Technique: logic.UniqueRectangle6, Code: "0605", Score: 100, Level: Hard, Order: 4000, Default: true},
	{Technique: logic.HiddenRectangle, Code: "0606", Score: 100, Level: Hard, Order: 4010, Default: true},
	{Technique: logic.AvoidableRectangle1, Code: "0607", Score: 100, Level: Hard, Order: 4020, Default: true},
	{Technique: logic.AvoidableRectangle2, Code: "0608", Score: 100, Level: Hard, Order: 4030, Default: true},
	{Technique: logic.FinnedXWing, Code: "0310", Score: 130, Level: Hard, Order: 4100, Default: true},
	{Technique: logic.SashimiXWing, Code: "0320", Score: 150, Level: Hard, Order: 4200, Default: true},
	{Technique: logic.FinnedXWing + swordfish, Code: "0311", Score: 200, Level: Unfair, Order: 4300, Default: true},
	{Technique: logic.SashimiXWing + swordfish, Code: "0321", Score: 240, Level: Unfair, Order: 4400, Default: true},
	{Technique: logic.FinnedXWing + jellyfish, Code: "0312", Score: 250, Level: Unfair, Order: 4500, Default: true},
	{Technique: logic.SashimiXWing + jellyfish, Code: "0322", Score: 260, Level: Unfair, Order: 4600, Default: true},
	{Technique: logic.FinnedXWing + squirmbag, Code: "0313", Score: 470, Level: Unfair, Order: 4700},
	{Technique: logic.SashimiXWing + squirmbag, Code: "0323", Score: 470, Level: Unfair, Order: 4800},
	{Technique: logic.FinnedXWing + whale, Code: "0314", Score: 470, Level: Unfair, Order: 4900},
	{Technique: logic.SashimiXWing + whale, Code: "0324", Score: 470, Level: Unfair, Order: 5000},
	{Technique: logic.FinnedXWing + leviathan, Code: "0315", Score: 470, Level: Unfair, Order: 5100},
	{Technique: logic.SashimiXWing + leviathan, Code: "0325", Score: 470, Level: Unfair, Order: 5200},
	{Technique: logic.SueDeCoq, Code: "1101", Score: 250, Level: Unfair, Order: 5300, Default: true, byElimination: true},
	{Technique: logic.SimpleColoursTrap, Code: "0500", Score: 150, Level: Hard, Order: 5330, Default: true},
	{Technique: logic.SimpleColoursWrap, Code: "0501", Score: 150, Level: Hard, Order: 5330, Default: true},
	{Technique: logic.MultiColours1, Code: "0502", Score: 200, Level: Hard, Order: 5360, Default: true},
	{Technique: logic.MultiColours2, Code: "0503", Score: 200, Level: Hard, Order: 5360, Default: true},
	{Technique: logic.XChain, Code: "0701", Score: 260, Level: Unfair, Order: 5400, Default: true},
	{Technique: logic.XYChain, Code: "0702", Score: 260, Level: Unfair, Order: 5500, Default: true},
	{Technique: logic.ContinuousNiceLoop, Code: "0706", Score: 280, Level: Unfair, Order: 5600, Default: true, byElimination: true},
	{Technique: logic.DiscontinuousNiceLoop, Code: "0707", Score: 280, Level: Unfair, Order: 5600, Default: true, byElimination: true},
	{Technique: logic.AIC, Code: "0708", Score: 280, Level: Unfair, Order: 5600, Default: true, byElimination: true},
	{Technique: logic.GroupedContinuousNiceLoop, Code: "0709", Score: 300, Level: Unfair, Order: 5650, Default: true, byElimination: true},
	{Technique: logic.GroupedDiscontinuousNiceLoop, Code: "0710", Score: 300, Level: Unfair, Order: 5650, Default: true, byElimination: true},
	{Technique: logic.GroupedAIC, Code: "0711", Score: 300, Level: Unfair, Order: 5650, Default: true, byElimination: true},
	{Technique: logic.ALSXZ, Code: "0901", Score: 300, Level: Unfair, Order: 5700, Default: true, byElimination: true},
	{Technique: logic.ALSXYWing, Code: "0902", Score: 320, Level: Unfair, Order: 5800, Default: true, byElimination: true},
	{Technique: logic.ALSChain, Code: "0903", Score: 340, Level: Unfair, Order: 5900, Default: true, byElimination: true},
	{Technique: logic.DeathBlossom, Code: "0904", Score: 360, Level: Unfair, Order: 6000, byElimination: true},
	{Technique: logic.FrankenXWing, Code: "0330", Score: 300, Level: Unfair, Order: 6100, Default: true},
	{Technique: logic.FrankenXWing + swordfish, Code: "0331", Score: 350, Level: Unfair, Order: 6200, Default: true},
	{Technique: logic.FrankenXWing + jellyfish, Code: "0332", Score: 370, Level: Unfair, Order: 6300},
	{Technique: logic.FrankenXWing + squirmbag, Code: "0333", Score: 470, Level: Extreme, Order: 6400},
	{Technique: logic.FrankenXWing + whale, Code: "0334", Score: 470, Level: Extreme, Order: 6500},
	{Technique: logic.FrankenXWing + leviathan, Code: "0335", Score: 470, Level: Extreme, Order: 6600},
	{Technique: logic.FinnedFrankenXWing, Code: "0340", Score: 390, Level: Unfair, Order: 6700, Default: true},
	{Technique: logic.FinnedFrankenXWing + swordfish, Code: "0341", Score: 410, Level: Unfair, Order: 6800, Default: true},
	{Technique: logic.FinnedFrankenXWing + jellyfish, Code: "0342", Score: 430, Level: Unfair, Order: 6900},
	{Technique: logic.FinnedFrankenXWing + squirmbag, Code: "0343", Score: 470, Level: Extreme, Order: 7000},
	{Technique: logic.FinnedFrankenXWing + whale, Code: "0344", Score: 470, Level: Extreme, Order: 7100},
	{Technique: logic.FinnedFrankenXWing + leviathan, Code: "0345", Score: 470, Level: Extreme, Order: 7200},
	{Technique: logic.MutantXWing, Code: "0350", Score: 450, Level: Extreme, Order: 7300},
	{Technique: logic.MutantXWing + swordfish, Code: "0351", Score: 450, Level: Extreme, Order: 7400},
	{Technique: logic.MutantXWing + jellyfish, Code: "0352", Score: 450, Level: Extreme, Order: 7500},
	{Technique: logic.MutantXWing + squirmbag, Code: "0353", Score: 470, Level: Extreme, Order: 7600},
	{Technique: logic.MutantXWing + whale, Code: "0354", Score: 470, Level: Extreme, Order: 7700},
	{Technique: logic.MutantXWing + leviathan, Code: "0355", Score: 470, Level: Extreme, Order: 7800},
	{Technique: logic.FinnedMutantXWing, Code: "0360", Score: 470, Level: Extreme, Order: 7900},
	{Technique: logic.FinnedMutantXWing + swordfish, Code: "0361", Score: 470, Level: Extreme, Order: 8000},
	{Technique: logic.FinnedMutantXWing + jellyfish, Code: "0362", Score: 470, Level: Extreme, Order: 8100},
	{Technique: logic.FinnedMutantXWing + squirmbag, Code: "0363", Score: 470, Level: Extreme, Order: 8200},
	{Technique: logic.FinnedMutantXWing + whale, Code: "0364", Score: 470, Level: Extreme, Order: 8300},
	{Technique: logic.FinnedMutantXWing + leviathan, Code: "0365", Score: 470, Level: Extreme, Order: 8400},
	{Technique: logic.WXYZWing, Score: 300, Level: Unfair, Order: 8410},
	{Technique: logic.UniqueLoop1, Score: 100, Level: Hard, Order: 8415},
	{Technique: logic.UniqueLoop2, Score: 100, Level: Hard, Order: 8416},
	{Technique: logic.UniqueLoop3, Score: 100, Level: Hard, Order: 8417},
	{Technique: logic.UniqueLoop4, Score: 100, Level: Hard, Order: 8418},
	{Technique: logic.BUG2, Score: 100, Level: Hard, Order: 8420},
	{Technique: logic.BUG3, Score: 100, Level: Hard, Order: 8421},
	{Technique: logic.BUG4, Score: 100, Level: Hard, Order: 8422},
	{Technique: logic.AlignedPair, Score: 300, Level: Unfair, Order: 8430, byElimination: true},
	{Technique: logic.AlignedTriplet, Score: 340, Level: Unfair, Order: 8431, byElimination: true},
	{Technique: logic.KrakenFish1, Code: "0371", Score: 500, Level: Extreme, Order: 8450},
	{Technique: logic.KrakenFish2, Code: "0372", Score: 500, Level: Extreme, Order: 8450},
	{Technique: logic.Nishio, Score: 500, Level: Extreme, Order: 8480, byElimination: true},
	{Technique: logic.ForcingChainContradiction, Code: "1301", Score: 500, Level: Extreme, Order: 8500, Default: true, byElimination: true},
	{Technique: logic.ForcingChainVerity, Code: "1302", Score: 500, Level: Extreme, Order: 8500, Default: true, byElimination: true},
	{Technique: logic.CellForcingChain, Score: 500, Level: Extreme, Order: 8510, byElimination: true},
	{Technique: logic.RegionForcingChain, Score: 500, Level: Extreme, Order: 8511, byElimination: true},
	{Technique: logic.ForcingNetContradiction, Code: "1303", Score: 700, Level: Extreme, Order: 8600, Default: true, byElimination: true},
	{Technique: logic.ForcingNetVerity, Code: "1304", Score: 700, Level: Extreme, Order: 8600, Default: true, byElimination: true},
	{Technique: logic.TemplateSet, Code: "1201", Score: 10000, Level: Extreme, Order: 8700},
	{Technique: logic.TemplateDelete, Code: "1202", Score: 10000, Level: Extreme, Order: 8800},
	{Technique: logic.PatternForcingNet, Score: 10000, Level: Extreme, Order: 8810, Default: true, byElimination: true},
	{Technique: logic.NestedForcingNet, Score: 10000, Level: Extreme, Order: 8820, Default: true, byElimination: true},
	{Technique: logic.BruteForce, Score: 10000, Level: Extreme, Order: 8900, Default: true},
}

var place [1 << 10]uint8 // for each technique: its row plus 1

func init() {
	for i := range table {
		place[table[i].Technique] = uint8(i + 1)
	}
}

// ColumnsOf returns the data of a technique, or zero Columns for an unknown one.
func ColumnsOf(t logic.Technique) Columns {
	if int(t) >= len(place) || place[t] == 0 {
		return Columns{}
	}
	return table[place[t]-1]
}

// techniqueByCode returns the technique with a library code of four digits, or five for a Siamese fish. The
// error is a *[logic.UnknownTechniqueError].
func techniqueByCode(code string) (logic.Technique, error) {
	four := code
	if len(code) == 5 && code[4] == '1' {
		four = code[:4]
	}
	for i := range table {
		if four != "" && table[i].Code == four {
			return table[i].Technique, nil
		}
	}
	return 0, &logic.UnknownTechniqueError{Name: code}
}

// Techniques returns all techniques in HoDoKu's order of search, which begins with easy techniques.
func Techniques() []logic.Technique {
	all := make([]logic.Technique, len(table))
	for i := range table {
		all[i] = table[i].Technique
	}
	return all
}

// Sort sorts techniques into HoDoKu's order of search.
func Sort(list []logic.Technique) {
	sort.Slice(list, func(i, j int) bool { return place[list[i]] < place[list[j]] })
}

// DefaultOrder returns the techniques that HoDoKu's solver uses by default, in its order;
// [logic.BruteForce] is the last.
func DefaultOrder() []logic.Technique {
	return slices.DeleteFunc(Techniques(), func(t logic.Technique) bool { return !ColumnsOf(t).Default })
}
