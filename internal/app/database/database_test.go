package database

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

func begun(t *testing.T) (string, *Table) {
	path := filepath.Join(t.TempDir(), "a file?mode=memory#") // no URI
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := Create(path, "things", []Column{{"name", "TEXT"}, {"n", "INTEGER"}, {"x", "REAL"}, {"unique", "INTEGER"}})
	if err != nil {
		t.Fatal(err)
	}
	return path, table
}

// What was added can be queried, in order, with its types, and by an index.
func TestTable(t *testing.T) {
	path, table := begun(t)
	for _, row := range [][]any{{"a'b\"", 3.0, 3.0, true}, {"数独", nil, -2.5, false}, {nil, nil, nil, nil}} {
		if err := table.Add(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var got strings.Builder
	for _, sql := range []string{
		"PRAGMA integrity_check",
		"SELECT rowid || quote(name) || quote(n) || ' ' || quote(x) || quote(\"unique\") FROM things ORDER BY rowid",
		"SELECT group_concat(name, ' ') FROM sqlite_schema WHERE type = 'index'",
	} {
		s, _, err := db.Prepare(sql)
		if err != nil {
			t.Fatal(err)
		}
		for s.Step() {
			got.WriteString(s.ColumnText(0) + "\n")
		}
		s.Close()
	}
	const want = "ok\n1'a''b\"'3 3.01\n2'数独'NULL -2.50\n3NULLNULL NULLNULL\nthings_name things_n things_x things_unique\n"
	if got.String() != want {
		t.Errorf("%s\nwant\n%s", got.String(), want)
	}
}

// A context that ended, and a file that is none, are errors.
func TestFaults(t *testing.T) {
	_, table := begun(t)
	for range 1000 {
		table.Add("a", 1.0, 1.0, true)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if table.Close(ctx) == nil {
		t.Error("a table whose context ended was closed")
	}
	if _, err := Create(t.TempDir(), "things", []Column{{"n", "REAL"}}); err == nil {
		t.Error("a directory became a database")
	}
}
