package operation_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/operation"
	"nonet/internal/check/soak"
	"nonet/message"
	"nonet/wire"
)

// hardClassic and hardRules are puzzles for which some operation needs seconds or much memory.
var hardClassic = map[string]string{
	"empty":      strings.Repeat(".", 81),
	"ones":       strings.Repeat("1", 81),
	"stripes":    equalRows(),
	"one given":  strings.Repeat(".", 40) + "5" + strings.Repeat(".", 40),
	"nearly all": "81275364994368217567549128315423789636984572128716953452197436843852691779631845.",
	"hardest":    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"extreme":    "98.7.....7.6...8...5.4......3..9....4...6..2..........2.8......6.4.....8...3..1.1.",
	"none":       ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
	"full":       "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
}

var hardRules = map[string]string{
	"empty 64":   ".Shape~64x64",
	"holes 64":   shuffledBoard(64, 8, 0.45),
	"few 64":     shuffledBoard(64, 8, 0.8),
	"most 64":    shuffledBoard(64, 8, 0.1),
	"holes 36":   shuffledBoard(36, 6, 0.55),
	"cages 64":   boardOfSums(),
	"taxicab 64": ".Shape~64x64.AntiTaxicab",
	"killer":     ".Shape~9x9.Cage~15~R1C1~R1C2~R1C3.Cage~20~R2C1~R2C2~R2C3~R2C4.Cage~25~R5C1~R5C2~R5C3~R5C4~R5C5.AntiKnight",
	"knight":     ".AntiKnight.AntiKing",
}

func equalRows() string {
	var b strings.Builder
	for r := range 9 {
		b.WriteString(strings.Repeat(strconv.Itoa(r+1), 9))
	}
	return b.String()
}

// boardOfSums returns a board of 64 rows with sums over nearly all of its cells.
func boardOfSums() string {
	var cells []string
	for i := range 4000 {
		cells = append(cells, fmt.Sprintf(`"r%dc%d"`, i/64+1, i%64+1))
	}
	sum := `{"kind":"Sum","numbers":[5000],"cells":[` + strings.Join(cells, ",") + `]}`
	return `{"nonet":1,"rows":64,"columns":64,"constraints":[` + strings.Join(slices.Repeat([]string{sum}, 30), ",") + `]}`
}

// shuffledBoard returns a shuffled solved board of the given size, without the given share of its
// values.
func shuffledBoard(size, box int, without float64) string {
	r := rand.New(rand.NewPCG(1, uint64(size)))
	mixed := func() (lines []int) {
		for _, chute := range r.Perm(size / box) {
			for _, x := range r.Perm(box) {
				lines = append(lines, chute*box+x)
			}
		}
		return lines
	}
	rows, columns, values := mixed(), mixed(), r.Perm(size)
	var givens []string
	for i, x := range rows {
		for j, y := range columns {
			if r.Float64() >= without {
				givens = append(givens, fmt.Sprintf(`"r%dc%d":[%d]`, i+1, j+1, 1+values[(x%box*box+x/box+y)%size]))
			}
		}
	}
	return fmt.Sprintf(`{"nonet":1,"rows":%d,"columns":%d,"givens":{%s}}`, size, size, strings.Join(givens, ","))
}

// seldom has further fields that TestEnds tries, by operation.
var seldom = map[string][]map[string]any{
	"count":        {{"limit": nil}},
	"candidates":   {{"limit": 1 << 50}},
	"canon":        {{"form": "minlex"}, {"form": "pattern-minlex"}, {"form": "solution-minlex"}},
	"minimise":     {{"attempts": 100_000}},
	"complete":     {{"attempts": 100_000}},
	"minimal":      {{}, {"samples": 100_000}},
	"unavoidable":  {{"size": 16, "hitting": true}},
	"lab":          {{"nodes": 1_000_000_000}},
	"lab/trace":    {{"nodes": 1_000_000_000, "from": 1_000_000_000, "events": 20_000}},
	"steps":        {{"techniques": nil, "limit": 1000}},
	"generate":     {{"grade": "extreme", "min_score": 100_000}, {"variant": []any{"killer"}, "grade": "extreme"}, {"variant": []any{"thermo"}, "max_givens": 1}, {"symmetry": "full", "max_givens": 18}},
	"practice":     {{"technique": "nested-forcing-net"}, {"technique": "aic", "grade": "extreme"}},
	"explain":      {{}, {"suppose": true}},
	"hint":         {{"level": 5}},
	"why":          {{"cell": "r1c2", "digit": 4}},
	"print":        {{"solutions": true}},
	"catalog/rank": {{}},
	"suggest":      {{"kinds": []any{"Given", "Thermo", "Cage", "Arrow"}}},
}

// requestsFor returns the requests for an operation in TestEnds, by the name of the puzzle.
func requestsFor(op operation.Operation) map[string][][]byte {
	all := map[string][][]byte{}
	add := func(name, puzzle string) {
		others := seldom[op.Name]
		if others == nil {
			others = []map[string]any{{}}
		}
		for _, other := range others {
			var q map[string]any
			if err := json.Unmarshal([]byte(op.Example), &q); err != nil {
				panic(err)
			}
			for _, f := range operation.Fields(op.Request) {
				if _, there := q[f.Name]; there && f.Optional {
					delete(q, f.Name)
				}
				switch {
				case puzzle == "":
				case f.Name == "puzzle", f.Name == "other":
					q[f.Name] = puzzle
				case f.Name == "text":
					q[f.Name] = puzzle
				case f.Name == "puzzles":
					q[f.Name] = slices.Repeat([]string{puzzle}, max(1, min(480, 1_000_000/len(puzzle)/5*4)))
				case op.Name == "conflicts" && f.Name == "values":
					n := 81
					if _, side, ok := strings.Cut(name, " "); ok && hardRules[name] != "" {
						n, _ = strconv.Atoi(side)
						n *= n
					}
					q[f.Name] = slices.Repeat([]int{-1}, n)
				}
			}
			for name, v := range other {
				if v == nil {
					delete(q, name)
				} else {
					q[name] = v
				}
			}
			if op.Cost != operation.Direct {
				q["timeout_ms"] = limit.Milliseconds()
			}
			request, err := json.Marshal(q)
			if err != nil {
				panic(err)
			}
			all[name] = append(all[name], request)
		}
	}
	if !slices.ContainsFunc(operation.Fields(op.Request), func(f operation.Field) bool {
		return f.Name == "puzzle" || f.Name == "puzzles" || f.Name == "text"
	}) {
		add("", "")
		return all
	}
	for _, hard := range []map[string]string{hardClassic, hardRules} {
		for name, puzzle := range hard {
			add(name, puzzle)
		}
	}
	return all
}

// limit is the timeout of the requests. On an idle machine an answer takes at most 0.1 s longer; the
// test allows for a busy one.
const (
	limit = 100 * time.Millisecond
	slack = time.Minute
	room  = 256 << 20 // the most bytes in use at once, in addition to those before
)

// Every operation respects its timeout, whatever the request, and the limit of memory. With -soak the test
// tries every operation on every hard puzzle, and prints the times.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("asking all operations hard questions takes a minute")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	for turn, op := range operation.All() {
		t.Run(op.Name, func(t *testing.T) {
			all := requestsFor(op)
			for i, name := range slices.Sorted(maps.Keys(all)) {
				if !soak.On() && len(all) > 1 && (turn+i)%20 != 0 {
					continue // every puzzle is tried with every twentieth operation
				}
				for _, request := range all[name] {
					runtime.GC()
					before, most := liveBytes(), uint64(0)
					ended, watched := make(chan struct{}), make(chan struct{})
					go func() {
						defer close(watched)
						tick := time.NewTicker(5 * time.Millisecond)
						defer tick.Stop()
						for {
							most = max(most, liveBytes())
							select {
							case <-tick.C:
							case <-ended:
								return
							}
						}
					}()
					c := &operation.Call{Lang: message.English, Limits: operation.Limits{}.WithDefaults()}
					start := time.Now()
					_, err := op.AnswerRequest(context.Background(), c, request)
					took := time.Since(start)
					close(ended)
					<-watched
					var p *wire.Problem
					if err != nil && !errors.As(err, &p) {
						t.Errorf("%s: %v", name, err)
					}
					most -= min(most, before)
					if soak.On() {
						why := ""
						if p != nil {
							why = p.Detail[:min(len(p.Detail), 60)]
						}
						t.Logf("%-12s %-12s %6d ms %4d MB %s", op.Name, name, took.Milliseconds(), most>>20, why)
					}
					if took > limit+slack {
						t.Errorf("%s: %v for a limit of %v: %.200s", name, took, limit, request)
					}
					if most > room {
						t.Errorf("%s: %d MB: %.200s", name, most>>20, request)
					}
				}
			}
		})
	}
}

// liveBytes returns the number of bytes in use after the last garbage collection.
func liveBytes() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
