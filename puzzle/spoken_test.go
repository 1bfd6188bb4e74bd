package puzzle_test

import (
	"testing"

	"nonet/format"
	"nonet/message"
)

// Constraints with parts, and those with cells beside the board, have captions.
func TestCaption(t *testing.T) {
	for _, c := range []struct{ text, en, zh string }{
		{
			".Shape~4x4.Or.Thermo~R1C1~R1C2.And.Cage~3~R1C1~R1C2.~R3C1_2.End.End",
			"One of: Thermometer at r1c1 r1c2; (All of: Killer cage 3 at r1c1 r1c2; Given 2 at r3c1)",
			"其一：温度计（r1c1 r1c2）；（全部：杀手笼 3（r1c1 r1c2）；已知数 2（r3c1））",
		},
		{
			`{"nonet":1,"rows":4,"columns":4,"constraints":[{"kind":"Replicate","cells":["r1c1","r1c1","r3c3"],"parts":[{"kind":"Thermo","cells":["r1c1","r2c1"]}]}]}`,
			"Repeated: Thermometer at r1c1 r2c1. Copied from r1c1 to r1c1 r3c3",
			"重复：温度计（r1c1 r2c1）；从 r1c1 复制到 r1c1 r3c3",
		},
		{
			".Shape~4x4.ChaosCount~R1C1~0~CC1~CC2~CC7.ChaosConstruction",
			"Region count at r1c1, the regions of r1c1 r1c2 r2c3",
			"区域计数（r1c1、r1c1 r1c2 r2c3 所在的区）",
		},
		{
			".Shape~4x4.ChaosCount~R1C1~1~CC1~CC2.ChaosConstruction",
			"Region count: only the others count at r1c1, the regions of r1c1 r1c2",
			"区域计数：只算其他格（r1c1、r1c1 r1c2 所在的区）",
		},
		{".Diagonal~-1", "Diagonal: falling to the right", "对角线：向右下"},
		{".Indexing~R~R1C1", "Indexing: rows at r1c1", "索引：按行（r1c1）"},
		{".FullRankTies~none", "Ties in full rank: none", "全排名的并列：都不相同"},
		{`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"ConnectedValues","numbers":[3,1,2]}]}`, "Connected values: 1 2, in 3 cells", "连通数值：1 2，共 3 格"},
		{`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"StrictDifference","numbers":[1,3]}]}`, "All differences given: 1 3", "差全标：1 3"},
	} {
		read, err := format.ParseOne(c.text)
		p := read.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		last := len(p.Constraints) - 1
		if en, zh := p.Caption(last).In(message.English), p.Caption(last).In(message.Chinese); en != c.en || zh != c.zh {
			t.Errorf("%s\n%s\n%s", c.text, en, zh)
		}
	}
}
