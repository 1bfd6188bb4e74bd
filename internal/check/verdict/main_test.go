package main

import (
	"strings"
	"testing"
	"time"
)

// events is output of go test -json, between lines of other programs. It has a package with a test of each
// kind, one with a panic, and one that does not build.
const events = `== check
go vet ./...
== unit
{"Action":"start","Package":"nonet/a"}
{"Action":"run","Package":"nonet/a","Test":"TestGood"}
{"Action":"output","Package":"nonet/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"nonet/a","Test":"TestGood","Output":"--- PASS: TestGood (0.00s)\n"}
{"Action":"pass","Package":"nonet/a","Test":"TestGood","Elapsed":0}
{"Action":"output","Package":"nonet/a","Test":"TestLong","Output":"    a_test.go:7: takes a second\n"}
{"Action":"output","Package":"nonet/a","Test":"TestLong","Output":"--- SKIP: TestLong (0.00s)\n"}
{"Action":"skip","Package":"nonet/a","Test":"TestLong","Elapsed":0}
{"Action":"skip","Package":"nonet/a","Test":"TestMute","Elapsed":0}
{"Action":"output","Package":"nonet/a","Test":"TestScripts/count","Output":"    testscript.go:584: WORK=$WORK\n"}
{"Action":"output","Package":"nonet/a","Test":"TestScripts/count","Output":"        > [short] skip 'counts to the end'\n"}
{"Action":"output","Package":"nonet/a","Test":"TestScripts/count","Output":"        \n"}
{"Action":"skip","Package":"nonet/a","Test":"TestScripts/count","Elapsed":0}
{"Action":"output","Package":"nonet/a","Test":"TestBad","Output":"    a_test.go:9: 2 is not 3\n"}
{"Action":"fail","Package":"nonet/a","Test":"TestBad","Elapsed":0}
{"Action":"output","Package":"nonet/a","Output":"FAIL\tnonet/a\t0.1s\n"}
{"Action":"fail","Package":"nonet/a","Elapsed":0.1}
{"Action":"output","Package":"nonet/b","Test":"TestPanic","Output":"panic: lost\n"}
{"Action":"fail","Package":"nonet/b","Elapsed":0.1}
{"Action":"output","Package":"nonet/d","Test":"TestRace","Output":"WARNING: DATA RACE\n"}
{"Action":"pass","Package":"nonet/d","Test":"TestRace","Elapsed":0}
{"ImportPath":"nonet/c","Action":"build-output","Output":"c.go:1: no such thing\n"}
{"Action":"fail","Package":"nonet/c","Elapsed":0}
{"Action":"output","Package":"nonet/d","Output":"PASS\n"}
{"Action":"output","Package":"nonet/d","Output":"ok  \tnonet/d\t0.1s\n"}
{"Action":"pass","Package":"nonet/d","Elapsed":0.1}
skipped: race: it needs a C compiler
`

const shown = `== check
go vet ./...
== unit
    a_test.go:9: 2 is not 3
FAIL	nonet/a	0.1s
panic: lost
WARNING: DATA RACE
c.go:1: no such thing
ok  	nonet/d	0.1s

skipped: takes a second: a TestLong
skipped: no reason given: a TestMute
skipped: counts to the end: a TestScripts/count
skipped: race: it needs a C compiler
times: check 10 s, unit 10 s
1 passed, 4 failed, 3 skipped
`

func TestVerdict(t *testing.T) {
	var out strings.Builder
	at := time.Time{}
	v := newVerdict(&out, func() time.Time { at = at.Add(10 * time.Second); return at })
	if err := v.readEvents(strings.NewReader(events)); err != nil {
		t.Fatal(err)
	}
	v.printSummary()
	if out.String() != shown {
		t.Errorf("shown:\n%s\nwanted:\n%s", &out, shown)
	}
}
