package main

// Places in puzzleVectors, the tables.
const (
	offLines      = 0                      // for each chute, where its lines' cells stand: 16 bytes a line, 4 a stack
	offHouses     = offLines + 6*64        // for 27 houses twice, where its cells stand: first four of them with the last four, then the fifth
	offMinirows   = offHouses + 5*64       // for 54 minirows and minicolumns, where the first, second and third cell stands
	offStacks     = offMinirows + 3*64     // for 18 lines, where the second and the third stack's count stands
	offComesFirst = offStacks + 2*64       // by the cells a line fills, the order of columns if it comes first
	offStart      = offComesFirst + 512*16 // for each line, its place in the workspace and its node's meta
	offConstants  = offStart + 18*8 + 48   // see below, 16 bytes each
	offGroups     = offConstants + 32*16   // for each stack and each set of equal columns, their orders; then of equal stacks
	groupBytes    = 96                     // how many orders, 16 bytes; then all but the first, which changes nothing
	offFresh      = offGroups + 28*96      // from here on for AVX2: by the columns with new labels, these in order, and the number of each
	offFew        = offFresh + 512*32      // by how many, so many bytes of all bits
	offKept       = offFew + 10*16         // by the rows that are left, what keys are joined with
	offSwaps      = offKept + 8*32         // by the stacks that do it, columns 1 and 2 exchanged, and 2 and 3
	offStarts     = offSwaps + 2*8*16      // as offStart, by place in starts
	offTwice      = offStarts + 28*8       // see below, 32 bytes each
	offChutes     = 0                      // in the workspace: each chute's lines
	offForm       = offChutes + 6*64       // the form
	offRow        = offForm + 128          // which row is sought, from 0
	offEnd        = offRow + 8             // 64 times how many nodes there are
	offNamed      = offEnd + 8             // 16 times how many labels the row has that are new
	offLabeled    = offNamed + 8           // how many digits have labels
	offFree       = offLabeled + 4         // the places of free columns, 4 bits a stack, of which the last is 0
	offFreeBefore = offFree + 4            // this row
	offTies       = offFreeBefore + 4      // which free stacks the row makes equal
	offOrders     = offForm + 128 + 64     // the orders that make the same row, 16 bytes each
	offNodesA     = offOrders + 1296*16    // nodes
	offNodesB     = offNodesA + nodes*64   //
	offKeys       = offNodesB + nodes*64   // for each node, its rows' keys;
	offSorted     = offKeys + nodes*64     // what stands in its places, in order: high the label, low the column
	offSortedBy   = offSorted + nodes*64   // the stacks in order, as the key, and in the lowest four bits which it was
	offSettled    = offSortedBy + nodes*64 // AVX2: see below, 16 bytes each
	nodes         = 1024                   //
	offNodeLabels = 16                     // in a node: columns, then labels
	offNodeMeta   = 32                     // bytes: 8 times its chute, which of its rows are left, 8 times each other chute
)

// The constants.
const (
	cBits      = iota // of each digit up to 8
	cWeights          // of minirows with none, one, two and three digits
	cUnnamed          // the labels of no digit
	cIota             //
	cCompact          // nine places without the gaps between stacks
	cNone             // 0x80
	cPairs            // weights: two digits of a stack in a word,
	cTriples          // and three
	cPack             // to a key in the low half
	cPackHigh         // and in the high half
	cSwap01           // columns of each stack
	cSwap12           //
	cStack            // which stack it is, in a key
	cSwapS01          // stacks in a key
	cSwapS12          //
	cSpread           // to columns, from stacks in a key
	cWithin           // columns in a stack
	cNibbles          // of a key, for the bytes of its row
	cBroadcast        // 9 of them: of each byte
	_
	_
	_
	_
	_
	_
	_
	_
	cRows // each half of rows 4 to 7, then of 8 and 9
)

// What AVX2 has in vectors of 32 bytes: constants.
const (
	tBits = iota // as cBits
	tWeights
	tPairs
	tTriples
	tStack
	tSwapS01
	tSwapS12
	tPlaces
	tNine     // 9 in each byte
	tOne      // 1
	tOnes     // 1 in each word
	tLabels   // 0xF0 in each byte
	tStacks   // 0xFFF0 in each word
	tSecond   // the second and the third column of each stack, all bits
	tThird    //
	tBase     // of a key
	tUnknown  // more than any row
	tPack     // to a key in the low half
	tPackHigh // and in the high half
	tTurn     // the next column of each stack
	tLine     // a line's cells, 4 bytes for each stack
	tLast     // of row 9, seven bytes later
	tHigh     // of the bytes of a row by cBytes, which have a column in the high half
	tLow      // and in the low half
	tBytes    // of a key, for each column
	tInStack  // 0x0C in each byte
)

// And what it keeps of a row in memory.
const (
	sAt        = iota // where the first three new labels come from, in all bytes
	sLabel     = 3    // and they, without the label of none
	sAtAll     = 6    // all, a byte each
	sLabelAll  = 7
	sComing    = 8 // the labels that come next
	sComplete  = 9 // keys of rows 4 to 9
	settledEnd = 12
)
