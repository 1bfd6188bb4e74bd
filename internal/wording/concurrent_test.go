package wording

import (
	"reflect"
	"sync"
	"testing"
)

// TestReadConcurrently checks that several clients may read rules at once: a server's first requests do. make test runs it
// with the race detector.
func TestReadConcurrently(t *testing.T) {
	texts := []string{
		"Adjacent digits on a green line must differ by at least 5.", "Adjacent digits on a red line do not sum to 7 or 13.",
		"Cells joined by a white dot have a ratio of 1:2.", "Normal sudoku rules apply. Digits in a cage sum to a prime number.",
		"Digits along a thermometer increase from the bulb to the tip. Not all dots are given.",
	}
	read := make([][]Sentence, 8*len(texts))
	var all sync.WaitGroup
	for i := range read {
		all.Go(func() { read[i] = Read(texts[i%len(texts)]) })
	}
	all.Wait()
	for i, text := range texts {
		want := Read(text)
		for k := i; k < len(read); k += len(texts) {
			if !reflect.DeepEqual(read[k], want) {
				t.Errorf("%q was read as %v beside other texts, alone as %v", text, read[k], want)
			}
		}
	}
}
