package main

// These are offsets in puzzleVectors, the tables, and in the workspace.
const (
	offLines      = 0                      // for each chute, the cells of its lines: 16 bytes for each line, 4 for each stack
	offHouses     = offLines + 6*64        // two tables of 32 bytes for each k from 0 to 4: cell k, and cell k+5, of each of 27 houses
	offMinirows   = offHouses + 5*64       // table i: cell i of each of 54 minirows and minicolumns
	offStacks     = offMinirows + 3*64     // for each of 18 lines: the indices of two counts, for its cells in the second and in the third stack
	offComesFirst = offStacks + 2*64       // for each set of filled cells of a line: the order of its columns if it becomes row 1
	offStart      = offComesFirst + 512*16 // for each line: its offset in the workspace, and the meta of its node
	offConstants  = offStart + 18*8 + 48   // the constants below, 16 bytes each
	offGroups     = offConstants + 32*16   // for each stack and each set of equal columns, their orders; then the orders of equal stacks
	groupBytes    = 96                     // the bytes of a group: 16 with the number of orders, then all orders except the identity
	offFresh      = offGroups + 28*96      // the first offset only for AVX2; for each set of columns with new labels: the columns in order, and the index of each
	offFew        = offFresh + 512*32      // for each n: n bytes of all ones
	offKept       = offFew + 10*16         // for each set of remaining rows of a chute: words that make the keys of used rows greatest
	offSwaps      = offKept + 8*32         // for each set of stacks: columns 1 and 2 exchanged in these stacks; columns 2 and 3 exchanged
	offStarts     = offSwaps + 2*8*16      // like offStart, for the table starts
	offTwice      = offStarts + 28*8       // the constants below, 32 bytes each
	offChutes     = 0                      // in the workspace: the lines of each chute
	offForm       = offChutes + 6*64       // the form of the puzzle
	offRow        = offForm + 128          // the row being sought, from 0
	offEnd        = offRow + 8             // 64 times the number of nodes
	offNamed      = offEnd + 8             // 16 times the number of new labels in the row
	offLabeled    = offNamed + 8           // the number of digits with labels
	offFree       = offLabeled + 4         // the free columns, 4 bits for each stack, of which the last is 0
	offFreeBefore = offFree + 4            // the columns that were free before the current row
	offTies       = offFreeBefore + 4      // the free stacks that have equal contents in the row
	offOrders     = offForm + 128 + 64     // the orders that leave the row unchanged, 16 bytes each
	offNodesA     = offOrders + 1296*16    // two arrays of nodes, for the last row and the current row
	offNodesB     = offNodesA + nodes*64   //
	offKeys       = offNodesB + nodes*64   // for each node: the keys of its possible next rows
	offSorted     = offKeys + nodes*64     // for each node, its places in order, one byte each: the label in the high half, the column in the low half
	offSortedBy   = offSorted + nodes*64   // for each node, its stacks in order, as in the key; the lowest four bits are the old stack
	offSettled    = offSortedBy + nodes*64 // only for AVX2: the values that the constants sAt and so on list, 16 bytes each
	nodes         = 1024                   //
	offNodeLabels = 16                     // in a node: the labels, which follow the columns
	offNodeMeta   = 32                     // in a node, one byte each: 8 times the node's chute, the rows of this chute that remain, and 8 times each of the other two chutes
)

// These are indices of the constants of 16 bytes.
const (
	cBits      = iota // the bit of each digit up to 8
	cWeights          // weights for the numbers 0 to 3 of digits in a minirow
	cUnnamed          // the labels of digits without a label
	cIota             //
	cCompact          // a shuffle that removes the gaps between stacks from nine places
	cNone             // 0x80 in each byte
	cPairs            // weights that join two digits of a stack to a word
	cTriples          // weights that join the third digit of a stack to the word of the first two
	cPack             // moves the words to the low half of a key
	cPackHigh         // moves the words to the high half of a key
	cSwap01           // a shuffle that exchanges columns 1 and 2 of each stack
	cSwap12           //
	cStack            // the number of each stack, in a key
	cSwapS01          // a shuffle that exchanges stacks 1 and 2 in a key
	cSwapS12          //
	cSpread           // a shuffle that spreads the stacks of a key to columns
	cWithin           // each column's index within its stack
	cNibbles          // selects the half bytes of a key for the bytes of its row
	cBroadcast        // 9 constants: each broadcasts one byte
	_
	_
	_
	_
	_
	_
	_
	_
	cRows // 2 constants: rows 4 to 7, and rows 8 and 9
)

// These are indices of the constants of 32 bytes, for AVX2.
const (
	tBits = iota // cBits, repeated
	tWeights
	tPairs
	tTriples
	tStack
	tSwapS01
	tSwapS12
	tPlaces
	tNine     // 9 in each byte
	tOne      // 1 in each byte
	tOnes     // 1 in each word
	tLabels   // 0xF0 in each byte
	tStacks   // 0xFFF0 in each word
	tSecond   // all ones in the second column of each stack; tThird has all ones in the third column
	tThird    //
	tBase     // the start value of a key
	tUnknown  // greater than the key of any row
	tPack     // cPack, repeated
	tPackHigh // cPackHigh, repeated
	tTurn     // a shuffle that rotates the columns of each stack by one
	tLine     // a shuffle that spreads the cells of a line to 4 bytes for each stack
	tLast     // like tLine for row 9, which is loaded seven bytes early to stay inside the grid
	tHigh     // selects, from tBytes, the bytes of columns in the high half
	tLow      // selects, from tBytes, the bytes of columns in the low half
	tBytes    // the byte of a key that contains each column
	tInStack  // 0x0C in each byte
)

// These are indices of data about a row, which AVX2 keeps in memory.
const (
	sAt       = iota // the places of the first three new labels, each in a whole vector
	sLabel    = 3    // the first three new labels, each xor the initial label
	sAtAll    = 6    // the places of all new labels, one byte each
	sLabelAll = 7
	sComing   = 8 // the labels that come next
	sComplete = 9 // the keys of rows 4 to 9
)
