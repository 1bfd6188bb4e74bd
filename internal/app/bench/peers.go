package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/internal/app/cli/stream"
)

type Peer struct {
	name  string
	words []string // the program and its arguments
	env   []string // variables added to the environment
	fine  []int    // exit statuses of success in addition to 0
}

// Here is the text in a command line that stands for the name of the puzzle file.
const Here = "{file}"

// Commands returns a contender for each peer. If there are peers, it adds nonet's own command for each number of
// threads. `kernel` selects the kernel of that command; "" leaves the choice to the command.
func (b *Bench) Commands(peers []Peer, threads []int, kernel string) ([]Contender, error) {
	if len(peers) == 0 {
		return nil, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ours := []string{self, "count", "--limit", strconv.FormatUint(b.Limit, 10), Here}
	var all []Contender
	for _, n := range threads {
		p := Peer{name: "nonet count", words: ours, env: []string{"GOMAXPROCS=" + strconv.Itoa(n)}, fine: []int{1}} // exit status 1 means that a puzzle has no solution
		if kernel != "" {
			p.env = append(p.env, "NONET_KERNEL="+kernel)
		}
		all = append(all, Contender{name: p.name, threads: n, command: true, pass: p.runCommand})
	}
	for _, p := range peers {
		all = append(all, Contender{name: p.name, command: true, pass: p.runCommand})
	}
	return all, nil
}

func AddPeer(all []Peer, text string) ([]Peer, error) {
	name, command, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	words, closed := shellWords(command)
	switch {
	case !ok || name == "" || closed && len(words) == 0:
		return nil, stream.Problem("error.benchPeer", "text", text, "example", Here)
	case !closed:
		return nil, stream.Problem("error.benchPeerQuote", "name", name)
	case slices.ContainsFunc(all, func(p Peer) bool { return p.name == name }):
		return nil, stream.Problem("error.benchPeerTwice", "name", name)
	}
	return append(all, Peer{name: name, words: words}), nil
}

// shellWords splits a command line at blanks outside quotes.
func shellWords(command string) (words []string, closed bool) {
	var word strings.Builder
	var quote rune
	in := false
	for _, r := range command {
		switch {
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, in = r, true
		case r == ' ' || r == '\t':
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(r)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// runCommand runs the command on the file and discards the output. {file} in the command stands for the file's name.
// Without {file}, the command reads the puzzles from standard input.
func (p *Peer) runCommand(ctx context.Context, c *Corpus, _ uint64) (pass, error) {
	if !c.File {
		return pass{}, stream.Problem("error.benchPeerFile", "name", c.Name)
	}
	words, byName := slices.Clone(p.words), false
	for i, w := range words {
		if i > 0 && strings.Contains(w, Here) {
			words[i], byName = strings.ReplaceAll(w, Here, c.Name), true
		}
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	if p.env != nil {
		cmd.Args[0] = os.Args[0] // the program may depend on the name by which it is called
	}
	var complaint tail
	cmd.Stderr = &complaint
	cmd.WaitDelay = time.Second // child processes may outlive the command and keep its output open
	if !byName {
		f, err := stream.OpenFile(c.Name)
		if err != nil {
			return pass{}, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return pass{}, nil
	case err == nil, errors.As(err, &exit) && slices.Contains(p.fine, exit.ExitCode()):
		return pass{finished: len(c.Puzzles), processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
	}
	if cmd.ProcessState == nil {
		return pass{}, stream.Problem("error.benchPeerStart", "name", p.name, "why", err)
	}
	reason := err.Error()
	if last := complaint.String(); last != "" {
		reason = fmt.Sprintf("%s: %s", reason, last)
	}
	return pass{}, stream.Problem("error.benchPeerFailed", "name", p.name, "why", reason)
}

// tail is a writer that keeps only the last bytes.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	const maxReason = 500
	t.b = append(t.b, p...)
	if len(t.b) > maxReason {
		t.b = append(t.b[:0], t.b[len(t.b)-maxReason:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.b), "?")), " ")
}
