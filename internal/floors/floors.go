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
	{Package: "internal/message"},
	{Package: "internal/near", Module: []string{"internal/message"}},
	// For tests: no line may name it.
	{Package: "internal/golden", System: true},
	{Package: "internal/kernel", Extern: []string{"golang.org/x/sys/cpu"}},
	{Package: "textbook"},
	{Package: "internal/counting", Module: []string{"internal/kernel"}},
	{Package: "sudoku", Module: []string{"internal/counting", "internal/kernel", "internal/message"}},
	{Package: "format", Module: []string{"sudoku", "internal/message", "internal/near"}},
	{Package: "logic", Module: []string{"sudoku", "internal/message"}},
	{Package: "generate", Module: []string{"sudoku", "logic", "internal/kernel", "internal/message"}},
	{Package: "explain", Module: []string{"logic", "sudoku", "internal/message"}},
	// The checker shares no code with the optimiser whose proofs it checks.
	{Package: "target/certificate", Module: []string{"internal/message"}},
	{Package: "grade/explainer"},
	{Package: "grade", Module: []string{"sudoku", "grade/explainer", "internal/message"}},
	{Package: "target", Module: []string{"sudoku", "internal/kernel", "internal/message"}},
	{Package: "internal/wire", Module: []string{"sudoku", "logic", "target", "target/certificate", "textbook", "internal/message"}},
	{Package: "internal/locale", Module: []string{"internal/message"}, Extern: []string{"golang.org/x/text/language"}},
	{Package: "internal/lab", Module: []string{"sudoku", "textbook", "internal/kernel", "internal/message", "internal/near", "internal/wire"}},
	{Package: "internal/coach", Module: []string{"sudoku", "explain", "format", "generate", "grade", "logic", "internal/message", "internal/near", "internal/wire"}},
	{Package: "internal/techdoc", Module: []string{"sudoku", "logic", "explain", "internal/message"}},
	{Package: "web", Embeds: true},
	{
		Package: "internal/httpapi", System: true,
		Module: []string{"sudoku", "explain", "format", "generate", "logic", "target", "textbook", "internal/coach", "internal/kernel", "internal/lab", "internal/locale", "internal/message", "internal/near", "internal/wire"},
		Extern: []string{"github.com/danielgtaylor/huma/v2/..."},
	},
	{
		Package: "internal/contest", System: false,
		Module: []string{"sudoku", "format", "target", "internal/message"},
	},
	{
		Package: "internal/cli", System: true,
		Module: []string{"sudoku", "explain", "format", "generate", "grade", "logic", "target", "target/certificate", "textbook", "web", "internal/coach", "internal/contest", "internal/counting", "internal/httpapi", "internal/kernel", "internal/lab", "internal/locale", "internal/message", "internal/near", "internal/techdoc", "internal/wire"},
		Extern: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/schollz/progressbar/v3", "golang.org/x/term"},
	},
	{Package: "cmd/nonet", System: true, Module: []string{"internal/cli"}},
	{Package: "internal/e2e", System: true},
	{Package: "internal/floors"},
}

// Forbidden are the standard packages that only a package marked System may
// import: a library neither serves, nor touches files, nor writes logs.
var Forbidden = []string{"net", "net/...", "os", "os/...", "log", "log/...", "syscall", "flag"}
