// Command build makes the files that the tag "engine" embeds, in internal/app/engine/built:
//
//	go run ./internal/app/engine/build
//	go build -tags engine ./cmd/nonet
//
// It is run in the module's root, says how large the modules are, and fails where one is larger
// than it may be.
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
	for name, content := range map[string][]byte{"nonet.wasm.br": files.Module, "rules.wasm.br": files.Rules, "wasm_exec.js": files.Script} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	for i, content := range [][]byte{files.Module, files.Rules} {
		m := engine.Modules[i]
		fmt.Printf("%s, %s: %.3f MB compressed, of at most %.2f\n", dir, m.Name, float64(len(content))/1e6, float64(m.Budget)/1e6)
		if len(content) > m.Budget {
			return fmt.Errorf("the module %s is larger than it may be", m.Name)
		}
	}
	return nil
}
