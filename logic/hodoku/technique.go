package hodoku

import (
	"fmt"
	"slices"
	"sync"

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

// Name returns the level's name as a message.
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

// fishRows has a row for each kind of fish. The fish of a kind have two to seven lines, and consecutive techniques.
var fishRows = [...]struct {
	xWing             logic.Technique // the smallest fish
	code, order, step int             // of the smallest fish; order grows by step from fish to fish
	scores            [6]int
	hard, unfair      int // how many are at most of level Hard, and at most Unfair
	byDefault         int // how many HoDoKu's solver uses by default
}{
	{logic.XWing, 300, 2200, 100, [6]int{140, 150, 160, 470, 470, 470}, 3, 6, 3},
	{logic.FinnedXWing, 310, 4100, 200, [6]int{130, 200, 250, 470, 470, 470}, 1, 6, 3},
	{logic.SashimiXWing, 320, 4200, 200, [6]int{150, 240, 260, 470, 470, 470}, 1, 6, 3},
	{logic.FrankenXWing, 330, 6100, 100, [6]int{300, 350, 370, 470, 470, 470}, 0, 3, 2},
	{logic.FinnedFrankenXWing, 340, 6700, 100, [6]int{390, 410, 430, 470, 470, 470}, 0, 3, 2},
	{logic.MutantXWing, 350, 7300, 100, [6]int{450, 450, 450, 470, 470, 470}, 0, 0, 0},
	{logic.FinnedMutantXWing, 360, 7900, 100, [6]int{470, 470, 470, 470, 470, 470}, 0, 0, 0},
}

// rows has a row for each technique except the fish of fishRows, in the order of search.
var rows = [...]Columns{
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

// table returns a row for each technique, in the order of search.
var table = sync.OnceValue(func() []Columns {
	all := slices.Clone(rows[:])
	for _, k := range fishRows {
		for i, score := range k.scores {
			level := Extreme
			if i < k.hard {
				level = Hard
			} else if i < k.unfair {
				level = Unfair
			}
			all = append(all, Columns{Technique: k.xWing + logic.Technique(i), Code: fmt.Sprintf("%04d", k.code+i), Score: score, Level: level,
				Order: k.order + k.step*i, Default: i < k.byDefault})
		}
	}
	slices.SortStableFunc(all, func(a, b Columns) int { return a.Order - b.Order })
	for i := range all {
		place[all[i].Technique] = uint8(i + 1)
	}
	return all
})

var place [1 << 10]uint8 // for each technique: its row in the table plus 1; valid after the first call of table

// ColumnsOf returns the data of a technique, or zero Columns for an unknown one.
func ColumnsOf(t logic.Technique) Columns {
	all := table()
	if int(t) >= len(place) || place[t] == 0 {
		return Columns{}
	}
	return all[place[t]-1]
}

// byCode returns the technique with a library code of four digits, or five for a Siamese fish. The
// error is a *[logic.UnknownTechniqueError].
func byCode(code string) (logic.Technique, error) {
	four := code
	if len(code) == 5 && code[4] == '1' {
		four = code[:4]
	}
	for _, row := range table() {
		if four != "" && row.Code == four {
			return row.Technique, nil
		}
	}
	return 0, &logic.UnknownTechniqueError{Name: code}
}

// Techniques returns all techniques in HoDoKu's order of search, which begins with easy techniques.
func Techniques() []logic.Technique {
	var all []logic.Technique
	for _, row := range table() {
		all = append(all, row.Technique)
	}
	return all
}

// Sort sorts techniques into HoDoKu's order of search.
func Sort(list []logic.Technique) {
	table()
	slices.SortStableFunc(list, func(a, b logic.Technique) int { return int(place[a]) - int(place[b]) })
}

// DefaultOrder returns the techniques that HoDoKu's solver uses by default, in its order;
// [logic.BruteForce] is the last.
func DefaultOrder() []logic.Technique {
	return slices.DeleteFunc(Techniques(), func(t logic.Technique) bool { return !ColumnsOf(t).Default })
}
