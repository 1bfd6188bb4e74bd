package format

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
)

// head is the text before the kinds, by language.
var head = map[message.Lang]string{
	message.English: `# Puzzles of any board and any rules

The commands [for any rules](CLI.md#which-puzzles-a-command-takes) recognise puzzles of other boards and rules by their content.
So do the API's operations (` + "`export`" + ` is ` + "`nonet convert`" + `). A file may have one puzzle, or one puzzle per line, mixed
with classic puzzles. ` + "`nonet kinds`" + ` prints the kinds below. If a puzzle is a classic 9×9 puzzle in any notation, the engine for
classic puzzles searches it.

- If a text has rules that nonet does not know, nonet refuses it and names these rules. With ` + "`--ignore-unknown`" + `
  (` + "`ignore_unknown`" + `), nonet answers without them.
- Cells outside the board, unknown names and meaningless arguments are bad input.
- A puzzle has no solution if givens exclude each other, or if no grid satisfies a clue, such as a sandwich sum of 1. The answer names
  the givens, clues and cells.
- A line whose last cell is its first is a loop. Whispers, modular and entropic lines and palindromes continue round the loop. The
  order of cells does not matter for a renban or a Nabner line. The first and last part of a region sum line count as one if they
  lie in one box. Thermometers, between lines and lockout lines need two ends, so nonet refuses loops of these kinds.

| notation | what it looks like |
|---|---|
| Interactive Sudoku Solver | ` + "`.Shape~6x6.Cage~7~R1C1~R1C2.~R3C4_5`" + `. If a place has two clues of one kind, nonet takes the later clue, and a note says so |
| f-puzzles | a link with ` + "`load=`" + `, or f-puzzles JSON; an error names unknown members |
| SudokuPad | a link with ` + "`fpuz…`" + ` or ` + "`scl…`" + `, or SudokuPad JSON, also shortened; [DRAWN](DRAWN.md) explains how nonet reads drawings. Short links need SudokuPad's server |
| Penpa+ | a link with ` + "`p=`" + `: digits, and regions with thick borders, on square and sudoku grids. Everything else is a [drawing](DRAWN.md) |
| nonet's JSON | an object with ` + "`\"nonet\": 1`" + `, see below |
| lines of 9×9 killers and jigsaws | SumoCue's ` + "`3x3::k:…`" + `; or 81 characters, which are sums, and ` + "`< > ^ v`" + ` that point to these; or 162 characters, the digits and then a character for each cell's region |
| cells alone | a square board of another size: numbers with blanks between them, or one character per cell, or a JSON array of rows. A is 10 if the board has digits, and 1 if it has none, or if a letter would exceed the greatest value. ` + "`--letters ten`" + ` or ` + "`one`" + ` (` + "`letters`" + `) sets the value of A |

` + "`nonet convert --to`" + ` writes such puzzles in these formats ([some others](CLI.md#nonet-convert) have fewer rules):

| ` + "`--to`" + ` | what it keeps |
|---|---|
| ` + "`iss`" + ` | all except title, author and rules in words; boards of up to 35 rows and columns |
| ` + "`nonet`" + ` | all, on one line |
| ` + "`fpuzzles`" + `, ` + "`fpuzzles-json`" + ` | the kinds that f-puzzles has (below), on square boards with the values from 1 to the length of a side. For rules that SudokuPad would not draw, drawings with the name of the rule are added |
| ` + "`sudokupad`" + `, ` + "`sudokupad-json`" + ` | digits, regions and cages; other constraints are drawn, with their rules in words |
| ` + "`line`" + `, ` + "`grid`" + `, ` + "`pretty`" + ` | only the givens |

If a format cannot express a rule of the puzzle, nonet refuses and names the rule (status 2; HTTP 422 for ` + "`to`" + `), because without
this rule the text is another puzzle. ` + "`nonet convert --digits`" + ` writes only the digits. Standard error names other losses and rules
that are only drawn; the JSON has ` + "`lost`" + ` and ` + "`drawn`" + `.

## nonet's JSON

| member | what it holds |
|---|---|
| ` + "`nonet`" + ` | the version, 1 |
| ` + "`rows`" + `, ` + "`columns`" + ` | the board, up to 64 each |
| ` + "`values`" + ` | the least and the greatest value, from 0 to 1000, at most 64 values. Default: 1 and the length of the longer side |
| ` + "`boxes`" + ` | rows and columns of a box; ` + "`[]`" + `: no boxes. Default: the usual boxes, or none with ` + "`regions`" + ` or ` + "`free`" + ` |
| ` + "`regions`" + ` | a text for each row, one character per cell; a dot is a cell without a region |
| ` + "`holes`" + ` | places of the board that are no cells, such as those between the boards of a Samurai |
| ` + "`regionSize`" + ` | the number of cells of a box or region, if it is not the length of the longer side |
| ` + "`free`" + ` | true: a value may occur twice in rows and columns |
| ` + "`groups`" + ` | cells beside the board: ` + "`name`" + ` (capitals; its cells are NAME1, NAME2, …), ` + "`count`" + `, ` + "`columns`" + `, ` + "`high`" + `, ` + "`label`" + `. A ChaosConstruction brings cells of its own with the number of each cell's region (CC1, CC2, … row by row). A Doppelganger brings cells with the values that rows (DGC1, …), columns (DGR1, …) and boxes (DGB1, …) lack |
| ` + "`givens`" + ` | for a cell (` + "`r1c10`" + `, ` + "`VL3`" + `), the values that it may have |
| ` + "`constraints`" + ` | objects with ` + "`kind`" + `, and ` + "`cells`" + `, ` + "`sets`" + `, ` + "`numbers`" + `, ` + "`text`" + `, ` + "`label`" + `, ` + "`parts`" + ` as the kind needs them. The number of a Diagonal is 1 if it rises to the right, -1 if it falls. The number of a Cage without a sum is 0. The number of a ChaosArrow or ChaosCount is 1 if the cell does not count itself, else 0. ConnectedValues has the number of cells or 0, then the values. DisjointSets concerns all places of a box, or only those in ` + "`numbers`" + `, counted row by row. A Doppelganger needs the values from 0 to the length of a side |
| ` + "`weights`" + ` | in a puzzle played for a score, the factor of each cell's value, row by row, from -111111111 to 111111111 |
| ` + "`title`" + `, ` + "`author`" + `, ` + "`rules`" + ` | texts |

## The kinds

Each kind has an example. Many have a name in f-puzzles, and words for ` + "`nonet generate --variant`" + `.
`,
	message.Chinese: `# 任意盘面、任意规则的题目

[接受任意规则的命令](CLI.md#which-puzzles-a-command-takes)，以及 API 的相应操作（` + "`nonet convert`" + ` 对应 ` + "`export`" + `）都按内容识别其他盘面和规则的题目。一个文件可以是一道题，也可以每行一题，可与标准题目混排。` + "`nonet kinds`" + ` 列出下面的约束种类。
标准 9×9 题目不论写法，都由标准题目的引擎求解。

- 含有 nonet 不认识的规则的题目会被拒绝，回答会指出这些规则。加上 ` + "`--ignore-unknown`" + `（` + "`ignore_unknown`" + `），nonet 会略去它们作答。
- 盘面以外的格、不认识的名称、没有意义的参数都是输入错误。
- 已知数互相排斥，或线索无法满足（例如和为 1 的三明治），题目就无解。回答会指出这些已知数、线索和格。
- 最后一格就是第一格的线是环。低语线、模线、熵线和回文线沿环继续；连续线和 Nabner 线与格的顺序无关；区域和线的首段与末段若在同一宫，
  算作一段。温度计、区间线和封锁线需要两端，不能成环。

| 写法 | 形式 |
|---|---|
| Interactive Sudoku Solver | ` + "`.Shape~6x6.Cage~7~R1C1~R1C2.~R3C4_5`" + `；同一位置有两条同类线索时，与其一样以后一条为准，并会指出 |
| f-puzzles | 带 ` + "`load=`" + ` 的链接或其 JSON；含有 nonet 不认识的成员时，错误会指出它们 |
| SudokuPad | 带 ` + "`fpuz…`" + ` 或 ` + "`scl…`" + ` 的链接或其 JSON（包括缩写形式）：读取数字、区域和笼；图形的读法见 [DRAWN](DRAWN.md)。短链接须由其服务器展开 |
| Penpa+ | 带 ` + "`p=`" + ` 的链接：读取 square 和 sudoku 网格中的数字，以及由粗线划分的区域；其余按[图形](DRAWN.md)读取 |
| nonet 的 JSON | 含 ` + "`\"nonet\": 1`" + ` 的对象，见下 |
| 9×9 杀手数独和锯齿数独的单行写法 | SumoCue 的 ` + "`3x3::k:…`" + `；81 个字符：和，以及指向它的 ` + "`< > ^ v`" + `；162 个字符：先是各格的数字，再是各格所属区域的字符 |
| 只有各格 | 9×9 以外的正方形盘面：以空格分隔的数，或每格一个字符；有数字时 A = 10，没有数字或字母超出时 A = 1；也可用 ` + "`--letters ten`" + ` 或 ` + "`one`" + `（API 为 letters）指定；也可以是由各行组成的 JSON 数组 |

` + "`nonet convert --to`" + ` 可写出（[另有一些格式](CLI.md#nonet-convert)只能表达较少的规则）：

| ` + "`--to`" + ` | 保留的内容 |
|---|---|
| ` + "`iss`" + ` | 除标题、作者和文字规则以外的全部；盘面至多 35 行 35 列 |
| ` + "`nonet`" + ` | 全部，写在一行 |
| ` + "`fpuzzles`" + `、` + "`fpuzzles-json`" + ` | 它所具有的种类（见下）；盘面须为正方形，数值为 1 至边长；SudokuPad 打开此类链接时不会自行画出的，另附注明规则名称的图形 |
| ` + "`sudokupad`" + `、` + "`sudokupad-json`" + ` | 数字、区域和笼；其他约束只画出图形，规则写成文字 |
| ` + "`line`" + `、` + "`grid`" + `、` + "`pretty`" + ` | 只有已知数 |

如果格式无法表达题目的某条规则，nonet 拒绝转换并指出这条规则（退出状态 2；` + "`to`" + ` 为 HTTP 422），因为缺了它就成了另一道题。
` + "`nonet convert --digits`" + ` 只写出数字。其他未能保留的内容，以及只画成图形的规则，会在标准错误中指出，JSON 中列在 ` + "`lost`" + ` 和 ` + "`drawn`" + `。

## nonet 的 JSON

| 成员 | 内容 |
|---|---|
| ` + "`nonet`" + ` | 版本，1 |
| ` + "`rows`" + `、` + "`columns`" + ` | 盘面行列数，各至 64 |
| ` + "`values`" + ` | 最小与最大数值，0 至 1000，至多 64 个；省略时为 1 至较长边 |
| ` + "`boxes`" + ` | 宫的行数与列数；` + "`[]`" + ` 为没有宫；省略时按常规，有 ` + "`regions`" + ` 或 ` + "`free`" + ` 时没有宫 |
| ` + "`regions`" + ` | 每行一段文字，每格一个字符；点表示不属任何区域 |
| ` + "`holes`" + ` | 盘面上不是格的位置，如武士数独各盘之间的空处 |
| ` + "`regionSize`" + ` | 宫或区域的格数与较长边不同时给出 |
| ` + "`free`" + ` | 为 true 时行列中数值可重复 |
| ` + "`groups`" + ` | 盘面以外的格：` + "`name`" + `（大写字母，各格为 NAME1、NAME2……）、` + "`count`" + `、` + "`columns`" + `、` + "`high`" + `、` + "`label`" + `；ChaosConstruction 自带各格的区域编号 CC1、CC2……（逐行），Doppelganger 自带各行（DGC1……）、各列（DGR1……）、各宫（DGB1……）所缺的数值 |
| ` + "`givens`" + ` | 每格（` + "`r1c10`" + `、` + "`VL3`" + `）可填的数值 |
| ` + "`constraints`" + ` | 对象：` + "`kind`" + `，以及该种类所需的 ` + "`cells`" + `、` + "`sets`" + `、` + "`numbers`" + `、` + "`text`" + `、` + "`label`" + `、` + "`parts`" + `；Diagonal 的数 1 为右上方向，-1 为右下方向；Cage 的数 0 表示没有和；ChaosArrow 与 ChaosCount 的数 1 表示只算其他格，否则为 0；ConnectedValues 的数先为格数或 0，然后为各数值；DisjointSets 没有数时为全部同位组，有数时只是宫内这些位置的组（逐行计数）；Doppelganger 需要数值 0 至边长 |
| ` + "`weights`" + ` | 按得分来玩的题目：各格的值所乘的权重，逐行排列，绝对值不超过 111111111 |
| ` + "`title`" + `、` + "`author`" + `、` + "`rules`" + ` | 文字 |

## 约束种类

每个种类都有示例。许多种类还列出它在 f-puzzles 中的名称，以及 ` + "`nonet generate --variant`" + ` 所用的词。
`,
}

// example returns a kind's example in the notation of Interactive Sudoku Solver and in nonet's
// JSON.
func example(t *testing.T, k *puzzle.Kind) (iss, own string) {
	text := k.Example
	if strings.HasPrefix(text, "{") {
		text = `{"nonet":1,"rows":9,"columns":9,"constraints":[` + text + `]}`
	}
	p, _, err := readAny(text)
	if err != nil {
		t.Errorf("%s: %s: %v", k.Name, text, err)
		return "", ""
	}
	if iss, _ = WriteISS(p); strings.HasPrefix(k.Example, ".") {
		iss = k.Example
	}
	var o struct {
		Constraints, Givens json.RawMessage
	}
	if err := json.Unmarshal([]byte(WriteNonet(p)), &o); err != nil {
		t.Fatal(err)
	}
	if own = string(o.Constraints); own == "" {
		own = string(o.Givens)
	}
	return iss, own
}

// TestDocument checks that docs/VARIANTS.md and its Chinese counterpart follow from the table;
// -update writes them. So every example is read, and written in both notations.
func TestDocument(t *testing.T) {
	for lang, file := range map[message.Lang]string{message.English: "VARIANTS.md", message.Chinese: "VARIANTS.zh-CN.md"} {
		var out strings.Builder
		out.WriteString(head[lang])
		for _, k := range puzzle.Kinds() {
			iss, own := example(t, k)
			fmt.Fprintf(&out, "\n### %s · %s\n\n%s\n\n", k.Name, k.Label().In(lang), k.Rule().In(lang))
			var names []string
			if k.FPuzzles != "" {
				names = append(names, "f-puzzles: `"+k.FPuzzles+"`")
			}
			if words := k.Lay.Words; len(words) > 0 {
				names = append(names, "generate: `"+strings.Join(words, "`, `")+"`")
			}
			if len(names) > 0 {
				fmt.Fprintf(&out, "%s\n\n", strings.Join(names, "; "))
			}
			out.WriteString("```\n")
			if items := strings.SplitAfterN(iss, ".", 4); len(iss) > 600 {
				iss = strings.TrimSuffix(strings.Join(items[:3], ""), ".") + " …" // an item for each two neighbours
			}
			if iss != "" {
				out.WriteString(iss + "\n")
			}
			out.WriteString(own + "\n```\n")
		}
		golden.Check(t, "../docs/"+file, out.String())
	}
}

// TestExamplesCanBeSolved checks that the example of each kind in the document has a solution. nonet's JSON of
// it may need only the members that the document names.
func TestExamplesCanBeSolved(t *testing.T) {
	for _, k := range puzzle.Kinds() {
		iss, own := example(t, k)
		board := `{"nonet":1,"rows":9,"columns":9,`
		switch k.Name {
		case "Given":
			own = board + `"givens":` + own + "}"
		case "Doppelganger":
			own = board + `"values":[0,9],"constraints":` + own + "}"
		case "ChaosArrow", "ChaosCount":
			own = board + `"boxes":[],"constraints":` + own + "}"
		default:
			own = board + `"constraints":` + own + "}"
		}
		for _, text := range []string{iss, own} {
			p, _, err := readAny(text)
			if err != nil {
				t.Errorf("%s: %s: %v", k.Name, text, err)
				continue
			}
			if r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 1, Nodes: 20_000}); r.N != 1 {
				t.Errorf("%s: %s has no solution, %v", k.Name, text, err)
			}
		}
	}
}
