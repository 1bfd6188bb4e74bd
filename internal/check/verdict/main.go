// Verdict reads the output of make test, which contains events of go test -json. Like go test, it prints a line for
// each package, and the output of failed tests. At the end it prints the time of each stage, the skipped tests with
// their reasons, and one line of figures. It fails if a test failed.
//
// In its input, a line "== NAME" begins a stage. A line "skipped: …" names something that is not a test and was left
// out. Verdict does not run failed tests again, because a test that fails by chance must be mended. The program must
// not import anything of this module.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	v := newVerdict(os.Stdout, time.Now)
	err := v.readEvents(os.Stdin)
	v.printSummary()
	if err != nil {
		fmt.Fprintln(os.Stderr, "verdict: reading what the tests print:", err)
	}
	if err != nil || v.failed > 0 {
		os.Exit(1)
	}
}

// event is a line that go test -json prints; see go doc test2json.
type event struct {
	Action, Package, Test, Output string
}

type verdict struct {
	out                     io.Writer
	clock                   func() time.Time
	stage                   string
	began                   time.Time
	stages                  []string            // the stages, each with its time
	said                    map[string][]string // the output of the running tests, by package and test
	skips                   map[string][]string // the skipped tests by reason
	reasons                 []string            // the keys of skips in the order of the output
	fell                    map[string]bool     // the packages with a failed test
	passed, failed, skipped int                 // the numbers of tests, where subtests count, too
}

func newVerdict(out io.Writer, clock func() time.Time) *verdict {
	return &verdict{out: out, clock: clock, said: map[string][]string{}, skips: map[string][]string{}, fell: map[string]bool{}}
}

func (v *verdict) readEvents(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if len(line) > 0 && line[0] == '{' && json.Unmarshal(line, &e) == nil && e.Action != "" {
			v.readEvent(e)
		} else if len(line) > 0 {
			v.readOutputLine(string(line))
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func (v *verdict) readOutputLine(line string) {
	if name, stage := strings.CutPrefix(line, "== "); stage {
		v.beginStage(strings.TrimSpace(name))
	}
	if what, skip := strings.CutPrefix(line, "skipped: "); skip {
		v.recordSkip(strings.TrimSpace(what), "")
		return
	}
	fmt.Fprint(v.out, line)
}

func (v *verdict) beginStage(stage string) {
	current := v.clock()
	if v.stage != "" {
		v.stages = append(v.stages, fmt.Sprintf("%s %.0f s", v.stage, current.Sub(v.began).Seconds()))
	}
	v.stage, v.began = stage, current
}

func (v *verdict) readEvent(e event) {
	id := e.Package + " " + e.Test
	if e.Action == "pass" && e.Test != "" && strings.Contains(strings.Join(v.said[id], ""), "WARNING: DATA RACE") {
		e.Action = "fail" // a script may expect its program to fail, but a data race is always a failure
	}
	switch e.Action {
	case "build-output":
		fmt.Fprint(v.out, e.Output)
	case "output":
		if e.Test != "" {
			v.said[id] = append(v.said[id], e.Output)
		} else if e.Output != "PASS\n" {
			fmt.Fprint(v.out, e.Output)
		}
	case "pass", "fail", "skip":
		if e.Test == "" {
			if e.Action == "fail" {
				v.printUnfinished(e.Package)
			}
			return
		}
		switch e.Action {
		case "pass":
			v.passed++
		case "fail":
			v.failed++
			v.fell[e.Package] = true
			fmt.Fprint(v.out, strings.Join(v.said[id], ""))
		case "skip":
			v.skipped++
			v.recordSkip(skipReason(v.said[id]), strings.TrimPrefix(id, "nonet/"))
		}
		delete(v.said, id)
	}
}

// printUnfinished prints the output of tests that had not ended when their package failed. If a package fails without a
// failed test, because it does not build, this counts as one failure.
func (v *verdict) printUnfinished(pkg string) {
	if !v.fell[pkg] {
		v.failed++
	}
	delete(v.fell, pkg)
	for id, said := range v.said {
		if strings.HasPrefix(id, pkg+" ") {
			fmt.Fprint(v.out, strings.Join(said, ""))
			delete(v.said, id)
		}
	}
}

func (v *verdict) recordSkip(reason, test string) {
	if v.skips[reason] == nil {
		v.reasons = append(v.reasons, reason)
	}
	v.skips[reason] = append(v.skips[reason], test)
}

// said matches a line of output: a test's message, or a script's skip command. The expression's group is the text of
// the message.
var said = regexp.MustCompile(`^ *(?:\S+\.go:\d+: |> .*\bskip )'?(.*?)'?\n?$`)

// skipReason returns the last message of a skipped test.
func skipReason(output []string) string {
	for _, line := range slices.Backward(output) {
		if m := said.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	return "no reason given"
}

// several is the greatest number of skipped tests that the report lists for one reason.
const several = 3

func (v *verdict) printSummary() {
	v.beginStage("")
	fmt.Fprintln(v.out)
	for _, reason := range v.reasons {
		tests := v.skips[reason]
		slices.Sort(tests)
		tests = slices.Compact(tests)
		named := strings.Join(tests[:min(len(tests), several)], ", ")
		if more := len(tests) - several; more > 0 {
			named += fmt.Sprintf(" and %d more", more)
		}
		if named != "" {
			reason += ": " + named
		}
		fmt.Fprintln(v.out, "skipped:", reason)
	}
	fmt.Fprintln(v.out, "times:", strings.Join(v.stages, ", "))
	fmt.Fprintf(v.out, "%d passed, %d failed, %d skipped\n", v.passed, v.failed, v.skipped)
}
