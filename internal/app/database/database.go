// Package database writes a table as an SQLite database, which people query with what they have.
// It must not know what the rows are about.
//
// The library is SQLite itself, translated to Go; of those without C, the one that does not make every
// command wait while it is initialised.
package database

import (
	"context"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// Column is a column of a table: a name without quotes in it, and a type: INTEGER, REAL or TEXT.
type Column struct{ Name, Type string }

// Table is a table that is being written.
type Table struct {
	db      *sqlite3.Conn
	insert  *sqlite3.Stmt
	name    string
	columns []Column
	fault   error
}

// Create begins a table in an empty file. The database is not whole until Close, and a file of which
// the process ended before must be thrown away.
func Create(path, name string, columns []Column) (*Table, error) {
	db, err := sqlite3.OpenFlags(path, sqlite3.OPEN_READWRITE)
	if err != nil {
		return nil, err
	}
	t := &Table{db: db, name: name, columns: columns}
	var types []string
	for _, c := range columns {
		types = append(types, `"`+c.Name+`" `+c.Type) // quoted, as unique is a word of SQL
	}
	if err = db.Exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN; CREATE TABLE " + name + " (" + strings.Join(types, ", ") + ")"); err == nil {
		t.insert, _, err = db.Prepare("INSERT INTO " + name + " VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")")
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return t, nil
}

// Add adds a row: a string, a float64, a bool or nil for each column. It takes a microsecond or two.
func (t *Table) Add(values ...any) error {
	for i, v := range values {
		var err error
		switch v := v.(type) {
		case string:
			err = t.insert.BindText(i+1, v)
		case float64:
			err = t.insert.BindFloat(i+1, v) // a column of type INTEGER makes a whole number of it
		case bool:
			err = t.insert.BindBool(i+1, v)
		default:
			err = t.insert.BindNull(i + 1)
		}
		if err != nil {
			t.fault = err
			return err
		}
	}
	if err := t.insert.Exec(); err != nil {
		t.fault = err
	}
	return t.fault
}

// Close makes an index of each column and ends the database, unless ctx ends before. What Add could not
// do is the error here, too.
func (t *Table) Close(ctx context.Context) error {
	err := t.insert.Close()
	if t.fault != nil {
		err = t.fault
	}
	t.db.SetInterrupt(ctx)
	for _, c := range t.columns {
		if err == nil {
			err = t.db.Exec("CREATE INDEX " + t.name + "_" + c.Name + " ON " + t.name + ` ("` + c.Name + `")`)
		}
	}
	if err == nil {
		err = t.db.Exec("COMMIT; PRAGMA optimize")
	}
	if closed := t.db.Close(); err == nil {
		err = closed
	}
	return err
}
