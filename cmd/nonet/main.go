// Nonet solves, explains, grades, makes, counts, checks, converts and optimises Sudoku; see package cli.
package main

import (
	"os"

	"nonet/internal/app/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)) }
