package format

import "testing"

// Every kind has its one row in the table, and every row what it needs.
func TestTable(t *testing.T) {
	rows := map[Kind]int{}
	for i := range notations {
		n := &notations[i]
		rows[n.kind]++
		if n.name == "" || n.is == nil || n.read == nil || n.write == nil {
			t.Errorf("the row of %q is not whole", n.name)
		}
		if n.kind.notation() != n {
			t.Errorf("%v has another row", n.kind)
		}
	}
	for _, k := range Kinds() {
		if rows[k] != 1 {
			t.Errorf("kind %d has %d rows", k, rows[k])
		}
	}
}
