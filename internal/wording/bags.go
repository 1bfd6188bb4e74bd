package wording

import (
	_ "embed" // for the file bags.txt
	"slices"
	"strings"
	"sync"
)

// bagPhraseParts returns the parts that phrases of bags share: the name of a part, and the phrases for which it stands.
func bagPhraseParts() map[string]string {
	return map[string]string{
		"MODMAY":     "distinct|each run|division by (3|three)|after|triple|triples|trio|alternate between the sets of|in the same continuous order|form|complete|full|sets|groups|class|classes|3 modular|lines|string|strings|segment|segments|mod|three|3|modulo (3|three)|mod (3|three)|sequential|modulo|residues|remainders|divided by (3|three)|when|different|set|sequence|run|group|consecutive|adjacent|one from|one|modular|{MODS}|from|when divided|leave|different remainders|include",
		"LOCKMAY":    "may|can|{LINE}|(remaining|other) {digits}|endpoints|diamonds|diamond endpoints|defined|given by|formed by|set|bounded|strictly|end|ends|nor be equal to (them|those|these)|nor equal to (them|those)|(and|or) {cannot} be equal to (them|those)|{ATLEAST}|lockout|or equal to|or equal to those|to those|between|fall|range|endpoint|diamond|from each other|set by|[and] not equal to either [of them]|the interval|bounded by|at (either|each|both) (end|ends)",
		"MODS":       "1 4 7|147|2 5 8|258|3 6 9|369",
		"ENTROPY":    "1 2 3|123|4 5 6|456|7 8 9|789|1 3|4 6|7 9|1 to 3|4 to 6|7 to 9|1 2|3 4|5 6",
		"SUMTO":      "(sum|sums|total|totals|add|adds|add up|adds up|summing|adding|adding up|summed) [up] [to|of|exactly to|to a total of|to give]",
		"NOT":        "({cannot}|no|never|not|none|without)",
		"SPOT":       "(same|identical|corresponding) [relative] (position|positions|place|places|spot|location) [relative to|within|in]",
		"TIMES":      "(multiply|multiplies|multiplied|product|products) [to|of|together to|together]",
		"NEIGH":      "(from [the|its|their|all] (adjacent|neighbouring|neighboring) {digits} [(on|along) (the|that) [same] line]|[from] (their|its|each|the) [adjacent|direct|immediate] (neighbour|neighbours|neighbor|neighbors) [on the same line|on the line|along the line|on that line|there])",
		"NOREP":      "({cannot} (contain|include|have) (any|a) [single] {digit} (more than once|twice)|{cannot} (repeat|be repeated|contain repeats|have repeats|contain duplicates)|{cannot} (contain|include|have) [any|a] (repeat|repeats|repeated|repeating|duplicate) [{digits}]|(no|without) {digit} [may|can] (repeat|repeats|be repeated|repeating|being repeated)|without any (repeats|repeat|repetition|repetitions|duplicates)|no (repeat|repeated|repeating|duplicate) {digits}|no {digits} (repeat|repeats)|no {digit} (is|are) repeated|(without|with no|no|contain no|include no) (repeats|repetition|repetitions|repeating|repeat|repeated|duplicates) [{digits}]|not (repeat|be repeated)|(is|are) [all] (different|distinct|unique)|{digits} {must} be [all] (different|distinct|unique)|(be|contain|have|contains|has|hold|holds) [all] (different|distinct|unique) [{digits}]|(contains|contain|show|hold) no (repeat|repeats|repeated) [{digits}]|(no {digit}|same {digit}) [can|may|{cannot}] (appear|appears|occur|occurs) [twice|more than once]|(may|can|must) only (appear|occur) once|(may|can|must) (appear|occur) (only|at most) once|{cannot} (appear|occur|be used|be placed) (more than once|twice)|(without|with no|no) repetition [among|of|between] [the] {digits}|non repeating|nonrepeating)",
		"MAYREP":     "(may|can|could|might) repeat freely|(which|that|and|but) (may|can|could|might) (repeat|include repeats|contain repeats|contain repeat {digits}|include repeat {digits}|include repeated {digits}|contain repeated {digits})|(may|can|could|might|are allowed to) [also|or not|or may not] (repeat|be repeated|include repeats|contain repeats)|[in which|on which|along which|where] {digits} (may|can) repeat|repeats are (allowed|permitted)|(repeats|repetition) allowed",
		"IFRULES":    "if they (do not|don't) (break|violate) [the] other rules|(if|unless|where|when|as long as) [they are] [not] in the same {houses}|provided [that] they (do not|don't) (violate|break) [the] {usual} [sudoku] rules|(if|when|where|as long as|provided) [the] other rules (permit|allow) [it|this]|unless [the] other rules (prevent|forbid|prohibit) [it|this|that]|unless (prevented|prohibited|forbidden) by [the] other rules|(if|unless) [not] (prohibited|forbidden) by other rules|subject to other rules|(if|when|where|as long as|provided|unless) [this is|it is|they are|that is|such repetition is|repetition is] (allowed|permitted|not otherwise prohibited|otherwise allowed|prohibited) [by] [all] [the] [other|sudoku|normal|normal sudoku|usual|regular] [rules|rule|constraints]",
		"IFGIVEN":    "(where|if|when|as) (known|applicable)|(if|when|where) (one|it|any) exists|(if|when|where) [a] (cage|it) has (one|a total|a sum|a clue)|(if|when|where|whenever|as) [one is|it is|they are|there is one|a clue is|a total is|a sum is|a number is|a value is|any is] [given|shown|provided|present|any|indicated|stated|specified|possible|there]",
		"CORNER":     "can be found|equal|equals|printed|amount|cage value|[usually] [marked|outlined|indicated|shown] (by|with) a (dotted|dashed) (line|lines|border|outline)|(top|upper|bottom|lower) (left|right) [hand] [corner]|left (top|upper) [corner]|corner|corners|small|little",
		"CIRCLE":     "(circled {digit} or {digits}|[circled] (total|totals) in the circle|circled (total|totals|sum|sums)|circle|circles|bulb|bulbs|base|(starting|beginning|start|base) cell|circled {cells}|circled {digit}|circled end|pill|pills|oval|ovals|bubble|bubbles|circle's|circle or pill|circle pill|circles or pills)",
		"DOT":        "[kropki|plain|small|unlabelled|empty|unnumbered] (dot|dots|spot|spots|circle|circles|bubble|bubbles) [between them]",
		"RATIO":      "(doubled|1 2|2 1|one to two|two to one|1 to 2|2 to 1|1 2 ratio|double|twice|two times|factor of 2|factor of two|ratio (of|is|equals) (2|two)|ratio 2|half)",
		"CONS":       "(consecutive|in sequence|[exactly] one (more|greater|higher|larger|bigger|less|smaller) than|[a] difference (is|equals|equal to) (1|one)|(1|one) (more|less|more or less) than|[a] difference of (1|one)|(differ|differs) by [exactly] (1|one)|(1|one) apart|(neighbours|adjacent|next to each other|neighbouring) in value)",
		"JOIN":       "if there's|if there is|where there is|where there's|sit|sits|stand|stands|around|on each side of|on both sides of|[on] opposite sides of|plain|unnumbered|empty|blank|joins|join|separate|separates|link|links|connect|connects|on either side|either side of|between|across|straddling|adjoining|share|sharing|orthogonally|horizontally or vertically|adjacent|neighbouring|neighboring|touching|mark|marks|mean|kropki|small|exactly|must be|edge|border|directly|other",
		"BOTHWAYS":   "(back and forth|[both] (forwards|forward) (and|or|as) (backwards|backward) [directions]|[both] (backwards|backward) (and|or|as) (forwards|forward) [directions]|[from] (both|either|each) [of] [the] (way|ways|direction|directions|end|ends|side|sides)|from (left to right|right to left) (as|and) from (right to left|left to right))",
		"INDEXMAY":   "column|columns|row|in that|you|what|position|positions|location|found|located|index|indexes|(that|each|the|its|this|the same|the respective|the corresponding) row|same|true|for",
		"FOG":        "(fog|fogged|foggy)",
		"CLEARS":     "(clear|clears|reveal|reveals|lift|lifts|remove|removes|removed|dispel|dispels|uncover|uncovers|disperse|disperses|cleared|lifted|revealed|revealing|clearing|illuminate|illuminates)",
		"FOGMAY":     "{FOG}|into|adjacent|except for|initial|cleared|areas|underneath|beneath|or|well|{CLEARS}|(correct|correctly) [placed|entered]|placing|entering|putting|enter|put|filling|place|entered|input|inputting|some|more|new|hidden|nearby|around|surrounding|digit's|the area|area|region|BOX|3|3x3|possibly|potentially|perhaps|maybe|sometimes|often|usually|may|can|could|other|others|partially|partly|mostly|completely|entirely|fully|initially|covered|covers|cover|obscured|shrouded|dense|thick|dark|dynamic|of war|you|solve|progress|from|away|somewhere|elsewhere|parts|part|most|most of|one|when|once|after|while|starts|start|begins|normal|standard|rules|apply|will be|up|only|not|further|additional|least|information|visible|grey|color|colors|different|colour|colours",
		"LINE":       "(tinsel|line|lines|renban|renbans|nabner|nabners|line's|strand|strands|path|paths|ring|loop|loops|thread|threads)",
		"ADJ":        "(consecutive {digits}|adjacent|neighbouring|neighboring|neighbours|neighbors|next to each other|successive|touching|(from|to) [their|its|each|any|every] (neighbours|neighbors|neighbour|neighbor)|[directly] (connected|joined|linked)|consecutive {cells})",
		"ATLEAST":    "((differ|differs|differing) at least by NUM|(differ|differs|differing|different|apart) [numerically|in value] [by|with] ((at least|a minimum of|minimum of|at minimum) NUM [+]|NUM +)|difference of ((at least|a minimum of|minimum of|minimally) NUM [+]|NUM (+|or (greater|more|higher|larger|above)))|(differ|differs) [in value] by NUM or (more|greater|higher)|(NUM or (more|greater)) apart|at least NUM apart|minimum difference of NUM|difference (greater than or equal to|at least) NUM|separated by [a value of] at least NUM|at least NUM (greater|higher|more) or (less|lower) than)",
		"ANYORD":     "(can|may|but can|but may) (appear|be|be placed|go|occur|be arranged) in any order|[arranged] in any order|any order|unordered|[in] no (particular|specific|fixed|set) order|not necessarily in order|not in any (particular|specific) order|in [a] random order|in some order|without repetition",
		"INCR":       "(form|forms) [a] strictly increasing (sequence|set)|strictly (increasing|ascending) order|(greater|larger|higher|bigger) than [all] the ({digit}|one|{digits}|ones|cell|previous|preceding) [before|previous|preceding|closer to the bulb|{digit}|one|cell] [it|them]|(increasing|ascending) order|[strictly|always] (climb|climbs|increase|increases|increasing|ascend|ascends|ascending|rise|rises|rising|go up|grow|get [strictly|always] (larger|bigger|higher|greater)) [strictly|in value|in size]",
		"FROMB":      "[starting] [from|at] the (round|rounded|circular|circled) end|[starting|beginning|counting|moving|going|away|as they move|(as|when) (you|they|it|we) (move|moves|go|goes|travel|travels|progress|get further) [away]|when (moving|going) [away]|starting from|moving away|reading] (from|at|with) [the|its|each|their|a] [round|rounded|circular] (bulb|bulbs|circle) [end|ends|side]",
		"TOTIP":      "onwards|onward|not necessarily consecutively|to [the|its|each|their] [other|flat|thin|far] (tip|tips|end|ends|top)|(towards|toward) the (tip|tips|end|ends)|to tip|to end|away|[from] [the] (bulb|bulbs) to [the] [other] (tip|tips|end|ends)|from",
		"SLOW":       "([either] (stay|stays|remain|remains) the same or [they] (increase|increases|rise|ascend|go up|get bigger)|each {digit} is (the same|equal) or (higher|greater|larger|bigger)|[each {digit}] (the same|equal) or (higher|greater|larger)|(increase|increases|ascend|ascends|rise|rises|go up) or (stay|stays|remain|remains|repeat|be equal|keep|are equal) [the same|equal|constant]|[either] (stay the same|remain the same|repeat) or (increase|rise|ascend)|{cannot} decrease|[generally] increase but may (stay|remain) the same|generally increase|(increase|increases|rise|rises) or (stay|stays|remain|remains) [the same|equal] (on|at|with) each step|(never|not|{cannot}) (go down|get smaller|get lower|get any smaller)|(greater|larger|higher|bigger) than or (equal to|the same as) the (previous|preceding) (one|{digit}|cell)|at least as (large|big|high|great) as the ((previous|preceding) (one|{digit}|cell)|(one|{digit}|cell) before [it])|not decrease|never decrease|non decreasing|increase (and|but) may repeat)",
		"ENDS":       "((two|end) circles|circle|circles|circled ends|circled cells|circled end|ends|endpoints|end points|bulbs|endpoint|circled digits)",
		"CENTRE":     "([at] (equidistant|[an|the] (same|equal) (distance|distances)) from [a|the|its|their|each] [COLOUR] [line's] [exact] (center|centre|middle|midpoint) [of [a|the|its|that|each]])",
		"SURR":       "(surrounding four|the [4] surrounding|4 surrounding|the circle touches|circle touches|it touches|surrounding that circle|surrounding [4]|four (cells|surrounding)|touching|around|adjoining|adjacent|neighbouring|2x2|touch|touched|surround|corners|connecting)",
		"BIGGER":     "(greater|larger|higher|bigger|more) (than|then)",
		"SMALLER":    "(smaller|lower|less|lesser) than",
		"NEXTTO":     "(it borders|neighbours|neighbors|adjacent|neighbouring|neighboring|surrounding|share an edge|touching)",
		"ROW":        "(row|rows)",
		"COLUMN":     "(column|columns|col|cols)",
		"BOXES":      "([bold|thick|thickly|boldly|marked|outlined] [bordered|outlined] [BOX|9 cell|6 cell] [shaped|bold|bordered] (jigsaw piece|jigsaw pieces|box|boxes|region|regions|blocks the view of|block|blocks|subgrid|subgrids|sub grid|sub grids|nonet|nonets|area|areas) [(bounded|bordered|outlined|marked|delimited|separated|indicated|enclosed|shown|defined) by [the] (bold|thick|thicker|heavy|bolded) (lines|borders|line|border|outlines)]|BOX)",
		"FILL":       "(the|your) (objective|goal|aim|task) is to|only one time|please|{usual} [sudoku]|sudoku grid|the grid|nine|9|(empty|blank) {cells}|each of|all {digits}|or|complete|empty|into each cell|place|put|fill|fill in|enter|write|insert|into|exactly|go|goes|once|one time|only once|without repeating|so that|such that|occur|occurs|include|includes|SIZE|normal|standard|different|set|completely|use",
		"RANGE":      "[from] [the] [{digits}] [from] LOW [to|through|thru|until|till|up to|2 [3 [4 [5 [6 [7 [8]]]]]] [and]] HIGH",
		"OUTSIDE":    "pointed to by|indicated by|by a clue|by the clue|reveal|reveals|(from|at|in) (that|this|the clue's|its|the) (position|place|spot|location|side|point|edge)|side|clue's|outside|beside|outside of|next to|around|edge|edges|on the outside|row or column|row column|row and column|(row|column|rows|columns) [or|and] [columns|column]|that direction|direction|that line|in that|equal|equals|seen|from|to the left|above|below",
		"HIDE":       "(block the view of|block|blocks|hide|hides|obscure|obscures|obstruct|obstructs|conceal|conceals|cover|covers)",
		"INCLUDED":   "(and|which|that) (counts|is included|included|is counted|is included itself|counts itself) [towards|toward|in|into] [the|that] [sum|total]|(including|inclusive of) (itself|that {digit}|x|the first {digit})|x included|[which is] included in the sum",
		"EACHHOUSE":  "(each|every|any|per) [single] ({ROW} [and] [each|every] {COLUMN} [and] [each|every] {BOXES}|{ROW} [and] [each|every] {BOXES} [and] [each|every] {COLUMN}|{COLUMN} [and] [each|every] {ROW} [and] [each|every] {BOXES}|{BOXES} [and] [each|every] {ROW} [and] [each|every] {COLUMN})",
		"DOUBLER":    "(doubler|doublers|doubler's|doubled) [{cells}|cell|cell's]",
		"DOUBLES":    "((is|are) twice the value of [the] contained {digit}|(count|counts|counting) [as|for] (double|twice|two times)|(count|counts) as doubled|(is|are) equal to (double|twice|two times) [the|its|their] [value of [the]] {digit}|(is|are) worth (double|twice)|value (is|equals|equal to) (double|twice|two times)|(is|are) (double|twice|two times) [the|its|their] {digit}|(has|have) [a] (value|values) (of|equal to) (double|twice|two times) [their {digit}]|(has|have) (double|twice|two times) [the|its|their] value|(count|counts) (double|twice|two times) [the|its|their] (value|{digit})|value [of the {digit}] [in it|in that cell] (is|are) doubled)",
		"ONCEEACH":   "(exactly once|only once|once|one time)",
		"DOUBLED":    "((each|every) {digit} (appears|occurs) in exactly one {DOUBLER}|(each|every|each of the) {digit} [{RANGE}] (appears|occurs|appear|is) [{ONCEEACH}] (as|in|among|within) [the|a] [set of] {DOUBLER}|each of [the] {RANGE} (appears|occurs|appear) [{ONCEEACH}] (as|in|among|within) [the|a] [set of] {DOUBLER}|(each|every) {digit} [{RANGE}] [is|must be|gets|being] doubled {ONCEEACH}|(each|every) {digit} [{RANGE}] (appears|occurs|appearing) {ONCEEACH} (as|in) a {DOUBLER}|(each|every) {digit} [{RANGE}] (appears|occurs|appearing) (as|in) a {DOUBLER} {ONCEEACH}|each [one] (with|containing|contains|has|of) a different {digit}|no {digit} [is|may be|can be|being] doubled (twice|more than once)|no (two|2) {DOUBLER} (contain|share|have|may contain|can contain|hold|may have|can have) the same {digit})",
		"DOUBLERMAY": "into|there is|there are|place|find|includes|exactly|nine|9|the grid|to be found|somewhere|{digit}|{digits}|{cells}|(normal|face|own|usual|given|written|entered|placed) {digit}|the {digit} [placed|entered|written] in it|for (all|any) (sums|sum|sum clues)|for [the] (purpose|purposes) of [all|any|the] (cage|cages|arrow|arrows|killer cage|cage and arrow|sum) [sums|totals|sum|total|clues]|for [the] (purpose|purposes) of [all|any|the] sums|xv|xvs|x's and v's|for [all|any] sums|(for|in|towards|toward) [all|any|the] (cage|arrow|killer cage|cage and arrow) (sums|totals|sum|total)|when (calculating|computing|summing) [the] (cage|arrow|sums|cage sums|cage totals)|such that|so that", // for sentences about doublers
		"KNIGHT":     "(knight's|knights|knight|knights'|knights's)",
		"KING":       "(king's|kings|king|kings'|kings's)",
		"CHESSMAY":   "single|one|either|itself|connect|connects|separate|separates|within|of|see|sees|via|instance of|copy of|apart|away|from|from each other|from one another|chess|as in chess|in chess|separated|other|another|each other|may|can|any|occur|occurs|share|touch|touching|touches|diagonally|ie|including|anti knight|anti king|antiknight|antiking|rule|constraint",
		"MARKMAY":    "small|large|(in|within) (every|each|any) {box}|opaque|unattached|without lines|(without|with no) (an arrow|arrows|any arrow|arrow)|mark|marks|without lines attached|(can|may|must|should|could) only [be|contain|hold|have]|only|in them",
		"SAMESUM":    "(sums of equal value|(segments|segment) (with|of|having|have) [an|the] (equal|same) (value|values)|same (sum|total|sums|totals)|equal (sum|sums|total|totals)|constant sum|sum to the same|(sum|sums|add|adds|add up|adds up|total|totals|summing) [up] [to] (the|an|a) (same|identical|equal|common|constant) [number|total|value|digit|amount|sum]|sum to an equal|identical sum|have the same total|same sum n|equal sum n)",
	}
}

// wordBagRows returns the table of bags: the rows of bags.txt, and rows composed by code. To extend the table, add a
// row; no code depends on single rows.
func wordBagRows() []wordBagRow {
	return slices.Concat(bagTable(), modifierBagRows(), twoNameRows(), relationBagRows())
}

// bagForbiddenPhrases returns, for each kind, phrases that a sentence about the kind must not contain. A sentence with
// such a phrase states another rule, although its words are fillers or other permitted words. The entry with the key ""
// applies to all kinds that are not in ofTwo.
func bagForbiddenPhrases() map[string]string {
	const (
		some       = "two|both|one|three|some|a (neighbour|neighbor|adjacent)|an (adjacent|orthogonally)|({digits}|{cells}|neighbours|neighbors) (are|must be) (shaded|circled|marked|highlighted)|(white|unshaded|uncoloured|uncolored|unmarked) {cells} (are|is|must|have|contain)|(next|adjacent) to [a|any|the] (shaded|marked|highlighted|COLOUR)"
		every      = "(all|every|each|any|all the|every single) (odd|even)|(odd|even) {digits} (are|lie|belong|must be|have to be|can be|may be|must appear) [only] (in|on|inside|circled|shaded|marked|highlighted|COLOUR)|(odd|even) {digits} (can|may|must|have to) (only|be (placed|entered|put|written))|only (in|the|shaded|circled|highlighted|marked|COLOUR|circles|squares)|({cells}|circle|circles) only|the only|number of"
		cage       = "(sum|total|sums|totals) of [all] [the|its|their] (prime|odd|even|square|low|high|largest|smallest)|(prime|odd|even|square|small|corner|low|high|large) (digits|numbers|values|cells) (in|inside|within|on|of)|squares of|number of [the|its] [cage's] cells|digits in [the] (corner|corners)|(of|to) (their|its) (corner|corners)"
		few        = "(two|three|some|most) (digits|numbers|values)|one {digit} (in|on|along|inside)|in pairs|of two|(two|three|some|most|both) of the|two {cage}"
		all        = "(marked|indicated|given|shown|outlined|drawn) ({cells}|{digits}|adjacent|neighbouring)|along|inside|{NOT} always|not (all|every)|there (is|are)"
		indexNever = "in (its|the|that|their|each) column|in (its|that|their|each) columns|[the] (row|rows) (1|5|9)|not|which row|(box|region)|number of"
		marked     = "(marked|shown|indicated|given|drawn|outlined|displayed) (orthogonal|orthogonally|diagonal|diagonally|knight's|chess)"
		wrongNot   = "not (all|every|each|any|separated|joined|linked|connected|with)|without|(at least|exactly|at most|only) one [pair|of]|only|non {LINE}|(are|is|be) (shaded|coloured|colored|dashed|dotted|marked|given|shown|indicated|displayed|drawn)"
		twos       = "(two|one|2) of the (sets|groups)|(any|every|each|all) (two|2)"
		theyAre    = "(if|when|whenever) [any|two] [{ADJ}] ({digits}|{cells}) (are|have|contain) (consecutive|in a ratio|a (difference|ratio))"
		part       = "one of the (circled|white|black|kropki)|exactly one|only one"
	)
	return map[string]string{
		"":           few,
		"AntiKnight": all, "AntiKing": all, "EdgePairs": all + "|diagonally|" + marked, "CornerPairs": all + "|" + marked, "KnightPairs": all + "|" + marked,
		"LinePairs": wrongNot, "DotPairs": wrongNot, "CageSums": wrongNot, "LineSums": wrongNot,
		"StrictDifference 1": all + "|non consecutive|nonconsecutive|(joined|linked|connected|separated) ({cells}|by|with)|{NOT} [be] adjacent cells|diagonally",
		"Maximum":            some, "Minimum": some, "Fortress": some, "Odd": every, "Even": every, "PrimeCells": "(all|every|each|any) prime|prime {digits} (are|lie|must|have|can|may|belong)|only (in|the|shaded|circled|COLOUR|circles|squares)|{cannot}|non|never|{SUMTO}|numbered|total|number of",
		"WhiteDot": part + "|non consecutive|nonconsecutive|" + theyAre, "BlackDot": part + "|" + theyAre, "Quad": part + "|{digits} of [the|its|all] [four|4] (surrounding|adjacent|neighbouring|touching|cells)|(one|number) of [the] {digits}|(show|shows|give|gives|list|lists) [the] {digits} (of|in|from)", "FirstCells": part + "|one of the {digits}",
		"Skyscraper":    "(other|opposite|far) (side|end|direction)|how many (buildings|skyscrapers) of that height|show the (height|heights)|(height|heights) of [the] visible|{digits} inside|clues inside|(shorter|smaller|lower) [ones|{digits}|buildings|skyscrapers] (block|blocks|hide|hides|obscure|obscures|obstruct|blocking|hiding|obscuring)",
		"LittleKiller":  "arrow's (row|column)",
		"EqualProducts": "row|rows|column|columns",
		"Cage":          "square ({digit}|of)|perfect|prime|to a square|" + cage,
		"Sum":           cage, "CageDistinct": cage, "CagesAlike": cage, "CagesDiffer": cage, "PrimeCages": cage, "SquareCages": cage, "OddCages": cage, "EvenCages": cage,
		"Arrow":      "(and|with) (its|the|their) {CIRCLE} {SUMTO}|same (total|sum)|(two|both) (circles|bulbs)",
		"Between":    "(show|shows|give|gives|indicate|indicates|tell|tells) [the] {digits} [strictly] between|{digits} (in|on|at) [the|its|both] (circle|circles|ends|circled ends|circled cells|bulbs) [must] (be|lie|fall|are) [strictly] [in] between|circled {digits} [must] (be|lie|fall|are) [strictly] [in] between|(show|shows|give|gives|list|lists) [the] {digits}|between [the] {digits} (on|along) [the|a|each|its|their] (line|lines)",
		"Indexing 1": indexNever, "Indexing 159": indexNever, "Indexing 59": indexNever, "Indexing 123456789": indexNever,
		"SlowThermo": "({digits}|always|must|thermo|thermos|thermometer|thermometers) strictly", "Parity": "every (two|2|three|3)|in pairs", "AntiQueen": "NUM and NUM|marked",
		"Difference": "(difference of|differ by|differs by) (2|two|3|three|4|four|5|five|6|six|7|seven|8|eight)",
		"Ten":        "two (groups|parts|segments|sections|sets)|(contain|contains|has) [exactly] (a|one) (group|part|segment|section|set)",
		"Entropic":   twos + "|(two|none) from|two (low|high|middle)", "Modular": twos,
		"Sandwich":     "({digit}|how many) [of [the]] {digits}|product|products",
		"CageProduct":  cage + "|to a square|(different|distinct|unique|same|equal|identical) (product|products)",
		"CellValues":   "all [of] [the] {digits}|(each|every) {digit}|once|(contain|contains|have|has|hold|holds) the|NUM ({digits}|{cells}|different|distinct|odd|even|of)|{NOT}",
		"Whisper":      "(any two|all) {digits} (on|along|in|must|differ|have)",
		"Renban":       "no {digits} (on|along|in|form|{must})|non consecutive {digits}|two [different|separate] (sets|runs|groups)|{digits} in [ascending|descending|increasing|numerical] order|(and|are|strictly) (increasing|decreasing|ascending|descending)",
		"Sequence":     "(not|any|some) [necessarily] [in] order",
		"DisjointSets": "{NOT} (contain|have|hold) [all] different|not all|none|(may|can) (contain|have|hold) different",
		"Lockout":      "not differ|difference of (at least NUM|NUM or more) (of|between)", "RegionSumLine": "number of", "DoubleArrow": "(sum|total) of the ends",
		"DoublerPlaces": "(two|both) {DOUBLER}", "DoublerValues": "(two|both) {DOUBLER}",
		"NegatorValues": "non|not|all|negative {digits}|{digits} (that|which) are",
	}
}

//go:embed bags.txt
var bagText string

// bagTable holds the rows of bags.txt.
var bagTable = sync.OnceValue(func() (rows []wordBagRow) {
	for line := range strings.Lines(bagText) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, " ; ")
		last := len(fields) - 1
		rows = append(rows, wordBagRow{fields[0], fields[1:last], strings.TrimPrefix(fields[last], "-")})
	}
	return rows
})

// modifiers lists kinds of cells, other than doublers, whose value is not their digit. An entry has the name of the
// kind, the words for such a cell, the words for its digit, and the words for its value.
var modifiers = [][4]string{
	{"Tripler", "tripler|triplers|tripled", "tripled", "(count|counts) [as|for] (triple|three times|thrice)|(is|are) worth (triple|three times|thrice)|(is|are|value is) (triple|three times|thrice) [the|its|their] [value of [the|its|their]] ({digit}|{digits})|value is tripled"},
	{"Negator", "negator|negators|negated|negative", "negated", "(count|counts) [as] (negative|negatively)|(is|are|value is) [the] (negative|negation|minus) [value] [of] [the|its|their] ({digit}|{digits})|(has|have) [a] negative (value|values)|(is|are|value is) [negated|negative|subtracted]|(contribute|contributes) negatively|(count|counts) as [the] negative of [the|its|their] ({digit}|{digits})|(are|is) subtracted"},
	{"Eraser", "eraser|erasers|nullifier|nullifiers|zero|nullified|erased", "erased", "(count|counts) [as|for] (0|zero|nothing)|(is|are) [always] worth (0|zero|nothing)|(has|have) [a] [value of] (0|zero)|value [of the {digit}] (is|equals) [always] (0|zero)|(is|are) always (0|zero)"},
}

// modifierBagRows returns copies of the rows about doublers, one for each entry of modifiers. In each copy the words
// for that kind of cell, such as a negator, replace the words for doublers.
func modifierBagRows() (rows []wordBagRow) {
	for _, m := range modifiers {
		words := strings.NewReplacer("{DOUBLED}", bagPhraseParts()["DOUBLED"], "{DOUBLES}", "("+m[3]+")")
		cells := strings.NewReplacer("{DOUBLER}", "("+m[1]+") [{cells}|cell|cell's]", "doubled", m[2], "{DOUBLES}", "("+m[3]+")")
		for _, row := range bagTable() {
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

// twoNameRows returns rows for sentences that give lines two names: "Each line is both a renban and a whisper line".
func twoNameRows() (rows []wordBagRow) {
	names := [][2]string{{"RegionSumLine", "region sum"}, {"Zipper", "zipper|zippers"}, {"Ten=10", "10|ten"}, {"Whisper=5", "german (whisper|whispers)"},
		{"Renban", "renban|renbans"}, {"Palindrome", "palindrome|palindromes"}, {"Entropic", "entropic"}, {"Modular", "modular"}, {"Nabner", "nabner|nabners"}, {"Parity", "parity"}}
	for i, one := range names {
		for _, other := range names[:i] {
			rows = append(rows, wordBagRow{one[0] + "/line " + other[0] + "/line", []string{"[all|each|every|the] [COLOUR] {LINE}", "both", "(" + one[1] + ") [line|lines]", "(" + other[1] + ") [line|lines]"}, "and|act|acts|function|functions"})
		}
	}
	return rows
}
