package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"nonet/internal/app/engine"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// result is a line of run.mjs's output.
type result struct {
	Answer, Problem json.RawMessage
	Events          []json.RawMessage
	MS              float64
}

// question is a line of run.mjs's input.
type question struct {
	name, request string
	lang          message.Lang
}

// built is the module with its script. Building takes half a minute without a cache.
var built = sync.OnceValues(func() (files engine.Files, err error) {
	files.Module, files.Script, err = engine.Compile(context.Background(), ".")
	return files, err
})

// TestBudget checks that the engine is so small that a phone can load it in some seconds, and that its script
// is Go's.
func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("building and compressing the module takes half a minute without a cache")
	}
	files, err := built()
	failOnError(t, err)
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: 6, LGWin: 24})
	_, err = w.Write(files.Module)
	failOnError(t, err)
	failOnError(t, w.Close())
	packed := out.Bytes()
	t.Logf("%.3f MB of %.3f", float64(len(packed))/1e6, engine.Budget/1e6)
	if len(packed) > engine.Budget {
		t.Errorf("the engine has %d bytes compressed, %d more than it may", len(packed), len(packed)-engine.Budget)
	}
	if module, err := engine.Decompress(packed); err != nil || !bytes.HasPrefix(module, []byte("\x00asm")) {
		t.Errorf("the module begins with %q, %v", module[:min(len(module), 4)], err)
	}
	if !bytes.Contains(files.Script, []byte("globalThis.Go = ")) {
		t.Error("the script is another one")
	}
}

// answersOfNode asks the module in node and returns its answers.
func answersOfNode(t *testing.T, questions []question) []result {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the module")
	}
	module := filepath.Join(t.TempDir(), "nonet.wasm")
	files, err := built()
	failOnError(t, err)
	glue := filepath.Join(filepath.Dir(module), "wasm_exec.js")
	failOnError(t, os.WriteFile(glue, files.Script, 0o644))
	failOnError(t, os.WriteFile(module, files.Module, 0o644))
	var lines bytes.Buffer
	for _, q := range questions {
		line, err := json.Marshal([]any{q.name, q.request, map[string]any{"lang": q.lang}})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	run := exec.CommandContext(t.Context(), node, "run.mjs", glue, module)
	run.Stdin, run.Stderr = &lines, os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var all []result
	for in := bufio.NewReader(bytes.NewReader(out)); ; {
		var r result
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, r)
	}
	if len(all) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(all), len(questions))
	}
	return all
}

// TestNoNetwork checks that servers and network packages are not linked, because every byte delays a page.
func TestNoNetwork(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil || !strings.Contains(string(out), "nonet/internal/app/operation\n") {
		t.Fatalf("%v %s", err, out)
	}
	if found := regexp.MustCompile(`(?m)^(net|net/.*|crypto/.*|nonet/internal/app/(httpapi|cli))$`).FindAllString(string(out), -1); found != nil {
		t.Errorf("the module has %v", found)
	}
}

// volatile matches the parts that depend on the machine: times, and its engines.
var volatile = regexp.MustCompile(`"(ms|nodes|go|version)":("[^"]*"|[0-9.]+)|"kernels":\[[^\]]*\]`)

func withoutFigures(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return volatile.ReplaceAllString(string(b), `"$1":0`)
}

const inkala = `{"puzzle":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."`

// serverOnly are the operations that the module does not have.
var serverOnly = []string{"canon", "iso", "catalog/rank", "catalog/unrank", "minimal", "unavoidable", "backdoor", "print"}

// TestAnswersLikeTheOperations checks that the module answers and refuses like the operations in
// this process, in both languages, and that streaming operations report progress.
func TestAnswersLikeTheOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("building the module takes half a minute without a cache")
	}
	var questions []question
	for _, op := range operation.All() {
		if slices.Contains(serverOnly, op.Name) {
			continue
		}
		for _, lang := range message.Langs() {
			questions = append(questions, question{op.Name, op.Example, lang}, question{op.Name, `{"puzzle":1,"x":0}`, lang}, question{op.Name, "{", lang})
		}
	}
	for _, lang := range message.Langs() {
		const killer = `"puzzle":".Shape~4x4.Thermo~R1C1~R1C2~R2C2.Cage~5~R4C3~R4C4.~R3C1_2"`
		for _, name := range []string{"solve", "count", "check", "candidates"} {
			questions = append(questions, question{name, "{" + killer + "}", lang})
		}
		questions = append(questions,
			question{"export", "{" + killer + `,"to":"nonet"}`, lang}, question{"parse", `{"text":".Shape~4x4.Thermo~R1C1~R1C2~R2C2"}`, lang},
			question{"solve", inkala + "}", lang}, question{"count", `{"puzzle":".Shape~4x4.Nothing~R1C1"}`, lang},
			question{"generate", `{"variant":["killer","thermo"],"size":6,"grade":"easy","seed":7}`, lang})
	}
	compared := len(questions)
	endless := []question{
		{"count", `{"puzzle":"` + strings.Repeat(".", 81) + `","limit":0,"timeout_ms":300}`, message.English},
		{"target", `{"puzzle":"` + strings.Repeat(".", 81) + `","timeout_ms":300}`, message.English},
		{"lab", inkala + `,"strategies":["row-major-scan"],"nodes":1000000000,"timeout_ms":100}`, message.English},
		{"generate", `{"require":["leviathan"],"timeout_ms":300}`, message.English},
		{"solve", inkala + "}", message.English},
		{"target", inkala + "}", message.English},
	}
	questions = append(questions, endless...)
	questions = append(questions, question{"nothing", "{}", message.English}, question{"solve", inkala + "}", "tlh"})
	all := answersOfNode(t, questions)
	compareAnswers(t, questions[:compared], all)
	for i, q := range endless {
		r := all[compared+i]
		t.Logf("%s: %.1f ms", q.name, r.MS)
		if took := time.Duration(r.MS * float64(time.Millisecond)); took > 10*time.Second || r.Answer == nil {
			t.Errorf("%s took %v: %s", q.name, took, r.Problem)
		}
	}
	for i, want := range []wire.ProblemCode{wire.NotFound, wire.InvalidRequest} {
		var p wire.Problem
		if err := json.Unmarshal(all[len(all)-2+i].Problem, &p); err != nil || !strings.HasSuffix(p.Type, string(want)) {
			t.Errorf("%v %s, want %s", err, all[len(all)-2+i].Problem, want)
		}
	}
}

// compareAnswers compares the answers of the module with those of the operations here.
func compareAnswers(t *testing.T, questions []question, all []result) {
	t.Helper()
	for i, q := range questions {
		op, _ := operation.ByName(q.name)
		told := 0
		c := &operation.Call{Lang: q.lang, Limits: operation.Limits{}.WithDefaults(), Event: func(any) { told++ }}
		want, err := op.AnswerRequest(t.Context(), c, []byte(q.request))
		got, expected := any(all[i].Answer), want
		if err != nil {
			got, expected = all[i].Problem, err
		}
		// Decoded into an any, so that the fields are in the same order.
		var plain any
		if err := json.Unmarshal([]byte(withoutFigures(t, expected)), &plain); err != nil {
			t.Fatal(err)
		}
		var there any
		if err := json.Unmarshal([]byte(withoutFigures(t, got)), &there); err != nil {
			t.Fatal(err)
		}
		if g, w := withoutFigures(t, there), withoutFigures(t, plain); g != w {
			t.Errorf("%s %s (%s):\n got %s\nwant %s", q.name, q.request, q.lang, g, w)
		}
		if (told > 0) != (len(all[i].Events) > 0) {
			t.Errorf("%s: %d events, %d here", q.name, len(all[i].Events), told)
		}
	}
}

func failOnError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
