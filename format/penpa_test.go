package format

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"strings"
	"testing"

	"nonet/puzzle"
)

// linkOfPenpa returns a link of Penpa+ with these lines.
func linkOfPenpa(lines ...string) string {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)
	w.Write([]byte(strings.Join(lines, "\n")))
	w.Close()
	return "https://swaroopg92.github.io/penpa-edit/#m=solve&p=" + base64.StdEncoding.EncodeToString(packed.Bytes()) + "&a=x"
}

// TestPenpa reads a 4×4 board with a row above and a column to the left, boxes by thick lines, two digits, a
// title, and drawings. Places are numbered row by row, nine in a row. The first cell comes after two rows and
// the margin, and corners begin at 81.
func TestPenpa(t *testing.T) {
	head := "sudoku,5,5,38,0,1,1,380,380,40,40,0,0,0,0,Title: Four%2C four,Author: A,,Normal sudoku%2Drules apply,OFF,false"
	green := strings.Replace(head, "rules apply", "rules apply. Adjacent digits along a green line differ by at least 3.", 1)
	cells := "[30,1,1,1,6,1,1,1,6,1,1,1,6,1,1,1]"
	boxes := `"103,112":2,"112,121":2,"121,130":2,"130,139":2,"119,120":21,"120,121":2,"121,122":2,"122,123":2`
	drawn := func(more string) string {
		return `{zR:{z_:[]},zS:{},zN:{"30":["1",1,"1"],"60":["4",1,"10"],"31":["",1,"1"]},z1:{},zE:{` + boxes + `}` + more + `}`
	}
	for _, c := range []struct {
		head, cells, drawn string
		want, notes        string
	}{
		{head, cells, drawn(""), `"boxes":[2,2],"givens":{"r1c1":[1],"r4c4":[4]}`, ""},
		{head, cells, drawn(`,zT:[[30,31]],z1:{"500":["9",1]}`), `"kind":"Thermo","cells":["r1c1","r1c2"]`, "numberS grey thermos (1)"},
		{head, cells, `{zN:{"21":["7",1,"1"],"30":["x",1,"1"]},zE:{"103,113":12}}`, `"boxes":[2,2]`, "lineE outsides (1) texts (1)"},
		{green, cells, drawn(`,zL:{"30,31":3,"31,40":3,"49,50":3},zY:{"273":[1,"circle_SS",2],"111":[1,"inequality",2]}`),
			`{"kind":"WhiteDot","cells":["r1c1","r1c2"]}`, "symbol white dots (1) green lines (2)"},
		{green, cells, drawn(`,zL:{"30,31":3,"31,40":3}`), `{"kind":"Whisper","cells":["r1c1","r1c2","r2c2"],"numbers":[3]}`, "green lines (1)"},
		{head, cells, drawn(`,z6:[[30,31]],z1:{"444":["5",1]}`), `{"kind":"Cage","cells":["r1c1","r1c2"],"numbers":[5]}`, ""},
		{head, cells, drawn(`,zF:{"30,x":3},zY:{"30":1,"a":[1,"circle_L"]},z6:[["x"]],z3:[["30","31"],[1e9]],zS:{"30":99}`), `"boxes":[2,2]`, "arrows freeline killercages surface symbol grey arrows (1)"},
		{strings.Replace(head, "sudoku", "hex", 1), cells, drawn(""), "kind “hex”", ""},
		{head, "[30,1]", drawn(""), "14 cells of the board are missing", ""},
		{strings.Replace(head, "5,5", "1,5", 1), cells, drawn(""), "makes no board", ""},
		{strings.Replace(head, "5,5", "900,900", 1), cells, drawn(""), "makes no board", ""},
		{head, cells, "{zN:", "breaks off", ""},
	} {
		p, notes, err := readAny(linkOfPenpa(c.head, "[1,0,1,0]", "", c.drawn, "", c.cells))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = WriteNonet(p)
		}
		var told []string
		for _, n := range notes {
			told = append(told, n.Part)
		}
		if !strings.Contains(got, c.want) || strings.Join(told, " ") != c.notes {
			t.Errorf("%s\nis %s, %v", c.drawn, got, told)
		}
		if err == nil && (p.Title != "Four, four" || p.Author != "A" || !strings.HasPrefix(p.Rules, "Normal sudoku\nrules apply")) {
			t.Errorf("%q by %q: %q", p.Title, p.Author, p.Rules)
		}
	}
	for _, text := range []string{"https://penpa-edit/?p=AAAA", "https://penpa-edit/#m=edit&p=!!", linkOfPenpa("square,1,1", "", "", "", "", "")} {
		if p, _, err := readAny(text); err == nil {
			t.Errorf("%s is read: %+v", text, p)
		}
	}
	if p, _, err := readAny(linkOfPenpa(head, "[1,0,1,0]", "", drawn(""), "", cells)); err != nil || p.Box != (puzzle.Box{Rows: 2, Columns: 2}) {
		t.Error(err)
	}
}
