package wording

import (
	"maps"
	"sync"
)

// phraseRow is a row of the table phrases: several phrases, given as texts, with the same meaning.
type phraseRow struct {
	sense Sense
	kinds []string
	texts []string
}

// parts holds sequences of words that many phrases share, by the name that stands for them in braces.
var parts = sync.OnceValue(func() map[string]string {
	all := map[string]string{
		"digits":  "(digit|digits|number|numbers|value|values)",
		"digit":   "(digit|number|value)",
		"cells":   "(cell|cells|square|squares)",
		"a":       "[a|an|the|each|every|any|all|all the|these|such a|such]",
		"can":     "(can|may|could|must|should)",
		"cannot":  "(is not allowed to|are not allowed to|not allowed to|cannot|can not|can't|cant|may not|must not|mustn't|do not|don't|does not|doesn't|should not|never|can never|may never|must never|will not|won't)",
		"must":    "[must|must always|have to|has to|should|will|always|need to|needs to|are to|is to]",
		"same":    "(same|identical|equal)",
		"apart":   "[apart|away|distance|distant] [from each other|of each other|from one another|of one another]",
		"box":     "[marked|outlined|bold outlined|bordered|BOX] (box|boxes|region|regions|block|blocks|subgrid|subgrids|nonet|nonets)",
		"houses":  "[each|every|any|a|the] (row|rows) [and|or] [each|every|any|a|the] (column|columns|col|cols) [and|or] [each|every|any|a|the] {box}",
		"range":   "[the] [{digits}] [from] LOW [to|through|thru|until|up to] HIGH",
		"once":    "[exactly|only] [once|once each|each once|each exactly once|one time]",
		"usual":   "(normal standard|normal|standard|classic|classical|regular|usual|ordinary|basic|conventional|vanilla|totally normal|the normal|the usual|the standard)",
		"shown":   "(given|shown|marked|indicated|displayed|present|drawn|provided|included|placed)",
		"colour":  "[light|dark|pale|bright] [COLOUR|coloured|colored|thick|thin|shaded]",
		"line":    "(line|lines)",
		"cage":    "[marked|outlined|dashed|dotted|killer|given] (cage|cages|cage's|cages')",
		"thermo":  "[grey|gray|a grey|marked] (thermo|thermos|thermometer|thermometers)",
		"arrow":   "{colour} (arrow|arrows|arrow's|arrows')",
		"circle":  "[attached|associated|connected|connecting|corresponding|circled|that arrow's|its|their|the arrow's|that|given] (circle|circles|bulb|circled cell|circle pill|circle oval|pill|pills|oval|circle or pill)",
		"sum":     "(sum|sums|total|totals|add|adds|add up|adds up) [up] [to]",
		"apartby": "(differ|differs) by (at least|a minimum of|minimum of|at minimum)",
		"atleast": "(have|has|with) a ([minimum] difference of (at least|a minimum of)|minimum difference of)",
		"joined":  "(separated|connected|joined|linked|joined together|marked) (by|with)",
		"allow":   "(can|may|are allowed to|might)",
		"rules":   "(if|when|where|as long as|provided|unless) [this is|it is|they are|that is] (allowed|permitted|not otherwise prohibited|otherwise allowed) [by] [the] [other|sudoku|normal|usual] (rules|rule|constraints|sudoku rules)",
	}
	maps.Copy(all, bagPhraseParts())
	return all
})

var (
	// Kinds of constraints for which texts use the same names: two neighbours with a dot or a letter between them.
	whiteDots = []string{"WhiteDot", "Difference"}
	blackDots = []string{"BlackDot", "Ratio"}
	letters   = []string{"X", "V", "Sum"}
)

// phrases is the table of known phrases and their meanings. To extend it, add a row or a text; no code depends on
// single rows. A phrase must not state more than its row means. If in doubt, leave the phrase out: a sentence that
// needs it is then reported as not understood.
var phrases = []phraseRow{
	// sentences that state no rule
	{Idle, nil, []string{
		"(hello|hi|hey|welcome) [everyone|all|there|friends|everybody|solvers]",
		"(difficulty|rating|estimated difficulty|level) (NUM [of] [NUM]|NUM stars|easy|medium|hard|moderate|very hard|very easy) [out of NUM|NUM]",
		"(and|but|also|additionally|furthermore|moreover|plus|while|whilst|where|so|so that|such that|in addition|as well|ie|that is|and also|且|并)",
		"(rules|rule|the rules|(constraint|rule|clue) types|sudoku rules|classic rules|basic rules|constraints|sudoku|rule set|ruleset|rules for solving|lines|line types|clues|[other|additional|extra|special|further] (clues|rules|constraints)|details|see below [for [more] details]|[the] [featured] (clue|constraint|line) types are [as follows]|[from left to right] [top to bottom] the following lines have the following (properties|rules))",
		"in memory of [WORD] [WORD]", "[a] [WORD] collaboration by WORD [and|WORD] [WORD]", "[setter's note] this is (my|our) [WORD] [WORD] [WORD] [WORD] (sudoku|puzzle)", "[so] [any|all] feedback [WORD] [WORD] [WORD] [WORD]", "this sudoku was not (constructed|made|created) using ai", "love WORD",
		"[please|so] (enjoy|have fun|happy solving|happy puzzling|good luck|thanks|thank you|cheers) [and] [enjoy|have fun|good luck|thanks|thank you] [everyone|all|solving|the puzzle|this puzzle|the solve|playing|for playing|for solving|for trying] [it]",
		"(and that's it|that's it|that's all|that is all|and that's all|no other rules|no other rules apply|there are no other rules)",
		"(puzzle|sudoku|set|made|created|constructed|author|setter) by WORD [WORD] [WORD] [WORD]", "(comments|feedback|comments and feedback) (is|are) [always|very|most] (welcome|appreciated)",
		"[approx|approximately|about|est|estimated] [NUM] NUM (difficulty|stars|difficulty stars)",
		"(those|these) are (all [of] the rules|the only rules)", "(really|yes really|as always|as usual)",
		"values may repeat after doubling", "(really|yes really|as always|as usual)",
		"[as] [in] chess", "[ie] [those|cells] sharing an edge", "[defined|shown|marked] by the dashed lines", "cage totals must be deduced by the solver", "[which] (is|are|must be|has to be) [to be] (determined|deduced) by the solver", "[a|that is] one cell in (each|any|every) direction", "regardless of [their|the] position [on (the|that|a) line]",
		"[as] (indicated|marked|outlined|shown) (by|with) [a|the] (dashed|dotted|dashed and dotted) (line|lines|outline|outlines|border|borders)",
		"[along] with the following [additional] (constraints|rules|additions)", "(com|org|net)",
		"[the|this] (puzzle|sudoku|grid) has [exactly] (a unique|one|one unique|a single) solution",
	}},
	// the usual rules of Sudoku
	{Usual, nil, []string{
		"{usual} (fog of war|fog) sudoku rules apply",
		"{usual} [SIZE|{range}] sudoku (rules|rule|constraints) (apply|applies|appy|aply|hold|are in effect|are in force|are in place|are used|are followed|here)",
		"{usual} [SIZE] sudoku [rules|constraints|puzzle]",
		"{usual} rules [of sudoku] (apply|hold)", "[the] sudoku rules (are|apply) [as] {usual}", "[this is] [a|an] [WORD] (puzzle|sudoku) [on a SIZE grid] with {usual} [sudoku] rules",
		"{usual} rules [(of|for) sudoku] [apply]",
		"{usual} sudoku rules apply with the (addition|additions|addition that|addition of)",
		"(in addition to|additional to|along with|alongside|besides|on top of|as well as|together with|beyond) [the] {usual} [sudoku] (rules|rule|constraints) [of sudoku|for sudoku]",
		"{usual} sudoku rules apply [as well as the following|with the following additions|plus|with these additions|with additional constraints|along with the following|and]",
		"(solve|to be solved|fill the grid|use|using) [with|by|using|following|according to] [the] {usual} sudoku rules",
		"[the|all|all the|all of the] [{usual}] (rules (of|for) [{usual}] sudoku|sudoku rules) (apply|hold) [with (one|an|these|the following) additional (rule|rules|constraint|constraints)]",
		"(this is a|it is a|it's a|a|an|solve [it] as [a]|solve [it] like [a]) {usual} [SIZE] sudoku [puzzle]",
		"place (the|a) {digits} [from] LOW [to|through] HIGH in (each|every) (empty cell|cell)",
		"[the] {digits} {cannot} (repeat|be repeated|appear twice|appear more than once) [in|within|on] [the same] {houses}",
		"(标 准|普 通|常 规|正 常|经 典) 数 独 (规 则|的 规 则|规 则 适 用)",
		"(适 用|遵 循) (标 准|普 通|常 规|正 常|经 典) 数 独 规 则",
		"每 行 每 列 (和|及|与) [每 个] 每 [个] 宫 (填 入|包 含) LOW [到|至] HIGH",
	}},
	{Irregular, nil, []string{
		"[{usual}] (irregular|jigsaw) [SIZE] sudoku rules apply", "[{usual}] sudoku with (irregular|jigsaw) (regions|boxes)",
	}},
	// rules for the whole board
	{Adds, []string{"StrictDifference 1"}, []string{
		"consecutive {digits} {cannot} (be|appear|be placed) [in] [orthogonally|orthogonal|horizontally or vertically] (adjacent|neighbours|neighbors|next to each other|adjacent cells|neighbouring|touching) [to each other] [anywhere] [in the grid]",
		"orthogonally (adjacent|neighbouring|neighboring) ({digits}|{cells}) [in the grid] {must} (differ by|have a difference of) at least (2|two)",
		"[two] (adjacent|neighbouring|neighboring) {cells} {cannot} (contain|have|be|hold) consecutive [{digits}]", // from nonet's own text of the rule
		"non consecutive [sudoku] (rules|rule|constraint|sudoku) [apply|applies]",
		"nonconsecutive [sudoku] (rules|rule|constraint|sudoku) [apply|applies]",
	}},
	{Adds, []string{"Diagonal 1", "Diagonal -1"}, []string{
		"{digits} {cannot} (repeat|be repeated) (on|along|in|within) ((both|either|either of|both of|each of|each) [the] [two] (main|long|major|marked main|marked long) [marked] (diagonal|diagonals)|(the|the two) (main|long|major|marked main|marked long) [marked] diagonals) [marked in blue|marked]",
		"(along|on|in) (each|both|both of the|either of the|either|the two) [the] (main|long|major) (diagonal|diagonals) [marked in blue|marked] {digits} {cannot} (repeat|be repeated)",
		"{digits} {cannot} (repeat|be repeated) (on|along|in|within) (both|either|either of|both of) [the] diagonals",
		"(each|both|both of the|the two|each of the) [the] (main|long|major) (diagonal|diagonals) [marked in blue] {cannot} contain (a repeated {digit}|repeated {digits}|repeats)",
		"(each|both|both of the|the two|each of the) [the] (main|long|major) (diagonal|diagonals) [marked in blue] {must} (contain|contains|include|have) [each of|all of|all] {range} {once}",
		"(sudoku x|x sudoku|diagonal sudoku|x diagonal) rules apply",
		"对 角 线 (数 独|规 则|上 数 字 不 重 复|上 的 数 字 不 (能|得|可) 重 复)",
	}},
	{Adds, []string{"DisjointSets"}, []string{
		"[{same}] ({digits}|{cells}) [that appear|which appear|that are] {cannot} (appear|be|occur|repeat) (in|within) the same [relative] position [relative to their default regions] (in|within|of) (two|different|any two|two different|more than one) {box}",
		"{cells} [that appear|which appear|that are|which are] (in|within) the same [relative] position (in|within|of|relative to) (their default|different|their|each|the|any two|two different) {box} {cannot} (contain|have|be|hold) [the] {same} [{digits}]",
		"disjoint (sudoku|sets|set|groups|group|subsets) [rules|rule|constraint] [apply|applies]",
		"each {digit} (appears|must appear) in every possible position within a BOX box",
		"each {digit} must occupy each possible position in a BOX box",
	}},
	{Adds, []string{"AntiKnight"}, []string{
		"(无 马|无 马 步) [数 独|规 则]", "[there is [a|an]] {KNIGHT} [move] (rule|constraint|restriction) [apply|applies|is in effect]",
		"[there is [a|an]] [{usual}] (anti knight|anti knights|antiknight|anti knight sudoku|anti knight's move) [rule|rules|constraint|restriction|constraints] [apply|applies|is in effect]",
	}},
	{Adds, []string{"AntiKing"}, []string{
		"[there is [a|an]] [{usual}] (anti king|anti kings|antiking|anti king sudoku|anti king's move) [rule|rules|constraint|restriction|constraints] [apply|applies|is in effect]",
		"(无 缘) [数 独|规 则]", "[there is [a|an]] {KING} [move] (rule|constraint|restriction) [apply|applies|is in effect]",
		"[the] {same} {digits} {cannot} (be|touch) [each other] [not even|even] diagonally",
	}},

	// the meanings of clues on the board
	{Explains, []string{"Cage"}, []string{
		"[{usual}] (killer|cage) [cage|cages|sudoku] [rules|rule] [apply|applies]",
		"cages",
		"(in|within) {a} {cage} [the] {digits} {must} {sum} (the|a) [small] (clue|number|total|value|digit|sum|given total|given sum|given number) [given|shown|indicated|written] [in|at] [the] [top|upper] [left] [hand] [corner] [of] [the|each|that|its] [cage] [if given|if any|if present|where given|when given]",
		"[the] {digits} (in|within|inside) {a} {cage} {must} {sum} (the|a) [small] (clue|number|total|value|digit|sum|given total|given sum|given number) [given|shown|indicated] [in|at] [the] [top|upper] [left] [hand] [corner] [of] [the|each|that|its] [cage] [if given|if any|if present|where given|when given]",
		"{digits} {cannot} (repeat|be repeated) (in|within|inside) {a} {cage} which show (their|its) (sum|sums|total|totals)",
		"{digits} {cannot} (repeat|be repeated) (in|within|inside) {a} {cage} and must sum to (the|a) [small] (clue|number|total|value|sum|digit) [given|shown|indicated] [in|at] [the] [top|upper] [left] [corner] [of the cage] [if given]",
		"{digits} (in|within) {a} {cage} {cannot} (repeat|be repeated) [and must sum to the (given total|total|number given|number|clue|total given|sum|sum given)]",
		"{digits} (in|within) {a} {cage} {cannot} (repeat|be repeated) and {must} sum to the (given total|value shown|number|clue|total) [shown|given] [in the (upper|top) left corner] [of the cage]",
		"杀 手 [数 独|规 则]",
	}},
	{Explains, []string{"Thermo"}, []string{
		"[{usual}] (thermo|thermos|thermometer|thermometers) [sudoku] [rules|rule] [apply|applies]",
		"(along|on|in) {a} {thermo} [the] {digits} {must} [strictly] (increase|increases|rise|ascend) [strictly] [moving|as they move|going|starting] [away] (from|starting at) the (bulb|bulb end|round end|bulb to the tip|bulb end to the tip|bulb to tip|bulb to the end|bulb to the other end|bulb to the flat end)",
		"[the] {digits} (along|on|in) {a} {thermo} {must} [strictly] (increase|increases|rise|ascend) [strictly] [moving|as they move|going|starting] [away] from the (bulb|bulb end|round end|bulb to the tip|bulb end to the tip|bulb to the end|bulb to the other end|bulb to the flat end)",
	}},
	{Explains, []string{"SlowThermo"}, []string{
		"slow (thermo|thermos|thermometer|thermometers) [rules|rule] [apply|applies]",
	}},
	{Explains, []string{"Arrow", "PillArrow"}, []string{
		"[{usual}] (arrow|arrows) [sudoku] [rules|rule] [apply|applies]",
		"[the] {digits} (along|on|in) {a} {arrow} [in the grid] {must} {sum} (the|that|its) [{digits}] [given|shown] [in|of] [the] {circle}",
		"{cells} along {a} {arrow} {must} {sum} [the] {digit} in the {circle}",
		"[the] {digits} {allow} repeat (on|along) {a} {arrow} [{rules}]",
		"[the] {digits} (along|on|in) {a} {arrow} {must} {sum} the {digit} in the {circle} and {allow} repeat [along an arrow|on arrows] [{rules}]",
	}},
	{Explains, []string{"LittleKiller"}, []string{
		"[{usual}] little (killer|killers) [sudoku|sum|sums] [rules apply|clues|rule|rules|rule applies]",
		"[a|the|all] [{digits}|clue|clues|sum|sums|number|numbers] [given] outside [of] the grid (give|gives|show|shows|indicate|indicates|are) [the] [total] (sum|sums) of [the] [{digits}] [along|on|of|in] [the|each|those] (indicated|corresponding|marked|pointed) (diagonal|diagonals) [which|in which|where] [(may|can) (include|contain) repeats|{digits} (can|may) repeat]",
		"[the] {digits} {allow} repeat (along|on) {a} [these|those|indicated] (diagonal|diagonals|little killer diagonals) [{rules}]",
		"[the] {digits} (along|on) {a} [these|those|indicated] (diagonal|diagonals) {allow} repeat [{rules}]",
	}},
	{Explains, []string{"Sandwich"}, []string{
		"[{usual}] (sandwich|sandwiches|sandwich sums) [sudoku] [rules|rule] [apply|applies]",
		"[a|the|all] [{digits}|clue|clues] outside [of] the grid (give|gives|show|shows|indicate|indicates) the [total] (sum|total) of [the] {digits} [sandwiched|that are sandwiched|placed|that lie] between [the] LOW and [the] HIGH in (that|the|each|their) [respective] (row column|row or column|row and column)",
		"[a|the|all] [{digits}|clue|clues] outside [of] the grid (give|gives|show|shows|indicate|indicates) the [total] (sum|total) of [the] {digits} [sandwiched] in that row column between [the] LOW and [the] HIGH",
	}},
	{Explains, []string{"XSum"}, []string{
		"x (sum|sums) [sudoku] [rules|rule] [apply|applies]",
	}},
	{Explains, []string{"Skyscraper"}, []string{
		"(skyscraper|skyscrapers) [sudoku] [rules|rule] [apply|applies]",
		"[a|the|all] [clue|clues] outside the grid (show|shows|indicate|indicates|give|gives) (how many can be seen|the number of visible skyscrapers|how many skyscrapers can be seen) in (that|the|their) (row column|row or column) [as seen] from (that|their|the) (vantage point|direction)",
	}},
	{Explains, whiteDots, []string{
		"[{usual}] (kropki|kropki dots|kropki pairs) [rules|rule] [apply|applies]",
		"[two] ({cells}|{digits}) {joined} {a} [small] [kropki] white [kropki] (dot|dots|circle) {must} (contain|have|be|are) [{digits} that are] consecutive [{digits}]",
		"{cells} {joined} {a} white dot (have|must have) a difference of 1",
		"[the] ({digits}|{cells}) {joined} {a} white dot {must} [be|are] consecutive",
	}},
	{Explains, blackDots, []string{
		"[two] ({cells}|{digits}) {joined} {a} [small] [kropki] black [kropki] (dot|dots|circle) {must} (contain|have|be|are) [{digits}] (in|with|having) {a} [ratio] (1 2|2 1|ratio 1 2|ratio of 1 2|ratio of 2 1|ratio 2 1) [ratio]",
		"[two] ({cells}|{digits}) {joined} {a} [small] [kropki] black [kropki] (dot|dots|circle) {must} have a (1 2|2 1) ratio",
		"[two] ({cells}|{digits}) {joined} {a} [small] [kropki] black [kropki] (dot|dots|circle) {must} have a ratio of (1 2|2 1)",
		"[ie] one {digit} (will be|is|must be|has to be) (double|twice) the other",
	}},
	{Explains, letters, []string{
		"[{usual}] (xv|x v) [rules|rule] [apply|applies]",
		"standard (x|v|xv)",
	}},
	{Explains, []string{"X", "Sum"}, []string{
		"[the] ({digits}|{cells}|digits in cells) ({joined}|that have|with) {a} (x|xs|x's) [between them] {must} [contain digits] (sum|summing|add|add up|total) [to] 10",
	}},
	{Explains, []string{"V", "Sum"}, []string{
		"[the] ({digits}|{cells}|digits in cells) ({joined}|that have|with) {a} (v|vs|v's) [between them] {must} [contain digits] (sum|summing|add|add up|total) [to] 5",
	}},
	{Idle, nil, []string{
		"not all [of them|of these] (are|have been) [necessarily] {shown}",
		"(two|2) [{cells}|steps] in one direction [and|then] (one|1) [{cells}|step] (perpendicular|in a perpendicular direction|perpendicularly|sideways)",
		"not all [possible|existing|the] [white|black] [kropki] (dot|dots|xs|x's|vs|v's|xv|xvs|symbols|dots x's and v's|xs and vs|x's and v's|vs and xs|vs and xes|vs and xses|xv clues|clues) [are|have been|may be] [necessarily|necesarilly] {shown}",
		"(without [a|any] negative (constraint|constraints)|[there is|there are] no negative (constraint|constraints) [apply|applies|of any kind])",
	}},
	{Explains, []string{"Quad"}, []string{
		"(quadruple|quadruples|quads) [rules|rule] [apply|applies]",
		"{digits} in {a} [large|white|small] (circle|circles) must appear [at least once] in [at least one of] [one of] the [four] (surrounding cells|four surrounding cells|surrounding four cells|four cells touching the circle|touching cells|surrounding 2x2 cell area)",
	}},
	{Explains, []string{"Odd", "Even"}, []string{"(odd even|odd|even) (rules|rule|cells) [apply|applies]"}},
	{Explains, []string{"Minimum", "Maximum"}, []string{"[{usual}] (min max|minimum maximum) [rules|rule] [apply|applies]"}},
	{Explains, []string{"Indexing"}, []string{"[row|column|row column|box] (indexer|indexers|indexing) [{cells}] [rules|rule] [apply|applies]"}},
	{Adds, []string{"Indexing 123456789"}, []string{"column (indexer|indexers) everywhere"}},
	{Adds, []string{"StrictXV"}, []string{"negative xv [rules|rule|constraint] [apply|applies]"}},
	{Idle, nil, []string{
		"[so|thus] [a|an] NUM in CELL (tells you|means|indicates|would mean|implies) [that] [there's|there is|there must be|there has to be] [a|an] NUM in CELL",
	}},
	{Explains, []string{"Palindrome"}, []string{
		"{digits} (along|on) {a} {colour} {line} [{must}] (form|read) [a] [palindromes|palindrome|the same] [forwards and backwards|in both directions|from either end]",
	}},
	{Explains, []string{"Renban"}, []string{
		"[the] {digits} (along|on) {a} {colour} [renban] {line} {must} (form|be|are) {a} [non repeating] [set of] consecutive [non repeating] [set of] [{digits}] [which can appear|that can be|which can be] [in any order|without repetition] [without repetition]",
		"{a} {colour} [renban] {line} {must} (contain|contains) {a} [set of|sequence of] [non repeating] [distinct] [set of] consecutive [set of] [non repeating] [{digits}] [which can appear|that can be|which can be] [in any order]",
	}},
	{Explains, []string{"Whisper"}, []string{
		"[german] (whisper|whispers) [line|lines] [rules|rule] [apply|applies]",
		"[any] [two] [orthogonally] (adjacent|neighbouring|neighboring) ({digits}|{cells}) (along|on) {a} {colour} [german whispers|german whisper|dutch whisper|whisper|whispers] {line} {must} ({apartby} NUM|{atleast} NUM|have difference of at least NUM)",
		"(along|on) {a} {colour} [german whisper|whisper] {line} [each pair of|all] (adjacent|neighbouring) {digits} {must} ({apartby} NUM|{atleast} NUM)",
	}},
	{Explains, []string{"RegionSumLine"}, []string{}},
	{Explains, []string{"Between"}, []string{}},
	{Explains, []string{"Diagonal"}, []string{
		"{digits} {cannot} (repeat|be repeated) (along|on) (the|an|each|every) (indicated|marked|drawn|shown|highlighted) (diagonal|diagonals)",
	}},
	{Explains, []string{"Clone"}, []string{
		"[{usual}] (clone|clones) [rules|rule] [apply|applies]",
		"(cages|regions|areas|shapes|cells|dominoes|dominos) of the same (color|colour) are [exact] (identical|clones) [of each other] [they have the same {digits} (at|in) the same (position|positions) [in the (domino|region|shape|cage|area)]]",
		"[the] [two|both] {colour} (regions|shapes|areas|cages) are [exact|identical] clones [of each other]",
	}},
	{Explains, []string{"AllDifferent", "ExtraRegion"}, []string{
		"extra (region|regions) [rules|rule] [apply|applies]",
	}},
}

// lineRuleNameRows returns rows for sentences that only name the rule for some lines: "Blue lines are region sum
// lines".
func lineRuleNameRows() (rows []phraseRow) {
	for _, one := range [][2]string{
		{"RegionSumLine", "region sum|region sums|equal sum"}, {"Renban", "renban|renbans"}, {"Nabner", "nabner|nabners"}, {"Palindrome", "palindrome|palindromes"}, {"Zipper", "zipper|zippers"},
		{"Lockout", "lockout"}, {"Between", "between"}, {"Entropic", "entropic|entropy"}, {"Modular", "modular"}, {"Parity", "parity"},
		{"Whisper=5", "german (whisper|whispers)"}, {"Whisper=4", "dutch (whisper|whispers)"},
	} {
		noun := "[line|lines|sum lines|rules|rule]"
		if one[0] == "Between" { // "between" alone is no name
			noun = "(line|lines|rules|rule)"
		}
		rows = append(rows, phraseRow{Explains, []string{one[0]}, []string{
			"[the|all|all the] (" + one[1] + ") (line|lines) (is|are) [all] [shown|drawn|marked] [in] [light|dark] COLOUR",
			"[the|all|all the|all of the|each|every|any|a|these|both] [light|dark] [COLOUR] (line|lines) [in the grid] (are|is) [all] [a|an|called|known as] (" + one[1] + ") [line|lines] [regardless of (color|colour)]",
			"[{usual}] (" + one[1] + ") [sudoku] " + noun + " [rules|rule] [apply|applies]",
			"[the|all|every] [light|dark] COLOUR [line|lines] [=|are|is|mark|marks|indicate|indicates|represent|represents|denote|denotes] [a|an] (" + one[1] + ") [line|lines|sum lines]",
		}})
	}
	return append(rows, phraseRow{Explains, []string{"Whisper=4"}, []string{"dutch (whisper|whispers) [line|lines] [rules|rule] [apply|applies]"}})
}
