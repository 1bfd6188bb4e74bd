package wording

import (
	"slices"
	"sort"
)

// bagParts are parts of the bags' phrases.
func bagParts() map[string]string {
	return map[string]string{
		"MODS":    "1 4 7|147|2 5 8|258|3 6 9|369",
		"ENTROPY": "1 2 3|123|4 5 6|456|7 8 9|789",
		"SUMTO":   "(sum|sums|total|totals|add|adds|add up|adds up|summing|adding|adding up|summed) [up] [to|of|exactly to|to a total of|to give]",
		"NOT":     "({cannot}|no|never|not|none|without)",
		"SPOT":    "(same|identical|corresponding) [relative] (position|positions|place|places|spot|location) [relative to|within|in]",
		"TIMES":   "(multiply|multiplies|multiplied|product|products) [to|of|together to|together]",
		"NEIGH":   "[from] (their|its|each|the) [adjacent|direct|immediate] (neighbour|neighbours|neighbor|neighbors) [on the same line|on the line|along the line|on that line|there]",
		"NOREP":   "({cannot} (repeat|be repeated|contain repeats|have repeats|contain duplicates)|{cannot} (contain|include|have) [any|a] (repeat|repeats|repeated|repeating|duplicate) [{digits}]|no {digit} [may|can] (repeat|repeats|be repeated)|no [repeat|repeated|repeating|duplicate] {digits} [repeat|repeats]|(without|with no|no|contain no|include no) (repeats|repetition|repetitions|repeating|repeat|repeated|duplicates) [{digits}]|not (repeat|be repeated)|are (different|distinct|unique)|(be|contain|have) (different|distinct|unique) [{digits}]|(contains|contain|show|hold) no (repeat|repeats|repeated) [{digits}]|(no {digit}|same {digit}) [can|may|{cannot}] (appear|appears|occur|occurs) [twice|more than once]|non repeating|nonrepeating)",
		"MAYREP":  "(which|that|and|but) (may|can|could|might) (repeat|include repeats|contain repeats|include repeat {digits}|include repeated {digits}|contain repeated {digits})|(may|can|could|might|are allowed to) [also] (repeat|be repeated|include repeats|contain repeats)|[in which|where] {digits} (may|can) repeat|repeats are (allowed|permitted)|(repeats|repetition) allowed",
		"IFRULES": "(if|when|where|as long as|provided|unless) [this is|it is|they are|that is] (allowed|permitted|not otherwise prohibited|otherwise allowed|prohibited) [by] [the] [other|sudoku|normal|normal sudoku|usual|regular] [rules|rule|constraints]",
		"IFGIVEN": "(if|when|where|whenever|as) [one is|it is|they are|there is one|a clue is|a total is|a sum is|a number is|a value is|any is] [given|shown|provided|present|any|indicated|stated|specified|possible|there]",
		"CORNER":  "(top|upper) left [hand] [corner]|left (top|upper) [corner]|corner|corners|small|little",
		"CIRCLE":  "(circle|circles|bulb|bulbs|circled {cells}|circled {digit}|circled end|pill|pills|oval|ovals|bubble|bubbles|circle's|circle or pill|circle pill|circles or pills)",
		"DOT":     "[kropki] (dot|dots|circle|circles|bubble|bubbles) [between them]",
		"RATIO":   "(1 2|2 1|one to two|two to one|1 to 2|2 to 1|1 2 ratio|double|twice|two times|factor of 2|factor of two|ratio of 2|ratio 2|half)",
		"CONS":    "(consecutive|[a] difference of (1|one)|(differ|differs) by (1|one)|(1|one) apart)",
		"JOIN":    "joined|joins|join|separated|separate|separates|linked|link|links|connected|connect|connects|on either side|either side of|between|across|straddling|adjoining|share|sharing|orthogonally|horizontally or vertically|adjacent|neighbouring|neighboring|touching|indicate|indicates|denote|denotes|mark|marks|mean|means|signify|signifies|show|shows|represent|represents|kropki|small|exactly|must be|edge|border|them|they|directly|other",
		"LINE":    "(line|lines|line's|strand|strands|path|paths|ring|loop|loops|thread|threads)",
		"ADJ":     "(adjacent|neighbouring|neighboring|neighbours|neighbors|next to each other|successive|touching|from [their|its] (neighbours|neighbors)|connected|consecutive {cells})",
		"ATLEAST": "((differ|differs|be|different|apart) [by|with] [at least|a minimum of|minimum of|at minimum] NUM|difference of [at least|a minimum of|minimum of|minimally] NUM [or (greater|more|higher|larger)]|at least NUM apart|minimum difference of NUM|difference (greater than or equal to|at least) NUM)",
		"ANYORD":  "(can|may|but can|but may) (appear|be|be placed|go|occur|be arranged) in any order|[arranged] in any order|any order|in no particular order|not necessarily in order|in some order|without repetition|no particular order",
		"INCR":    "[strictly|always] (increase|increases|increasing|ascend|ascends|ascending|rise|rises|go up|grow|get larger|get bigger) [strictly|in value|in size]",
		"FROMB":   "[starting|beginning|moving|going|away|as they move|as you move|as it moves|starting from|moving away] (from|at) [the|its|each|their|a] [round|rounded|circular] (bulb|bulbs|circle) [end|ends|side]",
		"TOTIP":   "to [the|its|each|their] [other|flat|thin|far] (tip|tips|end|ends|top)|(towards|toward) the (tip|tips|end|ends)|to tip|to end|away|[from] [the] (bulb|bulbs) to [the] [other] (tip|tips|end|ends)|from",
		"SLOW":    "((increase|increases|ascend|ascends|rise|rises|go up) or (stay|stays|remain|remains|repeat|be equal|keep|are equal) [the same|equal|constant]|[either] (stay the same|remain the same|repeat) or (increase|rise|ascend)|{cannot} decrease|[generally] increase but may (stay|remain) the same|generally increase|not decrease|never decrease|non decreasing|increase (and|but) may repeat)",
		"ENDS":    "(circle|circles|circled ends|circled cells|circled end|ends|endpoints|end points|bulbs|endpoint|circled digits)",
		"SURR":    "(surrounding|four (cells|surrounding)|touching|around|adjoining|adjacent|neighbouring|2x2|touch|touched|surround|corners|connecting)",
		"BIGGER":  "(greater|larger|higher|bigger|more) than",
		"SMALLER": "(smaller|lower|less|lesser) than",
		"NEXTTO":  "(neighbours|neighbors|adjacent|neighbouring|neighboring|surrounding|share an edge|touching)",
		"ROW":     "(row|rows)",
		"COLUMN":  "(column|columns|col|cols)",
		"BOXES":   "[BOX|2 x 2|2 x 3|3 x 3|3 x 2|9 cell|6 cell] [shaped|bold|bordered] (box|boxes|region|regions|block|blocks|subgrid|nonet|nonets|area|areas)",
		"FILL":    "place|put|fill|fill in|enter|write|insert|placed|filled|into|exactly|once|one time|only once|without repeating|so that|such that|occur|occurs|include|includes|SIZE|normal|standard|different|set|whole|completely|using|use",
		"RANGE":   "[from] [the] [{digits}] [from] LOW [to|through|thru|until|up to] HIGH",
		"OUTSIDE": "outside|beside|outside of|next to|around|edge|edges|on the outside|row or column|row column|row and column|(row|column|rows|columns) [or|and] [columns|column]|that direction|direction|in that|show|shows|indicate|indicates|give|gives|equal|equals|state|states|tell|tells|seen|from|to the left|above|below|placed",
		"SAMESUM": "(same (sum|total)|equal (sum|sums|total)|constant sum|sum to the same|sum to the same (number|total|value|digit|amount)|sum to an equal|identical sum|have the same total|same sum n|equal sum n)",
	}
}

// bagRows are the table. To add one, add a row: no code knows the rows.
func bagRows() []bagRow {
	return slices.Concat(bagTable, cellRows())
}

var bagTable = []bagRow{
	// The board.
	{"usual", []string{"apply", "{usual} [sudoku] rules"}, "sudoku|of sudoku"},
	{"usual", []string{"{ROW}", "{COLUMN}", "{BOXES}", "({NOREP}|{RANGE}|{once} each|once|exactly once)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"latin", []string{"{ROW}", "{COLUMN}", "({NOREP}|{RANGE}|once)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"irregular", []string{"{ROW}", "{COLUMN}", "(irregular|irregularly shaped|jigsaw|outlined|marked|outlined irregular) (box|boxes|region|regions|shape|shapes|area|areas)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"+SameDigits", []string{"same (NUM digit|NUM {digits}) [subset|set]", "{RANGE}", "{ROW}", "{COLUMN}", "{BOXES}"}, "{FILL}"},
	{"+SomeDigits", []string{"NUM different {digits}", "[set] {RANGE}"}, "select|choose|pick|set|from|exactly"},
	{"+SomeThirds", []string{"include one from", "{MODS}"}, "{digits}|one|from|{MODS}|also|at least"},
	{"+DutchFlatmates", []string{"[any|every|each|a|all] (5|5s|5's|five|fives)", "(1|one) [directly|immediately] above [it]", "or", "(9|nine) [directly|immediately] below [it]"}, "have|has|must have|or both|both|either|in the grid|it|cell"},
	{"+DisjointSets", []string{"{SPOT}", "({BOXES}|two {BOXES})", "({NOT}|different)"}, "{same} {digits}|appear|appears|occur|occurs|repeat|repeats|be repeated|contain|twice|two|same|more than one|than|once|more than once|different|repeated|any|be|placed|may|can|eg r1c1 and r4c4"},
	{"+StrictXV", []string{"(adjacent|neighbouring|neighboring|neighbours)", "{cannot} {SUMTO} (5 or 10|10 or 5|five or ten)"}, "orthogonally"},
	{"+MagicBox", []string{"(central|centre|center|middle) [BOX|3 x 3] (box|region|square)", "magic square"}, "is|forms|a|must be"},
	{"-", []string{"[computer|human] (verified|checked|tested)", "[unique] (solution|solve)"}, "unique|a|has|this|puzzle"},
	{"uncaged", []string{"({MAYREP})", "{IFRULES}"}, "such|on|along|line|lines|arrow|arrows|thermo|diagonal|diagonals|{LINE}"},
	{"-", []string{"(dots|dot|bubbles|markings|symbols|clues|xs|vs|circles|kropki dots)", "(may|might|need) not (all|necessarily) be|not [necessarily] all|need not all be", "given|shown|marked"}, "all|be"},
	{"-", []string{"these NUM {digits} [only]", "{ROW}", "{COLUMN}", "{BOXES}"}, "{FILL}|{NOREP}|use|only|or|every cell"},
	{"-", []string{"if CELL (is|contains) a NUM", "CELL is a NUM"}, "that tells you|that means|means|then|tells|would|so"},
	{"-", []string{"[all] clues", "(standard|as usual)"}, "rules"},
	{"-", []string{"not (all|every) [possible|existing]", "(dot|dots|bubbles|markings|marks|signs|inequalities|diamonds|letters|lines|thermos|arrows|cages|x|v|xs|vs|xv|x's|v's|xes|xses|symbols|clues|circles|squares|constraints|kropki|pairs)"}, "are|necessarily|necesarilly|shown|xs|vs|x's|v's|x|v|xes|vs|dots|white|black|been|may|or|possible|have|is|dot"},
	{"-", []string{"({ANYORD}|can appear in any order)"}, "on a line"},
	{"+Diagonal~1,Diagonal~-1", []string{"(main|long|major|both) [main|long|major] (diagonal|diagonals)", "({NOREP}|{RANGE})"}, "either|COLOUR|once|{once}|each of|of"},
	{"Diagonal/line", []string{"[COLOUR] (diagonal|diagonals)", "({NOREP}|{RANGE})"}, "COLOUR|line|lines|once|{once}|marked in"},
	{"Indexing", []string{"(159|1 5 9|column 1|columns 1 5 and 9|column 5)"}, "columns|column|row|tell|tells|you|what|is|in each row|same|true|of|5|9|1|indicate|indicates|give|gives|position|appears|rules apply|ie|index"},
	// Cages.
	{"CagesDiffer/cage", []string{"[all] {cage}", "((different|distinct|unique) (sum|sums|total|totals)|(sum|sums|total) (is|are) (different|distinct|unique))"}, "marked|the"},
	{"CagesDiffer/cage", []string{"no two {cage}", "(have|has|with|share|sum to) the {same} (sum|total|prime|number)"}, "marked|can|may"},
	{"CageDistinct/cage CagesDiffer/cage", []string{"all {cage}", "(different|distinct|unique) (sum|sums|total|totals)", "(none contain repeat digits|{NOREP})"}, "marked|the"},
	{"Cage/cage", []string{"{cage}", "{SUMTO}"}, "{cage}|the cage's|{CORNER}|total|sum|{IFGIVEN}|of|the sum of|equal|equals|exactly"},
	{"Cage/cage", []string{"{cage}", "{NOREP}"}, "within|inside"},
	{"Cage/cage", []string{"{cage}", "{NOREP}", "{SUMTO}"}, "{CORNER}|total|totals|sum|sums|may|show|shows|{IFGIVEN}|of|equal"},
	{"Sum/cage", []string{"{cage}", "{MAYREP}"}, "{IFRULES}"},
	{"Sum/cage", []string{"{cage}", "{MAYREP}", "{SUMTO}"}, "show|shows|{CORNER}|{IFGIVEN}|{IFRULES}|of"},
	{"Cage/cage", []string{"{cage}", "(their|its|the) (sum|sums|total|totals|values)"}, "show|shows|may|if given|{CORNER}"},
	{"Cage/cage", []string{"{cage}", "(their|its|the) (sum|sums|total|totals|values)", "{NOREP}"}, "show|shows|may|be|if given|{CORNER}"},
	{"CagesAlike/cage", []string{"{cage}", "{SAMESUM}"}, "to be (determined|deduced|discovered|found)|which must be (determined|deduced)|is to be (determined|deduced|discovered)|which is|summing|total|unknown|be determined by (the solver|you)"},
	{"CagesAlike/cage CageDistinct/cage", []string{"{cage}", "{SAMESUM}", "{NOREP}"}, "to be (determined|deduced|discovered|found)|which must be (determined|deduced)|is to be (determined|deduced|discovered)|which is|summing|total|unknown"},
	{"PrimeCages/cage", []string{"{cage}", "{SUMTO}", "prime [{digit}]|primes"}, "a|in|of"},
	{"SquareCages/cage", []string{"{cage}", "{SUMTO}", "(perfect|square) (square|squares|{digit}|{digits})"}, "a|in|of"},
	{"OddCages/cage", []string{"{cage}", "{SUMTO}", "odd [{digit}|{digits}|total|totals]"}, "a|an|in|of|every single"},
	{"EvenCages/cage", []string{"{cage}", "{SUMTO}", "even [{digit}|{digits}|total|totals]"}, "a|an|in|of|every single"},
	{"CageProduct/cage", []string{"{cage}", "{TIMES}"}, "{CORNER}|{IFGIVEN}|show|shows|equal|equals|given|of|indicated|indicate|their|{MAYREP}|{IFRULES}"},
	{"CageProduct/cage CageDistinct/cage", []string{"{cage}", "{TIMES}", "{NOREP}"}, "{CORNER}|{IFGIVEN}|show|shows|equal|equals|given|of|indicated|indicate|their|which"},
	// Thermometers.
	{"Thermo/thermo", []string{"{thermo}", "{INCR}"}, "or|{FROMB}|{TOTIP}|(in|in the) direction"},
	{"Thermo/thermo", []string{"{INCR}", "{FROMB}"}, "{TOTIP}"},
	{"SlowThermo/thermo", []string{"[slow] {thermo}", "{SLOW}"}, "{FROMB}|{TOTIP}|either|slow|{IFRULES}"},
	{"SlowThermo/thermo", []string{"slow {thermo}"}, "{INCR}|{FROMB}|{TOTIP}"},
	{"SlowThermo/thermo", []string{"(may|can) (stay|remain) the same"}, "{IFRULES}|{SLOW}|but|may never decrease"},
	// Arrows.
	{"Arrow,PillArrow/arrow", []string{"(arrow|arrows|arrow's|arrows')", "{SUMTO}", "{CIRCLE}"}, "(2|two|3|three|multi) digit|two or three digit|read|reads|written|left to right|from left to right|top to bottom|downwards|or|attached|connecting|same|that arrow's|equal|equals|is|of|the sum of|shaft|line|lines|{MAYREP}|{IFRULES}|{CIRCLE}|placed|at its end|at the end|arrow's|for"},
	{"Arrow,PillArrow/arrow", []string{"(arrow|arrows)", "({MAYREP})"}, "{IFRULES}"},
	{"Arrow,PillArrow/arrow", []string{"((2|two|3|three|multi) digit|the number|numbers)", "{CIRCLE}", "(read|reads|reading|written|left to right)"}, "read|reads|left to right|top to bottom|top down|from|or|downwards|total|{SUMTO}"},
	// Diagonals with an arrow beside the board.
	{"LittleKiller/diagonal", []string{"(diagonal|diagonals)", "{SUMTO}"}, "little killer|little killers|arrow|arrows|arrowed|total|sum|which|pointed|pointing|direction|number by|of|the sum of|{OUTSIDE}|{MAYREP}|{IFRULES}|{IFGIVEN}|equal|along|in the direction of|by|by the"},
	{"LittleKiller/diagonal", []string{"(diagonal|diagonals)", "({MAYREP})"}, "{IFRULES}|little killer|such"},
	{"EqualProducts/diagonal", []string{"(diagonal|diagonals)", "same product|equal product|equal products"}, "indicated|arrow|arrows|marked|digits"},
	{"CountingSets/diagonal", []string{"(arrow diagonal|arrow diagonals|diagonal|diagonals|indicated diagonal)", "(how many|that many|the number of)", "(arrow diagonals|diagonals)", "contain that {digit}|it appears [on|in]|have that {digit}"}, "any|exactly|indicates|along|tells"},
	{"EqualSums/diagonal", []string{"(diagonal|diagonals)", "{SAMESUM}"}, "indicated|arrow|arrows"},
	// Clues beside the board.
	{"Sandwich/outside", []string{"between [the] LOW and [the] HIGH", "{SUMTO}"}, "sandwiched|sandwich|of|the sum of|total sum of|in between|{OUTSIDE}"},
	{"Sandwich/outside", []string{"sandwiched between", "LOW and [the] HIGH", "{SUMTO}"}, "of|total sum of|{OUTSIDE}"},
	{"XSum/outside", []string{"first (x|n)", "{SUMTO}", "(x|n) (is|equals|being) [the] [{digit}] [value of] [in] [the|that] first [such]"}, "of|row|column|that|sum of|{OUTSIDE}|seen from"},
	{"FirstCells/outside", []string{"(outside|{digits} outside)", "(appear|appears|be placed|occur|occurs|be)", "first NUM {cells}"}, "{OUTSIDE}|in|of|that|row|column|looking|from|direction|some order|any order|somewhere|one of|at least once|clue|which|corresponding"},
	{"Skyscraper/outside", []string{"taller|higher|larger", "(skyscrapers|buildings|ones)", "(block|hide|obscure|obstruct)"}, "smaller|shorter|lower|equal|view|from|or|ones|behind|them|skyscrapers|buildings"},
	{"Skyscraper/outside", []string{"(skyscrapers|buildings)", "(block|hide|obscure|obstruct)", "smaller|shorter|lower"}, "view|from|or|ones|equal|behind|them|skyscrapers|buildings"},
	{"Skyscraper/outside", []string{"(skyscraper|skyscrapers|building|buildings)", "(visible|seen|see|obscure|block|hide|height|heights|represent|represents|corresponding)"}, "taller|higher|larger|shorter|smaller|lower|behind|assuming|assume|in total|along|when|cell {digit}'s|occupied by|height|heights|visible|see|seen|can be seen|be|how many|number of|as|of|from|vantage|point|line of sight|view|look|looking|with|ones|other|obscure|block|hide|represent|considered|as|{OUTSIDE}|of that height|can"},
	{"NumberedRoom/outside", []string{"(n th|nth|x th|xth)", "(n|x) is", "first"}, "has|{OUTSIDE}|which|that|in the|direction"},
	// Marks between neighbours.
	{"WhiteDot,Difference/dot", []string{"white {DOT}", "{CONS}"}, "{JOIN}|{CONS}|shows that|means that"},
	{"BlackDot,Ratio/dot", []string{"black {DOT}", "{RATIO}"}, "{JOIN}|ratio|of|where|one|is|of the other|the other|as much as|in|to one another|i e|other|have a|be"},
	{"WhiteDot,Difference/dot BlackDot,Ratio/dot", []string{"white {DOT}", "{CONS}", "black {DOT}", "{RATIO}"}, "{JOIN}|ratio|of|one|the other"},
	{"ConsecutiveOrDouble/dot", []string{"{DOT}", "{CONS}", "{RATIO}", "[either] or"}, "{JOIN}|ratio|either|or|of|or both|in"},
	{"+StrictKropki", []string{"(no|without a|without any) [kropki] (dot|dots|circle|circles)", "neither [of these] [properties|property|relation|relations|condition|conditions]"}, "if there is|between|adjacent|neighbouring|hold|holds|apply|applies|true|of these"},
	{"+StrictRatio~2", []string{"all [possible|the] black (dots|dot)", "are|have been"}, "given|shown|marked"},
	{"+StrictDifference~1", []string{"all [possible|the] white (dots|dot)", "are|have been"}, "given|shown|marked"},
	{"+StrictKropki", []string{"all [possible|the] [kropki|white and black|black and white] (dots|pairs)", "are|have been"}, "given|shown|marked"},
	{"X,Sum/letter", []string{"(x|xs|x's|an x)", "{SUMTO} (10|ten)"}, "{JOIN}|of"},
	{"V,Sum/letter", []string{"(v|vs|v's)", "{SUMTO} (5|five)"}, "{JOIN}|of"},
	{"X,V,Sum/letter", []string{"(x|xs|x's)", "(v|vs|v's)", "10|ten", "5|five"}, "{JOIN}|{SUMTO}|respectively|of|those|or"},
	{"+StrictXV", []string{"all [possible] (xv|xvs|x v|xs|x's|xes) [clues] [and] [vs|v's|v] [clues]", "are|have been"}, "given|shown|marked"},
	{"GreaterThan/sign", []string{"(inequality|inequalities|greater than|less than|comparison) [sign|signs|symbol|symbols|marker|markers|clue|clues]", "(point|points|pointing)", "(lower|smaller|lesser|smallest|lowest)"}, "they (link|join|separate)|of|at|of the|between|cells that share that edge"},
	{"GreaterThan/sign", []string{"(inequality|inequalities|greater than|less than|comparison)", "(larger|greater|bigger|which is larger|satisfy|satisfied|obey|obeyed|respected)"}, "sign|signs|symbol|symbols|adjacent|of|indicate|which|is|open|opens|side"},
	{"Difference/letter", []string{"{digit}|{digits}|circled {digit}|{circle}|{CIRCLE}|{DOT}", "(difference|differences)"}, "between|of|show|shows|give|gives|indicate|indicates|represent|represents|is|equals|in|inside|on|{JOIN}|border|black|white|small|they join|join|two cells|circle|circles|edge"},
	{"Quad/quad", []string{"({CIRCLE}|circled {digits}|quadruple|quadruples)", "{SURR}"}, "appear|contained|occur|be|at least once|at least one of|at least one|one of|somewhere|of|(touched|touching) by|large|larger|big|show|shows|without arrows|indicated|small|circled|include|four|one|cells|area|touch|surrounding|the circle|be placed|around|circle"},
	{"CountingCircles/circle", []string{"({CIRCLE}|circled)", "(how many|that many|exactly n|the number of|as many|number of times|exactly that many|n|total number of)"}, "exactly|say|says|appear|appears|occur|occurs|if|times|same|indicate|indicates|show|shows|tell|tells|is|equals|that|total|in|inside|{CIRCLE}|circled|have|can|be|as|n|of|its own"},
	{"Maximum/shade", []string{"(cell|cells|square|squares)", "{BIGGER}", "{NEXTTO}"}, "four|all four|orthogonally|orthogonal|of|be|white|which|share an edge"},
	{"Fortress/shade", []string{"(cell|cells|square|squares)", "{BIGGER}", "{NEXTTO}", "(unshaded|white|uncoloured|non grey|unmarked|non shaded)"}, "orthogonally|orthogonal|of|be|share an edge"},
	{"Minimum/shade", []string{"(cell|cells|square|squares)", "{SMALLER}", "{NEXTTO}"}, "four|all four|orthogonally|orthogonal|of|be"},
	// Lines.
	{"Whisper/line", []string{"[german|dutch] [whisper|whispers] {LINE}", "{ADJ}", "{ATLEAST}"}, "each|along|on|with|(german|dutch) [whisper|whispers]|whisper|whispers|any|of|which|numerically"},
	{"Whisper/line", []string{"{LINE}", "(differ|differs) {NEIGH} by [at least|a minimum of] NUM"}, "each|along|on|any|which"},
	{"Whisper/line", []string{"(german|dutch|whisper|whispers)", "{ATLEAST}"}, "{LINE}|{ADJ}|whisper|whispers"},
	{"Renban/line", []string{"[renban] {LINE}", "consecutive", "({NOREP}|{ANYORD}|set|sequence|run|series|group)"}, "form|forms|of|order|sequence|set|run|series|group|renban|{ANYORD}|{NOREP}|single|unbroken|consist|consists|distinct|however|but|can|may|made up|occupied"},
	{"Nabner/line", []string{"[nabner] {LINE}", "(no two {digits} [on the line|along the line] [may|can] (be|are)|{cannot} (be|contain|have)) [two|any] consecutive"}, "{NOREP}|nabner|{ADJ}|set|of|any|not"},
	{"Palindrome/line", []string{"{LINE}", "(palindrome|palindromes|palindromic)"}, "form|forms|read|reads|reading|same|ie|forwards and backwards|(both|either|each) (way|ways|direction|directions|end|ends)|backward|backwards|forward|forwards|from|in|as|sequence"},
	{"Palindrome/line", []string{"({LINE}|palindrome|palindromes)", "same", "(forwards and backwards|backwards and forwards|forward and backward|(both|either|each) (way|ways|direction|directions|end|ends)|forwards as backwards|backwards as forwards)"}, "read|reads|reading|from|in|as|sequence|string|be|of"},
	{"RegionSumLine/line", []string{"{LINE}", "{SAMESUM}", "({BOXES}|box borders|segments|segment)"}, "passes|through|divide|divides|divided|into|segments|segment|border|borders|box|boxes|of|n|when|to|separately|for|region|sum|it|same|within"},
	{"-", []string{"if a {LINE}", "(same box|same region)", "(separately|separate|each segment|individual)"}, "passes|through|segment|segments|individual|more than once|multiple times|times|sums|sum|n|of|such|box|region|line|considered|same|separately|to|visit|visits|each|separate|that"},
	{"Between/line", []string{"[between] {LINE}", "[strictly] between [those]", "{ENDS}"}, "{MAYREP}|{IFRULES}|(include|including) repeats|greater than the (lower|lesser|smaller) of|(lower|less|smaller) than the (greater|larger|higher|other) of|between|somewhere|associated|connected|filled|which|line|lines|line's|{LINE}|ie|strictly|attached|numerically|of|(circled|circles) ends|values in|exclusive|exclusively|its|end|at|circled|two|not inclusive|circle|circles"},
	{"Lockout/line", []string{"[lockout] {LINE}", "({cannot} be|not|outside [of]|not be|fall outside) [strictly] [between|the range]", "(diamond|diamonds|endpoint|endpoints|ends|end points|diamond endpoints) [end|ends|endpoints]"}, "{ATLEAST}|lockout|of|or equal to|between|values|fall|range|their|endpoint|and|diamond|from each other"},
	{"Lockout/line", []string{"(diamond|diamonds|lockout|endpoint|endpoints|ends) [end|ends|endpoints|line|lines]", "{ATLEAST}"}, "of|connected|attached|line|lines|from|other|directly"},
	{"Zipper/line", []string{"[zipper] {LINE}", "({same} distance|equidistant|equally (far|distant)|equal distances|equal distance)", "(center|centre|middle)", "{SUMTO}"}, "zipper|from|of|line|middle|center|centre|a dot|equal|marked with a dot|cell|pairs of|that line|same"},
	{"Modular/line", []string{"[modular] {LINE}", "({MODS}|(remainder|remainders|modulo|residue|residues))"}, "three|3|divided by (3|three)|when|different|set|sequence|run|group|consecutive|adjacent|of|one from|one|modular|{MODS}|from|every|any|when divided|leave|different remainders|include"},
	{"Entropic/line", []string{"[entropic|entropy] {LINE}", "({ENTROPY}|low|entropic)"}, "three|3|set|sequence|run|group|consecutive|adjacent|of|one from|one|low|medium|middle|high|entropic|{ENTROPY}|from|every|any|include|different|successive"},
	{"Entropic/line Modular/line", []string{"{LINE}", "entropic and modular"}, "are"},
	{"-", []string{"3 cell|three cell|3 {digits}|3 consecutive", "[sequence|run]", "{ENTROPY}"}, "on|line|one|from|{LINE}|sequence|ie"},
	{"DoubleArrow/line", []string{"({LINE}|double arrow|double arrows)", "{SUMTO}", "sum of", "{ENDS}"}, "between|at|its|ends|circles|attached"},
	{"Parity/line", []string{"{LINE}", "(alternate|alternates|alternating) [between]", "(parity|odd and even|even and odd|odd even)"}, "in|parity"},
	{"Parity/line", []string{"{LINE}", "{ADJ}", "(one even {digit} and one odd {digit}|one odd {digit} and one even {digit}|different parity|opposite parity|different parities|one odd and one even|one even and one odd)"}, "of|have|in|along|of the pair"},
	{"Close/line", []string{"{LINE}", "{ADJ}", "((differ|differs) by (at most|no more than|a maximum of) NUM|difference of (at most|no more than|a maximum of) NUM|difference of NUM or (less|lower|smaller|fewer)|maximum difference of NUM|(never|not) more than NUM apart|within NUM of each other)"}, "of|along"},
	{"EitherThermo/line", []string{"{LINE}", "{INCR}", "from (one|either|an) end to the other [end]"}, "along|which end is to be (determined|deduced)|direction"},
	{"Sequence/line", []string{"{LINE}", "(increase|change|differ|increases|changes) by the same (amount|value|number|difference)"}, "in the same direction|each step|every step|at each step|along|constant"},
	{"AllDifferent/line", []string{"{LINE}", "{NOREP}"}, "along|individual"},
	{"FullSet/line", []string{"{LINE}", "(complete|full) set|{once} each|each [of the {digits}] once|exactly once|once", "{RANGE}"}, "of|the digits|{once}|complete|each"},
	{"LineSum/line", []string{"{LINE}", "{SUMTO} NUM"}, "along|thread|threads|linked by|joined by"},
	{"LineProduct/line", []string{"{LINE}", "{TIMES}", "NUM"}, "along|is|of|equal|equals"},
	{"EqualSums/line", []string{"all {LINE}|each {LINE}|{LINE}", "{SAMESUM} [as each other|for all lines|for every line]"}, "which is|to be (determined|deduced)|along each|along"},
	{"Sequence/line", []string{"[sequence] {LINE}", "(same difference|arithmetic (sequence|sequences|progression)|constant difference|equal difference)"}, "sequence|in order|with|for|same|numerical order|each|between|adjacent|form|of|in|from"},
	{"IndexLine/line", []string{"{LINE}", "(n th|nth|xth|x th)", "(position|index) [along the line]", "{digit} (n|x)"}, "{LINE}|indexing|index|appears|indicates|starting from|from|diamond|circle|bulb|along|is|such|of|turquoise"},
	{"DifferenceCount/line", []string{"{LINE}", "difference between [two] adjacent", "how many pairs", "that [exact] difference"}, "exactly|of|adjacent|indicates|have|exact|line"},
	{"Ten/line", []string{"{LINE}", "{SUMTO} (10|ten)", "(segments|segment|groups|group|sections|contiguous|divided|sets)"}, "of|into|one or more|more|or|be|can|divided|contiguous|non overlapping|segments|groups|each"},
}

// cellRows say what cells with a mark hold.
func cellRows() (rows []bagRow) {
	for class, shape := range map[string]string{
		"circle": "(circle|circles|circled [{cells}]|bubble|bubbles|circled {digits}|opaque grey circle)",
		"square": "(square|squares) [marker|markers]",
		"shade":  "[COLOUR|shaded|highlighted] (cell|cells|squares|square)",
	} {
		for _, rule := range [][2]string{{"Odd", "odd"}, {"Even", "even"}} {
			may := "opaque|[an|the] " + rule[1] + " [{digits}]|represent|represents|be|indicate|indicates|mark|marks|denote|denotes|hold|holds|be an|without lines attached|only"
			if class == "shade" {
				rows = append(rows, bagRow{rule[0] + "/shade", []string{"(COLOUR|shaded|highlighted) (cell|cells|squares|square)", rule[1]}, may})
				continue
			}
			rows = append(rows, bagRow{rule[0] + "/" + class, []string{shape, rule[1]}, may})
		}
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].says < rows[j].says })
	return rows
}
