package minlex

import (
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"io"
	"strings"
)

// packed is the catalogue's table, deflated. First comes the number of rows 4 of each class, two bytes each;
// then the lowest bytes of all numbers of grids, the middle bytes, and the highest bytes, each in the order of
// classes and rows. This is a tenth shorter than varints.
//
//go:embed counts.bin
var packed string

//go:embed starts.bin
var starts string

// countBytes is the number of bytes of each count in the table.
const countBytes = 3

// readSegmentCounts inflates the table of the catalogue. The entry of a class that was not counted is nil. Callers
// should keep the result, because inflating takes time.
func readSegmentCounts() (rows [classes][]uint32) {
	table, err := io.ReadAll(flate.NewReader(strings.NewReader(packed)))
	if err != nil {
		panic("minlex: counts.bin: " + err.Error()) // cannot happen: the table is part of the build
	}
	lengths, planes := table[:2*classes], table[2*classes:]
	numbers := make([]uint32, len(planes)/countBytes)
	for plane := range countBytes {
		for i, b := range planes[plane*len(numbers):][:len(numbers)] {
			numbers[i] |= uint32(b) << (8 * plane)
		}
	}
	for class := range rows {
		if n := binary.LittleEndian.Uint16(lengths[2*class:]); n > 0 {
			rows[class], numbers = numbers[:n:n], numbers[n:]
		}
	}
	return rows
}
