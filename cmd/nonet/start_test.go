package main

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"
)

// beforeMain lists the packages that may allocate more than a little before main, with the number of bytes.
// Every command pays for these. Data that only some commands need is computed when first used.
var beforeMain = map[string]int{
	"encoding/gob":                        40_000, // of fpdf
	"encoding/xml":                        25_000, // of fpdf
	"unicode":                             16_000,
	"net/http":                            8_000,
	"mime":                                7_000,
	"github.com/klauspost/compress/flate": 32_000,
	"compress/flate":                      6_000,
	"vendor/golang.org/x/net/http2/hpack": 10_000,
	"golang.org/x/sys/cpu":                8_000,
	"golang.org/x/crypto/acme":            6_000,
	"golang.org/x/crypto/acme/autocert":   8_000,
	"crypto/internal/fips140/rsa":         6_000,
	"github.com/klauspost/compress/internal/snapref": 12_000,
	"nonet/internal/app/operation":                   8_000,
	"github.com/nats-io/nats%2ego":                   32_000,
	"github.com/nats-io/nats.go/jetstream":           16_000,
	"github.com/nats-io/nkeys":                       18_000,
}

const little = 5_000

func TestLittleIsDoneBeforeMain(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("what packages allocate on other systems")
	}
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, (\d+) allocs$`).FindAllSubmatch(out, -1)
	if len(lines) < 50 {
		t.Fatalf("%d packages:\n%s", len(lines), out)
	}
	listed := maps.Clone(beforeMain)
	for _, line := range lines {
		name := string(line[1])
		delete(listed, name)
		if n, _ := strconv.Atoi(string(line[2])); n > max(little, beforeMain[name]) {
			t.Errorf("%s allocates %d bytes before main begins, at most %d are planned", name, n, max(little, beforeMain[name]))
		}
	}
	if len(listed) > 0 {
		t.Errorf("not linked, or with nothing to do: %v", slices.Sorted(maps.Keys(listed)))
	}
}
