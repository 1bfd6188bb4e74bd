// The requests and answers of the API. Code generated from its description by go generate ./internal/app/httpapi; DO NOT EDIT.

export interface Argument {
  /** What shows it: a given; a rule that it would break at once; one step; several in turn; a supposition, perhaps after steps; only the solutions, as no argument for people was found */
  by?: "given" | "rule" | "step" | "steps" | "supposition" | "search";
  /** The cell asked about */
  cell: string;
  /** Cells in sight that hold the digit; the cell of a mistake */
  cells?: string[];
  /** The rules that the value would break at once, if no cell in sight holds it */
  conflicts?: Conflict[];
  /** Values that contradict each other */
  contradictions?: Contradiction[];
  /** The digit or value asked about */
  digit: number;
  /** The contradiction that a supposition ends in, in the language asked for */
  end?: string;
  /** Time it took */
  ms: number;
  /** found: there is an answer; none: the position has no solution; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** The position as understood, 81 characters */
  puzzle: string;
  /** Why there is no answer */
  reason?: string;
  /** The argument: steps in turn, of which the last shows it, or leads to the contradiction. A supposition is the first step */
  steps?: Step[];
  /** The answer in a sentence, in the language asked for */
  text?: string;
  /** right: it is the cell's digit; refuted: it is not; seen: a cell in sight holds it; filled: the cell holds another; possible: the puzzle has several solutions, with it and without; mistake: something else is wrong first */
  verdict?: "right" | "refuted" | "seen" | "filled" | "possible" | "mistake";
}

export interface Automorphism {
  /** Cells that stay where they are */
  fixed: number;
  /** What people call it: half-turn, quarter-turn, diagonal, sticks, band-cycle or row-cycle */
  name?: string;
  /** How many times to apply it until every cell is back in its place */
  order: number;
  /** The transformation, written like that of a form */
  transformation: string;
}

export interface Backdoor {
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** How many sets of this size there are */
  count: number;
  /** Time the search took */
  ms: number;
  /** found: these are the smallest; none: the puzzle does not have exactly one solution; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** The puzzle, 81 characters */
  puzzle: string;
  /** Why there is none, or why the search was cut short */
  reason?: string;
  /** The sets, up to the limit */
  sets?: string[][];
  /** How many cells: 0 if singles solve the puzzle; a lower bound if undecided */
  size: number;
}

export interface BackdoorRequest {
  /** How many sets are shown */
  limit?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Beside {
  /** What the cells are called */
  name: string;
  /** Their values */
  values: number[];
}

export interface Board {
  /** How many columns the board has */
  columns: number;
  /** The greatest value of a cell */
  high: number;
  /** The least value of a cell */
  low: number;
  /** How many rows it has */
  rows: number;
}

export interface Bounds {
  /** Cells that meet all sets; their number is most */
  cells?: string[];
  /** The number is at least this */
  least: number;
  /** The number is at most this */
  most: number;
}

export interface Branch {
  /** True if it leads to a contradiction */
  contradiction: boolean;
  /** The line that the branch leads to, or the two that contradict each other; for other boards or rules the last line */
  end: number[];
  /** The inferences, each from earlier lines; the first is the supposition */
  nodes: Line[];
  /** What is supposed */
  supposition: Candidate;
  /** The contradiction as a sentence, where inferences are asked for */
  text?: string;
  /** True if the digit is supposed to be there, false if not */
  true: boolean;
}

export interface Candidate {
  /** The cell */
  cell: string;
  /** The digit */
  digit: number;
}

export interface CandidatesRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** Also count the solutions of each candidate, up to this number; 0 does not count them */
  each?: number;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** Where to stop counting the solutions: up to 4096 that takes milliseconds, beyond it seconds for few givens */
  limit?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Canon {
  /** Number of transformations (of cells and digits) that leave the puzzle unchanged, with the identity */
  automorphisms?: number;
  /** The puzzle's form, 81 characters, the same for all isomorphs */
  canonical?: string;
  /** Which form: minlex, solution-minlex or pattern-minlex */
  form: string;
  /** Up to 100 automorphisms that generate all others */
  generators?: Automorphism[];
  /** The puzzle, 81 characters */
  puzzle?: string;
  /** Why there is no answer */
  reason?: string;
  /** The transformation of the puzzle to its form: t if rows first become columns; then the row (r) and the column (c) that moves to each place, and the digit (d) that replaces each digit */
  transformation?: string;
}

export interface CanonRequest {
  /** Which canonical form: the least isomorph, the one with the least solution, or the one with the least pattern */
  form?: "minlex" | "solution-minlex" | "pattern-minlex";
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface CellGroup {
  /** Its cells */
  cells: string[];
  /** Their candidates */
  digits: number[];
}

export interface ChainNode {
  /** One cell, or the cells of a group */
  cells: string[];
  /** The digit */
  digit: number;
  /** als: the digit's places in an almost locked set */
  kind: "cell" | "group" | "als";
  /** How the next node follows; absent after the last */
  link?: "weak" | "strong" | "als";
  /** For als: which of sets, from 0 */
  set?: number;
  /** True if the chain has the digit in (one of) the cells, false if not */
  true: boolean;
}

export interface Chapter {
  /** How it works, why it is right, how it is spotted; in the language asked for */
  about: string;
  /** The digits still possible in each cell, row by row; none for a filled one */
  candidates: string[];
  /** The technique's step there */
  step: Step;
  /** The technique */
  technique: Technique;
  /** An example: the values of a position, 81 characters */
  values: string;
  /** Its code, points and level in HoDoKu, in words */
  worth: string;
}

export interface ChapterRequest {
  /** The technique, by ID, HoDoKu code or name */
  technique: string;
}

export interface Check {
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** For a puzzle with other rules and no solution: givens and constraints that contradict each other; without any one of them the others have a solution */
  conflict?: Part[];
  /** How many constraints it has besides the board's rules */
  constraints?: number;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** How many cells are filled */
  givens: number;
  /** Whether the solution is unique, and removing any given would change that */
  minimal: "yes" | "no" | "unknown";
  /** Time it took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** The solution given in the text, compared with the search's result */
  published?: Published;
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why something is unknown */
  reason?: string;
  /** Givens that could each be removed alone */
  redundant?: string[];
  /** For a puzzle with other rules: givens and constraints that could each be removed alone */
  redundant_parts?: Part[];
  /** One solution, or two different ones as proof that there are several */
  solutions?: string[];
  /** Whether there is a solution */
  solvable: "yes" | "no" | "unknown";
  /** Whether there is exactly one solution */
  unique: "yes" | "no" | "unknown";
  /** True if no two givens contradict each other */
  valid: boolean;
}

export interface CheckRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Clue {
  /** Its cells */
  cells: string[];
  /** Its kind; Given for a given */
  kind: string;
  /** The same in words, in the language asked for */
  name: string;
  /** Its number, or the value of a given */
  numbers?: number[];
  /** The index of the constraint that this clue replaces; -1 for none */
  replaces: number;
}

export interface CompleteRequest {
  /** How many random orders are tried; the result is that with the fewest givens */
  attempts?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** The seed of the random choices; without it, another each time */
  seed?: number;
  /** The symmetry that the givens keep: symmetric cells change together; mirror is mirror-horizontal */
  symmetry?: "none" | "rotate180" | "rotate90" | "mirror-horizontal" | "mirror-vertical" | "diagonal" | "anti-diagonal" | "full" | "mirror";
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Conflict {
  /** The cells that break it */
  cells: string[];
  /** The index of the constraint in the puzzle, from 0; -1 for a rule of the board itself */
  constraint: number;
  /** Its kind, or row, column, box, region, given or value */
  kind: string;
  /** What is wrong, in the language asked for */
  reason: string;
}

export interface Conflicts {
  /** The rules that are broken already */
  conflicts: Conflict[];
  /** True if no cell is empty */
  full: boolean;
  /** Whether the values are a solution */
  solved: "yes" | "no" | "unknown";
}

export interface ConflictsRequest {
  /** A puzzle of any rules, in any notation */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The value of each cell row by row, -1 where it is empty */
  values: number[];
}

export interface Constraint {
  /** Its name in every language */
  id: string;
  /** Its name in the language asked for */
  name: string;
}

export interface Contradiction {
  /** The two cells */
  cells: string[];
  /** The digit both hold */
  digit: number;
  /** The house: r, c, b, g, d or w for row, column, box, region, diagonal or window, and its number */
  house: string;
  /** The same as a sentence, in the language asked for */
  message: string;
}

export interface Count {
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** True if that is all of them; otherwise there are at least that many */
  complete: boolean;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** Solutions found; 18446744073709551615 stands for that many and more */
  count: number;
  /** The count in decimal digits, if it is above 9007199254740992, the limit of exact numbers in many JSON readers */
  decimal?: string;
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** The estimated number, from samples, if it was asked for and complete is false */
  estimate?: Estimate;
  /** Time the search took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** The solution given in the text, compared with the search's result */
  published?: Published;
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why the count was cut short */
  reason?: string;
}

export interface CountRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** Where to stop counting; 0 counts them all, as far as the time allows */
  limit?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** How many random samples to estimate the number from, in place of a count up to the limit; up to 1000 solutions are counted anyway */
  samples?: number;
  /** The seed of the samples; without it, another each time */
  seed?: number;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Daily {
  /** The day */
  date: string;
  /** The puzzle, the same for everyone */
  generated?: Generated;
  /** HoDoKu's level */
  grade: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** Time it took */
  ms: number;
  /** found; undecided: cut short */
  outcome: "found" | "undecided";
  /** Why the search was cut short */
  reason?: string;
}

export interface DailyRequest {
  /** The date at the player's place, as year-month-day: 2026-11-22 */
  date: string;
  /** HoDoKu's level */
  grade?: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Draft {
  /** What the puzzle looks like; faulty constraints are not drawn, faulty givens are */
  drawing: Drawing;
  /** What makes no sense yet */
  faults: DraftFault[];
  /** For each constraint of sound: its index in the draft */
  kept: number[];
  /** The puzzle in nonet's JSON without the faulty parts */
  sound: string;
}

export interface DraftFault {
  /** The cells concerned */
  cells: string[];
  /** The index of the constraint in the puzzle, from 0; -1 for the board's regions and givens */
  constraint: number;
  /** What is wrong, in the language asked for */
  reason: string;
}

export interface DraftRequest {
  /** The puzzle in nonet's JSON, which need not make sense yet; or a whole one in any notation */
  puzzle: string;
}

export interface Draw {
  /** The pattern's cells, or the cell of a mistake */
  cells: string[];
  /** For a hidden single, the digit that has one place in the house */
  digit?: number;
  /** The candidates that it removes */
  eliminations: Candidate[];
  /** Where to look: r, c, b, g, d or w for row, column, box, region, diagonal or window, and its number */
  houses: string[];
  /** A chain's links from start to end; in a loop, the last link closes it */
  links: Link[];
  /** The pattern's candidates by role */
  marks: Mark[];
  /** For other boards or rules: the houses and constraints that the step follows from. The kind of a house is row, column, box or region; that of several sums is sums */
  parts?: Part[];
  /** The values that the step places */
  placements: Candidate[];
  /** Almost locked sets */
  sets: CellGroup[];
}

export interface Drawing {
  /** The names of the operations that take this puzzle; the others are for classic puzzles */
  answers: string[];
  /** Who made it */
  author?: string;
  /** How many columns the board has */
  columns: number;
  /** Its constraints in words, in the language asked for */
  constraints?: string[];
  /** Other things in the text that the puzzle leaves out and no rule needs: digits, notes (a player's), colours (of cells) */
  cosmetic?: string[];
  /** True if rows and columns may have a value twice */
  free?: boolean;
  /** The values that givens allow */
  givens?: GivenCell[];
  /** The greatest value of a cell */
  high: number;
  /** Places of the board that are not cells */
  holes?: string[];
  /** The least value of a cell */
  low: number;
  /** The marks to draw for the constraints, the lowest layer first */
  marks?: Drawn[];
  /** The puzzle as understood: items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** How drawings and sentences were read; the field as can correct each reading */
  readings?: Reading[];
  /** The cells of each box or region */
  regions?: string[][];
  /** How many rows the board has */
  rows: number;
  /** The kinds of its constraints */
  rules?: Rule[];
  /** The rules as the author wrote them */
  text?: string;
  /** What it is called */
  title?: string;
  /** Rules in the text that nonet does not know and the puzzle therefore lacks */
  unknown?: string[];
  /** Weights for a score, row by row: the value of each cell is multiplied by its weight */
  weights?: number[];
}

export interface DrawingRequest {
  /** Corrections of its readings, each NAME=KIND, such as green lines=Renban; the kind may have its number, and no kind means no rule: blue lines= */
  as?: string[];
  /** A puzzle of any rules, in any notation */
  puzzle: string;
}

export interface Drawn {
  /** The cells of a cage, an area or a line, or those that a clue beside the board is about */
  cells?: string[];
  /** The colour of a line or of shaded cells; without it, a pale grey */
  colour?: "green" | "purple" | "yellow" | "blue" | "teal" | "orange" | "violet" | "red" | "sky" | "steel" | "grey" | "pale";
  /** Index in constraints, from 0; -1 for a drawing that is read as no rule */
  constraint: number;
  /** The pattern in the middle of a line: dashes and gaps in tenths of a cell. It shows the kind without the colour */
  core?: number[];
  /** How wide that pattern is, in tenths of a cell; without it, 0.22 */
  core_width?: number;
  /** The direction in which it points, to the right */
  dx?: number;
  /** The direction in which it points, downwards */
  dy?: number;
  /** How a line ends, or the colour of a dot; arrow: a clue points along dx and dy */
  end?: "circle" | "diamond" | "arrow" | "white" | "black";
  /** The kind of the constraint; empty for a drawing that is read as no rule */
  kind: string;
  /** What is drawn */
  shape: "cage" | "area" | "line" | "dot" | "letter" | "greater" | "quad" | "circle" | "square" | "ring" | "minimum" | "maximum" | "outside";
  /** How a line begins */
  start?: "bulb" | "circle" | "diamond" | "pill";
  /** What is written there */
  text?: string;
  /** How wide a line is, in tenths of a cell; without it, 2.2 */
  width?: number;
  /** The middle of the mark, from the left; not for cages, areas and lines */
  x?: number;
  /** The middle of the mark, from the top */
  y?: number;
}

export interface Estimate {
  /** The estimates by number of givens, for the numbers that occur in samples */
  by_givens?: EstimateGivens[];
  /** Its standard error */
  error?: number;
  /** The unbiased estimate of the number */
  mean: number;
  /** How many samples were drawn */
  samples: number;
  /** The seed of the random choices; the same seed gives the same samples */
  seed: number;
}

export interface EstimateGivens {
  /** How many givens */
  givens: number;
  /** The estimate */
  mean: number;
}

export interface Explain {
  /** Values that contradict each other */
  contradictions?: Contradiction[];
  /** The path's hardest technique */
  hardest?: string;
  /** The path's grade */
  hodoku?: HoDoKu;
  /** For other boards or rules: the level of the hardest technique, if the steps reach the solution */
  level?: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** Time it took */
  ms: number;
  /** found: a path to the one solution; none: no solution, or several; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** The position as understood, 81 characters */
  puzzle: string;
  /** Why there is none, or why the search was cut short */
  reason?: string;
  /** For other boards or rules: the candidates of each cell before the first step, row by row, separated by blanks */
  start?: string[];
  /** The path, or its beginning if it was cut short */
  steps: Step[];
  /** For other boards or rules: how many steps made a supposition */
  suppositions?: number;
}

export interface ExplainRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with blanks between. A cell without any has all candidates that the rules leave; without this field, all cells have */
  candidates?: string[];
  /** Which path: the easiest step at each point; one that avoids the hardest technique if possible; or one of few steps, looking one step ahead; for classic, x, windoku and jigsaw puzzles only */
  goal?: "easiest" | "avoid-hardest" | "fewest";
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** Describe each link of a chain and each line of a branch in a sentence, too; for classic puzzles only */
  inferences?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** Leave out steps that nothing later needs; for classic, x, windoku and jigsaw puzzles only */
  prune?: boolean;
  /** The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent */
  puzzle: string;
  /** For other boards or rules: make a supposition where no other step is found */
  suppose?: boolean;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in any format; for others a value a cell, row by row: characters, or numbers with blanks between, and a point for an empty cell */
  values?: string;
}

export interface Export {
  /** Rules that the text draws and says in words, but that programs that open it do not check */
  drawn?: string[];
  /** The ending of such files' names */
  file: string;
  /** The format it is written in */
  format: string;
  /** What the format cannot hold, such as notes, in the language asked for */
  lost?: string[];
  /** The text */
  text: string;
}

export interface ExportRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** Who made it */
  author?: string;
  /** The digits still possible in each cell, row by row; for candidates and pencil729; for classic puzzles only */
  candidates?: string[];
  /** Notes in the middle of the cells: the digits of each cell, row by row; for classic puzzles only */
  centre?: string[];
  /** Colours of the cells: for each cell, row by row, its colours as digits from 1 to 9; for classic puzzles only */
  colours?: string[];
  /** Notes in the corners of the cells: the digits of each cell, row by row; for classic puzzles only */
  corner?: string[];
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** The puzzle, in any format */
  puzzle: string;
  /** Its rules in words */
  rules?: string;
  /** Its title; a long one is cut */
  title?: string;
  /** The format; iss is items of Interactive Sudoku Solver, nonet its JSON, solo a game id of Simon Tatham's Solo, sudokuwiki and puzz-link links of these sites, svg a picture */
  to?: "line" | "grid" | "pretty" | "integers" | "candidates" | "pencil729" | "poj" | "json" | "csv" | "sdk" | "sdm" | "opensudoku" | "fpuzzles" | "fpuzzles-json" | "sudokupad" | "sudokupad-json" | "iss" | "nonet" | "solo" | "sudokumaker" | "sudokumaker-json" | "sudoku-bench" | "gnome-sudoku" | "ksudoku" | "sudokuwiki" | "puzz-link" | "sdx" | "svg";
  /** The givens and the player's digits, 81 characters; for classic puzzles only */
  values?: string;
}

export interface Fault {
  /** Where: body or query, and the field */
  location?: string;
  /** What is wrong */
  message: string;
  /** What was sent there, if it is short */
  value?: unknown;
}

export interface Generate {
  /** Time it took */
  ms: number;
  /** found: all the puzzles asked for; none: the request contradicts itself, or a proven fact; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** The puzzles, in the order of the attempts */
  puzzles: Generated[];
  /** Why there are no more */
  reason?: string;
  /** The seed they come from */
  seed: number;
}

export interface GenerateRequest {
  /** The attempt to begin with; the same request with a puzzle's seed and attempt gives that puzzle again */
  attempt?: number;
  /** How many puzzles */
  count?: number;
  /** Techniques that it must not use; for classic puzzles only */
  forbid?: string[];
  /** HoDoKu's level; with max_grade, the easiest */
  grade?: "any" | "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** The hardest technique that HoDoKu's path needs, by ID, HoDoKu code or name; for other rules, a technique of deduction */
  hardest?: string;
  /** Techniques solve the puzzle, and nothing must be tried out */
  logic?: boolean;
  /** The greatest number of givens; 0 sets no limit */
  max_givens?: number;
  /** The hardest level; any: only that of grade */
  max_grade?: "any" | "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** The highest HoDoKu score; 0 sets no limit; for classic puzzles only */
  max_score?: number;
  /** The least number of givens */
  min_givens?: number;
  /** The lowest HoDoKu score; for classic puzzles only */
  min_score?: number;
  /** No given can be removed; for other rules, no constraint either, except rules of the whole board */
  minimal?: boolean;
  /** For other rules: the puzzle has no givens; the default with cages that cover the board, unless min_givens or max_givens is set */
  no_givens?: boolean;
  /** The cells that hold givens: a puzzle in any format, with a digit for each given; or with x, # or * instead of digits; for classic puzzles only */
  pattern?: string;
  /** Techniques that HoDoKu's path must use, by ID, HoDoKu code or name; for classic puzzles only */
  require?: string[];
  /** The seed of the random choices; without it, another each time */
  seed?: number;
  /** How many rows, columns and values; a puzzle of a size other than 9 needs no kind */
  size?: number;
  /** The symmetry of the givens; mirror is mirror-horizontal */
  symmetry?: "none" | "rotate180" | "rotate90" | "mirror-horizontal" | "mirror-vertical" | "diagonal" | "anti-diagonal" | "full" | "mirror";
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** Kinds of constraints that the puzzle combines, by words such as killer, jigsaw, x and thermo (docs/GENERATE.md lists them), or by their names; without any, it is a classic puzzle */
  variant?: string[];
}

export interface Generated {
  /** The attempt that made it; the same request with this seed and attempt makes this puzzle again */
  attempt: number;
  /** The board of a puzzle of other rules */
  board?: Board;
  /** How many constraints it has */
  constraints?: number;
  /** How many cells are filled */
  givens: number;
  /** The hardest technique of HoDoKu's path, or of deduction */
  hardest?: string;
  /** HoDoKu's level; for other rules the level of grade, if the request has a grade or logic */
  level?: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** The puzzle, 81 characters; of other rules in a line, items of Interactive Sudoku Solver or nonet's JSON */
  puzzle: string;
  /** HoDoKu's score */
  score?: number;
  /** The seed it comes from */
  seed: number;
  /** Its one solution */
  solution: string;
  /** The techniques of that path */
  techniques?: string[];
}

export interface GivenCell {
  /** The cell */
  cell: string;
  /** The possible values: one for an ordinary given */
  values: number[];
}

export interface Grade {
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** The hardest technique of HoDoKu's path, or of nonet's rounds */
  hardest?: string;
  /** HoDoKu's grade */
  hodoku?: HoDoKu;
  /** For other boards or rules, which HoDoKu's and Sudoku Explainer's scales do not cover: nonet's level, by the hardest technique */
  level?: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** Time it took */
  ms: number;
  /** nonet's own grade */
  nonet?: Rounds;
  /** What the grade ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** found: graded; none: no solution, or several; undecided: cut short, and only what was ready is there */
  outcome: "found" | "none" | "undecided";
  /** The puzzle as understood, 81 characters */
  puzzle: string;
  /** Why there is no grade */
  reason?: string;
  /** Sudoku Explainer's rating, SE-1.2.1 mode */
  se?: SE;
  /** How many steps there are */
  steps?: number;
}

export interface GradeRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Hint {
  /** At level 4, of a forcing step: what follows from each supposition, without the move */
  branches?: Reasoning[];
  /** The cell of a wrong value or a missing pencil mark, from level 2 on */
  cell?: string;
  /** Values that contradict each other */
  contradictions?: Contradiction[];
  /** The wrong value, from level 2 on; the missing pencil mark, from level 4 on */
  digit?: number;
  /** What to draw, from level 2 on; for other boards or rules the parts from level 1 on */
  draw?: Draw;
  /** The step's family */
  family?: string;
  /** Its name in the language asked for */
  family_name?: string;
  /** What the hint is about: the next step, a wrong value, a missing pencil mark */
  kind?: "step" | "wrong" | "missing";
  /** How much is shown: 1 the kind of step, 2 where to look, 3 the pattern, 4 the reason, 5 the move; for other boards or rules, 1 where to look, 2 the cells, 3 the technique */
  level: number;
  /** Time it took */
  ms: number;
  /** Its name in the language asked for */
  name?: string;
  /** none: no solution, several, nothing left to do, or no step of the technique asked for */
  outcome: "found" | "none" | "undecided";
  /** The position as understood, 81 characters */
  puzzle: string;
  /** Why there is no hint */
  reason?: string;
  /** The step itself, at level 5 only */
  step?: Step;
  /** The step's technique, from level 3 on */
  technique?: string;
  /** One text for each level up to this, in the language asked for */
  texts: string[];
}

export interface HintRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with blanks between. A cell without any has all candidates that the rules leave; without this field, all cells have */
  candidates?: string[];
  /** Which step: the easiest, one that avoids the hardest technique, or the one after which the path is shortest; for classic, x, windoku and jigsaw puzzles only */
  goal?: "easiest" | "avoid-hardest" | "fewest";
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** Describe each link of a chain and each line of a branch in a sentence, too; for classic puzzles only */
  inferences?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** How much to show: 1 the kind of step, 2 where to look, 3 the pattern, 4 the reason, 5 the move */
  level?: number;
  /** The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent */
  puzzle: string;
  /** To practise: a step of this technique and no other, by ID, HoDoKu code or name; for classic, x, windoku and jigsaw puzzles only */
  technique?: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in any format; for others a value a cell, row by row: characters, or numbers with blanks between, and a point for an empty cell */
  values?: string;
}

export interface HoDoKu {
  /** The hardest step's level, raised by a high score */
  level: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** The sum of the steps' points */
  score: number;
}

export interface Iso {
  /** Whether they differ only in the names of digits and the order of lines */
  isomorphic: boolean;
  /** Why there is no answer */
  reason?: string;
  /** The transformation of the first to the second, written like that of a form */
  transformation?: string;
}

export interface IsoRequest {
  /** The second puzzle, in any format */
  other: string;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Kind {
  /** True if 0 stands for any number */
  any?: boolean;
  /** Its family */
  family: string;
  /** The words for this kind in variant of generate */
  generate?: string[];
  /** The kind, as constraints name it */
  kind: string;
  /** Least number of cells */
  least?: number;
  /** Greatest number of cells; left out: any number */
  most?: number;
  /** What it is called in the language asked for */
  name: string;
  /** The rule as a sentence */
  rule: string;
  /** What is drawn, as in drawing */
  shape?: string;
  /** True if a cell may be named twice */
  twice?: boolean;
  /** What is typed: one number, several, one of the words, any text; left out: nothing */
  typed?: "number" | "values" | "word" | "text";
  /** The number that setters begin with */
  usual?: number;
  /** How it is set on the board. board: for the whole board; line: a line through cells; cells: a group of cells; spots: single cells, all of one constraint; side: the side between two cells; corner: the corner of four cells; sets: several groups of cells; outside, diagonal: a place beside the board, before a row or column or before a diagonal */
  way: "board" | "line" | "cells" | "spots" | "side" | "corner" | "sets" | "outside" | "diagonal";
  /** The words to choose from */
  words?: KindWord[];
}

export interface KindFamily {
  /** Its code */
  family: string;
  /** What it is called in the language asked for */
  name: string;
}

export interface KindWord {
  /** What it is called in the language asked for */
  name: string;
  /** The word; a number where the constraint has numbers */
  word: string;
}

export interface Kinds {
  /** The families that group the kinds */
  families: KindFamily[];
  /** The kinds that can be set by hand */
  kinds: Kind[];
}

export interface Lab {
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** The puzzle as understood, 81 characters */
  puzzle: string;
  /** One search each, in the order asked for */
  runs: Run[];
}

export interface LabRequest {
  /** The most nodes that each may visit */
  nodes?: number;
  /** One puzzle in any format */
  puzzle: string;
  /** Which to run, in this order; without it every textbook strategy, then every engine as kernel/NAME */
  strategies?: string[];
  /** Milliseconds that each may take, and the request may wait; together at most the server's maximum, shared evenly */
  timeout_ms?: number;
}

export interface Limits {
  /** Bytes a request's body may have */
  body_bytes: number;
  /** The largest limit of count */
  count: number;
  /** The largest limit of solve */
  solutions: number;
  /** The largest timeout_ms */
  timeout_ms: number;
}

export interface Line {
  /** The cell */
  cell: string;
  /** How many further suppositions it depends on, besides the branch's own */
  depth?: number;
  /** The digit */
  digit: number;
  /** The lines it follows from, counted from 0 in this branch; for refuted the lines that contradict each other */
  from?: number[];
  /** For house: the house */
  house?: string;
  /** For classic rules, how it follows: a supposition; a true candidate in sight or in the cell; the last candidate of the cell; the last place in the house; a pattern; a contradiction from the opposite, in the lines just before */
  reason?: "supposed" | "seen" | "cell" | "house" | "technique" | "refuted";
  /** For technique: its ID */
  technique?: string;
  /** The inference as a sentence, if inferences are asked for and it needs one */
  text?: string;
  /** True if the cell has the digit, false if not */
  true: boolean;
}

export interface Link {
  /** Where it begins */
  from: LinkEnd;
  /** True if an end has more than one cell */
  grouped?: boolean;
  /** weak: not both are true; strong: not both are false; als: through an almost locked set */
  kind: "weak" | "strong" | "als";
  /** The inference as a sentence, where inferences are asked for */
  text?: string;
  /** Where it ends */
  to: LinkEnd;
}

export interface LinkEnd {
  /** One cell, or the cells of a group or set */
  cells: string[];
  /** The digit */
  digit: number;
}

export interface Mark {
  /** The cell */
  cell: string;
  /** The digit */
  digit: number;
  /** Its role; a to d are the colours of colouring; for other boards or rules, on and off are what a chain has or has not in the cell */
  role: "pattern" | "fin" | "endofin" | "pivot" | "corner" | "a" | "b" | "c" | "d" | "on" | "off";
}

export interface Minimal {
  /** The board of a puzzle of other rules */
  board?: Board;
  /** True if it is proven that these are all */
  complete: boolean;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** How many were found, shown or not */
  count?: number;
  /** The estimated number, from samples */
  estimate?: Estimate;
  /** Time the search took */
  ms: number;
  /** found: there are some; none: the puzzle does not have exactly one solution, or no minimal puzzle fits the request; undecided: cut short before either was known */
  outcome: "found" | "none" | "undecided";
  /** The puzzle, or full grid, 81 characters */
  puzzle: string;
  /** Minimal puzzles in ascending order; samples in the order in which they were drawn */
  puzzles: string[];
  /** Why there is none, or why the search was cut short */
  reason?: string;
  /** For other rules: a smaller puzzle with the same only solution; time ran out before it was known to be minimal */
  reduced?: string;
}

export interface MinimalRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** A minimal puzzle inside this one: the answer begins after it, in order; for classic puzzles only */
  after?: string;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** How many puzzles are shown */
  limit?: number;
  /** How many givens they have at most; 0 sets no limit; for classic puzzles only */
  max_givens?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** How many to draw at random, in place of all in order; the total is then estimated */
  samples?: number;
  /** The seed of the random choices; without it, another each time */
  seed?: number;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface MinimiseRequest {
  /** How many random orders are tried; the result is that with the fewest givens */
  attempts?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** The seed of the random choices; without it, another each time */
  seed?: number;
  /** The symmetry that the givens keep: symmetric cells change together; mirror is mirror-horizontal */
  symmetry?: "none" | "rotate180" | "rotate90" | "mirror-horizontal" | "mirror-vertical" | "diagonal" | "anti-diagonal" | "full" | "mirror";
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Parse {
  /** True if the puzzle has another board or other rules; the operation drawing reads it whole */
  other?: boolean;
  /** The puzzles in the order of the text, at most 1000, up to the first text that cannot be read */
  puzzles: Parsed[];
  /** The first thing in the text that cannot be read */
  refusal?: Refusal;
  /** True if the text holds more puzzles than the 1000 returned */
  truncated: boolean;
}

export interface ParseRequest {
  /** Any number of puzzles in any format */
  text: string;
}

export interface Parsed {
  /** Who made it, where the text says so */
  author?: string;
  /** The pencil marks of a candidate grid: the digits of each cell, row by row; none for a filled cell */
  candidates?: string[];
  /** Notes in the middle of the cells: the digits of each cell, row by row */
  centre?: string[];
  /** Colours of the cells: for each cell, row by row, its colours as digits from 1 to 9 */
  colours?: string[];
  /** Rules that a classic Sudoku does not have: the givens alone are another puzzle */
  constraints?: Constraint[];
  /** Notes in the corners of the cells: the digits of each cell, row by row */
  corner?: string[];
  /** The format it was written in */
  format: string;
  /** The line it begins in, counted from 1 */
  line: number;
  /** Its name or title, where the text gives one */
  name?: string;
  /** What searches ignore, such as pencil marks, in the language asked for */
  notes?: string[];
  /** The puzzle's givens, 81 characters */
  puzzle: string;
  /** The rules as the text gives them, perhaps in several lines */
  rules?: string;
  /** The solution given in the text, 81 characters; a point for each unknown digit */
  solution?: string;
  /** Sentences in the puzzle's rules that nonet does not understand; each may be a rule */
  unread?: string[];
  /** The givens and the player's digits, 81 characters, if the text has such digits */
  values?: string;
}

export interface Part {
  /** Its cells, none for a rule of the whole board */
  cells: string[];
  /** Its place among the puzzle's constraints, from 0, as in the marks of drawing; -1 for a given or a house */
  index: number;
  /** Its kind; Given for a given */
  kind: string;
  /** The same in words, in the language asked for */
  name: string;
}

export interface Practice {
  /** The digits still possible in each cell, row by row; none for a filled one */
  candidates?: string[];
  /** True if there are no more than these */
  complete: boolean;
  /** HoDoKu's level of the puzzle */
  level?: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** Time it took */
  ms: number;
  /** Its name in the language asked for */
  name: string;
  /** How many different moves the technique makes here */
  open?: number;
  /** none: no position is known in which the technique is next, or no puzzle of the grade can need it; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** True if they place digits, false if they remove candidates */
  places: boolean;
  /** The puzzle, 81 characters */
  puzzle?: string;
  /** Why there is no position */
  reason?: string;
  /** HoDoKu's score of the puzzle */
  score?: number;
  /** The seed of the random choices; the same seed and technique give the same position */
  seed: number;
  /** The technique's ID */
  technique: string;
  /** The position's values, 81 characters, with those of the puzzle */
  values?: string;
}

export interface PracticeCheck {
  /** The wrong candidate, or one that no step of the technique explains */
  candidate?: Candidate;
  /** Values that contradict each other */
  contradictions?: Contradiction[];
  /** For partial: how many more moves the step makes */
  missing?: number;
  /** Time it took */
  ms: number;
  /** Its name in the language asked for */
  name?: string;
  /** none: no solution, several, or a position that excludes it; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** Why there is no verdict */
  reason?: string;
  /** For right and other: the step */
  step?: Step;
  /** For other: the ID of the easiest technique that shows it */
  technique?: string;
  /** The verdict and its reason, in the language asked for */
  text?: string;
  /** nothing: no moves; right: all that a step of the technique does; partial: a part of it; other: true, but by another technique; unproven: true, but no technique tried shows it; wrong: it contradicts the solution */
  verdict?: "nothing" | "right" | "partial" | "other" | "unproven" | "wrong";
}

export interface PracticeCheckRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with blanks between. A cell without any has all candidates that the rules leave; without this field, all cells have */
  candidates?: string[];
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** What was found: r1c5=4 places a digit, r1c5<>4 takes a candidate away */
  moves?: string[];
  /** The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent */
  puzzle: string;
  /** The technique to be found, by ID, HoDoKu code or name */
  technique: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in any format; for others a value a cell, row by row: characters, or numbers with blanks between, and a point for an empty cell */
  values?: string;
}

export interface PracticeRequest {
  /** HoDoKu's level of the puzzle */
  grade?: "any" | "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** The seed of the random choices; without it, another each time */
  seed?: number;
  /** The technique, by ID, HoDoKu code or name */
  technique: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Print {
  /** undecided: the time ran out before the sheets were drawn */
  outcome: "found" | "undecided";
  /** The sheets, a PDF in base64 */
  pdf?: string;
  /** Why there are no sheets, in the language asked for */
  reason?: string;
}

export interface PrintRequest {
  /** What stands beside the number of each puzzle, such as its difficulty */
  captions?: string[];
  /** The size of the paper */
  paper?: "a4" | "letter";
  /** Puzzles on a page: 1, 2, 4 or 6 */
  per_page?: number;
  /** Whether the player's digits, notes and colours are drawn */
  played?: boolean;
  /** The puzzles, each in any format */
  puzzles: string[];
  /** Whether the solutions follow */
  solutions?: boolean;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The heading of each page */
  title?: string;
}

export interface Problem {
  /** With a puzzle that cannot be read: the character in the line, counted from 1 */
  column?: number;
  /** What is wrong here, and what to do */
  detail: string;
  /** What is wrong, one by one */
  errors?: Fault[];
  /** With a puzzle that cannot be read: the line, counted from 1 */
  line?: number;
  /** The name of the request in the server's log, as in X-Request-Id */
  request_id?: string;
  /** The HTTP status */
  status: number;
  /** The kind of problem in words */
  title: string;
  /** The kind of problem: a link into this server's documentation, which never changes */
  type: string;
}

export interface Published {
  /** The solution in the text: a digit a cell, or for greater values numbers with blanks between them; 0 for unknown values */
  solution: string;
  /** agrees: it is the only solution; differs: it does not solve the puzzle as read; several: there are others; none: there is no solution; open: it breaks no rule, but there may be others */
  verdict: "agrees" | "differs" | "several" | "none" | "open";
}

export interface RankRequest {
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Ranked {
  /** The least of its isomorphs, 81 characters */
  grid?: string;
  /** The grid's place in the catalogue of essentially different grids, from 1 */
  rank?: number;
  /** Why there is no answer */
  reason?: string;
}

export interface ReadAs {
  /** The kind, perhaps with its usual number */
  kind: string;
  /** What it is called in the language asked for */
  rule: string;
}

export interface Reading {
  /** Where the reading comes from: words, the rules in words; usual, the usual way to draw such a rule; as, a correction (to no rule, too) */
  by?: "words" | "usual" | "as";
  /** The cells of the drawings */
  cells?: string[];
  /** What is drawn: line, thermo, dot and so on; words is a sentence */
  class: string;
  /** How many there are */
  count: number;
  /** The kind, perhaps with its number; absent if it was read as no rule */
  kind?: string;
  /** What such drawings may be */
  may_be?: ReadAs[];
  /** Its name in the field as */
  name: string;
  /** True if it may be a rule that the puzzle lacks */
  open?: boolean;
  /** The kind's name in the language asked for */
  rule?: string;
  /** What it is, in the language asked for; for a sentence its words */
  what: string;
}

export interface Reasoning {
  /** The lines that the branch leads to, or those from which they follow */
  end: number[];
  /** The inferences from the supposition, each from earlier lines, without lines in the cells of the move */
  nodes: Line[];
  /** The contradiction as a sentence, where inferences are asked for */
  text?: string;
}

export interface Refusal {
  /** The character in the line, counted from 1 */
  column: number;
  /** The line, counted from 1 */
  line: number;
  /** What is wrong, where, and what to do, in the language asked for */
  message: string;
}

export interface Revised {
  /** The cells that lost or got a given */
  changed?: string[];
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** How many givens it has */
  givens?: number;
  /** Time it took */
  ms: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** none: there is no such puzzle, as reason says; undecided: cut short before there was one */
  outcome: "found" | "none" | "undecided";
  /** The puzzle as understood, 81 characters */
  puzzle: string;
  /** Why there is none */
  reason?: string;
  /** The puzzle with its givens changed, 81 characters */
  revised?: string;
  /** The seed of the random choices; the same seed and request give the same puzzle, if time suffices */
  seed: number;
  /** Its solution, 81 characters */
  solution?: string;
}

export interface Rounds {
  /** How many moves were open in the round with the fewest */
  bottleneck: number;
  /** The hardest technique needed */
  hardest: string;
  /** Number of rounds; a round makes all moves of the easiest technique that applies */
  rounds: number;
  /** False if the techniques do not suffice; the figures then count the rounds up to that point */
  solved: boolean;
}

export interface Rule {
  /** These, or those that they are parts of, as indices in constraints */
  constraints: number[];
  /** How many constraints of it there are */
  count: number;
  /** The kind */
  kind: string;
  /** What it is called in the language asked for */
  name: string;
  /** The rule as a sentence, with its numbers */
  rule: string;
  /** If its kind has several numbers, the numbers, perhaps with cells */
  which?: string;
}

export interface Run {
  /** Placements undone because they led to no solution; 0 for kernels, which do not count them */
  backtracks: number;
  /** True if the whole space was searched */
  complete: boolean;
  /** Greatest number of placements at one time; 0 for kernels */
  depth: number;
  /** Time the search took */
  ms: number;
  /** Its name in the language asked for */
  name: string;
  /** Digits placed (by strategies), guesses made (by kernels) */
  nodes: number;
  /** found: there is a solution; none: proven that there is none; undecided: cut short before either was known */
  outcome: "found" | "none" | "undecided";
  /** The first solution found */
  solution?: string;
  /** Solutions found, up to the limit */
  solutions: number;
  /** Where the strategy comes from */
  source?: string;
  /** The strategy's name; kernel/NAME for an engine */
  strategy: string;
}

export interface SE {
  /** The first step */
  ed: number;
  /** The hardest step up to the first placement */
  ep: number;
  /** The hardest step */
  er: number;
}

export interface Seeking {
  /** Cells that are still to be filled in the position searched */
  empty: number;
  /** The family of the technique that is looked for */
  family: string;
  /** The family's name in the language asked for */
  family_name: string;
  /** Time since the search began */
  ms: number;
  /** Its name in the language asked for */
  name?: string;
  /** How many nodes were tried so far; for nets, suppositions */
  nodes: number;
  /** The technique; absent below level 3 of a hint */
  technique?: string;
}

export interface Solve {
  /** The values of the cells beside the board in the first solution */
  beside?: Beside[];
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** True if it is proven that there are no more than these */
  complete: boolean;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** Time the search took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** found: there is a solution; none: proven that there is none; undecided: cut short before either was known */
  outcome: "found" | "none" | "undecided";
  /** The solution given in the text, compared with the search's result */
  published?: Published;
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why the search was cut short */
  reason?: string;
  /** The seed of a random order; the same seed gives the same solution */
  seed?: number;
  /** The solutions found, up to the limit: a digit a cell, or with greater values numbers with blanks between them */
  solutions: string[];
}

export interface SolveRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** How many solutions to return at most; with 2, complete shows whether the first is the only one */
  limit?: number;
  /** Order of the solutions: any is the engine's own, always the same; lex is ascending, read row by row; random returns one at random, each equally likely if there are at most 1000 */
  order?: "any" | "lex" | "random";
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** The seed of a random order; without it, another each time */
  seed?: number;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Step {
  /** Houses the reason starts from */
  base?: string[];
  /** For forcing steps and kraken fish, and for chains of other boards or rules: what follows from each supposition; one of them is true, or the opposite of one follows */
  branches?: Branch[];
  /** The chain from start to end */
  chain?: ChainNode[];
  /** HoDoKu's library code */
  code?: string;
  /** The deadly rectangle's corners, or the cells of the deadly loop in turn */
  corners?: string[];
  /** Houses the digit is confined to */
  cover?: string[];
  /** The digits the pattern is about */
  digits: number[];
  /** The step ready to be drawn */
  draw?: Draw;
  /** The candidates that it removes */
  eliminations: Candidate[];
  /** Its family, for classic rules */
  family?: string;
  /** HoDoKu's level; for other boards or rules nonet's */
  level: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** True if the chain's end leads to its start */
  loop?: boolean;
  /** The pattern's candidates by role */
  marks: Mark[];
  /** Its name in the language asked for */
  name: string;
  /** The values that the step places */
  placements: Candidate[];
  /** HoDoKu's points for the step; 0 for other boards or rules */
  score: number;
  /** Almost locked sets */
  sets?: CellGroup[];
  /** For other boards or rules, in a list of steps: the candidates that the placements remove from cells that must differ */
  swept?: Candidate[];
  /** The technique's ID */
  technique: string;
  /** The step as a sentence, in the language asked for */
  text?: string;
  /** True if the step relies on the puzzle having one solution */
  uniqueness?: boolean;
}

export interface Steps {
  /** True if there are no more than these */
  complete: boolean;
  /** Values that contradict each other */
  contradictions?: Contradiction[];
  /** Time it took */
  ms: number;
  /** found: there are steps; none: there are none of the techniques asked for, or the values contradict each other; undecided: cut short before one was found */
  outcome: "found" | "none" | "undecided";
  /** The position as understood, 81 characters */
  puzzle: string;
  /** Why the search was cut short */
  reason?: string;
  /** The steps, those of the easiest technique first */
  steps: Step[];
}

export interface StepsRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with blanks between. A cell without any has all candidates that the rules leave; without this field, all cells have */
  candidates?: string[];
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** How many steps to return at most */
  limit?: number;
  /** The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent */
  puzzle: string;
  /** Only these, by ID, HoDoKu code or name; without it all */
  techniques?: string[];
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in any format; for others a value a cell, row by row: characters, or numbers with blanks between, and a point for an empty cell */
  values?: string;
}

export interface Suggest {
  /** Clues that each leave one solution by themselves */
  alone: Clue[];
  /** Time it took */
  ms: number;
  /** found: these clues leave one solution, or the puzzle has just one already; none: no clue of these kinds tells the solutions apart, or there is no solution; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** Why something is not known */
  reason?: string;
  /** The seed of the random choices */
  seed: number;
  /** If alone is empty: clues that leave one solution together, all of which are needed */
  together: Clue[];
}

export interface SuggestRequest {
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** The kinds to suggest, Given for givens; without any, givens and the puzzle's kinds. Kinds drawn through cells are left out */
  kinds?: string[];
  /** A puzzle of any rules, in any notation */
  puzzle: string;
  /** The seed of the random choices; without it, another each time */
  seed?: number;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Target {
  /** The values of the cells beside the board in that completion */
  beside?: Beside[];
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** No completion is better than this: for a maximum none is above, for a minimum none below; absent where there is no completion */
  bound?: number;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** The distance between bound and score; 0 is a proof */
  gap?: number;
  /** Whether the highest or the lowest score was wanted */
  goal: "maximum" | "minimum";
  /** The best completion found, 81 characters or as many as its board has cells */
  grid?: string;
  /** Time the search took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** found: score is the proven optimum; none: proven that there is no completion; undecided: cut short, score and grid are the best so far */
  outcome: "found" | "none" | "undecided";
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why the search was cut short */
  reason?: string;
  /** The grid's score; absent where there is no grid */
  score?: number;
}

export interface TargetBestRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** Whether to find the highest or the lowest score */
  goal?: "maximum" | "minimum";
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** How many completions to return at most */
  limit?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of nine rows */
  weights?: number[];
}

export interface TargetCompletion {
  /** The completion, 81 characters */
  grid: string;
  /** The grid's score */
  score: number;
}

export interface TargetCount {
  /** The values of the cells beside the board in that completion */
  beside?: Beside[];
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** No completion is better than this: for a maximum none is above, for a minimum none below; absent where there is no completion */
  bound?: number;
  /** True if that is all of them; otherwise there are at least that many */
  complete: boolean;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** Optimal completions found */
  count: number;
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** The distance between bound and score; 0 is a proof */
  gap?: number;
  /** Whether the highest or the lowest score was wanted */
  goal: "maximum" | "minimum";
  /** The best completion found, 81 characters or as many as its board has cells */
  grid?: string;
  /** Time the search took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** found: score is the proven optimum; none: proven that there is no completion; undecided: cut short, score and grid are the best so far */
  outcome: "found" | "none" | "undecided";
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why the search was cut short */
  reason?: string;
  /** The grid's score; absent where there is no grid */
  score?: number;
}

export interface TargetCountRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** Whether to find the highest or the lowest score */
  goal?: "maximum" | "minimum";
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** Where to stop counting; 0 counts them all, as far as the time allows */
  limit?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of nine rows */
  weights?: number[];
}

export interface TargetProgress {
  /** No completion is better than this */
  bound: number;
  /** The distance between bound and score; null before there is a score */
  gap: number | null;
  /** The best completion so far, 81 characters or as many as its board has cells */
  grid?: string;
  /** Time since the search began */
  ms: number;
  /** Guesses made so far */
  nodes: number;
  /** Optimal completions counted so far; absent until the optimum is proven */
  optima?: number;
  /** The best completion's score so far; null before there is one */
  score: number | null;
}

export interface TargetRanking {
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** No completion is better than this; absent where there is no completion */
  bound?: number;
  /** True if it is proven that there are no others */
  complete: boolean;
  /** The best completions, best first; equal scores in ascending order of the grids */
  completions: TargetCompletion[];
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** Whether the highest or the lowest score was wanted */
  goal: "maximum" | "minimum";
  /** Time the search took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** found: no other completion beats one of these; none: proven that there is no completion; undecided: cut short, these are some good ones */
  outcome: "found" | "none" | "undecided";
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why the search was cut short */
  reason?: string;
}

export interface TargetRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** Whether to find the highest or the lowest score */
  goal?: "maximum" | "minimum";
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of nine rows */
  weights?: number[];
}

export interface Technique {
  /** HoDoKu's library code */
  code?: string;
  /** True if paths and hints use it; the others only on request */
  default: boolean;
  /** Its family */
  family: string;
  /** The family's name in the language asked for */
  family_name: string;
  /** Its name in requests and answers */
  id: string;
  /** HoDoKu's level */
  level: "easy" | "medium" | "hard" | "unfair" | "extreme";
  /** Its name in the language asked for */
  name: string;
  /** How many of a thousand new puzzles need it at some point as the next step; absent if there is no position to practise it */
  per_mille?: number;
  /** HoDoKu's points a step */
  score: number;
  /** Sudoku Explainer's rating, where it has one of its own */
  se?: number;
}

export interface Techniques {
  /** All techniques, the easiest first */
  techniques: Technique[];
}

export interface Trace {
  /** The grid just before the window's first event, 81 characters */
  board: string;
  /** True if the trace ends within this window */
  done: boolean;
  /** The steps as [kind, cell, digit]: kind 1 places the digit, 2 takes it back, 3 is a solution (cell and digit 0); cells are 0 to 80, row by row */
  events: [number, number, number][];
  /** The window's first event, counted from 0 */
  from: number;
  /** What the search ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** The result of the search, when done */
  run?: Run;
  /** The strategy */
  strategy: string;
  /** How many events the trace has, once that is known */
  total?: number;
}

export interface TraceRequest {
  /** How many events the window holds */
  events?: number;
  /** The window's first event, counted from 0 */
  from?: number;
  /** Nodes the search may visit; the trace ends there */
  nodes?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** A textbook strategy */
  strategy: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface TrueCandidates {
  /** Its board, unless it is a classic puzzle */
  board?: Board;
  /** True candidates: the digits that some solution has in each cell, row by row; greater values as numbers with blanks between them */
  candidates: string[];
  /** True if that is all of them; otherwise there are at least that many */
  complete: boolean;
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** Solutions found, up to the limit */
  count: number;
  /** How many solutions have each of the candidates, up to the limit asked for, in the order of the candidates */
  each?: number[][];
  /** The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed */
  engine?: string;
  /** Time the search took */
  ms: number;
  /** Guesses made */
  nodes: number;
  /** What the answer ignores, such as pencil marks, in the language asked for */
  notes?: string[];
  /** If the search was cut short: the digits of each cell for which this is not known */
  open?: string[];
  /** found: there is a solution; none: proven that there is none; undecided: cut short before either was known */
  outcome: "found" | "none" | "undecided";
  /** The solution given in the text, compared with the search's result */
  published?: Published;
  /** The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON */
  puzzle: string;
  /** Why something is not known */
  reason?: string;
}

export interface Unavoidable {
  /** The greatest number of these sets with no cell in common */
  apart?: Bounds;
  /** How many of each size */
  by_size?: UnavoidableSize[];
  /** Givens that contradict each other */
  contradictions?: Contradiction[];
  /** How many minimal unavoidable sets there are, up to the size asked for */
  count: number;
  /** The full grid: the puzzle's only solution */
  grid?: string;
  /** The least number of cells that meet all these sets; no puzzle of the grid has fewer givens */
  hitting?: Bounds;
  /** Time the search took */
  ms: number;
  /** found: these are all; none: the puzzle does not have exactly one solution; undecided: cut short */
  outcome: "found" | "none" | "undecided";
  /** Why there is none, or why the search was cut short */
  reason?: string;
  /** The sets, the smallest first, up to the limit */
  sets?: string[][];
}

export interface UnavoidableRequest {
  /** Also find the fewest cells that meet all sets, and the most sets with no cell in common */
  hitting?: boolean;
  /** How many sets are shown */
  limit?: number;
  /** One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV … */
  puzzle: string;
  /** How many cells a set has at most */
  size?: number;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface UnavoidableSize {
  /** How many sets */
  count: number;
  /** How many cells */
  size: number;
}

export interface UnrankRequest {
  /** A place in the catalogue of essentially different grids, from 1 */
  rank: number;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
}

export interface Version {
  /** The Go release it was built with */
  go: string;
  /** The engines of this machine, the one in use first */
  kernels: string[];
  /** What this server allows */
  limits: Limits;
  /** The program's version */
  version: string;
}

export interface WhyRequest {
  /** Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver */
  add?: string;
  /** The board: classic, x, windoku, x+windoku, or jigsaw: and 81 characters, one a cell, the same for the cells of a region */
  board?: string;
  /** The player's pencil marks, row by row: the digits of each cell; for values beyond 9, numbers with blanks between. A cell without any has all candidates that the rules leave; without this field, all cells have */
  candidates?: string[];
  /** The cell asked about, such as r3c5 */
  cell: string;
  /** The digit or value asked about */
  digit: number;
  /** Answer a puzzle with unknown rules by the known ones; otherwise it is refused */
  ignore_unknown?: boolean;
  /** What A means in a board of one character a cell: ten, one, or auto, which decides by the content */
  letters?: "auto" | "ten" | "one";
  /** The puzzle as given, in any format; a candidate grid's pencil marks count where candidates is absent */
  puzzle: string;
  /** Milliseconds the request may wait and search */
  timeout_ms?: number;
  /** The player's values, with those of the puzzle; without it, the puzzle's. For a classic puzzle in any format; for others a value a cell, row by row: characters, or numbers with blanks between, and a point for an empty cell */
  values?: string;
}
