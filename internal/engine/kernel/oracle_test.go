package kernel

import (
	"bytes"
	"os"
	"testing"

	"nonet/internal/check/reference"
)

// solutionsOf is the oracle. It shares only the rules with the engines: it branches on the cell with the fewest
// legal digits, which it finds from the cell's peers. It returns up to limit solutions, in no particular order.
func solutionsOf(puzzle [81]uint8, limit int) (found [][81]uint8) {
	grid := puzzle
	legal := func(cell int, d uint8) bool {
		for _, peer := range peersOf[cell] {
			if grid[peer] == d {
				return false
			}
		}
		return true
	}
	for cell, d := range puzzle {
		if d > 9 || d != 0 && !legal(cell, d) {
			return nil
		}
	}
	var descend func() bool
	descend = func() bool {
		best, options := -1, make([]uint8, 10)
		for cell, d := range grid {
			if d != 0 {
				continue
			}
			var here []uint8
			for d := uint8(1); d <= 9; d++ {
				if legal(cell, d) {
					here = append(here, d)
				}
			}
			if len(here) < len(options) {
				best, options = cell, here
			}
		}
		if best < 0 {
			found = append(found, grid)
			return len(found) < limit
		}
		for _, d := range options {
			grid[best] = d
			if !descend() {
				return false
			}
		}
		grid[best] = 0
		return true
	}
	descend()
	return found
}

var peersOf = func() (peers [81][]int) {
	for a := range peers {
		for b := range peers {
			if a != b && seeEachOther(a, b) {
				peers[a] = append(peers[a], b)
			}
		}
	}
	return peers
}()

func seeEachOther(a, b int) bool {
	return a/9 == b/9 || a%9 == b%9 || a/27 == b/27 && a%9/3 == b%9/3
}

// wrong returns a description of the error in a solution of puzzle, or "".
func wrong(solution, puzzle [81]uint8) string {
	for cell, d := range solution {
		switch {
		case d < 1 || d > 9:
			return "has an empty cell"
		case puzzle[cell] != 0 && puzzle[cell] != d:
			return "changes a given"
		}
		for other := range cell {
			if solution[other] == d && seeEachOther(cell, other) {
				return "has a digit twice in a house"
			}
		}
	}
	return ""
}

// consistent reports whether no two givens contradict each other.
func consistent(p [81]uint8) bool {
	for cell, d := range p {
		for other := range cell {
			if d != 0 && p[other] == d && seeEachOther(cell, other) {
				return false
			}
		}
	}
	return true
}

// grid parses 81 characters; any character but a digit is an empty cell.
func grid(line string) (g [81]uint8) {
	for i := range g {
		if c := line[i]; c >= '1' && c <= '9' {
			g[i] = c - '0'
		}
	}
	return g
}

func line(g [81]uint8) string {
	text := make([]byte, 81)
	for i, d := range g {
		text[i] = '0' + d
		if d == 0 {
			text[i] = '.'
		}
	}
	return string(text)
}

// readGrids returns the grids of a file with one grid per line; lines that begin with # are
// comments.
func readGrids(t testing.TB, path string) (grids [][81]uint8) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for text := range bytes.Lines(data) {
		if len(text) >= 81 && text[0] != '#' {
			grids = append(grids, grid(string(text)))
		}
	}
	return grids
}

// sharedCorpora names files in ../shared/corpora, beside the module.
var sharedCorpora = []string{"17_clue", "hardest_11plus", "serg_multi"}

// sharedCorpus returns the grids of a corpus outside the module. It skips the test where the file
// is absent.
func sharedCorpus(t testing.TB, name string) [][81]uint8 {
	t.Helper()
	return readGrids(t, reference.File(t, "corpora/"+name+".txt"))
}

// sample returns n of the grids, evenly spaced.
func sample(grids [][81]uint8, n int) [][81]uint8 {
	if n >= len(grids) {
		return grids
	}
	some := make([][81]uint8, n)
	for i := range some {
		some[i] = grids[i*len(grids)/n]
	}
	return some
}
