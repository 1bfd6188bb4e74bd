// Package engine is nonet as a browser runs it: cmd/nonet-wasm built as one WebAssembly
// module, packed and compressed, and Go's script that starts it. A binary holds them if it
// was built with the tag "engine", which needs
//
//	go run ./internal/app/engine/build
//
// before, as "make build" does it. Without the tag nothing but Go is needed, and nothing
// generated.
//
// It must not import the operations, which the engine is made of, nor what serves it.
package engine

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"

	"nonet/message"
)

// Files are the engine: its module, compressed by brotli, and the script that starts it.
type Files struct{ Module, Script []byte }

// Budget is the most bytes that the module may have, compressed by [Quickly]. [Compress]
// makes it a sixth smaller.
const Budget = 2_850_000

// elsewhere are the prefixes of keys whose texts the module never shows: texts of the
// command line, and those that the page loads by itself.

var elsewhere = []string{"api.problem.busy", "api.problem.cross-site", "api.problem.media-type", "api.problem.method", "api.problem.needs-tls", "api.problem.shutting-down", "api.problem.too-many", "api.problem.unauthorized", "api.problem.unreadable-body", "api.problem.wrong-host", "api.stopping", "canon.", "cli.", "collection.", "docs.", "error.", "field.", "job.", "locale.", "oj.", "page.", "prove.", "sheet.", "target.certificate.", "techdoc.intro", "techdoc.legend", "techdoc.scales", "verify."}

// Embedded is the engine in this binary, or nil if it was built without.
func Embedded() *Files { return embedded }

// pkg is what is built.
const pkg = "nonet/cmd/nonet-wasm"

// hot are the packages in which a search spends its time. In all others functions are
// not inlined, which makes the module a tenth smaller.
var hot = []string{
	"nonet/board", "nonet/logic", "nonet/internal/explainer", "nonet/internal/engine/...", "nonet/sudoku", "nonet/target", "nonet/internal/textbook", "nonet/puzzle/deduction",
	"math/bits", "slices", "cmp", "iter", "sync/atomic",
}

// Why an engine is not built: there is no Go, or the directory is not within nonet's sources.
var (
	ErrNoGo      = errors.New("go is not installed")
	ErrNoSources = errors.New("not the sources of nonet")
)

// Build is the engine built from the sources of the module that dir is in. It needs Go,
// and takes a minute, half of it to compress. The error is ErrNoGo, ErrNoSources, or what Go
// reports.
func Build(ctx context.Context, dir string) (*Files, error) {
	module, script, err := Compile(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &Files{Compress(module), script}, nil
}

// Compile is [Build] without the compression, which takes the longest.
func Compile(ctx context.Context, dir string) (module, script []byte, err error) {
	temp, err := os.MkdirTemp("", "nonet")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	out := filepath.Join(temp, "nonet.wasm")
	overlay, err := withoutTexts(ctx, dir, temp)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"build", "-overlay", overlay, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, name := range hot {
		args = append(args, "-gcflags="+name+"=")
	}
	if _, err := run(ctx, dir, append(args, "-o", out, pkg)...); err != nil {
		return nil, nil, err
	}
	if module, err = os.ReadFile(out); err != nil {
		return nil, nil, err
	}
	if module, err = pack(module); err != nil {
		return nil, nil, err
	}
	root, err := run(ctx, dir, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	script, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return module, script, err
}

// undescribed is source without the parts of tags of fields that are for the API's description alone.
func undescribed(source string) string {
	var plain strings.Builder
	for _, part := range []string{` doc:"`, ` example:"`} {
		plain.Reset()
		for {
			before, after, is := strings.Cut(source, part)
			plain.WriteString(before)
			if !is {
				break
			}
			_, source, _ = strings.Cut(after, `"`)
		}
		source = plain.String()
	}
	return source
}

// withoutTexts writes, in the directory temp, what "go build -overlay" reads: catalogues
// without the texts whose keys have a prefix in elsewhere, and types without what tells of their fields.
func withoutTexts(ctx context.Context, dir, temp string) (overlay string, err error) {
	dirs, err := run(ctx, dir, "list", "-f", "{{.Dir}}", "nonet/message", "nonet/wire", "nonet/internal/app/operation")
	if errors.Is(err, exec.ErrNotFound) {
		return "", ErrNoGo
	}
	if err != nil && ctx.Err() == nil {
		return "", ErrNoSources
	}
	if err != nil {
		return "", err
	}
	packageDir, described, _ := strings.Cut(dirs, "\n")
	replaced := map[string]string{}
	for i, dir := range strings.Split(strings.TrimSpace(described), "\n") {
		sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, source := range sources {
			whole, err := os.ReadFile(source)
			if err != nil {
				return "", err
			}
			if plain := undescribed(string(whole)); len(plain) < len(whole) {
				replaced[source] = filepath.Join(temp, strconv.Itoa(i)+filepath.Base(source))
				if err := os.WriteFile(replaced[source], []byte(plain), 0o644); err != nil {
					return "", err
				}
			}
		}
	}
	for _, lang := range message.Langs() {
		texts := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte(message.File(lang)), &texts); err != nil {
			return "", err
		}
		maps.DeleteFunc(texts, func(key string, _ json.RawMessage) bool {
			return slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
		})
		var file bytes.Buffer // as package message wants it
		out := json.NewEncoder(&file)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		name := string(lang) + ".json"
		kept := filepath.Join(temp, name)
		if err := errors.Join(out.Encode(texts), os.WriteFile(kept, file.Bytes(), 0o644)); err != nil {
			return "", err
		}
		replaced[filepath.Join(strings.TrimSpace(packageDir), name)] = kept
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(temp, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o644)
}

// run is what a go command prints.
func run(ctx context.Context, dir string, args ...string) (string, error) {
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &problems
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if err := cmd.Run(); err != nil {
		return "", errors.Join(fmt.Errorf("go %s: %w", args[0], err), errors.New(strings.TrimSpace(problems.String())))
	}
	return out.String(), nil
}

// Compress compresses b by brotli for a release, in half a minute. The highest quality
// takes three times as long and makes it 3.7 % smaller.
func Compress(b []byte) []byte { return compressed(b, 10) }

// Quickly compresses b by brotli in 2 s, to a sixth more than [Compress].
func Quickly(b []byte) []byte { return compressed(b, 6) }

func compressed(b []byte, quality int) []byte {
	var out bytes.Buffer
	// Writing to memory cannot fail.
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: quality, LGWin: 24})
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// Decompressed undoes [Compress].
func Decompressed(b []byte) ([]byte, error) { return io.ReadAll(brotli.NewReader(bytes.NewReader(b))) }

// Zipped is b compressed by gzip.
func Zipped(b []byte) []byte {
	var out bytes.Buffer
	// Writing to memory at a valid level cannot fail.
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}
