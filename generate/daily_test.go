package generate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/golden"
	"nonet/internal/engine/kernel"
	"nonet/logic"
	"nonet/logic/hodoku"
)

// If a release changes this file, puzzles change that people compare with each other, perhaps on the same day.
// The release notes must say so.
func TestDaily(t *testing.T) {
	var b strings.Builder
	seen := map[string]string{}
	for _, date := range []string{"2024-02-29", "2026-11-22", "2026-11-23", "2026-12-31", "2027-01-01", "2100-01-01"} {
		day, err := time.Parse(time.DateOnly, date)
		if err != nil {
			t.Fatal(err)
		}
		for level := hodoku.Easy; level <= hodoku.Extreme; level++ {
			p := first(t, Daily(day, level), 1, 1, kernel.Default())[0]
			fmt.Fprintf(&b, "%s %-7v %v attempt %d score %d\n", date, level, gridOf(p), p.Attempt, p.Score)
			if other, ok := seen[gridOf(p).String()]; ok {
				t.Errorf("%s %v is that of %s", date, level, other)
			}
			seen[gridOf(p).String()] = date + " " + level.String()
			if p.Level != level || p.Techniques[len(p.Techniques)-1] == logic.BruteForce || level == hodoku.Easy && gridOf(p).Givens() < easyGivens {
				t.Errorf("%s: %+v", date, p)
			}
			unique(t, p)
		}
	}
	golden.Check(t, "testdata/daily.txt", b.String())
}

// The date at the person's place counts, not the moment.
func TestDailyIsOfThePlace(t *testing.T) {
	at := time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC)
	for _, hours := range []int{-11, 0, 13} {
		there := at.In(time.FixedZone("", hours*3600))
		noon, _ := time.Parse(time.DateOnly, there.Format(time.DateOnly))
		if got, want := Daily(there, hodoku.Hard).Seed, Daily(noon, hodoku.Hard).Seed; got != want {
			t.Errorf("%v: seed %d, want %d", there, got, want)
		}
	}
}

func BenchmarkDaily(b *testing.B) {
	for level := hodoku.Easy; level <= hodoku.Extreme; level++ {
		b.Run(level.String(), func(b *testing.B) {
			day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
			for b.Loop() {
				first(b, Daily(day, level), 1, 1, kernel.Default())
				day = day.AddDate(0, 0, 1)
			}
		})
	}
}
