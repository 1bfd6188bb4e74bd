package explainer

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/reference"
)

func puzzleOf(t testing.TB, line string) *[cells]uint8 {
	t.Helper()
	if len(line) != cells {
		t.Fatalf("%q has %d characters", line, len(line))
	}
	var p [cells]uint8
	for i, r := range []byte(line) {
		if r >= '1' && r <= '9' {
			p[i] = r - '0'
		}
	}
	return &p
}

func (r Rating) ratingText() string {
	f := func(n int) string { return fmt.Sprintf("%d.%d", n/10, n%10) }
	return f(r.ER) + "/" + f(r.EP) + "/" + f(r.ED)
}

// TestReferenceRatings rates every puzzle of the reference list and prints how
// many agree, by range of ER.
func TestReferenceRatings(t *testing.T) {
	file, err := os.Open(reference.File(t, "techniques/se_ratings.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var agree, all [12]int
	var slowest time.Duration
	for s := bufio.NewScanner(file); s.Scan(); {
		fields := strings.Split(s.Text(), "\t")
		if strings.HasPrefix(s.Text(), "#") || len(fields) < 2 {
			continue
		}
		var er int
		fmt.Sscanf(fields[1], "%d", &er)
		start := time.Now()
		r, outcome := Rate(context.Background(), puzzleOf(t, fields[0]), 0)
		slowest = max(slowest, time.Since(start))
		all[er]++
		if outcome == Rated && r.ratingText() == fields[1] {
			agree[er]++
		} else {
			t.Errorf("%s: %s (%v, %v), want %s (%s)", fields[0], r.ratingText(), r.Hardest, outcome, fields[1], fields[2])
		}
	}
	sum, total := 0, 0
	for er, n := range all {
		if n > 0 {
			t.Logf("ER %d: %d of %d", er, agree[er], n)
			sum, total = sum+agree[er], total+n
		}
	}
	t.Logf("%d of %d, the slowest in %v", sum, total, slowest)
}
