package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// most is how many tests that failed are run again; more of them are no accident.
const most = 2

// runner runs go test -json with args, writes its events to out, and tells whether all passed.
type runner func(out io.Writer, args ...string) bool

// again runs the tests of the packages and runs a test that failed once more by itself. If it
// passes then, the events "again" and "unsteady" stand for its failure, and the verdict shows what
// it said and names it at the end: a test that waits for a browser on a busy machine fails once in
// some hundred runs, and should be mended, but is no reason to throw a day's work away. Data races,
// panics, timeouts and what does not build are not tried again.
func again(out io.Writer, run runner, packages ...string) bool {
	first := held{out: out, hopeless: map[string]bool{}}
	if run(&first, packages...) {
		return first.flush()
	}
	tests := first.failed()
	if tests == nil || len(tests) > most {
		first.flush()
		return false
	}
	tell := func(action string, test event) {
		line, _ := json.Marshal(event{Action: action, Package: test.Package, Test: test.Test})
		out.Write(append(line, '\n'))
	}
	for _, test := range tests {
		tell("again", test)
		second := held{out: out, hopeless: map[string]bool{}}
		if !run(&second, "-count=1", "-run", "^"+test.Test+"$", test.Package) || !second.flush() {
			first.flush()
			return false
		}
	}
	for _, test := range tests {
		tell("unsteady", test)
	}
	return true
}

// held passes on what go test -json prints, but keeps the events that tell of failures.
type held struct {
	out      io.Writer
	rest     []byte          // a line not yet whole
	fails    []event         // in order
	lines    [][]byte        // of fails
	hopeless map[string]bool // packages that are not tried again
}

func (h *held) Write(p []byte) (int, error) {
	h.rest = append(h.rest, p...)
	lines := bufio.NewReader(strings.NewReader(string(h.rest)))
	h.rest = h.rest[:0]
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			h.rest = append(h.rest, line...)
			return len(p), nil
		}
		var e event
		if json.Unmarshal(line, &e) == nil && e.Action == "fail" {
			h.fails, h.lines = append(h.fails, e), append(h.lines, line)
			continue
		}
		if strings.Contains(e.Output, "WARNING: DATA RACE") || strings.HasPrefix(e.Output, "panic: ") {
			h.hopeless[e.Package] = true
		}
		if _, err := h.out.Write(line); err != nil {
			return 0, err
		}
	}
}

// flush writes what was kept, and tells whether nothing was.
func (h *held) flush() bool {
	for _, line := range h.lines {
		h.out.Write(line)
	}
	h.out.Write(h.rest)
	return len(h.lines) == 0
}

// failed returns the tests at the top that failed, nil if a package failed otherwise.
func (h *held) failed() []event {
	var tests []event
	fell := map[string]bool{}
	for _, e := range h.fails {
		switch {
		case h.hopeless[e.Package]:
			return nil
		case e.Test != "" && !strings.Contains(e.Test, "/"):
			tests, fell[e.Package] = append(tests, e), true
		case e.Test == "" && !fell[e.Package]:
			return nil
		}
	}
	return tests
}
