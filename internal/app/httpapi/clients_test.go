package httpapi

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nonet/internal/app/operation"
	"nonet/internal/check/golden"
)

// The clients' requests and methods match the operations.
func TestClients(t *testing.T) {
	s := newServer(testConfig())
	b, err := format.Source([]byte(goOperations()))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../../../client/operations_generated.go", string(b))
	golden.Check(t, "../../../client/typescript/nonet.ts", tsClient(s))
}

// goName returns an operation's name in Go, such as LabTrace.
func goName(op operation.Operation) string {
	var b strings.Builder
	for part := range strings.SplitSeq(op.ID(), "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// formatComment returns a text as a comment with lines of up to 100 characters.
func formatComment(indent, begin, text string) string {
	var b strings.Builder
	line := indent + begin
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 100 {
			b.WriteString(line + "\n")
			line = indent + begin[:2]
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// goOperations returns a type for each request and a method for each operation.
func goOperations() string {
	var b strings.Builder
	b.WriteString("// Code generated from the table of operations by go generate ./internal/app/httpapi; DO NOT EDIT.\n\n")
	b.WriteString("package client\n\nimport (\n\"context\"\n\"iter\"\n\n\"nonet/wire\"\n)\n")
	known := map[reflect.Type]bool{}
	for _, op := range operation.All() {
		request, answer := op.Request.Name(), "wire."+op.Answer.Name()
		path, about := op.Name, englishText("docs.op."+op.ID()+".summary")+". "+englishText("docs.op."+op.ID()+".about")
		if methodOf(op) == "GET" {
			fmt.Fprintf(&b, "\n%sfunc (c *Client) %s(ctx context.Context) (%s, error) {\nreturn ask[%s](ctx, c, %q, nil)\n}\n",
				formatComment("", "// "+goName(op)+":", about), goName(op), answer, answer, path)
			continue
		}
		if !known[op.Request] {
			known[op.Request] = true
			fmt.Fprintf(&b, "\n// %s is a request of [Client.%s].\ntype %s struct {\n", request, goName(op), request)
			for _, f := range operation.Fields(op.Request) {
				about := f.Tag.Get("doc")
				if text, ok := f.Tag.Lookup("default"); ok {
					about += "; " + text + " if absent"
				}
				tag := f.Name
				if f.Optional {
					tag += ",omitempty"
				}
				fmt.Fprintf(&b, "%s%s %s `json:%q`\n", formatComment("", "//", about), f.StructField.Name, f.Type, tag)
			}
			b.WriteString("}\n")
		}
		fmt.Fprintf(&b, "\n%sfunc (c *Client) %s(ctx context.Context, q %s) (%s, error) {\nreturn ask[%s](ctx, c, %q, q)\n}\n",
			formatComment("", "// "+goName(op)+":", about), goName(op), request, answer, answer, path)
		if op.Event != nil {
			event := "wire." + op.Event.Name()
			fmt.Fprintf(&b, "\n// %sStream is [Client.%s], with progress events. It calls progress in the\n// caller's goroutine, at most 20 times a second.\nfunc (c *Client) %sStream(ctx context.Context, q %s, progress func(%s)) (%s, error) {\nreturn askStream[%s](ctx, c, %q, q, progress)\n}\n",
				goName(op), goName(op), goName(op), request, event, answer, answer, path)
		}
		if op.AcceptsLines() {
			fmt.Fprintf(&b, "\n// %sBatch is [Client.%s] for many puzzles; see [Client.SolveBatch].\nfunc (c *Client) %sBatch(ctx context.Context, common %s, puzzles iter.Seq[string]) iter.Seq2[%s, error] {\nreturn sendBatch[%s](ctx, c, %q, common, puzzles)\n}\n",
				goName(op), goName(op), goName(op), request, answer, answer, path)
		}
	}
	return strings.ReplaceAll(b.String(), "// SolveBatch is [Client.Solve] for many puzzles; see [Client.SolveBatch].\n", solveBatch)
}

// solveBatch is the comment of SolveBatch. It describes all batches; the other methods refer to it.
const solveBatch = `// SolveBatch is [Client.Solve] for many puzzles. It sends them while answers arrive, and yields one
// answer for each puzzle, in order. The fields of common apply to all; its Puzzle is ignored. If an
// error is a *[wire.Problem] with a Line, it concerns the puzzle of that number, from 1, and the
// next answers follow. Any other error is the last. A goroutine of its own ranges over puzzles. If
// the caller leaves the loop, the goroutine and the searches end; the loop waits while puzzles
// produces its current puzzle.
`

// tsClient returns the TypeScript client, one half of which is written by hand.
func tsClient(s *server) string {
	hand, err := os.ReadFile("docs/nonet.ts")
	if err != nil {
		panic(err)
	}
	types := typesOf(s.englishDescription())
	_, types, _ = strings.Cut(types, "\n")
	return strings.NewReplacer("  // OPERATIONS\n", strings.TrimPrefix(tsMethods(s), "\n"), "// TYPES\n", strings.TrimPrefix(types, "\n")).Replace(string(hand))
}

// tsMethods returns the methods of the TypeScript client.
func tsMethods(s *server) string {
	var b strings.Builder
	name := func(op operation.Operation) string { n := goName(op); return strings.ToLower(n[:1]) + n[1:] }
	schema := func(t reflect.Type) string { return t.Name() }
	for _, op := range operation.All() {
		answer := schema(op.Answer)
		about := fmt.Sprintf("\n  /** %s. %s */\n", englishText("docs.op."+op.ID()+".summary"), englishText("docs.op."+op.ID()+".about"))
		if methodOf(op) == "GET" {
			fmt.Fprintf(&b, "%s  %s(options?: Options): Promise<%s> {\n    return this.#ask(%q, undefined, options);\n  }\n", about, name(op), answer, op.Name)
			continue
		}
		request := schema(op.Request)
		fmt.Fprintf(&b, "%s  %s(request: %s, options?: Options): Promise<%s> {\n    return this.#ask(%q, request, options);\n  }\n", about, name(op), request, answer, op.Name)
		if op.Event != nil {
			fmt.Fprintf(&b, "\n  /** %s, with progress events */\n  %sStream(request: %s, progress: (event: %s) => void, options?: Options): Promise<%s> {\n    return this.#follow(%q, request, progress, options);\n  }\n",
				name(op), name(op), request, schema(op.Event), answer, op.Name)
		}
		if op.AcceptsLines() {
			fmt.Fprintf(&b, "\n  /** %s for many puzzles: an answer for each, in order, or the problem with it. The fields of common apply to all. */\n  %sBatch(puzzles: Puzzles, common: Omit<%s, \"puzzle\"> = {}, options?: Options): AsyncGenerator<%s | NonetError> {\n    return this.#batch(%q, puzzles, common, options);\n  }\n",
				name(op), name(op), request, answer, op.Name)
		}
	}
	return b.String()
}

// The TypeScript client passes the strict compiler, and works against a server.
func TestTypeScriptClient(t *testing.T) {
	dir := t.TempDir()
	compile := npmCommand(t, dir, "--package", "typescript@5.9.3", "tsc", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--skipLibCheck",
		"--target", "ES2022", "--module", "ES2022", "--lib", "ES2022,DOM,DOM.Iterable", "nonet.ts")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node (it is not installed)")
	}
	for name, from := range map[string]string{"nonet.ts": "../../../client/typescript/nonet.ts", "try.mjs": "testdata/try.mjs"} {
		b, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s, ts := startServer(t, testConfig())
	run := exec.CommandContext(t.Context(), node, "try.mjs", ts.URL, inkala, slow)
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil || string(out) != "all is well\n" {
		t.Errorf("%v\n%s", err, out)
	}
	waitUntil(t, "what was aborted searches no more", func() bool { return s.runningSearches() == 0 })
}
