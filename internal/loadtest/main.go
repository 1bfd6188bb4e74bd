// Command loadtest measures how much load a nonet server handles on this machine:
//
//	go run ./internal/loadtest [flags] [scenario…]
//
// It builds and starts a server, unless -url names a running one. Many clients send requests, each from a loopback
// address of its own. For each scenario, loadtest prints a line of a table. It limits the number of clients and the
// time, and accepts only loopback addresses.
//
// It uses only HTTP and imports nothing of this module, so that it measures from outside.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The values of flags must not exceed these limits.
const (
	mostClients = 10_000
	mostTime    = 5 * time.Minute
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "loadtest:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	base := flags.String("url", "", "a server that runs, on a loopback address; without it one is built and started")
	length := flags.Duration("for", 10*time.Second, "how long each scenario takes")
	scale := flags.Float64("clients", 1, "times as many clients as a scenario has")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: go run ./internal/loadtest [flags] [scenario…]")
		flags.PrintDefaults()
		for _, s := range scenarios {
			fmt.Fprintf(flags.Output(), "  %-9s %s\n", s.name, s.about)
		}
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	if *length <= 0 || *length > mostTime {
		return fmt.Errorf("-for must be above 0 and at most %v", mostTime)
	}
	var chosen []scenario
	for _, s := range scenarios {
		if flags.NArg() == 0 || slices.Contains(flags.Args(), s.name) {
			chosen = append(chosen, s)
		}
	}
	if flags.NArg() > 0 && len(chosen) < flags.NArg() {
		return fmt.Errorf("%v: not all of them are scenarios; -h lists them", flags.Args())
	}

	fmt.Println("| scenario | clients | requests/s | p50 | p99 | slowest | refused | failed | server's memory |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, s := range chosen {
		t := &target{}
		if *base == "" {
			// Each scenario gets a new server, so that the measured memory is that of this scenario.
			stop, err := t.startServer(ctx)
			if err != nil {
				return err
			}
			defer stop()
		} else if err := t.connectTo(*base); err != nil {
			return err
		}
		err := s.run(ctx, &bench{target: t, length: *length, scale: *scale, name: s.name})
		if t.stop != nil {
			t.stop()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// target is the server that the clients send requests to.
type target struct {
	addr string // the host and the port of the server
	pid  int    // the server's process ID; 0 for a server that loadtest did not start
	stop func()
}

// connectTo sets the address of a running server. It returns an error if this is not a loopback address.
func (t *target) connectTo(base string) error {
	u, err := url.Parse(base)
	if err != nil {
		return err
	}
	if u.Scheme != "http" {
		return fmt.Errorf("%s: not an http address", base)
	}
	ip := net.ParseIP(u.Hostname())
	if ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("%s: only loopback addresses, such as http://127.0.0.1:8080, are asked", base)
	}
	t.addr = net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "80"))
	return nil
}

// startServer builds and starts a server; `stop` ends the server.
func (t *target) startServer(ctx context.Context) (stop func(), err error) {
	dir, err := os.MkdirTemp("", "nonet-load")
	if err != nil {
		return nil, err
	}
	program := filepath.Join(dir, "nonet")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "nonet/cmd/nonet").CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	server := exec.CommandContext(ctx, program, "serve", "--addr", "127.0.0.1:0", "--json", "--quiet")
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	stopped := false
	t.stop = func() {
		if stopped {
			return
		}
		stopped = true
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
		os.RemoveAll(dir)
	}
	var ready struct{ URL string }
	if err := json.NewDecoder(out).Decode(&ready); err != nil {
		t.stop()
		return nil, fmt.Errorf("the server does not start: %w", err)
	}
	t.pid = server.Process.Pid
	if err := t.connectTo(ready.URL); err != nil {
		t.stop()
		return nil, err
	}
	return t.stop, nil
}

// residentBytes returns how much memory of the server is resident, in bytes.
func (t *target) residentBytes() int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(status), "VmRSS:")
	kb, _ := strconv.ParseInt(strings.Fields(line + " 0")[0], 10, 64)
	return kb << 10
}
