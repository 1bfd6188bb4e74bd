// Command build creates the files in internal/app/engine/built, which a binary with the build tag "engine" embeds:
//
//	go run ./internal/app/engine/build
//	go build -tags engine ./cmd/nonet
//
// Run it in the root of nonet's sources. It prints the size of the WebAssembly module, and fails if the size exceeds
// the budget.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"nonet/internal/app/engine"
)

const dir = "internal/app/engine/built"

func main() {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build() error {
	files, err := engine.Build(context.Background(), ".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{"nonet.wasm.br": files.Module, "wasm_exec.js": files.Script} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	size := len(files.Module)
	fmt.Printf("%s: %.3f MB compressed, of at most %.2f\n", dir, float64(size)/1e6, engine.Budget/1e6)
	if size > engine.Budget {
		return fmt.Errorf("the module has %d bytes more than it may", size-engine.Budget)
	}
	return nil
}
