package wording_test

import (
	"fmt"

	"nonet/internal/wording"
)

// A text is divided into sentences. Each sentence is about kinds of rules, or is not understood.
func ExampleRead() {
	for _, s := range wording.Read("Normal sudoku rules apply. Cells a knight's move apart cannot contain the same digit.") {
		for _, m := range s.Meanings {
			fmt.Printf("%q: %v\n", s.Text, m.Kinds)
		}
	}
	// Output:
	// "Normal sudoku rules apply": []
	// "Cells a knight's move apart cannot contain the same digit": [AntiKnight]
}
