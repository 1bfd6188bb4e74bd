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
	"internal/engine/tally":     {"golang.org/x/sys/cpu"},
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
