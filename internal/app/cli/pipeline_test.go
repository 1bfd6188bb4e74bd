package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/app/cli/stream"
	"nonet/internal/check/soak"
	"nonet/sudoku"
)

const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func runNonet(t testing.TB, stdin io.Reader, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, err bytes.Buffer
	status = Main(args, stdin, &out, &err, func(string) string { return "" })
	return out.String(), err.String(), status
}

// chunks returns a text in pieces of random size with pauses between them, so that batches end
// anywhere.
type chunks struct {
	text string
	rng  *rand.Rand
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := min(1+c.rng.IntN(5000), len(p), len(c.text))
	if c.rng.IntN(4) == 0 {
		runtime.Gosched()
	}
	if c.rng.IntN(50) == 0 {
		time.Sleep(time.Millisecond)
	}
	copy(p, c.text[:n])
	c.text = c.text[n:]
	return n, nil
}

// The answers are in the order of the input, whatever the workers do. The output equals the joined output of
// the single lines.
func TestOrder(t *testing.T) {
	lines := []string{
		inkala,
		strings.Repeat(".", 81),
		"88" + inkala[2:],
		inkala[1:],
		"# a comment",
		"8..7536499436821756754912831542378963698457212871695345..974368438526917796318452",
		".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
	}
	type answer struct{ solve, count string }
	answers := map[string]answer{"# a comment": {}, inkala[1:]: {"# bad input\n", "# bad input\n"}}
	for _, line := range lines {
		g, err := sudoku.Parse(line)
		if err != nil {
			continue
		}
		solutions, _, _ := sudoku.SolutionsUpTo(context.Background(), g, 1, sudoku.Lexicographic, sudoku.Limits{})
		tally, _ := sudoku.Count(context.Background(), g, 7, sudoku.Limits{})
		a := answer{"# no solution\n", fmt.Sprintln(tally.N)}
		if len(solutions) > 0 {
			a.solve = solutions[0].String() + "\n"
		}
		answers[line] = a
	}
	sizes, long, turn := []int{1, 3, 40, 300}, soak.Pick(25, 7), 0
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 0))
		n := rapid.SampledFrom(sizes).Draw(t, "lines")
		if turn++; turn%long == 0 && !testing.Short() {
			n = 9000 // more than a batch
		}
		var input, solved, counted strings.Builder
		bad := 0
		var places []string // the places of the notes, in order
		for i := range n {
			line := lines[rng.IntN(len(lines))]
			input.WriteString(line + []string{"\n", "\r\n"}[rng.IntN(2)])
			if line == inkala[1:] && bad < 10 || line[:2] == "88" {
				places = append(places, fmt.Sprintf("<stdin>:%d:", i+1))
			}
			solved.WriteString(answers[line].solve)
			counted.WriteString(answers[line].count)
			if line == inkala[1:] {
				bad++
			}
		}
		for _, c := range []struct {
			args []string
			want string
		}{{[]string{"solve", "-k"}, solved.String()}, {[]string{"count", "-k", "--limit", "7"}, counted.String()}} {
			var out, notes bytes.Buffer
			Main(c.args, &chunks{input.String(), rng}, &out, &notes, func(string) string { return "" })
			if out.String() != c.want {
				t.Fatalf("%v: the answers to %d lines are not those to each", c.args, n)
			}
			if got := strings.Count(notes.String(), "1 missing"); got != min(bad, 10) {
				t.Fatalf("%v: %d bad lines reported, want %d", c.args, got, bad)
			}
			rest := notes.String()
			for _, place := range places {
				_, after, ok := strings.Cut("\n"+rest, "\n"+place)
				if !ok {
					t.Fatalf("%v: no note on %s, or not in order", c.args, place)
				}
				rest = after
			}
		}
	})
}

// Each answer is written before the next puzzle arrives.
func TestInteractive(t *testing.T) {
	for _, command := range []string{"solve", "count", "check", "convert", "target"} {
		in, typing := io.Pipe()
		screen, out := io.Pipe()
		status := make(chan int)
		go func() {
			status <- Main([]string{command}, in, out, io.Discard, func(string) string { return "" })
			out.Close()
		}()
		buf := make([]byte, 1000)
		for range 3 {
			io.WriteString(typing, inkala+"\n")
			if n, err := screen.Read(buf); err != nil || n == 0 {
				t.Fatalf("%s: %d bytes, %v", command, n, err)
			}
		}
		typing.Close()
		if got := <-status; got != 0 {
			t.Errorf("%s: status %d", command, got)
		}
	}
}

// gone is an output whose reader has gone away.
type gone struct{ err error }

func (g gone) Write([]byte) (int, error) { return 0, g.err }

func TestOutputFails(t *testing.T) {
	input := strings.Repeat(inkala+"\n", 20000)
	for _, args := range [][]string{{"solve"}, {"count"}, {"solve", "--all", strings.Repeat(".", 81)}, {"oj", "enumerate"}} {
		in := input
		if args[0] == "oj" {
			in = strings.Repeat(".", 81)
		}
		var notes bytes.Buffer
		if got := Main(args, strings.NewReader(in), gone{syscall.EPIPE}, &notes, func(string) string { return "" }); got != int(stream.Pipe) || notes.Len() > 0 {
			t.Errorf("%v, a closed pipe: status %d, %q", args, got, notes.String())
		}
		if got := Main(args, strings.NewReader(in), gone{syscall.ENOSPC}, &notes, func(string) string { return "" }); got != int(stream.Bad) || notes.Len() == 0 {
			t.Errorf("%v, a full disk: status %d, %q", args, got, notes.String())
		}
	}
}

// A process that is interrupted within a stream writes whole lines, in order, and exits with
// 130. TestMain has put the command, which is this test's binary, on the path.
func TestInterruptProcess(t *testing.T) {
	cmd := exec.Command("nonet", "solve")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// The input never ends.
	go func() {
		for _, err := io.WriteString(in, inkala+"\n"); err == nil; {
			_, err = io.WriteString(in, inkala+"\n")
		}
	}()
	solution := "812753649943682175675491283154237896369845721287169534521974368438526917796318452\n"
	first := make([]byte, len(solution))
	if _, err := io.ReadFull(out, first); err != nil || string(first) != solution {
		t.Fatalf("%q, %v", first, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != int(stream.Interrupted) {
		t.Errorf("status %d, want %d", got, stream.Interrupted)
	}
	if strings.ReplaceAll(string(rest), solution, "") != "" {
		t.Error("the output holds something else than whole solutions")
	}
}

// No input makes a command panic, hang or end with a status of its own.
func FuzzInput(f *testing.F) {
	f.Add(uint8(0), inkala+"\n88"+inkala[2:])
	f.Add(uint8(1), "1\n"+strings.Repeat("000000000\n", 9))
	f.Add(uint8(2), `[["8",".",".",".",".",".",".",".","."]]`)
	f.Add(uint8(3), "\ufeff８\x00\r\n,")
	commands := [][]string{{"solve", "-k"}, {"count", "-k", "--limit", "2"}, {"check", "--nodes", "1000", "-k"}, {"convert", "-k", "--to", "candidates"}, {"solve", "--json", "--lang", "zh", "-k"}, {"convert", "--json", "-k"}}
	f.Fuzz(func(t *testing.T, which uint8, input string) {
		args := commands[int(which)%len(commands)]
		_, notes, status := runNonet(t, strings.NewReader(input), args...)
		switch stream.Status(status) {
		case stream.Done, stream.None, stream.Undecided:
		case stream.Bad:
			if notes == "" {
				t.Errorf("%v: status 2 without a reason", args)
			}
		default:
			t.Errorf("%v: status %d, %s", args, status, notes)
		}
	})
}

// BenchmarkStream measures a stream of solved grids: reading, parsing, ordering and writing,
// with almost no work for the engine.
func BenchmarkStream(b *testing.B) {
	solution := "812753649943682175675491283154237896369845721287169534521974368438526917796318452\n"
	for _, command := range []string{"solve", "count", "convert"} {
		b.Run(command, func(b *testing.B) {
			input := strings.Repeat(solution, 100_000)
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				Main([]string{command}, strings.NewReader(input), io.Discard, io.Discard, func(string) string { return "" })
			}
			b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
