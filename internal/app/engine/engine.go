// Package engine provides the part of nonet that runs in the browser: cmd/nonet-wasm as a compressed WebAssembly
// module, and Go's script that starts the module. A binary embeds both if it is built with the tag "engine" after
//
//	go run ./internal/app/engine/build
//
// "make build" does both steps. A build without the tag needs no generated files.
//
// The package must import neither the operations, which are compiled into the module, nor the server.
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
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"

	"nonet/message"
)

// Files holds the module, compressed by brotli, and the script that starts the module.
type Files struct{ Module, Script []byte }

// Budget limits the size of the module in bytes, compressed by brotli at level 6, which takes 2 s. The result of
// [Compress] is a sixth smaller.
const Budget = 2_880_000

// elsewhere lists prefixes of keys whose texts the module never shows: the command line shows them, or the page loads
// them itself.
var elsewhere = []string{"api.problem.busy", "api.problem.cross-site", "api.problem.media-type", "api.problem.method", "api.problem.needs-tls", "api.problem.shutting-down", "api.problem.too-many", "api.problem.unauthorized", "api.problem.unreadable-body", "api.problem.wrong-host", "api.stopping", "canon.", "cards.", "cli.", "collection.", "draft.", "error.", "field.", "job.", "locale.", "oj.", "page.", "prove.", "sheet.", "target.certificate.", "techdoc.intro", "techdoc.legend", "techdoc.scales", "verify."}

// Embedded returns the engine in this binary, or nil if the binary was built without the tag "engine".
func Embedded() *Files { return embedded }

// pkg is the import path of the command that becomes the module.
const pkg = "nonet/cmd/nonet-wasm"

// hot lists the packages in which searches spend their time. All other packages are compiled without inlining, which
// makes the module a tenth smaller.
var hot = []string{
	"nonet/internal/engine/...", "nonet/sudoku", "nonet/target", "nonet/internal/textbook",
	"math/bits", "slices", "cmp", "iter", "sync/atomic",
}

// These are errors of Build.
var (
	ErrNoGo      = errors.New("go is not installed")
	ErrNoSources = errors.New("not the sources of nonet")
)

// Build builds the engine from the sources of the Go module that contains dir. It needs Go and takes a minute, half of
// it for compression. The error is ErrNoGo, ErrNoSources, or the error of the go command.
func Build(ctx context.Context, dir string) (*Files, error) {
	module, script, err := Compile(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &Files{Compress(module), script}, nil
}

// Compile is like [Build], but does not compress the module.
func Compile(ctx context.Context, dir string) (module, script []byte, err error) {
	temp, err := os.MkdirTemp("", "nonet")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	out := filepath.Join(temp, "nonet.wasm")
	overlay, err := writeTextlessOverlay(ctx, dir, temp)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"build", "-overlay", overlay, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, name := range hot {
		args = append(args, "-gcflags="+name+"=")
	}
	if _, err := runGo(ctx, dir, append(args, "-o", out, pkg)...); err != nil {
		return nil, nil, err
	}
	if module, err = os.ReadFile(out); err != nil {
		return nil, nil, err
	}
	if module, err = shrinkModule(module); err != nil {
		return nil, nil, err
	}
	root, err := runGo(ctx, dir, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	script, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return module, script, err
}

// stripTags removes the struct tags doc and example from Go source. Only the API's description needs these tags.
func stripTags(source string) string {
	var plain strings.Builder
	for _, part := range []string{` doc:"`, ` example:"`} {
		plain.Reset()
		for {
			before, after, found := strings.Cut(source, part)
			plain.WriteString(before)
			if !found {
				break
			}
			_, source, _ = strings.Cut(after, `"`)
		}
		source = plain.String()
	}
	return source
}

// writeTextlessOverlay writes the input of "go build -overlay" to the directory temp. With this overlay, catalogues
// have no texts that elsewhere lists, and struct types have no doc and example tags.
func writeTextlessOverlay(ctx context.Context, dir, temp string) (overlay string, err error) {
	dirs, err := runGo(ctx, dir, "list", "-f", "{{.Dir}}", "nonet/message", "nonet/internal/texts", "nonet/wire", "nonet/internal/app/operation")
	if errors.Is(err, exec.ErrNotFound) {
		return "", ErrNoGo
	}
	if err != nil && ctx.Err() == nil {
		return "", ErrNoSources
	}
	if err != nil {
		return "", err
	}
	packages := strings.Split(strings.TrimSpace(dirs), "\n")
	replaced := map[string]string{}
	for i, dir := range packages[2:] {
		sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, source := range sources {
			contents, err := os.ReadFile(source)
			if err != nil {
				return "", err
			}
			if plain := stripTags(string(contents)); len(plain) < len(contents) {
				replaced[source] = filepath.Join(temp, strconv.Itoa(i)+filepath.Base(source))
				if err := os.WriteFile(replaced[source], []byte(plain), 0o644); err != nil {
					return "", err
				}
			}
		}
	}
	for part, dir := range packages[:2] {
		for _, lang := range message.Langs() {
			name := string(lang) + ".json"
			contents, err := os.ReadFile(filepath.Join(dir, name))
			texts := map[string]json.RawMessage{}
			if err := errors.Join(err, json.Unmarshal(contents, &texts)); err != nil {
				return "", err
			}
			maps.DeleteFunc(texts, func(key string, _ json.RawMessage) bool {
				return slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
			})
			var file bytes.Buffer // a catalogue in the format that package message expects
			out := json.NewEncoder(&file)
			out.SetEscapeHTML(false)
			out.SetIndent("", "  ")
			path := filepath.Join(temp, strconv.Itoa(part)+name)
			if err := errors.Join(out.Encode(texts), os.WriteFile(path, file.Bytes(), 0o644)); err != nil {
				return "", err
			}
			replaced[filepath.Join(dir, name)] = path
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(temp, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o644)
}

// runGo runs a go command with js/wasm as the target, and returns its output.
func runGo(ctx context.Context, dir string, args ...string) (string, error) {
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &problems
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if err := cmd.Run(); err != nil {
		return "", errors.Join(fmt.Errorf("go %s: %w", args[0], err), errors.New(strings.TrimSpace(problems.String())))
	}
	return out.String(), nil
}

// Compress compresses b by brotli at level 10, which takes half a minute. Level 11 would take three times as long and
// save 3.7 %.
func Compress(b []byte) []byte {
	var out bytes.Buffer
	// Writing to memory cannot fail. A window larger than b would find no more matches, but cost eight bytes for each
	// position.
	window := min(max(bits.Len(uint(len(b)+16)), 10), 24)
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: 10, LGWin: window})
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// Decompress reverses [Compress].
func Decompress(b []byte) ([]byte, error) { return io.ReadAll(brotli.NewReader(bytes.NewReader(b))) }

func CompressGzip(b []byte) []byte {
	var out bytes.Buffer
	// writing to memory at a valid level cannot fail
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}
