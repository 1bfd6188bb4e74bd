package textbook

import "slices"

// ID names a strategy in commands, URLs and message keys.
type ID string

// These are the strategies, in an order in which each improves on the one before.
const (
	RowMajorScan   ID = "row-major-scan"
	RowMajorTables ID = "row-major-tables"
	EmptyList      ID = "empty-list"
	MostFilled     ID = "most-filled"
	MRV            ID = "mrv"
	DancingLinks   ID = "dancing-links"
)

// Strategy is one textbook search. It has no state, so several searches may use it at the same time. The zero value
// finds nothing.
type Strategy struct {
	// ID is the strategy's name for programs; the message catalogue has its name for people and its description under
	// "strategy."+ID+".name" and "strategy."+ID+".about".
	ID ID
	// Source is the strategy's origin: author, title, place, year.
	Source string

	prepare func(*board) algorithm
}

var strategies = []Strategy{
	{RowMajorScan, "Arya.Mo, 笔试题——数独游戏实现, http://www.cnblogs.com/igoslly/p/8708960.html, 2018", newRowMajorScan},
	{RowMajorTables, "poj2676 Sudoku(數獨,dfs+剪枝), after https://blog.csdn.net/xiaozhuaixifu/article/details/12253507", newRowMajorTables},
	{EmptyList, "王川, 第一章 趣味数独, 2014", newEmptyList},
	{MostFilled, "Gehrychiang, 靶形数独 (NOIP 2009, P1074), www.yilantingfeng.site, 2020", newMostFilled},
	{MRV, "Bitner and Reingold, Backtrack Programming Techniques, Communications of the ACM 18(11), 1975", newMRV},
	{DancingLinks, "Knuth, Dancing Links, arXiv:cs/0011047, 2000", newDancingLinks},
}

// Strategies returns all strategies, the simplest first.
func Strategies() []Strategy { return slices.Clone(strategies) }

// ByID looks up one of the strategies. The second result is false if none has the ID.
func ByID(id ID) (Strategy, bool) {
	i := slices.IndexFunc(strategies, func(s Strategy) bool { return s.ID == id })
	if i < 0 {
		return Strategy{}, false
	}
	return strategies[i], true
}
