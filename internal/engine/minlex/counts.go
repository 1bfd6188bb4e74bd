package minlex

import (
	"compress/flate"
	_ "embed"
	"io"
	"strings"
)

// packed is the catalogue's table, deflated: a quarter of it is saved.
//
//go:embed counts.bin
var packed string

//go:embed starts.bin
var starts string

// counts inflates the catalogue's table. Whoever reads it keeps what it needs.
func counts() string {
	table, err := io.ReadAll(flate.NewReader(strings.NewReader(packed)))
	if err != nil {
		panic("minlex: counts.bin: " + err.Error()) // a build's fault
	}
	return string(table)
}
