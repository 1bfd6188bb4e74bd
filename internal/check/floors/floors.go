// Package floors holds the house's import policy: which package stands on which.
// The policy is a table of data and a test that reads the imports of every Go
// file in the tree; there is no other code here, and nothing imports it.
package floors

// Floor is what a package may import beyond the part of the standard library
// that a library package may use.
type Floor struct {
	Package string   // path below the module, or a prefix that ends in /...
	Module  []string // packages of this module, as above
	Extern  []string // packages from other modules, or prefixes that end in /...
	System  bool     // may import net/http, os, log and the like
	Embeds  bool     // holds files, not logic
}

// Policy lists the floors from the ground up. A package may import what its line
// names and nothing else; a package without a line fails the test.
var Policy = []Floor{
	{Package: "message"},
	{Package: "internal/suggest", Module: []string{"message"}},
	// For tests: no line may name it.
	{Package: "internal/check/golden", System: true},
	{Package: "internal/engine/kernel", Extern: []string{"golang.org/x/sys/cpu"}},
	{Package: "textbook"},
	{Package: "internal/engine/counting", Module: []string{"internal/engine/kernel"}},
	{Package: "sudoku", Module: []string{"internal/engine/counting", "internal/engine/kernel", "message"}},
	{Package: "format", Module: []string{"sudoku", "message", "internal/suggest"}},
	{Package: "logic", Module: []string{"sudoku", "message"}},
	{Package: "generate", Module: []string{"sudoku", "logic", "internal/engine/kernel", "message"}},
	{Package: "explain", Module: []string{"logic", "sudoku", "message"}},
	// The checker shares no code with the optimiser whose proofs it checks.
	{Package: "target/certificate", Module: []string{"message"}},
	{Package: "grade/explainer"},
	{Package: "grade", Module: []string{"sudoku", "grade/explainer", "message"}},
	{Package: "target", Module: []string{"sudoku", "internal/engine/kernel", "message"}},
	{Package: "wire", Module: []string{"sudoku", "logic", "target", "target/certificate", "textbook", "message"}},
	{Package: "internal/app/locale", Module: []string{"message"}, Extern: []string{"golang.org/x/text/language"}},
	{Package: "internal/app/lab", Module: []string{"sudoku", "textbook", "internal/engine/kernel", "message", "internal/suggest", "wire"}},
	{Package: "internal/app/operation", Module: []string{"sudoku", "explain", "format", "generate", "grade", "logic", "message", "internal/suggest", "wire"}},
	{Package: "internal/app/techdoc", Module: []string{"sudoku", "logic", "explain", "message"}},
	{Package: "web", Embeds: true},
	{
		Package: "internal/app/httpapi", System: true,
		Module: []string{"sudoku", "explain", "format", "generate", "logic", "target", "textbook", "internal/app/operation", "internal/engine/kernel", "internal/app/lab", "internal/app/locale", "message", "internal/suggest", "wire"},
		Extern: []string{"github.com/danielgtaylor/huma/v2/..."},
	},
	{
		Package: "internal/app/contest", System: false,
		Module: []string{"sudoku", "format", "target", "message"},
	},
	{
		Package: "internal/app/cli", System: true,
		Module: []string{"sudoku", "explain", "format", "generate", "grade", "logic", "target", "target/certificate", "textbook", "web", "internal/app/operation", "internal/app/contest", "internal/engine/counting", "internal/app/httpapi", "internal/engine/kernel", "internal/app/lab", "internal/app/locale", "message", "internal/suggest", "internal/app/techdoc", "wire"},
		Extern: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/schollz/progressbar/v3", "golang.org/x/term"},
	},
	{Package: "cmd/nonet", System: true, Module: []string{"internal/app/cli"}},
	{Package: "internal/check/e2e", System: true},
	{Package: "internal/check/floors"},
}

// Forbidden are the standard packages that only a package marked System may
// import: a library neither serves, nor touches files, nor writes logs.
var Forbidden = []string{"net", "net/...", "os", "os/...", "log", "log/...", "syscall", "flag"}
