package cli

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
)

// peer is another solver's command line.
type peer struct {
	name  string
	words []string // the program and its arguments
	env   []string // set beside ours
	fine  []int    // exit statuses that are no failure, beside 0
}

// hereFile stands in a command for the file of puzzles.
const hereFile = "{file}"

// commands are our own command and the peers', if there are any.
func (b *benching) commands() ([]contender, error) {
	peers, err := b.named()
	if err != nil || len(peers) == 0 {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ours := []string{self, "count", "--limit", strconv.FormatUint(b.limit, 10), hereFile}
	var all []contender
	for _, threads := range b.threads {
		p := peer{name: "nonet count", words: ours, env: []string{"GOMAXPROCS=" + strconv.Itoa(threads)}, fine: []int{int(None)}}
		if len(b.kernels) > 0 {
			p.env = append(p.env, "NONET_KERNEL="+b.kernels[0])
		}
		all = append(all, contender{name: p.name, threads: threads, command: true, pass: p.pass})
	}
	for _, p := range peers {
		all = append(all, contender{name: p.name, command: true, pass: p.pass})
	}
	return all, nil
}

// named are the peers of the flags --peer and --peers.
func (b *benching) named() ([]peer, error) {
	var all []peer
	add := func(text string) error {
		name, command, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		words, closed := shellWords(command)
		switch {
		case !ok || name == "" || closed && len(words) == 0:
			return problem("error.benchPeer", "text", text, "example", hereFile)
		case !closed:
			return problem("error.benchPeerQuote", "name", name)
		case slices.ContainsFunc(all, func(p peer) bool { return p.name == name }):
			return problem("error.benchPeerTwice", "name", name)
		}
		all = append(all, peer{name: name, words: words})
		return nil
	}
	for _, text := range b.peers {
		if err := add(text); err != nil {
			return nil, err
		}
	}
	if b.peerFile == "" {
		return all, nil
	}
	list, err := b.app.contents(b.peerFile, 1<<20)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(strings.TrimPrefix(list, "\ufeff")) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := add(line); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, problem("error.benchPeerNone", "name", b.peerFile)
	}
	return all, nil
}

// shellWords parts a command line at blanks, but not within quotes of either
// kind; closed is false if one lacks its end.
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

// pass runs the command on the file: by name where the command says {file}, else
// from standard input. What it prints is thrown away.
func (p *peer) pass(ctx context.Context, c *corpus, _ uint64) (pass, error) {
	if !c.file {
		return pass{}, problem("error.benchPeerFile", "name", c.name)
	}
	words, byName := slices.Clone(p.words), false
	for i, w := range words {
		if i > 0 && strings.Contains(w, hereFile) {
			words[i], byName = strings.ReplaceAll(w, hereFile, c.name), true
		}
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	if p.env != nil {
		cmd.Args[0] = os.Args[0] // ours: a name of the program may be what it goes by
	}
	var complaint tail
	cmd.Stderr = &complaint
	cmd.WaitDelay = time.Second // for what outlives the command but holds its output
	if !byName {
		f, err := openFile(c.name)
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
		return pass{finished: len(c.puzzles), processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
	}
	if cmd.ProcessState == nil {
		return pass{}, problem("error.benchPeerStart", "name", p.name, "why", err)
	}
	why := err.Error()
	if last := complaint.String(); last != "" {
		why = fmt.Sprintf("%s: %s", why, last)
	}
	return pass{}, problem("error.benchPeerFailed", "name", p.name, "why", why)
}

// tail keeps the end of what is written.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 500
	t.b = append(t.b, p...)
	if len(t.b) > most {
		t.b = append(t.b[:0], t.b[len(t.b)-most:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.b), "?")), " ")
}
