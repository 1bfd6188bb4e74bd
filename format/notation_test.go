package format

import (
	"io"
	"slices"
	"strings"
	"testing"

	"nonet/sudoku"
)

// TestTable checks that every kind has exactly one row in the table, and every row its required
// fields.
func TestTable(t *testing.T) {
	rows := map[Kind]int{}
	for i := range notations {
		n := &notations[i]
		rows[n.kind]++
		if n.name == "" || (n.recognise == nil) != (n.read == nil) {
			t.Errorf("the row of %q needs a name, and both of is and read or none", n.name)
		}
		if n.kind.notation() != n {
			t.Errorf("%v has another row", n.kind)
		}
	}
	for _, k := range WritableKinds() {
		if rows[k] != 1 {
			t.Errorf("kind %d has %d rows", k, rows[k])
		}
	}
}

// TestNewNotation checks that a new notation of one word needs only a row, and is then read
// wherever words are. Its digits are the letters A to I.
func TestNewNotation(t *testing.T) {
	letters := notation{kind: kinds, name: "letters", recognise: newWordRecogniser(kinds), read: readWord, word: &word{
		recognise: func(text []byte) bool {
			return len(text) == sudoku.Cells && strings.Trim(string(text), "ABCDEFGHI.") == ""
		},
		read: func(ln *line, s span) (Puzzle, *SyntaxError) {
			var values [sudoku.Cells]uint8
			for i, b := range ln.text[s.from:s.to] {
				if b != '.' {
					values[i] = b - 'A' + 1
				}
			}
			g, _ := sudoku.FromCells(values)
			return Puzzle{Kind: kinds, Grid: g}, nil
		},
	}}
	const word = "EC..G....F..AIE....IH....F.H...F...CD..H.C..AG...B...F.F....BH....DAI..E....H..GI"
	r := NewReader(strings.NewReader(word+"\n7: "+word+" # name\n[\""+word+"\"]\nid,puzzle\n1,"+word+"\n\nhttps://x.y/?bd="+word+"&z\n"), Options{})
	r.notations = append([]notation{letters}, notations...)
	want := sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	var got []Kind
	for {
		p, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil || p.Grid != want {
			t.Fatal(p, err)
		}
		got = append(got, p.Kind)
	}
	if !slices.Equal(got, []Kind{kinds, kinds, JSON, CSV, kinds}) {
		t.Error(got)
	}
}
