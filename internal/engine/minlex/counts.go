package minlex

import _ "embed"

//go:embed counts.bin
var counts string

//go:embed starts.bin
var starts string
