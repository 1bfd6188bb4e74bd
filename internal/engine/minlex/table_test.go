package minlex

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

var countsTo = flag.String("counts", "", "count all classes, going on with what this file has of them, and make counts.bin")

// TestTable checks the table counts against the number of all essentially different grids, and against
// published numbers of some classes. For some rows 4, it compares the number with that of a walk.
//
// go test ./internal/engine/minlex -run TestTable -counts FILE -timeout 10h makes the table, in some fifteen
// minutes of processor time. It writes a line to FILE for each class: its number, from 1, and then how many
// grids begin with each row 4. A later run continues where an earlier one stopped.
func TestTable(t *testing.T) {
	if *countsTo != "" {
		makeTable(t, *countsTo)
		return
	}
	c := newContents(readSegmentCounts())
	if c.rows[classes-1] == nil {
		t.Skip("the table is not complete")
	}
	const all = 5_472_730_538
	if sum := c.first[classes]; sum != all {
		t.Errorf("the table has %d grids, want %d", sum, all)
	}
	for class, want := range map[int]uint64{1: 1_007_170, 6: 96_229_042, 416: 1} {
		if n := c.first[class] - c.first[class-1]; n != want {
			t.Errorf("class %d has %d grids, want %d", class, n, want)
		}
	}
	for class := range classes {
		w, counted := NewWalk(class), c.rows[class]
		rows := w.FourthRows()
		if len(rows) != len(counted) {
			t.Fatalf("class %d has %d rows 4, the table has %d", class+1, len(rows), len(counted))
		}
		for i, row := range rows {
			if class%60 == 30 && i%700 == 30 {
				if found := w.VisitSegment(&row); found != uint64(counted[i]) {
					t.Errorf("class %d, row 4 number %d begins %d grids, the table has %d", class+1, i+1, found, counted[i])
				}
			}
		}
	}
}

var startsAnew = flag.Bool("starts", false, "make starts.bin")

// TestStarts checks the table starts, which holds the number of grids of class 1 for each beginning of row 5.
// It compares some rows 4 with a walk. -starts makes the table, in ten seconds. Zeros after the last beginning
// of a row 4 are left out. The entries of a row 4 end when they add up to its number of grids.
func TestStarts(t *testing.T) {
	w := NewWalk(0)
	var made []byte
	for i, row := range w.FourthRows() {
		var known []uint64
		if !*startsAnew {
			if known = startsOf()[i]; i%40 != 3 {
				continue
			}
		}
		var counted []uint64
		w.counted = &counted
		w.VisitSegment(&row)
		for len(counted) > 0 && counted[len(counted)-1] == 0 {
			counted = counted[:len(counted)-1]
		}
		for _, n := range counted {
			made = binary.AppendUvarint(made, n)
		}
		if !*startsAnew && !slices.Equal(counted, known) {
			t.Errorf("row 4 number %d: %d, the table has %d", i+1, counted, known)
		}
	}
	if *startsAnew {
		if err := os.WriteFile("starts.bin", made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func makeTable(t *testing.T, name string) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [classes][]uint32
	end := int64(0)
	in := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break // an unfinished line is counted again
		}
		var class int
		var numbers []uint32
		for i, field := range strings.Fields(line) {
			var n uint32
			if _, err := fmt.Sscan(field, &n); err != nil || i == 0 && (n < 1 || n > classes) {
				t.Fatalf("%s is not such a text: %.40q", name, line)
			}
			if i == 0 {
				class = int(n) - 1
				continue
			}
			numbers = append(numbers, n)
		}
		all[class] = numbers
		end += int64(len(line))
	}
	if err := f.Truncate(end); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(end, 0); err != nil {
		t.Fatal(err)
	}
	next := make(chan int)
	var write sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for class := range next {
				w := NewWalk(class)
				var numbers []uint32
				line := fmt.Append(nil, class+1)
				for _, row := range w.FourthRows() {
					n := w.VisitSegment(&row)
					numbers = append(numbers, uint32(n))
					line = fmt.Append(line, " ", n)
				}
				write.Lock()
				all[class] = numbers
				if _, err := f.Write(append(line, '\n')); err != nil {
					t.Error(err)
				}
				write.Unlock()
			}
		})
	}
	for class := classes - 1; class >= 0; class-- {
		if all[class] == nil {
			next <- class
		}
	}
	close(next)
	workers.Wait()
	var deflated bytes.Buffer
	w, _ := flate.NewWriter(&deflated, flate.BestCompression)
	_, _ = w.Write(tableOf(&all))
	_ = w.Close()
	if err := os.WriteFile("counts.bin", deflated.Bytes(), 0o644); err != nil {
		t.Error(err)
	}
}

// tableOf returns the uncompressed table of [counts]: the number of grids of each row 4, by class. A nil entry
// is a class that has not been counted.
func tableOf(all *[classes][]uint32) []byte {
	var lengths []byte
	var planes [countBytes][]byte
	for _, rows := range all {
		lengths = binary.LittleEndian.AppendUint16(lengths, uint16(len(rows)))
		for _, n := range rows {
			for i := range planes {
				planes[i] = append(planes[i], uint8(n>>(8*i)))
			}
		}
	}
	return slices.Concat(lengths, planes[0], planes[1], planes[2])
}
