package wording

import (
	"slices"
	"sort"
	"strings"
)

// bagPhraseParts returns the parts of the bags' phrases.
func bagPhraseParts() map[string]string {
	return map[string]string{
		"MODMAY":    "alternate between the sets of|in the same continuous order|form|complete|full|contains|sets|groups|class|classes|3 modular|lines|string|strings|segment|segments|values|mod|three|3|modulo (3|three)|mod (3|three)|sequential|modulo|residues|remainders|divided by (3|three)|when|different|set|sequence|run|group|consecutive|adjacent|of|one from|one|modular|{MODS}|from|every|any|when divided|leave|different remainders|include",
		"LOCKMAY":   "{LINE}|endpoints|diamonds|diamond endpoints|defined|given by|formed by|set|bounded|strictly|end|ends|nor be equal to (them|those|these)|nor equal to (them|those)|(and|or) {cannot} be equal to (them|those)|{ATLEAST}|lockout|of|or equal to|or equal to those|to those|between|values|fall|range|their|endpoint|and|diamond|from each other",
		"MODS":      "1 4 7|147|2 5 8|258|3 6 9|369",
		"ENTROPY":   "1 2 3|123|4 5 6|456|7 8 9|789|1 3|4 6|7 9|1 to 3|4 to 6|7 to 9",
		"SUMTO":     "(sum|sums|total|totals|add|adds|add up|adds up|summing|adding|adding up|summed) [up] [to|of|exactly to|to a total of|to give]",
		"NOT":       "({cannot}|no|never|not|none|without)",
		"SPOT":      "(same|identical|corresponding) [relative] (position|positions|place|places|spot|location) [relative to|within|in]",
		"TIMES":     "(multiply|multiplies|multiplied|product|products) [to|of|together to|together]",
		"NEIGH":     "[from] (their|its|each|the) [adjacent|direct|immediate] (neighbour|neighbours|neighbor|neighbors) [on the same line|on the line|along the line|on that line|there]",
		"NOREP":     "({cannot} (contain|include|have) (any|a) [single] {digit} (more than once|twice)|{cannot} (repeat|be repeated|contain repeats|have repeats|contain duplicates)|{cannot} (contain|include|have) [any|a] (repeat|repeats|repeated|repeating|duplicate) [{digits}]|(no|without) {digit} [may|can] (repeat|repeats|be repeated|repeating|being repeated)|without any (repeats|repeat|repetition|repetitions|duplicates)|no (repeat|repeated|repeating|duplicate) {digits}|no {digits} (repeat|repeats)|no {digit} (is|are) repeated|(without|with no|no|contain no|include no) (repeats|repetition|repetitions|repeating|repeat|repeated|duplicates) [{digits}]|not (repeat|be repeated)|(is|are) [all] (different|distinct|unique)|{digits} {must} be [all] (different|distinct|unique)|(be|contain|have|contains|has|hold|holds) [all] (different|distinct|unique) [{digits}]|(contains|contain|show|hold) no (repeat|repeats|repeated) [{digits}]|(no {digit}|same {digit}) [can|may|{cannot}] (appear|appears|occur|occurs) [twice|more than once]|(may|can|must) only (appear|occur) once|(may|can|must) (appear|occur) (only|at most) once|(without|with no|no) repetition [among|of|between] [the] {digits}|non repeating|nonrepeating)",
		"MAYREP":    "(may|can|could|might) repeat freely|(which|that|and|but) (may|can|could|might) (repeat|include repeats|contain repeats|include repeat {digits}|include repeated {digits}|contain repeated {digits})|(may|can|could|might|are allowed to) [also|or not|or may not] (repeat|be repeated|include repeats|contain repeats)|[in which|where] {digits} (may|can) repeat|repeats are (allowed|permitted)|(repeats|repetition) allowed",
		"IFRULES":   "provided [that] they (do not|don't) (violate|break) [the] {usual} [sudoku] rules|(if|when|where|as long as|provided) [the] other rules (permit|allow) [it|this]|unless [the] other rules (prevent|forbid|prohibit) [it|this|that]|unless (prevented|prohibited|forbidden) by [the] other rules|(if|unless) [not] (prohibited|forbidden) by other rules|subject to other rules|(if|when|where|as long as|provided|unless) [this is|it is|they are|that is] (allowed|permitted|not otherwise prohibited|otherwise allowed|prohibited) [by] [the] [other|sudoku|normal|normal sudoku|usual|regular] [rules|rule|constraints]",
		"IFGIVEN":   "(where|if|when|as) (known|applicable)|(if|when|where) (one|it|any) exists|(if|when|where) [a] (cage|it) has (one|a total|a sum|a clue)|(if|when|where|whenever|as) [one is|it is|they are|there is one|a clue is|a total is|a sum is|a number is|a value is|any is] [given|shown|provided|present|any|indicated|stated|specified|possible|there]",
		"CORNER":    "printed|amount|cage value|[usually] (marked|outlined|indicated|shown) (by|with) a (dotted|dashed) (line|lines)|(top|upper|bottom|lower) (left|right) [hand] [corner]|left (top|upper) [corner]|corner|corners|small|little",
		"CIRCLE":    "(circled {digit} or {digits}|[circled] (total|totals) in the circle|circled (total|totals|sum|sums)|circle|circles|bulb|bulbs|base|(starting|beginning|start|base) cell|circled {cells}|circled {digit}|circled end|pill|pills|oval|ovals|bubble|bubbles|circle's|circle or pill|circle pill|circles or pills)",
		"DOT":       "[kropki|plain|small|unlabelled|empty|unnumbered] (dot|dots|spot|spots|circle|circles|bubble|bubbles) [between them]",
		"RATIO":     "(doubled|1 2|2 1|one to two|two to one|1 to 2|2 to 1|1 2 ratio|double|twice|two times|factor of 2|factor of two|ratio of (2|two)|ratio 2|half)",
		"CONS":      "(consecutive|[exactly] one (more|greater|higher|larger|bigger|less|smaller) than|[a] difference (is|equals|equal to) (1|one)|(1|one) (more|less|more or less) than|[a] difference of (1|one)|(differ|differs) by (1|one)|(1|one) apart|(neighbours|adjacent|next to each other|neighbouring) in value)",
		"JOIN":      "sit|sits|lie|stand|stands|around|on each side of|on both sides of|plain|unnumbered|empty|blank|joined|joins|join|separated|separate|separates|linked|link|links|connected|connect|connects|on either side|either side of|between|across|straddling|adjoining|share|sharing|orthogonally|horizontally or vertically|adjacent|neighbouring|neighboring|touching|indicate|indicates|denote|denotes|mark|marks|mean|means|signify|signifies|show|shows|represent|represents|kropki|small|exactly|must be|edge|border|them|they|directly|other",
		"BOTHWAYS":  "([both] (forwards|forward) (and|or|as) (backwards|backward) [directions]|[both] (backwards|backward) (and|or|as) (forwards|forward) [directions]|[from] (both|either|each) [of] [the] (way|ways|direction|directions|end|ends|side|sides)|from (left to right|right to left) (as|and) from (right to left|left to right))",
		"INDEXMAY":  "column|columns|row|that|in that|in|its|each|tell|tells|you|what|is|are|indicate|indicates|give|gives|show|shows|position|positions|location|appears|found|located|placed|which|digit|index|indexes|where|of|(that|each|the|its|this|the same|the respective|the corresponding) row|same|true|for|has|have",
		"FOG":       "(fog|fogged|foggy)",
		"CLEARS":    "(clear|clears|reveal|reveals|lift|lifts|remove|removes|removed|dispel|dispels|uncover|uncovers|disperse|disperses|cleared|lifted|revealed|revealing|clearing|illuminate|illuminates)",
		"FOGMAY":    "{FOG}|into|adjacent|except for|initial|cleared|areas|of|underneath|beneath|or|well|{CLEARS}|(correct|correctly) [placed|entered]|placing|entering|putting|enter|put|filling|place|placed|entered|input|inputting|some|more|new|hidden|clue|clues|nearby|around|surrounding|its|own|that|digit's|the area|area|region|BOX|3|by|3x3|possibly|potentially|perhaps|maybe|sometimes|often|usually|will|may|can|could|also|other|others|partially|partly|mostly|completely|entirely|fully|initially|covered|covers|cover|hidden|obscured|shrouded|dense|thick|dark|dynamic|of war|as|you|solve|progress|from|away|somewhere|elsewhere|any|parts|part|most|most of|one|when|once|after|while|puzzle|starts|start|begins|is|normal|standard|rules|apply|will be|up|only|a|not|all|further|additional|at|least|information|visible|grey|color|colors|different|colour|colours",
		"LINE":      "(tinsel|line|lines|renban|renbans|nabner|nabners|line's|strand|strands|path|paths|ring|loop|loops|thread|threads)",
		"ADJ":       "(consecutive {digits}|adjacent|neighbouring|neighboring|neighbours|neighbors|next to each other|successive|touching|(from|to) [their|its] (neighbours|neighbors|neighbour|neighbor)|[directly] (connected|joined|linked)|consecutive {cells})",
		"ATLEAST":   "((differ|differs) at least by NUM|(differ|differs|be|different|apart) [numerically|in value] [by|with] ((at least|a minimum of|minimum of|at minimum) NUM [+]|NUM +)|difference of ((at least|a minimum of|minimum of|minimally) NUM [+]|NUM (+|or (greater|more|higher|larger|above)))|(differ|differs) [in value] by NUM or (more|greater|higher)|(NUM or (more|greater)) apart|at least NUM apart|minimum difference of NUM|difference (greater than or equal to|at least) NUM)",
		"ANYORD":    "(can|may|but can|but may) (appear|be|be placed|go|occur|be arranged) in any order|[arranged] in any order|any order|in no particular order|not necessarily in order|in some order|without repetition|no particular order",
		"INCR":      "(form|forms) [a] strictly increasing (sequence|set)|strictly (increasing|ascending) order|(greater|larger|higher|bigger) than [all] the ({digit}|one|{digits}|ones|cell|previous|preceding) [before|previous|preceding|closer to the bulb|{digit}|one|cell] [it|them]|(increasing|ascending) order|[strictly|always] (increase|increases|increasing|ascend|ascends|ascending|rise|rises|go up|grow|get [strictly|always] (larger|bigger|higher|greater)) [strictly|in value|in size]",
		"FROMB":     "[from|at] the (round|rounded|circular) end|[starting|beginning|moving|going|away|as they move|(as|when) (you|they|it|we) (move|moves|go|goes) [away]|when (moving|going) [away]|starting from|moving away|reading] (from|at) [the|its|each|their|a] [round|rounded|circular] (bulb|bulbs|circle) [end|ends|side]",
		"TOTIP":     "not necessarily consecutively|to [the|its|each|their] [other|flat|thin|far] (tip|tips|end|ends|top)|(towards|toward) the (tip|tips|end|ends)|to tip|to end|away|[from] [the] (bulb|bulbs) to [the] [other] (tip|tips|end|ends)|from",
		"SLOW":      "([either] (stay|stays|remain|remains) the same or [they] (increase|increases|rise|ascend|go up|get bigger)|each {digit} is (the same|equal) or (higher|greater|larger|bigger)|[each {digit}] (the same|equal) or (higher|greater|larger)|(increase|increases|ascend|ascends|rise|rises|go up) or (stay|stays|remain|remains|repeat|be equal|keep|are equal) [the same|equal|constant]|[either] (stay the same|remain the same|repeat) or (increase|rise|ascend)|{cannot} decrease|[generally] increase but may (stay|remain) the same|generally increase|(never|not|{cannot}) (go down|get smaller|get lower|get any smaller)|(greater|larger|higher|bigger) than or (equal to|the same as) the (previous|preceding) (one|{digit}|cell)|at least as (large|big|high|great) as the (previous|preceding) (one|{digit}|cell)|not decrease|never decrease|non decreasing|increase (and|but) may repeat)",
		"ENDS":      "(circle|circles|circled ends|circled cells|circled end|ends|endpoints|end points|bulbs|endpoint|circled digits)",
		"SURR":      "(the [4] surrounding|4 surrounding|the circle touches|circle touches|it touches|surrounding that circle|surrounding [4]|four (cells|surrounding)|touching|around|adjoining|adjacent|neighbouring|2x2|touch|touched|surround|corners|connecting)",
		"BIGGER":    "(greater|larger|higher|bigger|more) (than|then)",
		"SMALLER":   "(smaller|lower|less|lesser) than",
		"NEXTTO":    "(it borders|neighbours|neighbors|adjacent|neighbouring|neighboring|surrounding|share an edge|touching)",
		"ROW":       "(row|rows)",
		"COLUMN":    "(column|columns|col|cols)",
		"BOXES":     "([bold|thick|thickly|boldly|marked|outlined] [bordered|outlined] [BOX|9 cell|6 cell] [shaped|bold|bordered] (box|boxes|region|regions|block|blocks|subgrid|subgrids|sub grid|sub grids|nonet|nonets|area|areas) [(bounded|bordered|outlined|marked|delimited|separated|indicated|enclosed|shown|defined) by [the] (bold|thick|thicker|heavy|bolded) (lines|borders|line|border|outlines)]|BOX)",
		"FILL":      "(the|your) (objective|goal|aim|task) is to|only one time|please|in|{usual} [sudoku]|sudoku grid|the grid|nine|9|(empty|blank) {cells}|each of|appear|all {digits}|or|complete|empty|into each cell|place|put|fill|fill in|enter|write|insert|placed|filled|into|exactly|once|one time|only once|without repeating|so that|such that|occur|occurs|include|includes|SIZE|normal|standard|different|set|whole|completely|using|use",
		"RANGE":     "[from] [the] [{digits}] [from] LOW [to|through|thru|until|till|up to] HIGH",
		"OUTSIDE":   "pointed to by|indicated by|by a clue|by the clue|represent|represents|denote|denotes|specify|specifies|reveal|reveals|describe|describes|(from|at|in) (that|this|the clue's|its|the) (position|place|spot|location|side|point|edge)|side|its|clue's|there|corresponding|outside|beside|outside of|next to|around|edge|edges|on the outside|row or column|row column|row and column|(row|column|rows|columns) [or|and] [columns|column]|that direction|direction|in that|show|shows|indicate|indicates|give|gives|equal|equals|state|states|tell|tells|seen|from|to the left|above|below|placed",
		"HIDE":      "(block|blocks|hide|hides|obscure|obscures|obstruct|obstructs|conceal|conceals|cover|covers)",
		"INCLUDED":  "(and|which|that) (counts|is included|included|is counted|is included itself|counts itself) [towards|toward|in|into] [the|that] [sum|total]|(including|inclusive of) (itself|that {digit}|x|the first {digit})|x included|[which is] included in the sum",
		"EACHHOUSE": "(each|every|any|per) [single] ({ROW} [and] [each|every] {COLUMN} [and] [each|every] {BOXES}|{ROW} [and] [each|every] {BOXES} [and] [each|every] {COLUMN}|{COLUMN} [and] [each|every] {ROW} [and] [each|every] {BOXES}|{BOXES} [and] [each|every] {ROW} [and] [each|every] {COLUMN})",
		"DOUBLER":   "(doubler|doublers|doubled) [{cells}|cell|cell's]",
		"DOUBLES":   "((is|are) twice the value of [the] contained {digit}|(count|counts|counting) [as|for] (double|twice|two times)|(count|counts) as doubled|(is|are) equal to (double|twice|two times) [the|its|their] [value of [the]] {digit}|(is|are) worth (double|twice)|value (is|equals|equal to) (double|twice|two times)|(is|are) (double|twice|two times) [the|its|their] {digit}|(has|have) [a] (value|values) (of|equal to) (double|twice|two times) [their {digit}]|(has|have) (double|twice|two times) [the|its|their] value|value [of the {digit}] [in it|in that cell] (is|are) doubled)",
		"ONCEEACH":  "(exactly once|only once|once|one time)",
		"DOUBLED":   "((each|every) {digit} (appears|occurs) in exactly one {DOUBLER}|(each|every|each of the) {digit} [{RANGE}] (appears|occurs|appear|is) [{ONCEEACH}] (as|in|among|within) [the|a] [set of] {DOUBLER}|each of [the] {RANGE} (appears|occurs|appear) [{ONCEEACH}] (as|in|among|within) [the|a] [set of] {DOUBLER}|(each|every) {digit} [{RANGE}] [is|must be|gets|being] doubled {ONCEEACH}|(each|every) {digit} [{RANGE}] (appears|occurs|appearing) {ONCEEACH} (as|in) a {DOUBLER}|(each|every) {digit} [{RANGE}] (appears|occurs|appearing) (as|in) a {DOUBLER} {ONCEEACH}|each [one] (with|containing|contains|has|of) a different {digit}|no {digit} [is|may be|can be|being] doubled (twice|more than once)|no (two|2) {DOUBLER} (contain|share|have|may contain|can contain|hold|may have|can have) the same {digit})",
		"SAMESUM":   "(sums of equal value|(segments|segment) (with|of|having|have) [an|the] (equal|same) (value|values)|same (sum|total|sums|totals)|equal (sum|sums|total|totals)|constant sum|sum to the same|(sum|sums|add|adds|add up|adds up|total|totals|summing) [up] [to] (the|an|a) (same|identical|equal|common|constant) [number|total|value|digit|amount|sum]|sum to an equal|identical sum|have the same total|same sum n|equal sum n)",
	}
}

// wordBagRows returns the table. To extend it, add a row; no code depends on single rows.
func wordBagRows() []wordBagRow {
	return slices.Concat(bagTable, modifierBagRows(), chessMoveBagRows(), markedCellBagRows(), cageSumBagRows(), bothRows(), relationBagRows())
}

// bagForbiddenPhrases returns, by kind, phrases that a sentence about the kind must not contain. Fillers and
// other words would permit such a phrase. But a sentence with the phrase states another rule. The entry
// without a kind applies to all kinds that are not about two digits.
func bagForbiddenPhrases() map[string]string {
	const (
		some       = "two|both|one|three|some|a (neighbour|neighbor|adjacent)|an (adjacent|orthogonally)|({digits}|{cells}|neighbours|neighbors) (are|must be) (shaded|circled|marked|highlighted)|(white|unshaded|uncoloured|uncolored|unmarked) {cells} (are|is|must|have|contain)|(next|adjacent) to [a|any|the] (shaded|marked|highlighted|COLOUR)"
		every      = "(all|every|each|any|all the|every single) (odd|even)|(odd|even) {digits} (are|lie|belong|must be|have to be|can be|may be|must appear) [only] (in|on|inside|circled|shaded|marked|highlighted|COLOUR)|only (in|the|shaded|circled|highlighted|marked|COLOUR|circles|squares)|({cells}|circle|circles) only"
		cage       = "(prime|odd|even|square|small|corner|low|high|large) (digits|numbers|values|cells) (in|inside|within|on|of)|squares of|digits in [the] (corner|corners)|(of|to) (their|its) (corner|corners)"
		few        = "(two|three|some|most) (digits|numbers|values)|one {digit} (in|on|along|inside)|in pairs|of two|(two|three|some|most|both) of the|two {cage}"
		all        = "(marked|indicated|given|shown|outlined|drawn) ({cells}|{digits}|adjacent|neighbouring)|along|inside|{NOT} always|not (all|every)|there (is|are)"
		indexNever = "in (its|the|that|their|each) column|in (its|that|their|each) columns|[the] (row|rows) (1|5|9)|not|which row|(box|region)"
		marked     = "(marked|shown|indicated|given|drawn|outlined|displayed) (orthogonal|orthogonally|diagonal|diagonally|knight's|chess)"
		wrongNot   = "not (all|every|each|any|separated|joined|linked|connected|with)|without|(at least|exactly|at most|only) one [pair|of]|only|non {LINE}|(are|is|be) (shaded|coloured|colored|dashed|dotted|marked|given|shown|indicated|displayed|drawn)"
		part       = "one of the (circled|white|black|kropki)|exactly one|only one"
	)
	return map[string]string{
		"":           few,
		"AntiKnight": all, "AntiKing": all, "EdgePairs": all + "|diagonally|" + marked, "CornerPairs": all + "|" + marked, "KnightPairs": all + "|" + marked,
		"LinePairs": wrongNot, "DotPairs": wrongNot, "CageSums": wrongNot, "LineSums": wrongNot,
		"StrictDifference 1": all + "|non consecutive|nonconsecutive|(joined|linked|connected|separated) ({cells}|by|with)|{NOT} [be] adjacent cells|diagonally",
		"Maximum":            some, "Minimum": some, "Fortress": some, "Odd": every, "Even": every, "PrimeCells": "(all|every|each|any) prime|prime {digits} (are|lie|must|have|can|may|belong)|only (in|the|shaded|circled|COLOUR|circles|squares)|{cannot}|non|never|{SUMTO}|numbered|total",
		"WhiteDot": part + "|non consecutive|nonconsecutive", "BlackDot": part, "Quad": part + "|one of the {digits}", "FirstCells": part + "|one of the {digits}",
		"Skyscraper":    "how many (buildings|skyscrapers) of that height|show the (height|heights)|(height|heights) of [the] visible|{digits} inside|clues inside|(shorter|smaller|lower) [ones|{digits}|buildings|skyscrapers] (block|blocks|hide|hides|obscure|obscures|obstruct|blocking|hiding|obscuring)",
		"EqualProducts": "row|rows|column|columns",
		"Cage":          "square ({digit}|of)|perfect|prime|to a square|" + cage,
		"Sum":           cage, "CageDistinct": cage, "CagesAlike": cage, "CagesDiffer": cage, "PrimeCages": cage, "SquareCages": cage, "OddCages": cage, "EvenCages": cage,
		"Arrow":      "(and|with) (its|the|their) {CIRCLE} {SUMTO}|same (total|sum)|(two|both) (circles|bulbs)",
		"Between":    "{digits} (in|on|at) [the|its|both] (circle|circles|ends|circled ends|circled cells|bulbs) [must] (be|lie|fall|are) [strictly] [in] between|circled {digits} [must] (be|lie|fall|are) [strictly] [in] between",
		"Indexing 1": indexNever, "Indexing 159": indexNever, "Indexing 59": indexNever, "Indexing 123456789": indexNever,
		"Ten":           "two (groups|parts|segments|sections|sets)",
		"Entropic":      "(two|none) from|two (low|high|middle)",
		"Sandwich":      "({digit}|how many) [of [the]] {digits}|product|products",
		"CageProduct":   cage + "|to a square|(different|distinct|unique|same|equal|identical) (product|products)",
		"Whisper":       "(any two|all) {digits} (on|along|in|must|differ|have)",
		"Renban":        "no {digits} (on|along|in|form|{must})|non consecutive {digits}",
		"DisjointSets":  "{NOT} (contain|have|hold) [all] different|not all|none|(may|can) (contain|have|hold) different",
		"Lockout":       "not differ",
		"DoublerPlaces": "(two|both) {DOUBLER}", "DoublerValues": "(two|both) {DOUBLER}",
		"NegatorValues": "non|not|all|digits",
	}
}

// doublerMay are words of sentences about doublers.
const doublerMay = "into|grid|there is|there are|place|find|contain|contains|has|have|includes|exactly|nine|9|in|the grid|to be found|somewhere|which|that|whose|its|their|{digit}|{digits}|{cells}|value|values|(normal|face|own|usual|given|written|entered|placed) {digit}|of|the {digit} [placed|entered|written] in it|for (all|any) (sums|sum|sum clues)|for [the] (purpose|purposes) of [all|any|the] (cage|cages|arrow|arrows|killer cage|cage and arrow|sum) [sums|totals|sum|total|clues]|for [the] (purpose|purposes) of [all|any|the] sums|(for|in|towards|toward) [all|any|the] (cage|arrow|killer cage|cage and arrow) (sums|totals|sum|total)|when (calculating|computing|summing) [the] (cage|arrow|sums|cage sums|cage totals)|such that|so that|each|with|and"

var bagTable = []wordBagRow{
	// The board.
	{"usual", []string{"apply", "{usual} [SIZE] [sudoku] rules"}, "sudoku|of sudoku|{RANGE}|using|use"},
	{"usual", []string{"{ROW}", "{COLUMN}", "{BOXES}", "({NOREP}|{RANGE}|{once} each|once|exactly once)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"usual", []string{"no", "{ROW}", "{COLUMN}", "{BOXES}", "(contains|has|contain|have) (a|any|two) (repeat|repeated|duplicate|duplicated|same|identical|equal) [{digit}|{digits}]"}, "{FILL}|{RANGE}"},
	{"usual ExtraRegion/shade", []string{"{ROW}", "{COLUMN}", "{BOXES}", "(shaded|COLOUR|highlighted|extra) (region|regions|area|areas)", "({NOREP}|{RANGE}|{once} each|once|exactly once)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"latin", []string{"(no|not|without) [any] (box|boxes|regions|blocks)"}, "there|normal|in this puzzle|constraint"},
	{"latin", []string{"{ROW}", "{COLUMN}", "({NOREP}|{RANGE}|once)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"irregular", []string{"{ROW}", "{COLUMN}", "(irregular|irregularly shaped|irregular shaped|jigsaw|outlined|marked|outlined irregular) (box|boxes|region|regions|shape|shapes|area|areas)"}, "{FILL}|{RANGE}|{NOREP}"},
	{"irregular", []string{"{usual} sudoku rules apply", "instead of [the] [{usual}] BOX {BOXES}|with irregular {BOXES} instead of [the] [{usual}] [BOX] {BOXES}", "(irregular|irregularly shaped|irregular shaped|jigsaw) {BOXES}", "{RANGE}"}, "but|{FILL}|{NOREP}|there are|each|every"},
	{"+SameDigits", []string{"exactly (NUM digits|NUM {digits})", "{RANGE}", "{ROW}", "{COLUMN}", "{BOXES}", "{once} each|once each"}, "{FILL}"},
	{"-", []string{"(solver|you) must determine", "which (NUM {digits}|NUM digits) to use"}, ""},
	{"+SameDigits", []string{"same (NUM digit|NUM {digits}) [subset|set]", "{RANGE}", "{ROW}", "{COLUMN}", "{BOXES}"}, "{FILL}"},
	{"+SomeDigits", []string{"NUM different {digits}", "[set] {RANGE}"}, "select|choose|pick|set|from|exactly"},
	{"+SomeThirds", []string{"include one from", "{MODS}"}, "{digits}|one|from|{MODS}|also|at least"},
	{"+DutchFlatmates", []string{"[any|every|each|a|all|all the] (5|5s|5's|five|fives)", "(1|one) [directly|immediately] above [it]", "or", "(9|nine) [directly|immediately] below [it]"}, "have|has|must have|or both|both|either|in the grid|it|cell|dutch (flats|flatmates|flat)|live|[directly] above them|[directly] below them|5|5s|5's|fives"},
	{"+DoublerPlaces", []string{"{EACHHOUSE}", "{DOUBLER}", "(one|1|single|once|exactly once)"}, doublerMay},
	{"+DoublerPlaces,DoublerDigits", []string{"{EACHHOUSE}", "{DOUBLER}", "(one|1|single|once|exactly once)", "{DOUBLED}"}, doublerMay},
	{"> +DoublerPlaces,DoublerDigits", []string{"{DOUBLER}", "(one|1|single|once|exactly once)", "{EACHHOUSE}", "(containing|contain|holding) [between them] ((each|every) {digit} [{RANGE}] {ONCEEACH}|[all] [the] [{digits}] {RANGE} [once each|{ONCEEACH}])"}, doublerMay},
	{"+DoublerPlaces,DoublerValues", []string{"{EACHHOUSE}", "{DOUBLER}", "(one|1|single|once|exactly once)", "{DOUBLES}"}, doublerMay},
	{"+DoublerPlaces,DoublerDigits,DoublerValues", []string{"{EACHHOUSE}", "{DOUBLER}", "(one|1|single|once|exactly once)", "{DOUBLES}", "{DOUBLED}"}, doublerMay},
	{"+DoublerDigits", []string{"(these|those|such|the nine|the) [{DOUBLER}|{cells}]|they|{DOUBLER}", "(contain|have|hold) [a|the] [full|complete] set [of]", "{RANGE}"}, "one|each|of|once"},
	{"+DoublerDigits", []string{"{DOUBLED}"}, "{DOUBLER}|is|are"},
	{"+DoublerDigits", []string{"{DOUBLER} [all] (contains|contain|have|has|hold|holds) [a|all] (different|distinct) {digits}"}, "nine|9|all|must"},
	{"+DoublerValues", []string{"{DOUBLER}", "{DOUBLES}"}, doublerMay},
	{"-", []string{"{DOUBLER}", "not necessarily in {cage}"}, ""},
	{"+DisjointSets", []string{"extra (region|regions)|extraregions", "{SPOT}|(same|corresponding) positions", "{BOXES}", "{RANGE}|(contains|contain|with) (nine|9|all) different {digits}|{once}"}, "nine|9|more|formed|form|by|of|from|inside|all|each of them|there are"},
	{"+DisjointSets", []string{"{SPOT}", "({BOXES}|two {BOXES})", "({NOT}|[all] different {digits}|must (differ|be different))"}, "than|than in|from|{BOXES}|other|any other|[of|in|than|than in|from] [any of|all] [the] other {BOXES}|different|all|{same} {digits}|occupy|occupies|appear|appears|occur|occurs|repeat|repeats|be repeated|contain|twice|two|same|more than one|than|once|more than once|different|repeated|any|be|placed|may|can|eg r1c1 and r4c4|share|that share"},
	{"+DisjointSets", []string{"(same|corresponding) {BOXES} (position|positions)", "({NOT}|[all] different {digits}|must (differ|be different))"}, "{same} {digits}|repeat|be repeated|appear|occur|share|contain|more than once|be|can|may|each"},
	{"+DisjointSets", []string{"{digit} (appears|occurs|occupies|is|must appear)", "(each|every) [possible] (position|place)", "[of|in|within] (a|its|the|their) {BOXES}", "(once|exactly once)"}, "in|each"},
	{"+GlobalEntropy", []string{"(every|each|any|all) 2x2 (of cells|area|areas|square|squares|box|boxes|region|regions|block|blocks|group of cells|set of cells|section)", "(low|1 2 3|1 3|123)", "(middle|medium|mid|4 5 6|4 6|456)", "(high|7 8 9|7 9|789)"}, "{ENTROPY}|at least|one|from|set|low|middle|medium|mid|high|of|in the grid|one of"},
	{"+GlobalEntropy", []string{"(low|1 2 3|1 3|123)", "(middle|medium|mid|4 5 6|4 6|456)", "(high|7 8 9|7 9|789)", "(every|each|any|all) 2x2 (area|areas|square|squares|box|boxes|region|regions|block|blocks|group of cells|set of cells|section)", "at least one of each (group|set|type|class|category)|(one|at least one) from each (group|set|type|class|category)"}, "{ENTROPY}|{digits}|low|middle|medium|high|are defined as|belong to|form|make up|three|3|different|groups|group|sets|in the [finished|completed] grid|of"},
	{"+GlobalEntropy", []string{"global entropy"}, "rule|rules|constraint|apply|applies|normal|standard"},
	{"+GlobalMod", []string{"global (mod|modulo) 3"}, "rule|rules|constraint|apply|applies|normal|standard"},
	{"+GlobalMod", []string{"(every|each|any|all) 2x2 (area|areas|square|squares|box|boxes|region|regions|block|blocks|group of cells|set of cells|section)", "(1 4 7|147)", "(2 5 8|258)", "(3 6 9|369)"}, "at least|one|from|set|sets|each|of|in the grid|one of|residue|residues|class|mod 3|modulo 3"},
	{"ExtraRegion/shade", []string{"[marked] window (region|regions)", "{RANGE}", "{NOREP}|once"}, "windoku|of|marked"},
	{"+Windoku ExtraRegion/shade", []string{"(windoku|hyper sudoku|hypersudoku)"}, "rules|rule|apply|applies|constraint|constraints|standard|normal"},
	{"+StrictDifference~1", []string{"{NOT}", "(consecutive [{digits}|{cells}]|(differ|differs|difference|differing) (by|of) [exactly] (1|one))", "(adjacent|neighbouring|neighboring|touching|touch|next to|share an edge|sharing an edge|adjacent to each other|next to each other)"}, "orthogonally|orthogonal|horizontally or vertically|directly|any|two|may|can|be|other|each other|each|not|in value|anywhere|that is|those"},
	{"+ApartBy", []string{"orthogonally (adjacent|neighbouring|neighboring|touching) ({cells}|{digits})|({cells}|{digits}) (sharing|that share) an edge", "{ATLEAST}"}, "any|all|two|of|each other"},
	{"+StrictKropki", []string{"orthogonally (adjacent|neighbouring|neighboring) ({cells}|{digits})", "{cannot} be consecutive", "(nor|or) [may they be|be|are they] [in] [a] [ratio of] {RATIO} [ratio]"}, "two|any|of"},
	{"> +StrictKropki", []string{"no (domino|dominoes|{ADJ} ({cells}|{digits}))", "consecutive", "or", "{RATIO}"}, "can|may|consist|consists|of|orthogonally|either|ratio"},
	{"+KindsDiffer", []string{"(constraint|clue|rule) (type|types)|ruleset|rulesets", "{NOREP}|[may|can] contain no repeated {digits}|do not duplicate any {digit}"}, "of the following|following|unique|single|listed|above|below|anywhere|specific|for all rules below|type|within|this puzzle"},
	{"+BothRules", []string{"(all|every|each) {LINE}", "both", "(rules|rulesets|properties|constraints|rule sets|sets of rules)"}, "conform|conforms|to|satisfy|satisfies|obey|obeys|follow|follows|this puzzle|must|of"},
	{"-", []string{"(eg|ie|for example) if (a|an|one|any|the|1) [COLOUR] [line|caged|thermo|renban|arrow|cage|appears] [line|cell]", "(no|not|{cannot}) [appear] [on|in] [any] other"}, "renban|caged|cage|line|COLOUR|cell|contains|contained|1|3|5|anywhere in|can|may|appears|then|this|on it|on"},
	{"+StrictXV", []string{"(no|without|absence of|lack of|without any|no such) (x|x or v|xv|x v|v or x|clue|letter|x nor v|x v clue|xv clue|symbol|marking|mark|marks|sign|markings|symbols)", "{cannot} [be|contain|have] [{digits}] {SUMTO} (5 or 10|10 or 5|five or ten)|neither sum to 5 nor 10|neither {SUMTO} 5 nor [to] 10"}, "{JOIN}|if there is|where there is|if|where|there|isn't|orthogonally|means that"},
	{"+StrictXV", []string{"not (joined|separated|connected|linked|marked) (by|with) (an|a|any) (x or v|xv|x v|v or x|x or a v|clue|letter)|(without|no) [a|an|any] (x or v|v or x|x or a v|x nor v)", "{cannot} [be|contain|have] [{digits}] {SUMTO} (5 or 10|10 or 5|five or ten)"}, "{JOIN}|{cells}|if|then|where|there|is|between"},
	{"+StrictXV", []string{"(every|all) (x|xs|x's) (and|or) (v|vs|v's)", "{digits} (without|with no)", "{cannot} [be|contain|have] [{digits}] {SUMTO} (5 or 10|10 or 5|five or ten)|neither sum to 5 nor 10|neither 5 nor [to] 10"}, "{SUMTO}|are|is|given|{JOIN}|so|a symbol|symbols|a letter|a clue|one"},
	{"+StrictXV", []string{"(all|every) [pairs of|pair of] [orthogonally] (adjacent|neighbouring|neighboring) ({digits}|{cells})", "{SUMTO} [either] (5 or [to] 10|10 or [to] 5|five or ten)", "(v|vs|x|xs|a v|an x) (or|and) [a|an] (x|xs|v|vs)"}, "respectively|by|accordingly|which|are"},
	{"+StrictXV", []string{"(adjacent|neighbouring|neighboring|neighbours|touching)", "({cannot} [have [a]] {SUMTO} [either] (5 (or|nor) [to] 10|10 (or|nor) [to] 5|five (or|nor) [to] ten))"}, "orthogonally|two"},
	{"+StrictXV", []string{"no (domino|two ([orthogonally] (adjacent|neighbouring|neighboring) ({digits}|{cells})|({digits}|{cells}) [that] (sharing|share) an edge))", "{SUMTO} [either] (5 (or|nor) [to] 10|10 (or|nor) [to] 5|five (or|nor) [to] ten)"}, "in the grid|may|can|have a|either"},
	{"+EdgePairs@not", []string{"(no|{cannot})", "{ADJ}|domino|dominoes", "SUMS"}, "orthogonally|two|any|can|may|of|in the grid"},
	{"+MagicBox", []string{"(central|centre|center|middle) [BOX] (box|region|square)", "magic square"}, "is|forms|a|must be|form|grey|green|COLOUR"},
	{"+MagicBox", []string{"(central|centre|center|middle) [BOX] (box|region|square)", "magic square", "(row|rows)", "({SAMESUM}|sum to 15|add up to 15|total 15)"}, "is|forms|a|must be|ie|rows|row|columns|column|diagonals|diagonal|of|main|both|3|and|of (this|that) box|in (this|that) box|grey|green|columns|form|3 cell"},
	{"> +MagicBox", []string{"row column", "diagonal", "of (this|that) [BOX] box", "{SAMESUM}"}, "3 cell|main"},
	{"-", []string{"[computer|human] (verified|checked|tested)", "[unique] (solution|solve)"}, "unique|a|has|this|puzzle"},
	{"uncaged", []string{"({MAYREP})"}, "{IFRULES}"},
	{"-", []string{"({MAYREP})", "{IFRULES}", "(arrow|arrows|thermo|diagonal|diagonals|COLOUR {LINE}|{LINE}|palindrome|palindromes|lines of (either|any|both|every) type)"}, "such|along|(its|their|the) circles|and|of|if"},
	{"uncaged", []string{"({MAYREP})", "{IFRULES}", "(these|such|lines and [marked] diagonals|on lines|along lines|on a line|along a line|within sums|around a circle|a line)"}, "freely|on|along|marked|these|of length|lines|line|modular cage|in a"},
	{"-", []string{"(lines|arrows|cages|thermos|arrows|circles|line|thermometers)", "(do not|don't|may not|cannot|never|does not) [branch or|cross or|branch cross or|bend|diverge|touch or|bend diverge or|cross share or|branch cross or share] (overlap|cross|branch|share {cells}|touch)|share cells|bend"}, "cages|lines|arrows|including circles|with other (arrows|lines)|each other|any way|in any way|or|cells|with|other|themselves"},
	{"-", []string{"{MAYREP}", "(on|along) [COLOUR] lines and within sums"}, "freely"},
	{"-", []string{"{MAYREP}", "(on|along) [a|the] [COLOUR] (line|lines) [and] [even] within [a] (sum|sums)|inside a segment"}, "freely|{IFRULES}"},
	{"-", []string{"all cages have a", "clue", "leftmost cell of the top row"}, "small|that the cage occupies"},
	{"-", []string{"(all|every|each) circles", "(emit|emits|have|has) (a single|one|exactly one) arrow"}, ""},
	{"-", []string{"it may have both", "(doesn't|does not) need both"}, "but"},
	{"-", []string{"[the] following (constraints|rules|clues) (operate|apply)"}, "this puzzle"},
	{"-", []string{"all (arrows|lines)", "(go in a straight line|are straight)"}, ""},
	{"-", []string{"(box|region|3x3 box) (borders|border lines|boundaries)", "(divide|split|separate|cut|break)", "{LINE}", "(segments|sections|parts)"}, "COLOUR|thick|thin|BOX|into"},
	{"-", []string{"[COLOUR] {LINE}", "(may|can) have different (totals|sums|total) (to|from) (one another|each other)"}, ""},
	{"-", []string{"(all|each|every) {LINE}", "(cross|crosses) at least one (border|boundary|box border|region border)"}, "region sum|do"},
	{"-", []string{"the (digits|values) (in|on) (opposite|both) ends"}, ""},
	{"uncaged", []string{"({MAYREP})", "{IFRULES}"}, "such"},
	{"-", []string{"({MAYREP})", "(on|along) (a|the|any|all|each) [COLOUR] (line|lines)"}, ""},
	{"+NoThreeAlike", []string{"{ROW}|{COLUMN}|horizontally or vertically|vertical or horizontal|vertically or horizontally", "(3|three) [consecutive|adjacent|successive] ({digits}|{cells})", "no|never|{cannot}|nor|neither", "[all|be all] (even|odd)", "(or|nor|neither) [be] [all] (even|odd)|same parity"}, "run|runs|string|strings|line|straight|sequence|of|any|{ROW}|{COLUMN}|single|adjacent|be|all|contain|may|can"},
	{"+NoThreeAlike", []string{"{ROW}", "three {cells}|3 {cells}|three {digits}|3 {digits}", "no|never|{cannot}", "same parity"}, "run|runs|string|strings|line|straight|sequence|of|any|{COLUMN}|single|adjacent|consecutive|have|cannot|be|all|or|odd|even"},
	{"+NoThreeAlike", []string{"{ROW}", "(run|string|sequence) of (3|three) even {digits}", "never occurs", "(run|string|sequence) of (3|three) odd {digits}"}, "never occurs|{ROW}|{COLUMN}|or"},
	{"AntiDiagonal/line", []string{"(diagonal|diagonals)", "(only|exactly|at most) [contain] (3|three) (distinct|different) ({digits})"}, "marked|main|COLOUR|contain|contains|may"},
	{"-", []string{"(dots|dot|bubbles|markings|symbols|clues|xs|vs|circles|kropki dots)", "(may|might|need) not (all|necessarily) be|not [necessarily] all|need not all be", "given|shown|marked"}, "all|be"},
	{"-", []string{"{FOG}"}, "{FOGMAY}"},
	{"-", []string{"(correct|correctly)", "{CLEARS}", "(clue|clues|cell|cells|square|squares|area|areas|grid)"}, "{FOGMAY}"},
	{"-", []string{"(no|without) [any] (guessing|bifurcation|guesswork)", "(required|needed|necessary|is required|allowed)"}, "there|never|should|be|ever|to|solve|this|logically|the"},
	{"-", []string{"(no|not any|without any) negative (constraint|constraints|inference)"}, "there is|there are|other|pairs|pair|may|can|could|also|be|consecutive|or|have|{RATIO}|ratio|ie|that is|on|for|any|kropki|dots|dot|in|applies|apply"},
	{"-", []string{"(surrounded|outlined|bounded|enclosed|dashed|dotted)", "(called|known as|are|is a|referred to as)", "(cage|cages)"}, "(surrounded|outlined|bounded|enclosed) [by|with]|(dashed|dotted|thin|broken) (line|lines|outline|outlines|border|borders)|area|areas|group|groups|region|regions|some|known as|called|killer|killer cage|of|(two|2) or more"},
	{"-", []string{"these NUM {digits} [only]", "{ROW}", "{COLUMN}", "{BOXES}"}, "{FILL}|{NOREP}|use|only|or|every cell"},
	{"-", []string{"if CELL (is|contains) a NUM", "CELL is a NUM"}, "that tells you|that means|means|then|tells|would|so"},
	{"-", []string{"(solver|solvers|you) [must|has to|have to|need to|needs to|should] (work out|determine|deduce|find out|find|figure out) (which [end] [is which|is the bulb]|the (direction|directions)|where the (bulb|bulbs) (is|are))"}, "for yourself"},
	{"-", []string{"[all] clues", "(standard|as usual)"}, "rules"},
	{"-", []string{"not (all|every|exhaustive|complete) [possible|existing]", "(dot|dots|bubbles|markings|marks|signs|inequalities|diamonds|letters|lines|thermos|arrows|cages|x|v|xs|vs|xv|x's|v's|xes|xses|symbols|clues|circles|squares|constraints|kropki|pairs|differences)"}, "such|difference|small|large|are|necessarily|necesarilly|shown|xs|vs|x's|v's|x|v|xes|vs|dots|white|black|been|may|or|possible|have|is|dot|valid|holes|belt|footballs|necessarily be"},
	{"-", []string{"(sum|sums|total|totals)", "not necessarily the same", "COLOUR"}, "COLOUR"},
	{"-", []string{"(sum|sums|total|totals)", "(may|can|might) (differ|vary|be different)", "(from line to line|between [different] lines|for (different|each) (line|lines))"}, "for"},
	{"-", []string{"(different|separate|distinct) [COLOUR] {LINE}|(each|every) {LINE} [can|may] [has|have]", "(may|can|might) (add|sum) [up] to [a] different (number|numbers|sum|sums|total|totals|value|values)|(may|can|might|could|need not|do not have to|don't have to|may or may not) have [a|their own|its own|the] (different|distinct|same|own|unique) [segment|total|region] (sum|sums|total|totals|values)|(may|can) (sum to|have) different (sums|totals|values)"}, "from|each other"},
	{"-", []string{"({ANYORD}|can appear in any order)"}, "on a line"},
	{"-", []string{"{ANYORD}", "{NOREP}"}, "however|but|line|lines"},
	{"+Diagonal~1,Diagonal~-1", []string{"(main|long|major|both) [main|long|major|2|two] diagonals|(both|either|each) of the [2|two] main [COLOUR] diagonals|(both|each|either|every|any|a) [of the] [the] (main|long|major) diagonal", "({NOREP}|{RANGE})"}, "either|COLOUR [diagonal|diagonals]|once|{once}|each of|of|as well"},
	{"> Cage,CageDistinct/cage Diagonal/line", []string{"{NOREP}", "{cage}", "or", "(diagonal|diagonals)"}, "marked|on|in|along|COLOUR|within|indicated"},
	{"> Diagonal/line Cage,CageDistinct/cage", []string{"{NOREP}", "(diagonal|diagonals)", "or", "{cage}"}, "marked|on|in|along|COLOUR|within"},
	{"Diagonal/line", []string{"[COLOUR|indicated] (diagonal|diagonals)|(main|long) diagonal [marked|shown|drawn] in COLOUR|(marked|indicated|COLOUR) (main|long) diagonal", "({NOREP}|{RANGE}|(each|every|all) {digits} [exactly] once)"}, "COLOUR|negative|positive|line|lines|once|{once}|marked in|either|both|of|9 cell|include"},
	{"+Indexing~123456789", []string{"(nth column|column n)", "(indicates|gives|shows|tells you|is) [the] column (where|in which|of) n", "row"}, "{INDEXMAY}|n|appearing|any|every|each"},
	{"+Indexing~1", []string{"(column|columns) (1|one)", "(column|columns|position|where)", "(the|a|digit|number) (1|one)"}, "{INDEXMAY}"},
	{"+Indexing~59", []string{"same (is true|rule|applies|holds)", "(column|columns) 5", "[column|and] 9", "5 [and]", "9"}, "{INDEXMAY}|regarding|true"},
	{"> Indexing", []string{"value in (column|row) n", "(column|row) where n stands"}, "within|the|a|row|column|is"},
	{"> Indexing", []string{"value in cell n", "number of the cell where n stands"}, "within|the|a|box|counted row by row|is"},
	{"+Indexing~159", []string{"(159|(column|columns) (1 5 9|1 5 and 9))"}, "159 indexing|{INDEXMAY}|5|9|1|1 5 or 9|1 5 and 9|respectively|rules apply|ie"},
	{"+Indexing~123456789", []string{"(nth column|column n)", "{digit} n", "(which|the) column|(column|position) (where|in which)"}, "{INDEXMAY}|n"},
	// Cages.
	{"Cage/cage", []string{"cage (total|totals|sum|sums|clue|clues)", "(given|shown|indicated|marked|provided)"}, "{IFGIVEN}|{CORNER}|may|for some cages"},
	{"-", []string{"{cage} (without|with no) [a] (total|sum|clue|number)", "(any|unknown|no) (sum|total)|not given|unknown|(may|can) (sum to|have) any"}, "may|can|have|any|sum|value|total|some|to"},
	{"-", []string{"{cage} (have|show) no (sums|totals|clues)"}, "in this puzzle"},
	{"-", []string{"(some|not all) {cage}|(sum|total|clue) of some {cage}|{cage} (totals|sums|clues)", "no (total|sum|clue|number)|without [a] (total|sum|clue|number)|(is|are|may be) [not] (given|shown|indicated|marked|missing)|not (given|shown|indicated|marked)|{cannot} have a (total|sum|clue|number)|have a (total|sum|clue)"}, "for|of|all|necessarily|always|some|not"},
	{"CagesDiffer/cage", []string{"[all|each|every] {cage}", "((different|distinct|unique) (sum|sums|total|totals)|(sum|sums|total) (is|are) (different|distinct|unique))"}, "marked|the|sum of|of"},
	{"CagesDiffer/cage", []string{"no two {cage}", "(have|has|with|share|sum to) the {same} (sum|total|prime|number)"}, "marked|can|may"},
	{"CageDistinct/cage CagesDiffer/cage", []string{"all {cage}", "(different|distinct|unique) (sum|sums|total|totals)", "(none contain repeat digits|{NOREP})"}, "marked|the"},
	{"Cage/cage", []string{"(in|within) dotted (regions|areas|lines)", "{NOREP}", "{SUMTO}"}, "{CORNER}|total|in this puzzle always (2|3|4|5|6|7|8|9|10|11|12|13|14|15|20)"},
	{"CageTotal/cage", []string{"(each|every|all) {cage}", "{SUMTO} NUM"}, ""},
	{"CageTotal/cage", []string{"{digits} (in|within) (a|each|every|all) {cage}", "{SUMTO} NUM"}, "always"},
	{"Cage/cage", []string{"some [of the] {cage}", "(show|give|shows) their (sum|sums|total|totals)"}, "{NOREP}"},
	{"Cage/cage", []string{"{cage}", "{NOREP}", "(clue|number) [in [a|the|each] [cage|corner]] (indicates|gives|shows|is) (its|the) (sum|total)"}, "{CORNER}"},
	{"Cage/cage", []string{"{cage}", "{SUMTO}"}, "{cage}|the cage's|{CORNER}|total|sum|{IFGIVEN}|of|the sum of|equal|equals|exactly|denotes|provided|left topmost|leftmost|topmost|initial|tag"},
	{"Cage,CageDistinct/cage", []string{"{cage}", "{NOREP}"}, "within|inside|defined by the dashed lines"},
	{"Cage/cage", []string{"(cage [total|totals|clue|clues|sums]|(clue|clues|number|numbers|{digits}) in [the] (corner|corners|top left [corner]) of [the] {cage})", "(sum|total) of [the|all] [the] {digits}"}, "{cage}|{CORNER}|give|gives|show|shows|equal|equals|{NOREP}|{IFGIVEN}"},
	{"Cage/cage", []string{"{cage}", "{NOREP}", "{SUMTO}"}, "{cage}|cage's [corner]|{CORNER}|total|totals|sum|sums|may|show|shows|{IFGIVEN}|of|equal|leftmost cell of (its|the) top row|top row|in this puzzle always (2|3|4|5|6|7|8|9|10|11|12|13|14|15|20)|indicated"},
	{"Sum/cage", []string{"{cage}", "{MAYREP}"}, "{IFRULES}"},
	{"Sum/cage", []string{"{cage}", "{MAYREP}", "{SUMTO}"}, "show|shows|{CORNER}|{IFGIVEN}|{IFRULES}|of"},
	{"Cage/cage", []string{"{cage}", "sum of [the] [all] [the] ({digits}|{cells})", "(must equal|equals|is equal to|is|must be) the (total|number|clue|value|sum)"}, "{CORNER}|{IFGIVEN}|{cage}|of|for|must|equal"},
	{"Cage/cage", []string{"{cage}", "(their|its|the) (sum|sums|total|totals|values)"}, "show|shows|may|if given|{CORNER}"},
	{"Cage/cage", []string{"{cage}", "(their|its|the) (sum|sums|total|totals|values)", "{NOREP}"}, "show|shows|may|be|if given|{CORNER}"},
	{"CagesAlike/cage", []string{"{cage}", "{SAMESUM}"}, "(without|with no) [a|any] [given] (total|totals|sum|sums|clue|clues)|(unmarked|unclued|unlabelled|unlabeled)|to be (determined|deduced|discovered|found)|[which] must be (determined|deduced)|is to be (determined|deduced|discovered)|which is|summing|total|unknown|by (the solver|you)|be determined by (the solver|you)|when added [together|up]|for (each|every|all) {cage}"},
	{"CagesAlike/cage CageDistinct/cage", []string{"{cage}", "{SAMESUM}", "{NOREP}"}, "to be (determined|deduced|discovered|found)|which must be (determined|deduced)|is to be (determined|deduced|discovered)|which is|summing|total|unknown"},
	{"CagesAlike/cage", []string{"cage (sums|totals)", "unknown", "equal|the same|identical"}, "all|but|are"},
	{"CagesAlike/cage", []string{"[all|every|each] {cage}", "unknown (sums|totals)|unknown", "{SAMESUM}"}, "but|all|{cage}|{NOREP}"},
	{"> VaultedCages/cage", []string{"{digits} in {a} {cage}", "{cannot} appear", "{cells} orthogonally adjacent to (that|the|a|any) {cage}"}, "any"},
	{"> VaultedCages/cage", []string{"{digits} orthogonally adjacent to {a} {cage}", "{cannot} (appear|be included)", "in (that|the) {cage}"}, ""},
	{"PrimeCages/cage", []string{"{cage}", "{SUMTO}", "prime [{digit}]|primes"}, "a|in|of"},
	{"SquareCages/cage", []string{"{cage}", "{SUMTO}", "(perfect|square) (square|squares|{digit}|{digits})"}, "a|in|of"},
	{"OddCages/cage", []string{"{cage}", "{SUMTO}", "odd [{digit}|{digits}|total|totals]"}, "a|an|in|of|every single"},
	{"EvenCages/cage", []string{"{cage}", "{SUMTO}", "even [{digit}|{digits}|total|totals]"}, "a|an|in|of|every single"},
	{"CageProduct/cage", []string{"({cage}|cage's)", "{TIMES}"}, "{CORNER}|{IFGIVEN}|show|shows|equal|equals|given|of|indicated|indicate|their|{MAYREP}|{IFRULES}"},
	{"CageProduct/cage CageDistinct/cage", []string{"{cage}", "{TIMES}", "{NOREP}"}, "{CORNER}|{IFGIVEN}|show|shows|equal|equals|given|of|indicated|indicate|their|which"},
	{"LookAndSay/cage", []string{"(look and say|look say)"}, "cage|cages|{cage}|rules|rule|apply|applies|standard|normal|killer|style"},
	{"LookAndSay/cage", []string{"{cage}", "(how many of|the (number|count|amount) of) each", "{digit}"}, "look and say|clue|clues|number|total|cage|cages|{cage}|{CORNER}|tell|tells|say|says|gives|give|shows|show|indicate|indicates|of|there are|corner|are|give the number"},
	{"EqualityCage/cage", []string{"{cage}", "(equal|same) (number|amount|numbers)", "even [{digits}]", "odd [{digits}]", "(low|high)"}, "equality|of|low|high|{digits}|as|{NOREP}|1234|6789|1 2 3 4|6 7 8 9|1 4|6 9|5|(not|{cannot}) (contain|include) [a] 5"},
	{"RellikCage/cage", []string{"rellik (cage|cages)"}, "{cage}|rules|rule|apply|applies"},
	{"RellikCage/cage", []string{"rellik (cage|cages)", "{NOREP}", "(combination|combinations|subset|subsets|group|set) of (one or more|1 or more|any number of) {digits}|(combination|combinations|subset|subsets)", "cannot sum to the (value|total|clue|number)"}, "any|such a cage|{CORNER}|of|one or more"},
	{"Lunchbox/cage", []string{"{cage}|lunchbox|lunchboxes", "(between|sandwiched between) the (smallest|lowest|least)", "(largest|highest|greatest|biggest)", "{SUMTO}|sum|sums"}, "lunchbox|lunchboxes|lunch|box|boxes|of|{digits}|show|shows|{CORNER}|clue|total|give|gives|sandwiched|{NOREP}"},
	// Thermometers.
	{"Thermo/thermo", []string{"{thermo}", "(shapes|lines|line) [with a [round] bulb [at one end]]"}, "COLOUR|grey|gray|marked"},
	{"Thermo/thermo", []string{"(shape|shapes|line|lines)", "{thermo}", "{INCR}", "{FROMB}"}, "COLOUR|{TOTIP}|is|are|a|along"},
	{"Thermo/thermo", []string{"({thermo}|thermometer's|thermo's)", "{INCR}"}, "(round|rounded) end|which|shapes|or|{FROMB}|{TOTIP}|(in|in the) direction|adjacent"},
	{"Thermo/thermo", []string{"(bulb|bulbs) of (a|the) {thermo}", "{INCR}", "away from the (bulb|bulbs)"}, "some of the circles|also|as they move|away"},
	{"Thermo/thermo", []string{"{INCR}", "{FROMB}"}, "{TOTIP}|{LINE} with [a|the] [round|circular] (bulb|bulbs)|{LINE}|COLOUR"},
	{"Thermo/thermo", []string{"{thermo}", "{INCR}", "(lowest|smallest|least) {digit} (in|at) the bulb"}, "{thermo}|their|lowest|{FROMB}|{TOTIP}"},
	{"SlowThermo/thermo", []string{"[slow] {thermo}", "{SLOW}"}, "the circle|{LINE}|but (may|can) repeat|may repeat|but may be equal|{FROMB}|{TOTIP}|either|slow|{IFRULES}|{SLOW}|but|and|so"},
	{"SlowThermo/thermo", []string{"{thermo}", "{INCR}", "not [necessarily] strictly|non strictly|weakly|or stay the same"}, "{FROMB}|{TOTIP}|slow|but"},
	{"SlowThermo/thermo", []string{"slow {thermo}"}, "{INCR}|{FROMB}|{TOTIP}"},
	{"SlowThermo/thermo", []string{"(may|can) (stay|remain) the same"}, "{IFRULES}|{SLOW}|but|may never decrease"},
	// Arrows.
	{"Arrow,PillArrow/arrow", []string{"(arrow|arrows|arrow's|arrows')", "{SUMTO}", "{CIRCLE}"}, "constitute|constitutes|shape|shapes|within|of (the|that) arrow|(2|two|3|three|multi) digit|two or three digit|read|reads|written|left to right|from left to right|top to bottom|downwards|or|attached|connecting|same|that arrow's|equal|equals|is|of|the sum of|circle from which it emanates|from which it (emanates|starts|begins|originates)|with (an|the|attached|an attached|one or more) (arrow|arrows) [attached|attached to it]|(excluding|not including|without) the circle|circles with two or more arrows|shaft|path|stem|tail|base of the arrow|base|line|lines|{MAYREP}|{IFRULES}|{CIRCLE}|placed|base|at its base|at its end|at the end|total|arrow's|for|that arrows|the arrow|that arrow|(attached|connected) to that arrow|circle cell|formed by|reading left to right|from which (the|that|its|an) arrow (emerges|emanates|starts|originates|begins)|indicated|either|[a] single digit number|a (2|two) digit number|that arrow's (oval|pill)"},
	{"Arrow,PillArrow/arrow", []string{"(arrow|arrows)", "({MAYREP})"}, "{IFRULES}|shape|shapes|diagonals|or"},
	{"Arrow,PillArrow/arrow", []string{"(more than one|multiple|several|two or more) (arrow|arrows)", "(each|independently|separately|individually)", "{SUMTO}"}, "same|attached|share|shares|circle|circles|independently|separately|individually|one"},
	{"Arrow,PillArrow/arrow", []string{"((2|two|3|three|multi) digit|the number|numbers)", "{CIRCLE}", "(read|reads|reading|written|left to right)"}, "read|reads|left to right|top to bottom|top down|from|or|downwards|total|{SUMTO}"},
	{"Arrow,PillArrow/arrow", []string{"(2|two|3|three|multi) digit {digit}", "(pill|pills|oval|ovals|capsule)", "(sum|total) of", "(arrow|arrows)"}, "form|forms|make|makes|which|that|equal|equals|the sum|read|left to right|from left to right|top to bottom|or|two|three|cells|of|line"},
	// Diagonals with an arrow beside the board.
	{"LittleKiller/diagonal", []string{"(diagonal|diagonals)", "{SUMTO}"}, "(2|3|4|5|6|7|8|9) cell|numbered|path|paths|beside|next to|specific|all|little killer|little killers|points|points to|points at|points along|point|arrow|arrows|arrowed|total|sum|which|pointed|pointing|direction|number by|of|the sum of|{OUTSIDE}|{MAYREP}|{IFRULES}|{IFGIVEN}|equal|along|in the direction of|by|by the|contain repeat digits|provided|provide"},
	{"LittleKiller/diagonal", []string{"(sum|sums|total|totals)", "outside", "direction of [the|its|their] (arrow|arrows)"}, "with [an|the] (arrow|arrows)|of|{OUTSIDE}|{SUMTO}|grid"},
	{"LittleKiller/diagonal", []string{"(outside|beside|around) [of]|little (killer|killers)", "(sum|total) of [the] [{digits}]|{SUMTO}", "(arrow|arrows|arrow's)", "(point|points|points to|pointing|pointed|along|indicated|direction|diagonal)"}, "with|an|outside of|the grid|equal|equals|points|point|to|little (killer|killers) [sums|clues]|side|diagonal|diagonals|along|to|at|in|direction|by|{MAYREP}|{IFRULES}|of|give|gives|{OUTSIDE}"},
	{"LittleKiller/diagonal", []string{"(diagonal|diagonals)", "({MAYREP})"}, "{IFRULES}|little killer|such|sum"},
	{"EqualProducts/diagonal", []string{"(diagonal|diagonals)", "same product|equal product|equal products"}, "indicated|arrow|arrows|marked|digits"},
	{"CountingSets/diagonal", []string{"(arrow diagonal|arrow diagonals|diagonal|diagonals|indicated diagonal)", "(how many|that many|the number of)", "(arrow diagonals|diagonals)", "contain that {digit}|it appears [on|in]|have that {digit}"}, "any|exactly|indicates|along|tells"},
	{"EqualSums/diagonal", []string{"(diagonal|diagonals)", "{SAMESUM}"}, "indicated|arrow|arrows"},
	// Clues beside the board.
	{"FirstSum/outside", []string{"outside", "sum of the first NUM ({cells}|{digits})"}, "{OUTSIDE}|of|starting from|clue|the clue|reading from|starting|of the clue|(the|that) position|position"},
	{"Sandwich/outside", []string{"(clues|numbers) [outside] [of] [the] [grid]", "sandwich [sum|sums] [clue|clues|totals]|(sandwich|sandwiches)"}, "are|outside|given|all|variant"},
	{"XSum/outside", []string{"(clues|numbers) [outside] [of] [the] [grid]", "x (sum|sums) [clue|clues]"}, "are|outside|given|all"},
	{"Skyscraper/outside", []string{"(clues|numbers) [outside] [of] [the] [grid]", "(skyscraper|skyscrapers) [clue|clues]"}, "are|outside|given|all"},
	{"NumberedRoom/outside", []string{"(clues|numbers) [outside] [of] [the] [grid]", "numbered (room|rooms) [clue|clues]"}, "are|outside|given|all"},
	{"LittleKiller/diagonal", []string{"(clues|numbers) [outside] [of] [the] [grid]", "little (killer|killers) [clue|clues|sums]"}, "are|outside|given|all|with|arrows"},
	{"Sandwich/outside", []string{"between [the] LOW and [the] HIGH", "{SUMTO}"}, "located|not (including|counting) [the] 1 (or|and) [the] 9|excluding [the] 1 (or|and) [the] 9|not inclusive|exclusive|row column|line|sandwiched|sandwich|sums|giving|giving the sum|of|the sum of|total sum of|in between|{OUTSIDE}|without an arrow|non arrow|unarrowed"},
	{"Sandwich/outside", []string{"sandwiched between", "LOW and [the] HIGH", "{SUMTO}"}, "of|total sum of|{OUTSIDE}"},
	{"XSum/outside", []string{"first (x|n)", "{SUMTO}", "(x|n) (is|equals|being|is equal to) [the] [{digit}] [value of] [in] [the|that] first [such]"}, "of|row|column|that|sum of|{OUTSIDE}|seen from|{INCLUDED}"},
	{"XSum/outside", []string{"first (x|n) [such]", "{SUMTO}|x (sum|sums)|(sum|total) of", "(x|n) (is|equals|being|is equal to|represents|denotes|stands for)", "first {cells}|first {digit}|{digit} in the first|first (one|such)|nearest {digit}|closest {digit}|{digit} (nearest|closest|next) [to]|adjacent {cells}|{cells} adjacent to [the] clue|next to [the] clue"}, "sum of|x (sum|sums)|of|starting from|starting|from|in that|row|column|clue|nearest|closest|to|{OUTSIDE}|seen from|placed|first|{INCLUDED}|reading from the clue [across]|when reading from the clue|clue"},
	{"FirstCells/outside", []string{"(outside|{digits} outside|other clues)", "(appear|appears|be placed|occur|occurs|be)", "first NUM {cells}"}, "{OUTSIDE}|in|of|that|row|column|looking|from|direction|some order|any order|somewhere|one of|at least once|clue|which|corresponding|inserted|be inserted|as seen"},
	{"> Skyscraper/outside", []string{"taller|higher|larger", "(skyscrapers|buildings|ones)", "{HIDE}"}, "smaller|shorter|lower|equal|view|from|or|ones|behind|them|skyscrapers|buildings"},
	{"> Skyscraper/outside", []string{"(higher|larger|bigger|taller) {digits}", "{HIDE}", "(lower|smaller|shorter)"}, "view|from|or|ones|equal|behind|them"},
	{"Skyscraper/outside", []string{"(skyscraper|skyscrapers)", "(larger|taller|greater|higher) than (every|all|any) {digits} before [them|it]"}, "count|counts|number of|how many|point of view|{OUTSIDE}"},
	{"Skyscraper/outside", []string{"{digits} [inside the grid]", "(represent|are) [the] (height|heights) of skyscrapers", "(number of skyscrapers visible|number of visible skyscrapers|how many skyscrapers (are visible|can be seen))"}, "inside|{OUTSIDE}|looking|from|the clue|clue's|direction|which|as seen"},
	{"Skyscraper/outside", []string{"(skyscrapers|buildings)", "{HIDE}", "smaller|shorter|lower"}, "view|from|or|ones|equal|behind|them|skyscrapers|buildings"},
	{"Skyscraper/outside", []string{"(skyscraper|skyscrapers|building|buildings|tower|towers)", "(visible|seen|see|{HIDE}|height|heights|represent|represents|corresponding)"}, "taller|higher|larger|shorter|smaller|lower|behind|assuming|assume|in total|along|when|cell {digit}'s|occupied by|height|heights|visible|see|seen|building|buildings|skyscraper|skyscrapers|there|hiding|blocking|obscuring|can be seen|be|how many|number of|as|of|from|vantage|point|line of sight|view|look|looking|with|ones|other|{HIDE}|represent|considered|as|{OUTSIDE}|of that height|can|across|into|viewed|n|equal|equal to|its value|given|cell number's|the given direction"},
	{"-", []string{"(treat|consider|regard|think of|see) (every|each|all|the) {digits}|(every|each|the) {digit} (is|represents)", "(building|buildings|skyscraper|skyscrapers|tower|towers)", "height|heights"}, "as|of|that|its|{digit}|corresponding|represented by|{digits}"},
	{"NumberedRoom/outside", []string{"(n th|nth|x th|xth)", "(n|x) (is|equals|being|is equal to)", "first"}, "has|shown|{OUTSIDE}|which|that|in the|direction"},
	{"NumberedRoom/outside", []string{"(n th|nth|x th|xth) (cell|{digit}|position|place|square)|(position|place|cell) (n|x)", "(n|x) (is|equals|being|is equal to|represents|denotes|stands for)", "first (cell|{digit}|{cells}|position)|next to [the] clue|{digit} in the first|nearest [{digit}|{cells}]|closest [{digit}|{cells}]"}, "looking|into|look|row column|numbered (room|rooms)|has|in|shown|from|of|clue|nearest|closest|first|next to|{OUTSIDE}|direction|which|that|there|placed|be|found|must|to"},
	{"NumberedRoom/outside", []string{"(n th|nth|x th|xth) (cell|{digit}|position|place|square)|(position|place|cell) (n|x)", "(n|x) [is] in the (first|nearest|closest) [cell|{cells}]"}, "numbered (room|rooms)|means|mean|indicates|indicate|has|in|shown|from|of|seen from|clue|nearest|closest|next to|{OUTSIDE}|direction|which|that|there|placed|be|found|must|to|row|column|value"},
	// Marks between neighbours.
	{"> WhiteDot,Difference/dot BlackDot,Ratio/dot", []string{"(dots|dot|circles|kropki)", "white", "{CONS}", "black", "{RATIO}"}, "{JOIN}|ratio|of"},
	{"WhiteDot,Difference/dot", []string{"white {DOT}", "{CONS}"}, "{JOIN}|{CONS}|for|shows that|means that|if|then|they're|one [{digit}] (is|must be)|the other|form|large|sitting|saperate|join"},
	{"BlackDot,Ratio/dot", []string{"black {DOT}", "{RATIO}"}, "{JOIN}|{RATIO}|domino|dominoes|dots|with|being|of cells|for|relationship|neighbors|neighbours|ratio|if|then|of|where|one|is|of the other|the other|as much as|in|to one another|i e|other|have a|be|football|footballs|large|sitting"},
	{"> WhiteDot,Difference/dot BlackDot,Ratio/dot", []string{"white {DOT}", "{CONS}", "black {DOT}", "{RATIO}"}, "{JOIN}|ratio|of|one|the other|large"},
	{"> BlackDot,Ratio/dot WhiteDot,Difference/dot", []string{"black {DOT}", "{RATIO}", "white {DOT}", "{CONS}"}, "{JOIN}|ratio|of|one|the other"},
	{"ConsecutiveOrDouble/dot", []string{"{DOT}", "{CONS}", "{RATIO}", "[either] or"}, "{JOIN}|ratio|either|or|of|or both|in"},
	{"SameDifference/dot", []string{"{DOT}", "(differ|differs) by the same|same difference", "(to be|must be) determined|must determine"}, "{JOIN}|amount|value|solver|constant"},
	{"+StrictKropki", []string{"(no|without a|without any) [kropki] (dot|dots|circle|circles)", "neither [of these] [properties|property|relation|relations|condition|conditions]"}, "if there is|between|adjacent|neighbouring|hold|holds|apply|applies|true|of these"},
	{"+StrictKropki", []string{"(absence|lack) of [a|any] [kropki] (dot|dots|circle|circles)", "neither [of these] [properties|property|relation|relations|relationship|relationships|condition|conditions]"}, "between|adjacent|neighbouring|hold|holds|apply|applies|true|of these|means that|indicates that|means|indicates"},
	{"+StrictKropki", []string{"((no|without|absence of|lack of) [a|any] [kropki] (dot|dots|circle|circles)|(not|aren't) (separated|joined|connected|marked|linked) (by|with) (a|any) dot)", "(neither|{cannot}|not)", "consecutive", "(or|nor|and not)", "{RATIO}"}, "{JOIN}|if there is|if there's|if|where there is|where|there|orthogonally|means|indicates|ratio|in|relation|relationship|either|be"},
	{"+StrictRatio~2", []string{"all [possible|the] black (dots|dot)", "are|have been"}, "given|shown|marked"},
	{"+StrictDifference~1", []string{"all [possible|the] white (dots|dot)", "are|have been"}, "given|shown|marked"},
	{"+AllDots", []string{"all [possible|the] [kropki|white and black|black and white] (dots|pairs)", "are|have been"}, "given|shown|marked|[the|a] negative constraint [applies|is in effect|is in force]"},
	{"X,Sum/letter", []string{"(x|xs|x's|an x)", "({SUMTO}|sum is|sum of [the] [two|both] [{digits}|{cells}] [in (those|the|these|both) [two] {cells}] is) (10|ten)"}, "{JOIN}|of"},
	{"V,Sum/letter", []string{"(v|vs|v's)", "({SUMTO}|sum is|sum of [the] [two|both] [{digits}|{cells}] [in (those|the|these|both) [two] {cells}] is) (5|five)"}, "{JOIN}|of"},
	{"> X,V,Sum/letter", []string{"(x|xs|x's)", "10|ten", "(v|vs|v's)", "5|five"}, "{JOIN}|{SUMTO}|respectively|of|those"},
	{"> X,V,Sum/letter", []string{"(v|vs|v's)", "5|five", "(x|xs|x's)", "10|ten"}, "{JOIN}|{SUMTO}|respectively|of|those"},
	{"> X,V,Sum/letter", []string{"(x|xs|x's)", "(v|vs|v's)", "10|ten", "5|five"}, "{JOIN}|{SUMTO}|respectively|of|those|or"},
	{"> X,V,Sum/letter", []string{"(v|vs|v's)", "(x|xs|x's)", "5|five", "10|ten"}, "{JOIN}|{SUMTO}|respectively|of|those|or"},
	{"> X,V,Sum/letter", []string{"10|ten", "(x|xs|x's)", "5|five", "(v|vs|v's)"}, "{JOIN}|{SUMTO}|respectively|of|those"},
	{"> X,V,Sum/letter", []string{"5|five", "(v|vs|v's)", "10|ten", "(x|xs|x's)"}, "{JOIN}|{SUMTO}|respectively|of|those"},
	{"+StrictXV", []string{"all [possible] ((xv|xvs|x v) [clues]|(x|xs|x's|xes) [and] (v|vs|v's) [clues]|(v|vs|v's) [and] (x|xs|x's|xes) [clues])", "are|have been"}, "given|shown|marked|[the|a] negative constraint [applies|is in effect|is in force]|ie there are no (vs|xs)|there are no (vs|xs)"},
	{"GreaterThan/sign", []string{"(inequality|inequalities|greater than|less than|comparison) [sign|signs|symbol|symbols|marker|markers|clue|clues]", "(point|points|pointing)", "(lower|smaller|lesser|smallest|lowest|small)"}, "(they|it) (link|join|separate|connect|links|joins|separates|connects)|of the two|connected|arrowhead|arrowheads|tip|towards|toward|two|narrow end|small end|of|at|of the|between|cells that share that edge|small|<|>|it sits between|they sit between|sits|sit"},
	{"GreaterThan/sign", []string{"(<|>|< and >|< or >)", "(point|points|pointing)", "(lower|smaller|lesser|smallest|lowest)"}, "sign|signs|symbol|symbols|towards|to|of|at|between|two|adjacent|the"},
	{"GreaterThan/sign", []string{"[an|each|every] (arrow|arrows|marking|markings)", "(point|points|pointing)", "(lower|smaller|lesser|smallest|lowest)", "between [two|the|adjacent|their|it]|connected|(either|each) side"}, "always|grid|towards|toward|to|of|at|two|values|adjacent|sits|cells|the|connected"},
	{"GreaterThan/sign", []string{"(arrowhead|arrowheads|chevron|chevrons|caret [sign|symbol]|carets|caret (signs|symbols)|arrows between {cells}|signs between {cells}|(inequality|greater than) [sign|signs])", "(point|points|pointing)", "(lower|smaller|lesser|smallest|lowest)"}, "inequality|towards|to|of|at|between|two|adjacent|the"},
	{"GreaterThan/sign", []string{"(inequality|inequalities|greater than|less than|comparison) (sign|signs|symbol|symbols)", "(in accordance with|according to|follow|respect|obey)"}, "place|placed"},
	{"GreaterThan/sign", []string{"<", ">", "(satisfied|obeyed|respected|satisfy|hold|true)"}, "sign|signs|symbol|symbols|or"},
	{"GreaterThan/sign", []string{"(inequality|inequalities|greater than|less than|comparison)", "(larger|greater|bigger|which is larger|which [one] (contains|has|is) the (lower|smaller|higher|greater)|satisfy|satisfied|obey|obeyed|respected)"}, "sign|signs|symbol|symbols|adjacent|of|indicate|indicates|show|shows|between|which|is|open|opens|side"},
	{"Difference/letter", []string{"{digit}|{digits}|circled {digit}|{circle}|{CIRCLE}|{DOT}", "(difference|differences)"}, "between|of|show|shows|give|gives|indicate|indicates|represent|represents|is|equals|in|inside|on|{JOIN}|border|black|white|small|they join|join|two cells|circle|circles|edge|joining"},
	{"Difference/letter", []string{"{DOT}|{circle}", "(differ|differs) by (the|that|this|its) [given|shown|indicated] {digit} [in|inside|on|shown|given]|(differ|differs) by (the|that) amount"}, "{DOT}|black|white|{circle}|between|{JOIN}|amount|inside|shown|given|in|exactly"},
	{"Ratio/letter", []string{"(number|numbers) (in|inside|on) [a|the|each] [black|white] {DOT}", "ratio"}, "numbers|in|inside|on|black|white|give|gives|show|shows|indicate|indicates|represent|represents|{JOIN}|of|is|equals|two cells|their|those"},
	{"-", []string{"(1 and 2|1 and a 2|1 2|1s and 2s|between 1 and 2|1 and the 2)", "either|both|(white or black|black or white)"}, "(may|might|can|could) (be|count as|count for)|either|or|{JOIN}|by|COLOUR|{DOT}|dot|dots|{digits}|type|kind|of|colour|color|have|could|may|can|where"},
	{"QuadSum/quad", []string{"(circled (clue|number)|{CIRCLE})", "(gives|shows|is|indicates|show|give) the sum of the", "four [surrounding] {cells} [(surrounding|around|touching) (it|the circle)]"}, "{SURR}|grid"},
	{"Quad/quad", []string{"{CIRCLE}", "{SURR}", "(number of repeats|as (often|many times) as) [as] (shown|[it is|they are] given|indicated|there)|(repeated|duplicated) {digits} [must] appear [at least] (twice|that often)"}, "appear|small|large|cells|around|circle|of|with|the"},
	{"Quad/quad", []string{"({CIRCLE}|circled {digits}|quadruple|quadruples|cell intersections)", "{SURR}"}, "indicates|appear|contained|occur|be|copy|copies|of the|within|at least once|at least one of|at least one|one of|somewhere|of|(touched|touching) by|large|larger|big|show|shows|without arrows|indicated|small|circled|include|four|one|cells|area|touch|surrounding|the circle|be placed|around|circle|quad|quads|4|black"},
	{"Quad/quad", []string{"{CIRCLE}", "(intersection|corner|corners|meeting point) of four cells|where four cells meet|between four cells", "(appear|occur|placed|contained)"}, "at least once|those|four|one of|somewhere|of|the [four|surrounding] cells|large|small|white"},
	{"Quad/quad", []string{"({CIRCLE}|quadruple|quadruples)", "corner [of] [four|4] {cells}|(intersection|corner|corners|junction) of (four|4|a 2x2)", "(appear|appears|occur|occurs|placed|contained|include|contain|present)"}, "{SURR}|at least|(at least|once) once|one of|somewhere|of|those|these|them|four|4|white|small|each|once|area|square"},
	{"CountingCircles/circle", []string{"({CIRCLE}|circled)", "({CIRCLE}|circled|its own)", "that {digit}|contain|contains|containing|times|appear|appears|have|it|same", "(how many|that many|exactly n|exactly x|counts the number of|count the number of|the number of|as many|number of times|exactly that many|n|total number of)"}, "for|appearing|x|exactly|say|says|appear|appears|occur|occurs|if|times|same|indicate|indicates|show|shows|tell|tells|is|equals|that|total|in|inside|{CIRCLE}|circled|have|can|be|as|n|of|its own|give|gives|counts|count|anywhere in the puzzle|assigned|assigned to|instances"},
	{"CirclesDiffer", []string{"all (circles|circled {digits})", "(are|contain) [all] different [{digits}]"}, "in this puzzle"},
	{"Maximum/shade", []string{"COLOUR (max|maximum) {cells}", "surrounded by (lower|smaller) {digits}"}, ""},
	{"Minimum/shade", []string{"COLOUR (min|minimum|well) {cells}", "surrounded by (higher|larger|greater) {digits}"}, ""},
	{"Maximum/shade", []string{"(cell|cells|square|squares)", "{BIGGER}", "{NEXTTO}"}, "four|all four|orthogonally|orthogonal|of|be|white|which|share an edge|outward|outwards|pointing|facing|arrow|arrows|neighbours|neighbors"},
	{"Fortress/shade", []string{"(cell|cells|square|squares)", "{BIGGER}", "{NEXTTO}", "(unshaded|white|uncoloured|non grey|unmarked|non shaded)"}, "orthogonally|orthogonal|of|be|share an edge"},
	{"Fortress/shade", []string{"({cells} shaded COLOUR|COLOUR|shaded|greyed|highlighted|fortress) [{cells}]", "{BIGGER}", "{NEXTTO}", "(unshaded|white|uncoloured|non grey|non blue|non green|non red|unmarked|non shaded|non fortress|not (shaded|grey|marked|highlighted))"}, "fortress|fortresses|orthogonally|orthogonal|of|be|share an edge|any|they|{NEXTTO}|are|that|which|it borders|bordering|(larger|greater) then|then|{cells} shaded COLOUR|fortress"},
	{"Minimum/shade", []string{"(cell|cells|square|squares)", "{SMALLER}", "{NEXTTO}"}, "four|all four|orthogonally|orthogonal|of|be|white|which|share an edge|inward|inwards|pointing|facing|arrow|arrows|neighbours|neighbors"},
	{"> Even/square Odd/circle", []string{"(square|squares)", "even", "(circle|circles)", "odd"}, "COLOUR|shaded|{digit}|ones|one"},
	{"> Odd/circle Even/square", []string{"(circle|circles)", "odd", "(square|squares)", "even"}, "COLOUR|shaded|{digit}|ones|one"},
	// Shaded regions.
	{"ExtraRegion/shade", []string{"(COLOUR|shaded|highlighted) ({cells}|area|region|regions|areas)|{cells} (marked|shaded|coloured|colored|highlighted) [in] COLOUR", "extra (region|regions|box|house)"}, "using|form|forms|makes|make|{RANGE}|{NOREP}|(each|every|all) {digits} [exactly] once|once|{once}|exactly|which|that|normal|full set|set of|of|as|extra"},
	{"ExtraRegion/shade", []string{"(COLOUR|coloured|colored|shaded|highlighted|extra) [BOX] (region|regions|area|areas|window|windows|shape|shapes)", "({RANGE}|{once} each|once|(every|each) {digit} [must] [appear|appears] [exactly] [once])"}, "also|four|two|three|{RANGE}|{NOREP}|once|{once}|exactly|normal|9 cell|nine cell|full set|set of|of"},
	{"ExtraRegion/shade", []string{"(COLOUR|shaded|highlighted|extra) BOX (square|squares|box|boxes|subgrid|subgrids|block|blocks)", "({RANGE}|{once} each|once|every {digit})"}, "also|four|two|three|{RANGE}|{NOREP}|once|{once}|exactly|normal|of"},
	{"ExtraRegion/shade", []string{"connected (COLOUR|shaded|highlighted) {cells}", "(each|every|all) {digits} {RANGE}|{RANGE} {once}"}, "nine|9|also"},
	{"ShadeDistinct/shade", []string{"(COLOUR|shaded|highlighted) (region|regions|area|areas|shape|shapes)", "{NOREP}"}, "also|same"},
	{"Clone/shade", []string{"[COLOUR|shaded|coloured|colored] (clone|clones|cloned regions|cloned areas|regions|areas|shapes|groups)", "{same} {digits}", "{SPOT}"}, "COLOUR|shaded|regions|areas|shapes|groups|clones|of the same (colour|color)|be|they|in|arrangement"},
	{"Clone/shade", []string{"(COLOUR|shaded|coloured|colored) (regions|areas|shapes|groups)", "(clone|clones)"}, "of each other|exact|exactly|two|be|they|identical|(with|of|having) the same (shape|shape and size)|{same} {digits}|{SPOT}"},
	{"Clone/shade", []string{"same [shape|color|colour]|(COLOUR|coloured|colored) shape", "(is|are) (a clone|clones)"}, "COLOUR|shapes"},
	{"Clone/shade", []string{"(copy|part|copies|parts) of [a|the|each] (COLOUR|coloured|colored|clone) [region|regions|shape|shapes]", "{SPOT}"}, "one|exactly|other COLOUR region"},
	// Lines.
	{"Whisper/line", []string{"{LINE}", "{ADJ}", "difference", "(at least NUM|NUM or (more|greater|higher))"}, "between|of|each|along|german|dutch|chinese|whisper|whispers"},
	{"Whisper/line", []string{"[german|dutch|chinese] [whisper|whispers] {LINE}", "{ADJ}", "{ATLEAST}"}, "{LINE}|directly|to them|from [the] {digits}|segment of|segment|chinese|along|on|with|(german|dutch) [whisper|whispers]|whisper|whispers|any|of|which|numerically|acts as|strong|curved|there is|or more|outline"},
	{"Whisper/line", []string{"{LINE}", "(differ|differs) {NEIGH} by ((at least|a minimum of) NUM [+]|NUM (+|or (more|greater)))"}, "each|along|on|any|which"},
	{"Whisper/line", []string{"{LINE}", "(german|dutch|chinese|whisper|whispers)", "{ADJ}", "{ATLEAST}"}, "whisper|whispers|is|are|a|{LINE}|along|on"},
	{"Whisper/line", []string{"(german|dutch|chinese|whisper|whispers)", "{ATLEAST}"}, "{LINE}|{ADJ}|whisper|whispers|along|on"},
	{"Renban/line", []string{"[renban] {LINE}", "consecutive", "({NOREP}|{ANYORD}|set|sets|sequence|run|series|group)"}, "form|forms|of|taken together|together|order|sequence|set|sets|run|series|group|permuted|renban|renbans|{LINE}|unique|all|different|be arranged|arranged|(can|may|must) be (arranged|rearranged)|into|rearranged|{ANYORD}|{NOREP}|single|unbroken|consist|consists|distinct|however|but|made up|occupied|contain|contains|comprise|comprises|string|could|show|shows|not in any particular order|not necessarily in order|integers|from a"},
	{"Renban/line", []string{"renban|renbans", "consecutive", "({NOREP}|{ANYORD})"}, "COLOUR|set|sequence|run|of|however|but|form|forms|{LINE}"},
	{"Renban/line", []string{"(same|each|every) {LINE}", "(different|distinct)", "consecutive", "any order"}, "be|form|forms|set|sequence|of|may|can|but|run"},
	{"Nabner/line", []string{"[nabner] {LINE}", "((no two {digits}|no pair of {digits}) [anywhere] [(on|along) (the|a|that|the same|any) {LINE}] [may|can] (be|are)|{cannot} (be|contain|have)) [two|any] consecutive [with any other {digit}]"}, "same|{NOREP}|nabner|set|of|any|not|regardless of [their] position|anywhere on [the|it]|not even if [they are] not adjacent|even if [they are] not adjacent"},
	{"> Nabner/line", []string{"(no two|no pair of) {digits}", "[nabner] {LINE}", "(can|may|must|are) [be] consecutive"}, "anywhere|along|same|nabner"},
	{"Nabner/line", []string{"[nabner] {LINE}", "no two {digits}", "(consecutive or [be] (equal|the same|identical)|(equal|the same|identical) or consecutive|(repeat|be repeated) or be consecutive)"}, "nabner|may|can|be|regardless of [their] position|anywhere on [the|it]|not even if [they are] not adjacent|even if [they are] not adjacent"},
	{"Nabner/line", []string{"(nabner|nabners) {LINE}|nabner", "({NOREP}|no repeated)", "(no|nor|or|without) [any|two] consecutive [{digits}]"}, "anywhere|along|{LINE}|may|can|be"},
	{"> Nabner/line", []string{"{NOREP}", "nabner", "{cannot} contain consecutive {digits}"}, "regardless of order|{LINE}|nabner"},
	{"Nabner/line", []string{"[nabner] {LINE}", "{NOREP}", "if (a|the|any) {digit} (appears|occurs|is present|is on it)", "(consecutive {digits}|{digits} consecutive with it|{digits} (one|1) (higher|greater|more) or (lower|less)|neighbours in value)", "{cannot} (appear|occur|be present)"}, "along|then|the|its|also|nabner"},
	{"> Nabner/line", []string{"{LINE}", "non repeating {digits}", "no {digits}", "consecutive"}, "form|forms|sets|set|of|can|nabner"},
	{"Whisper/line AllDifferent/line", []string{"{LINE}", "{NOREP}|no repeated {digit}", "{ADJ}", "{ATLEAST}"}, "along"},
	{"> Nabner/line", []string{"none of the {digits}", "{LINE}", "(repeat|repeats|may repeat|can repeat)", "(nor|or) [are|be|may be] consecutive"}, "on|along|with any other {digit}|the|are|and"},
	{"> Nabner/line", []string{"{LINE}", "(no|{cannot} be) (consecutive or repeated|repeated or consecutive|consecutive or repeating|repeating or consecutive) {digits}"}, "nabner|on|along|there|contain|contains|has|have"},
	{"Nabner/line", []string{"{LINE}", "(all|any two) {digits}", "(differ|differs) by at least (2|two)", "from (each other|one another|every other {digit})"}, "along|nabner"},
	{"> Nabner/line", []string{"[nabner] {LINE}", "{NOREP}|non repeating {digits}", "no two {digits}", "consecutive"}, "set|of|anywhere|on such a line|can|be|nabner"},
	{"Palindrome/line", []string{"{LINE}", "(palindrome|palindromes|palindromic)"}, "{BOTHWAYS}|(along|on) the {LINE}|along|string|sequences|order|form|forms|read|reads|reading|same|way|ie|whichever (way|end|direction)|same from (both|either) (end|ends|side|sides)|forwards and backwards|(both|either|each) (way|ways|direction|directions|end|ends)|backward|backwards|forward|forwards|from|in|as|sequence|reversed|when reversed|valid|or|without bulbs|same in either direction"},
	{"Palindrome/line", []string{"{LINE}|palindrome|palindromes", "(n th|nth|x th|xth) [{cells}|{digit}|position] from one end", "from the other [end]"}, "(n th|nth|x th|xth) [{cells}|{digit}|position]|same|as|equal|equals|matches|if|appears|palindrome|it|along|is|be|cell"},
	{"Palindrome/line", []string{"{LINE}|palindrome|palindromes", "(equal|same) (distance|distances) from (each|the|either|both|its|opposite) (end|ends)|equidistant from (the|each|both) (end|ends)", "(be|are|is|must be) (equal|the same|identical)|(match|must match)"}, "palindrome|palindromes|at|in|along|of|{LINE}"},
	{"Palindrome/line", []string{"COLOUR", "(palindrome|palindromes)"}, "{BOTHWAYS}|along|read|reads|same|forwards and backwards|(both|either) (ways|directions|way|direction|ends)|in|from|backwards|forwards"},
	{"Palindrome/line", []string{"({LINE}|palindrome|palindromes)", "same", "{BOTHWAYS}"}, "along|palindrome|read|reads|reading|from|in|as|sequence|string|be|of"},
	{"RegionSumLine/line", []string{"{LINE}", "{SAMESUM}", "({BOXES}|box borders|segments|segment)"}, "(split|splits) [each line]|within each|an equal sum|have|it|they|(the|that|each) line|region sum (line|lines)|{BOXES}|visits|enters|enter|visit|crosses|cross|pass|runs through|goes through|go through|run through|whose|which|every|each|all|up|passes|through|divide|divides|divided|break|breaks|cut|cuts|separate|separates|into|segments|segment|border|borders|box|boxes|of|n|when|to|separately|for|region|sum|it|same|within|wherein|them|are region sum lines|individual|[each] time|times|exits|exit|leaves|re enters|equal sum line|equal sum lines|region|regions|different|particular|new|each time|(to|must|can) be (determined|deduced) [by the solver]|(needs|has) to be determined|central|line segment|every time|which|acts as|acts|sections|section|small|two or more|ring|continuous|larger|(each|all) of the (two|three|four|five|six|seven|eight|nine|2|3|4|5|6|7|8|9)"},
	{"RegionSumLine/line", []string{"{LINE}", "(sum|total) of [the] {digits}", "({BOXES}|segment|segments)", "(be|is|are) [all] (the same|equal|identical|constant)"}, "{LINE}|{BOXES}|for|each|it|passes|pass|through|visits|visit|enters|crosses|within|individual|segment|segments|of|region sum|several|multiple|different|them|particular|region|regions|all of the|single|that"},
	{"-", []string{"{BOXES} (borders|border|boundaries)", "(divide|divides|split|splits|cut|cuts|break|separate)", "[COLOUR] {LINE}", "(segments|segment|sections|parts|pieces)"}, "into|the|several|different|individual"},
	{"RegionSumLine/line", []string{"COLOUR [{LINE}]", "equal (sum|sums)|same (sum|sums|total|totals)", "in (each|every) (box|region|3x3 box)"}, "have|of"},
	{"Whisper/line", []string{"COLOUR", "(neighbours|neighbors|neighbouring {digits}|adjacent {digits})", "{ATLEAST}"}, "or"},
	{"RegionSumLine/line", []string{"[region sum] {LINE}", "{SUMTO} (n|x|the same n)", "{BOXES}"}, "within|each|every|it|passes|through|visits|enters|crosses|the line|has a sum (n|x)|of|in|that|separately"},
	{"-", []string{"(n|x|the sum|sums|the total|this sum|totals|(this|the|each|that) segment sum|segment sums)", "(may|can|might) (be different|differ|vary)", "for [each|different] {LINE}|(between|from) [different] {LINE}|from line to line"}, "each"},
	{"-", []string{"each {LINE}", "has [a|an|its own] [own|unknown] (sum|total) [n|x]"}, "some|unknown"},
	{"-", []string{"{LINE}", "[{BOXES}] [borders|boundaries] (divide|divides|split|splits|divided|cut|break)", "segments|parts|sections"}, "along|into|{LINE}|{BOXES}|by|borders|boundaries|several|different"},
	{"-", []string{"(each|different|every) [COLOUR] {LINE}", "(may|can|might) (have|contain|use|be) [a] different", "set|sets|sequence|length|digits|lengths"}, "of|{digits}|each"},
	{"-", []string{"(if|when) (a|the) {LINE}", "(same box|same region|a box|a region|re enters|BOX (region|box))", "(separately|separate|each segment|individual|a new segment|new segment)"}, "re enters|formed|pass|summed|that|within|multiple|count|counts|passes|through|segment|segments|individual|more than once|multiple times|times|sums|sum|n|of|such|box|region|line|considered|same|separately|to|visit|visits|each|separate|that|BOX|to n|pass|summed"},
	{"Between/line", []string{"[between] {LINE}", "[strictly] [in] between [those]", "{ENDS}"}, "all other|fall|values|those of|{MAYREP}|{IFRULES}|(include|including) repeats|greater than the (lower|lesser|smaller) of|(lower|less|smaller) than the (greater|larger|higher|other) of|between|somewhere|associated|connected|filled|which|line|lines|line's|{LINE}|ie|strictly|attached|numerically|of|(circled|circles) ends|values in|exclusive|exclusively|its|end|at|connecting|joining|linking|from|circled|two|not inclusive|circle|circles|either [end]|at either|of [the|that|its] line"},
	{"Between/line", []string{"{LINE}", "(greater|larger|higher|more) than the (smaller|lower|lesser|smallest|lowest)", "(less|smaller|lower) than the (larger|greater|higher|bigger|largest|highest)", "{ENDS}"}, "between|two|of|circled|circle|connecting|joining|at|ends|strictly|{digits}|on|end|its|be|{ENDS}"},
	{"Lockout/line", []string{"[lockout] {LINE}", "({cannot} be|{cannot} (lie|fall)|{cannot} (have|take|contain) [a] (value|values|{digits})|not|outside [of]|not be|fall outside) [strictly|numerically] [between|the range]", "(diamond|diamonds|diamond endpoints) [end|ends|endpoints]"}, "{LOCKMAY}"},
	{"Lockout/line", []string{"[lockout] {LINE}", "({cannot} be|{cannot} (lie|fall)|{cannot} (have|take|contain) [a] (value|values|{digits})|not|outside [of]|not be|fall outside) [strictly|numerically] [between|the range]", "(diamond|diamonds|endpoint|endpoints|ends|end points|diamond endpoints) [end|ends|endpoints]", "{ATLEAST}"}, "{LOCKMAY}"},
	{"Lockout/line", []string{"lockout {LINE}", "({cannot} be|{cannot} (lie|fall)|{cannot} (have|take|contain) [a] (value|values|{digits})|not|outside [of]|not be|fall outside) [strictly|numerically] [between|the range]", "(diamond|diamonds|endpoint|endpoints|ends|end points|diamond endpoints) [end|ends|endpoints]"}, "{LOCKMAY}"},
	{"CountingCircles/circle", []string{"number of times (that|a) [a] {digit} (appears|occurs)", "{CIRCLE}", "(is|equals|is equal to) that {digit}"}, "equal|{CIRCLE}|in|a|that"},
	{"Lockout/line", []string{"(diamond|diamonds|lockout|endpoint|endpoints|ends) [end|ends|endpoints|line|lines]", "{ATLEAST}"}, "of|connected|attached|line|lines|from|other|directly|at the ends|at both ends|two|each other|value"},
	{"-", []string{"(diamond|diamonds|circle|circles)", "(terminates|terminate|ends|end|marks the end of|mark the end of|mark the ends of)", "{LINE}"}, "segment|segments"},
	{"Zipper/line", []string{"[zipper] {LINE}|zipper|each pair of {digits}", "({same} distance|equidistant|equal distance|equally (far|distant|spaced)|equal distances|equal distance)", "(center|centre|spot|middle|central|middle {digit}|middle cell|central {digit}|central cell)", "{SUMTO}"}, "has a|center {cells}|centre {cells}|middle {cells}|equal|{LINE}|that (center|centre|middle) {digit}|(middle|center|centre) {digit}|zipper|from|of|line|each pair of|along|central {digit}|central cell|middle|center|centre|a dot|equal|marked with a dot|cell|pairs of|that line|same|total|which is [also] [equal to]|at|on|is equal to|sum of|any pair of {digits}|(marked|indicated) (by|with) a (spot|dot|circle)|center of the line|centre of the line|spot|if the line has a (centre|center)|{digit} (on|in|at) the (spot|centre|center)|COLOUR|circled|(with|by) a (red|white|grey) circle"},
	{"Zipper/line", []string{"{LINE}|zipper|zippers", "odd (length|lengths|number of {cells})|odd", "(central|middle|centre|center) ({digit}|cell)|({digit}|cell) (in|at) the (middle|centre|center)"}, "{LINE}|zipper|sum|sums|that|of|is|equal|equals|to|for|same|total|an|with|if|length|spot"},
	{"Modular/line", []string{"[modular] {LINE}", "(different values (mod|modulo) (3|three)|(remainder|remainders|modulo|residue|residues))"}, "{MODMAY}|(0|1|2) mod 3|(0|1|2) modulo 3"},
	{"Modular/line", []string{"[modular] {LINE}", "1 4 7|147", "2 5 8|258", "3 6 9|369"}, "{MODMAY}|(0|1|2) mod 3|(0|1|2) modulo 3|comprise|comprises|contiguous|after being divided by 3|exactly"},
	{"Entropic/line", []string{"[entropic|entropy] {LINE}", "({ENTROPY}|low|entropic)"}, "three|3|length|segment|segments|string|strings|set|sets|each of|sequence|run|runs|stretch|group|consecutive|adjacent|of|one from|one|low|medium|middle|mid|high|entropic|entropy|sequential|{ENTROPY}|from|every|any|include|different|successive|from each of [the] groups|groups|each of|group|consist|consists|colour|color|exactly|includes|alternate between the sets of|in the same continuous order"},
	{"Entropic/line Modular/line", []string{"{LINE}", "entropic and modular"}, "are"},
	{"-", []string{"3 cell|three cell|3 {digits}|3 consecutive", "[sequence|run]", "{ENTROPY}"}, "on|line|one|from|{LINE}|sequence|ie"},
	{"DoubleArrow/line", []string{"(between|along|on) [the|its] [two] {ENDS}|(double arrow|double arrows)", "{SUMTO} the same (total|value|number|sum) as|{SUMTO} the (total|sum) of|{SUMTO} the same as", "{ENDS}"}, "double arrow|double arrows|between|two|at|ends|of|the"},
	{"DoubleArrow/line", []string{"({LINE}|double arrow|double arrows)", "{SUMTO}|same sum", "(sum|total) of", "{ENDS}"}, "as|line's|connecting|joining|linking|{LINE}|double arrow|double arrows|{ENDS}|equals|equal|equal to|same as|two|of|along|between|at|its|ends|circles|attached|at the end of the line|two circles|either end|either"},
	{"Parity/line", []string{"{LINE}", "(alternate|alternates|alternating) [between|in]", "(parity|odd and even|even and odd|odd even|even odd|odd {digits} and even {digits}|even {digits} and odd {digits}|odd {digit} and even {digit}|even {digit} and odd {digit}|odd even parity)"}, "in|parity|{LINE}|along|{ADJ}|odd even"},
	{"Parity/line", []string{"{LINE}", "{ADJ}", "(one even {digit} and one odd {digit}|one odd {digit} and one even {digit}|different parity|differ in parity|opposite parity|opposite parities|different parities|one odd and one even|one even and one odd)"}, "of|have|in|along|of the pair|parity|no two adjacent|odd even|ring"},
	{"Parity/line", []string{"{LINE}", "no two (adjacent|neighbouring|neighboring) ({digits}|{cells})|{ADJ} ({digits}|{cells}) {cannot}", "(same|identical|equal) parity"}, "have|may|can|share|along|of"},
	{"Parity/line", []string{"{LINE}", "{ADJ}", "{cannot} (have|share|be of) [the] (same|identical|equal) parity"}, "of|along|each"},
	{"Close/line", []string{"{LINE}", "{ADJ}", "((differ|differs) by (at most|no more than|a maximum of) NUM|difference of (at most|no more than|a maximum of) NUM|difference of NUM or (less|lower|smaller|fewer)|maximum difference of NUM|(never|not) more than NUM apart|within NUM of each other)"}, "of|along"},
	{"LessThan/line", []string{"{LINE}", "{ADJ}", "(must not|cannot|may not|never) differ by NUM or more"}, "of|along"},
	{"EitherThermo/line", []string{"{LINE}", "(thermo|thermos|thermometers)", "(bulb|bulbs) to be (determined|deduced)", "{INCR}", "from one end to the other|from one end of the line to the other"}, "all|which"},
	{"EitherThermo/line", []string{"{LINE}", "{INCR}", "from (one|either|an) end to the (other|next) [end]"}, "along|which (end|direction) is [the] [lowest|lower|bulb|start|smallest|which]|(is|must be|has to be|to be) (determined|deduced) [by (the solver|you)]|[the] direction|bulbless (thermos|thermo|thermometers)|thermo|thermos|thermometers|{thermo}"},
	{"Sequence/line", []string{"{LINE}", "[(increase|decrease|increases|rise|ascend) [or (decrease|increase|fall|decreases|descend)]] by [a|the|an] [same] (constant|fixed|equal|same) (amount|value|difference|step|number)"}, "sequence|along|each|step|time|always|either"},
	{"Sequence/line", []string{"{LINE}", "(increase|change|differ|increases|changes) by the same (amount|value|number|difference)"}, "in the same direction|each step|every step|at each step|along|constant"},
	{"AllDifferent/line", []string{"{LINE}", "{NOREP}"}, "along|individual"},
	{"FullSet/line", []string{"{LINE}", "(complete|full) set|{once} each|each [of the {digits}] once|exactly once|once", "{RANGE}"}, "of|the digits|{once}|complete|each"},
	{"LineSum/line", []string{"{LINE}", "{SUMTO} NUM"}, "each of the ten|along|thread|threads|linked by|joined by"},
	{"LineProduct/line", []string{"{LINE}", "{TIMES}", "NUM"}, "along|is|of|equal|equals"},
	{"EqualSums/line", []string{"all {LINE}|each {LINE}|{LINE}", "{SAMESUM} [as each other|for all lines|for every line]"}, "which is|to be (determined|deduced)|along each|along|individual|determined|which must be determined by the solver|circles"},
	{"EqualProducts/line", []string{"(each|all|every) {LINE}", "(multiply to the same|same product)"}, "along|total|product|which must be determined by the solver"},
	{"SameDifference/line", []string{"{LINE}", "(same|equal|constant) difference", "(adjacent|neighbouring|neighboring|consecutive|each pair)"}, "same|difference|between|of|all|along|each|pair|pairs|share|for|any|two|which (is|must be) (determined|deduced)|to be determined"},
	{"Sequence/line", []string{"[sequence] {LINE}", "(same difference|arithmetic (sequence|sequences|progression)|constant difference|equal difference)"}, "sequence|in order|with|for|same|numerical order|each|between|adjacent|form|of|in|from"},
	{"IndexLine/line", []string{"{LINE}", "(n th|nth|xth|x th)", "(position|index) [along the line]", "{digit} (n|x)"}, "{LINE}|indexing|index|appears|indicates|starting from|from|diamond|circle|bulb|along|is|such|of|turquoise"},
	{"DifferenceCount/line", []string{"{LINE}", "difference between [two] adjacent", "how many pairs", "that [exact] difference"}, "exactly|of|adjacent|indicates|have|exact|line"},
	{"-", []string{"every {cells} [on (the|a) line]", "(part of|belongs to|in) exactly one (group|segment|section)"}, "is"},
	{"-", []string{"{LINE}", "{cannot} [(branch|cross|touch|overlap) [or|nor]] (branch|overlap|cross)|(may|can|might) (share|overlap|cross|touch)"}, "share|endpoints|end points|ends|cells|otherwise|branch|cross|overlap|or|nor|but|don't|do not|each other|themselves|at their"},
	{"-", []string{"{LINE}", "move [only] horizontally and vertically|{cannot} overlap", "move [only] horizontally and vertically|{cannot} overlap"}, "entropic|with|each other|do"},
	{"-", []string{"(groups|segments)", "{cannot} overlap"}, "such|the|these"},
	{"-", []string{"(groups|sums|segments)", "({MAYREP})"}, "{IFRULES}|such|these|within"},
	{"-", []string{"(nabner|nabners)", "{NOREP}"}, "{LINE}|along|COLOUR"},
	{"-", []string{"(renban|renbans)", "{NOREP}"}, "{LINE}|along|COLOUR"},
	{"-", []string{"(from|in) [the] (different|three different|3 different) (groups|sets)|from [the] (groups|sets)", "1 4 7|147", "2 5 8|258", "3 6 9|369"}, "ie|must come|come|three|different"},
	{"Nothing/line", []string{"(line|lines)", "(decorative|decoration|cosmetic|(purely|only|just) for (decoration|aesthetics|show))"}, "purely|just|only|merely|solely"},
	{"-", []string{"(colours|colors|colouring|coloring|shading|shaded cells|coloured cells|colored cells)", "(decorative|decoration|cosmetic|(purely|only|just) for (decoration|aesthetics|show))"}, "purely|just|only|merely|solely|of|background"},
	{"-", []string{"thermometer shapes", "(drawn|placed|given|shown|marked|are)"}, "some|there|in the grid"},
	{"Ten/line", []string{"(ten|10) {LINE}|{LINE}", "{SUMTO} [exactly] NUM", "(parts|segments|segment|groups|group|sections|contiguous|divided|sets|strings)"}, "divide|which|entirely|that each|which each|cover|covers|covering|make up|neighbouring|neighboring|sum lines|ten lines|10 lines|each one|adjacent|ten|10|a loop may divide anywhere|divides|{LINE}|split|partitioned|separated|broken|split up|consist|consists|made up|composed|consecutive|completely|fully|may|adjacent|of|into|one or more|be|can|divided|contiguous|non overlapping|segments|groups|each|numerous|strings|exactly|(these|such|the) (strings|segments|groups) {cannot} overlap"},
}

// modifiers lists kinds of cells, other than doublers, whose value is not their digit. An entry has the name of
// the kind, the words for such a cell and for its digit, and what its value is.
var modifiers = [][4]string{
	{"Tripler", "tripler|triplers|tripled", "tripled", "(count|counts) [as|for] (triple|three times|thrice)|(is|are) worth (triple|three times|thrice)|(is|are|value is) (triple|three times|thrice) [the|its|their] [value of [the|its|their]] ({digit}|{digits})|value is tripled"},
	{"Negator", "negator|negators|negated|negative", "negated", "(count|counts) [as] (negative|negatively)|(is|are|value is) [the] (negative|negation|minus) [value] [of] [the|its|their] ({digit}|{digits})|(has|have) [a] negative (value|values)|(is|are|value is) [negated|negative|subtracted]|(contribute|contributes) negatively|(count|counts) as [the] negative of [the|its|their] ({digit}|{digits})|(are|is) subtracted"},
	{"Eraser", "eraser|erasers|nullifier|nullifiers|zero|nullified|erased", "erased", "(count|counts) [as|for] (0|zero|nothing)|(is|are) [always] worth (0|zero|nothing)|(has|have) [a] [value of] (0|zero)|value [of the {digit}] (is|equals) [always] (0|zero)|(is|are) always (0|zero)"},
}

// modifierBagRows returns the rows about doublers with the words of other cells that modify their value.
func modifierBagRows() (rows []wordBagRow) {
	for _, m := range modifiers {
		words := strings.NewReplacer("{DOUBLED}", bagPhraseParts()["DOUBLED"], "{DOUBLES}", "("+m[3]+")")
		cells := strings.NewReplacer("{DOUBLER}", "("+m[1]+") [{cells}|cell|cell's]", "doubled", m[2], "{DOUBLES}", "("+m[3]+")")
		for _, row := range bagTable {
			if strings.Contains(row.says, "+Doubler") {
				own := wordBagRow{strings.ReplaceAll(row.says, "Doubler", m[0]), slices.Clone(row.needs), cells.Replace(row.may)}
				for i, need := range own.needs {
					own.needs[i] = cells.Replace(words.Replace(need))
				}
				rows = append(rows, own)
			}
		}
	}
	return rows
}

// chessMoveBagRows returns rows for rules by moves of chess pieces. Their words differ from the words of chessRows.
func chessMoveBagRows() (rows []wordBagRow) {
	const knight, king, or = "(knight's|knights|knight|knights'|knights's)", "(king's|kings|king|kings'|kings's)", " [move|moves] (or|and|nor|or a|and a|nor a|or by a) "
	rows = append(rows, wordBagRow{"+AntiKing", []string{"(meet|meeting|touch|touching|connected|joined) [each other] (diagonally|at a (corner|point)|at their corners) [at a (corner|point)]", "must (be different|differ|be distinct)|[contain|have|hold] different {digits}"}, "that|only"})
	rows = append(rows, wordBagRow{"+AntiKing", []string{"{NOT}", "adjacent to [a|an|another|any] {same} {digit}|(touch|touches) [a|an|another|any|another of] {same} {digit}", "(even|not even|including) diagonally|orthogonally or diagonally|diagonally or orthogonally"}, "can|may|any|be|ie"})
	for _, one := range [][2]string{{"AntiKnight", knight}, {"AntiKing", king}, {"AntiKnight,AntiKing", knight + or + king}, {"AntiKnight,AntiKing", king + or + knight}} {
		for _, needs := range [][]string{{"{NOT}", "({same} [{digits}|{cells}]|repeat|repeats|repeated {digit}|be repeated|itself|themselves|match|another of itself)"}, {"{digits} [that|which] (differ|are different)|{must} (differ|differs|be different|are different)|[contain|have|hold] different {digits}|[all] different"}} {
			rows = append(rows, wordBagRow{"+" + one[0], append([]string{one[1] + " (move|moves|step|jump)|(move|moves) of a [chess] " + one[1] + " [in chess]"}, needs...), "single|one|either|itself|connect|connects|separate|separates|within|of|see|sees|via|instance of|copy of|apart|away|from|from each other|from one another|chess|as in chess|in chess|separated|other|another|each other|may|can|any|occur|occurs|share|touch|touching|touches|diagonally|ie|including|anti knight|anti king|antiknight|antiking|rule|constraint"})
		}
	}
	return rows
}

// cageSumBagRows returns rows about the sums of cages with distinct digits.
func cageSumBagRows() (rows []wordBagRow) {
	for _, one := range [][2]string{{"PrimeCages", "prime [{digit}]|primes"}, {"SquareCages", "(perfect|square) (square|squares|{digit}|{digits})"}, {"OddCages", "odd [{digit}|{digits}|total|totals]"}, {"EvenCages", "even [{digit}|{digits}|total|totals]"}} {
		rows = append(rows, wordBagRow{one[0] + "/cage CageDistinct/cage", []string{"{cage}", "{SUMTO}", one[1], "{NOREP}"}, "a|an|in|of|every single"})
	}
	return rows
}

// bothRows returns rows for sentences that give lines two names: "Each line is both a renban and a whisper line".
func bothRows() (rows []wordBagRow) {
	names := [][2]string{{"RegionSumLine", "region sum"}, {"Zipper", "zipper|zippers"}, {"Ten=10", "10|ten"}, {"Whisper=5", "german (whisper|whispers)"},
		{"Renban", "renban|renbans"}, {"Palindrome", "palindrome|palindromes"}, {"Entropic", "entropic"}, {"Modular", "modular"}, {"Nabner", "nabner|nabners"}, {"Parity", "parity"}}
	for i, one := range names {
		for _, other := range names[:i] {
			rows = append(rows, wordBagRow{one[0] + "/line " + other[0] + "/line", []string{"[all|each|every|the] [COLOUR] {LINE}", "both", "(" + one[1] + ") [line|lines]", "(" + other[1] + ") [line|lines]"}, "and|act|acts|function|functions"})
		}
	}
	return rows
}

// markedCellBagRows returns rows about the values of marked cells.
func markedCellBagRows() (rows []wordBagRow) {
	for class, shape := range map[string]string{
		"circle": "(circle|circles|circled [{cells}]|bubble|bubbles|circled {digits}|opaque grey circle)",
		"square": "[shaded|highlighted] (square|squares) [marker|markers]",
		"shade":  "",
	} {
		for _, rule := range [][2]string{{"Odd", "odd"}, {"Even", "even"}, {"PrimeCells", "(prime|primes)"}} {
			may := "opaque|show|shows|unattached|without lines|(without|with no) (an arrow|arrows|any arrow|arrow)|[an|the] " + rule[1] + " [{digits}]|represent|represents|be|indicate|indicates|mark|marks|denote|denotes|hold|holds|be an|without lines attached|(can|may|must|should|could) only [be|contain|hold|have]|only|in them"
			if rule[0] == "PrimeCells" {
				may += "|prime {digits}|2 3 5 or 7|2 3 5 and 7|2 3 5 7|ie|1 is (not|by definition not) prime|1 is not a prime [{digit}]|prime numbers"
			}
			if class == "shade" {
				rows = append(rows, wordBagRow{rule[0] + "/shade", []string{"(COLOUR|shaded|highlighted) (cell|cells)", rule[1]}, may})
				continue
			}
			rows = append(rows, wordBagRow{rule[0] + "/" + class, []string{shape, rule[1]}, may})
		}
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].says < rows[j].says })
	return rows
}
