package minlex

import (
	"compress/flate"
	_ "embed"
	"io"
	"strings"
)

// packed is the catalogue's table, deflated, which saves a quarter.
//
//go:embed counts.bin
var packed string

//go:embed starts.bin
var starts string

// counts returns the catalogue's table. It inflates it at each call, so callers should keep the
// result.
func counts() string {
	table, err := io.ReadAll(flate.NewReader(strings.NewReader(packed)))
	if err != nil {
		panic("minlex: counts.bin: " + err.Error()) // the build is broken
	}
	return string(table)
}
