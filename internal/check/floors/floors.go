// Package floors holds the module's import policy. floors.txt says which packages of this module each package may use.
// The tables below list packages outside this module that a package may use.
//
// A test reads the imports of every Go file. It fails if an import is not permitted, or if no package uses a
// permission. The package has no other code, and no package imports it.
package floors

// Extern maps a package to the packages of other modules that it may import. A name that ends in /... is a prefix.
var Extern = map[string][]string{
	"internal/app/batch":        {"github.com/cespare/xxhash/v2", "github.com/klauspost/compress/zstd"},
	"internal/app/engine":       {"github.com/andybalholm/brotli"},
	"internal/engine/csp/lanes": {"golang.org/x/sys/cpu"},
	"internal/engine/kernel":    {"golang.org/x/sys/cpu"},
	"internal/engine/minlex":    {"golang.org/x/sys/cpu"},
	"internal/app/sheet":        {"codeberg.org/go-pdf/fpdf", "github.com/andybalholm/brotli", "golang.org/x/image/..."},
	"internal/app/httpapi":      {"github.com/andybalholm/brotli"},
	"internal/app/service":      {"golang.org/x/crypto/acme/..."},
	"internal/app/cli":          {"github.com/spf13/cobra", "github.com/spf13/pflag"},
	"internal/app/cli/stream":   {"github.com/klauspost/compress/zstd", "golang.org/x/term"},
	"internal/app/jobqueue":     {"github.com/nats-io/nats.go/..."},
}

// System lists the packages that may import the Forbidden packages. All other packages are libraries: they open no
// connections or files, and write no logs.
var System = []string{"client", "internal/app/httpapi", "internal/app/service", "internal/app/telemetry", "internal/app/batch", "internal/app/bench", "internal/app/cli", "internal/app/cli/stream", "internal/app/jobqueue", "internal/app/engine", "internal/app/engine/build", "cmd/nonet", "internal/loadtest", "internal/check/freeport", "internal/check/generated", "internal/check/golden", "internal/check/natsserver", "internal/check/reference", "internal/check/soak", "internal/check/verdict"}

// Forbidden lists the standard packages that only the packages of System may import.
var Forbidden = []string{"net", "net/...", "os", "os/...", "log", "log/...", "syscall", "flag"}

// Embeds lists the packages that embed files and have no logic.
var Embeds = []string{"web"}

// AsksClassic maps each file of an application that asks whether a puzzle or a board is classic to the reason. Every
// other file asks internal/app/operation which puzzles are in a scope, or have a feature.
var AsksClassic = map[string]string{
	"internal/app/operation/capability.go": "the table of capabilities: scopes, features, and what answers them",
	"internal/app/operation/position.go":   "pencil marks that are rules for other questions are a player's marks here",
	"internal/app/operation/parse.go":      "fields that take a classic grid; the page plays classic entries",
	"internal/app/operation/reading.go":    "which form of the puzzle a format of classic puzzles holds",
	"internal/app/operation/hint.go":       "steps on other boards than the classic one have no HoDoKu code",
	"internal/app/operation/lines.go":      "faster: batches of classic grids",
	"internal/app/cli/subject.go":          "faster: batches of classic grids",
	"internal/app/cli/stream/puzzles.go":   "faster: batches of classic grids",
	"internal/app/cli/target.go":           "flags that take a classic puzzle",
}
