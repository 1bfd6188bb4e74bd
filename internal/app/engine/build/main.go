// Command build makes the files that the tag "engine" embeds, in internal/app/engine/built:
//
//	go run ./internal/app/engine/build
//	go build -tags engine ./cmd/nonet
//
// It is run in the module's root, and says how large the engine is.
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
	fmt.Printf("%s: %.2f MB compressed, of at most %.2f\n", dir, float64(len(files.Module))/1e6, engine.Budget/1e6)
	return nil
}
