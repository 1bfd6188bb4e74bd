package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonet/internal/app/admission"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/engine"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/operation"
	"nonet/internal/app/page"
	"nonet/internal/app/service"
	"nonet/internal/app/telemetry"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/web"
)

type serveRun struct {
	*app
	config service.Config
	queue  admission.Config
	limits operation.Limits
	watch  *watchFlags
}

func (a *app) serveCommand() *cobra.Command {
	s := &serveRun{
		app:    a,
		config: service.Config{Addrs: []string{"127.0.0.1:8080"}, SocketMode: 0o660, Grace: 5 * time.Second, Limits: service.DefaultLimits()},
		queue:  admission.Config{Processors: runtime.GOMAXPROCS(0), Requests: 4096, Bytes: 256 << 20},
		limits: operation.Limits{}.WithDefaults(),
	}
	cmd := &cobra.Command{Use: "serve", Args: refuseArguments, RunE: func(*cobra.Command, []string) error { return s.run() }}
	s.addFlags(cmd)
	s.watch = a.addWatchFlags(cmd)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.setFromEnvironment(cmd, os.Environ()); err != nil {
			return err
		}
		return requireFlagWith(cmd, "proxy-header", "trusted-proxy") // check here, too, because the environment may have set one of these flags
	}
	return cmd
}

func (s *serveRun) run() (err error) {
	var end func()
	if s.config.Telemetry, end, err = s.watch.newTelemetry(s.app); err != nil {
		return err
	}
	defer end()
	// If the process that reads standard error ends, logging stops, but the server continues.
	signal.Ignore(syscall.SIGPIPE)
	s.queue.Longest = s.limits.Time
	s.config.Queue = admission.New(s.queue)
	// The Go runtime polls the network immediately if one of its processors (Ps) is idle, and otherwise every 10 ms.
	// With more Ps than searches, one P is always idle. The operating system shares the machine's processors among
	// them.
	runtime.GOMAXPROCS(s.config.Queue.Slots() + 2)
	// Build the handler in parallel with the rest. Only the first requests wait for it.
	handler := sync.OnceValue(func() http.Handler {
		return httpapi.New(httpapi.Config{Queue: s.config.Queue, Assets: web.Files, CompressAhead: true, Engine: engine.Embedded(), Version: buildVersion().Version, Limits: s.limits})
	})
	server, err := service.New(s.config, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler().ServeHTTP(w, r) }))
	if err != nil {
		return err
	}
	go handler()
	for i, url := range server.URLs() {
		if s.json {
			private := ""
			if i == 0 {
				private = server.PrivateURL()
			}
			s.writeJSON(struct {
				URL     string `json:"url"`
				Private string `json:"private,omitempty"`
			}{url, private})
			s.config.Telemetry.Logger().Info("listening", "url", url)
		} else {
			s.Notes.Line(s.TextOf("cli.serve.ready", "url", url))
		}
	}
	// The result is nil if a signal stops the server.
	return server.Run(s.Ctx)
}

// addFlags adds the flags of nonet serve, except those of watchFlags.
func (s *serveRun) addFlags(cmd *cobra.Command) {
	c, flags := &s.config, cmd.Flags()
	flags.StringSliceVar(&c.Addrs, "addr", c.Addrs, s.TextOf("cli.flag.addr"))
	flags.Var(value{"string", func() string { return fmt.Sprintf("0%o", c.SocketMode) }, func(text string) error {
		n, err := strconv.ParseUint(text, 8, 9)
		if err != nil {
			return stream.Problem("error.permissions")
		}
		c.SocketMode = fs.FileMode(n)
		return nil
	}}, "socket-mode", s.TextOf("cli.flag.socketMode"))
	flags.StringSliceVar(&c.AllowOrigins, "allow-origin", nil, s.TextOf("cli.flag.allowOrigin"))
	flags.StringSliceVar(&c.AllowHosts, "allow-host", nil, s.TextOf("cli.flag.allowHost"))
	flags.StringSliceVar(&c.TLS.Domains, "acme-domain", nil, s.TextOf("cli.flag.acmeDomain"))
	for _, f := range []struct {
		to        *string
		name, key string
	}{
		{&c.TokenFile, "token-file", "tokenFile"}, {&c.TLS.Cert, "tls-cert", "tlsCert"}, {&c.TLS.Key, "tls-key", "tlsKey"},
		{&c.TLS.ClientCA, "client-ca", "clientCA"}, {&c.TLS.Cache, "acme-cache", "acmeCache"}, {&c.TLS.Email, "acme-email", "acmeEmail"},
		{&c.TLS.Directory, "acme-directory", "acmeDirectory"}, {&c.RedirectAddr, "redirect-addr", "redirectAddr"}, {&c.PrivateAddr, "private-addr", "privateAddr"},
	} {
		flags.StringVar(f.to, f.name, "", s.TextOf("cli.flag."+f.key))
	}
	flags.Var(positiveTimeFlag(&s.limits.Time), "max-time", s.TextOf("cli.flag.maxTime"))
	flags.Var(positiveFlag(&s.limits.Body), "max-body", s.TextOf("cli.flag.maxBody"))
	flags.Var(positiveFlag(&s.queue.Processors), "max-searches", s.TextOf("cli.flag.maxSearches"))
	flags.Var(positiveFlag(&s.queue.Requests), "max-requests", s.TextOf("cli.flag.maxRequests"))
	flags.Var(positiveFlag(&s.queue.Bytes), "max-memory", s.TextOf("cli.flag.maxMemory"))
	flags.UintVar(&c.Limits.Connections, "max-connections", c.Limits.Connections, s.TextOf("cli.flag.maxConnections"))
	flags.UintVar(&c.Limits.OfAddress, "max-connections-per-address", c.Limits.OfAddress, s.TextOf("cli.flag.maxConnectionsPerAddress"))
	flags.Var(positiveTimeFlag(&c.Limits.Header), "header-timeout", s.TextOf("cli.flag.headerTimeout"))
	flags.Var(positiveTimeFlag(&c.Limits.Idle), "idle-timeout", s.TextOf("cli.flag.idleTimeout"))
	flags.Var(positiveTimeFlag(&c.Grace), "grace", s.TextOf("cli.flag.grace"))
	flags.DurationVar(&c.Drain, "drain", c.Drain, s.TextOf("cli.flag.drain"))
}

// watchFlags holds those flags of nonet serve that are about logs and metrics.
type watchFlags struct {
	quiet                bool
	format, level        string
	proxies, proxyHeader string
}

func (a *app) addWatchFlags(cmd *cobra.Command) *watchFlags {
	w := &watchFlags{}
	flags := cmd.Flags()
	flags.BoolVar(&w.quiet, "quiet", false, a.TextOf("cli.flag.quiet"))
	a.addChoice(cmd, flags, &w.format, "log-format", "text", []string{"text", "json"}, "cli.flag.logFormat")
	a.addChoice(cmd, flags, &w.level, "log-level", "info", []string{"debug", "info", "warn", "error"}, "cli.flag.logLevel")
	flags.StringVar(&w.proxies, "trusted-proxy", "", a.TextOf("cli.flag.trustedProxy"))
	a.addChoice(cmd, flags, &w.proxyHeader, "proxy-header", "X-Forwarded-For", []string{"X-Forwarded-For", "Forwarded"}, "cli.flag.proxyHeader")
	return w
}

// lastRecords is the time that the program has for writing the last log records when it ends.
const lastRecords = 2 * time.Second

// newTelemetry returns the Telemetry that the flags describe. The caller calls end, which writes the last log records.
func (w *watchFlags) newTelemetry(a *app) (_ *telemetry.Telemetry, end func(), err error) {
	proxies, err := telemetry.ParseProxies(w.proxies)
	if err != nil {
		return nil, nil, stream.Problem("error.trustedProxy", "what", err)
	}
	proxies.Header = w.proxyHeader
	if a.json {
		w.format = "json"
	}
	log, sink, err := telemetry.NewLogger(a.Notes.Writer(), w.format, w.level)
	if err != nil {
		return nil, nil, err
	}
	if w.quiet {
		log = slog.New(slog.DiscardHandler)
	}
	v := buildVersion()
	watch := telemetry.New(telemetry.Config{Logger: log, Sink: sink, Proxies: proxies, Version: v.Version, Revision: v.Revision})
	return watch, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(a.Ctx), lastRecords)
		defer cancel()
		sink.Close(ctx)
	}, nil
}

// variableName returns the environment variable that sets a flag, such as NONET_LOG_LEVEL for log-level.
func variableName(flag string) string {
	return "NONET_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// otherVariables lists the environment variables that set something other than a flag.
var otherVariables = []string{"NONET_KERNEL"}

// setFromEnvironment sets each flag that the command line does not set to the value of its environment variable. It
// ignores empty variables. It prints a warning for unknown variables that begin with NONET_.
func (a *app) setFromEnvironment(cmd *cobra.Command, environ []string) error {
	known := slices.Clone(otherVariables)
	var failure error
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		name := variableName(f.Name)
		known = append(known, name)
		value := a.env(name)
		if value == "" || f.Changed || f.Name == "help" || failure != nil {
			return
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			reason := any(err)
			var invalid *pflag.InvalidValueError
			if errors.As(err, &invalid) {
				reason = invalidReason(invalid)
			}
			failure = stream.Problem("error.variable", "name", name+"="+value, "why", reason)
		}
	})
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "NONET_") && !slices.Contains(known, name) {
			a.Notes.Line(suggest.WithSuggestions(message.New("cli.serve.variable", "name", name), name, known).In(a.Lang))
		}
	}
	return failure
}

func (a *app) siteCommand() *cobra.Command {
	packed := false
	cmd := &cobra.Command{Use: "site " + a.TextOf("cli.word.directory"), RunE: func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return stream.Problem("error.site.one", "n", len(args))
		}
		if args[0] == "" {
			return stream.Problem("error.site.nameless")
		}
		// Building takes a minute, so first check that files can be written.
		unmade, err := makeDirectory(args[0])
		if err != nil {
			return stream.Problem("error.site.write", "why", err)
		}
		built := engine.Embedded()
		if built == nil {
			a.Notes.Line(a.TextOf("cli.site.building"))
			if built, err = engine.Build(a.Ctx, "."); err != nil {
				unmade()
			}
			switch {
			case errors.Is(err, engine.ErrNoGo):
				return stream.Problem("error.site.noGo")
			case errors.Is(err, engine.ErrNoSources):
				return stream.Problem("error.site.noSources")
			case err != nil:
				return stream.Problem("error.site.engine", "why", err)
			}
		}
		p, err := page.NewStatic(web.Files, built, buildVersion().Version)
		if err != nil {
			return err
		}
		files := p.FilesByPath(a.Lang)
		n, bytes := 0, 0
		for _, name := range slices.Sorted(maps.Keys(files)) {
			variants := map[string][]byte{"": files[name].PlainContent()}
			if packed {
				variants[".br"], variants[".gz"] = files[name].ContentIn("br"), files[name].ContentIn("gzip")
			}
			for ending, content := range variants {
				if content == nil {
					continue
				}
				if err := writeFile(filepath.Join(args[0], filepath.FromSlash(name+ending)), content); err != nil {
					return stream.Problem("error.site.write", "why", err)
				}
				n, bytes = n+1, bytes+len(content)
			}
		}
		if a.json {
			return a.writeJSON(struct {
				Directory string `json:"directory"`
				Files     int    `json:"files"`
				Bytes     int    `json:"bytes"`
			}{args[0], n, bytes})
		}
		a.Notes.Line(a.TextOf("cli.site.written", "n", n, "directory", args[0], "kb", bytes/1000))
		return nil
	}}
	cmd.Flags().BoolVar(&packed, "compressed", false, a.TextOf("cli.site.compressed"))
	return cmd
}

// makeDirectory creates dir if it does not exist, and checks that files can be written in it. `unmade` removes the
// directory if makeDirectory created it and it is still empty.
func makeDirectory(dir string) (unmade func(), err error) {
	_, err = os.Stat(dir)
	unmade = func() {}
	if errors.Is(err, fs.ErrNotExist) {
		unmade = func() { _ = os.Remove(dir) }
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	probe, err := os.CreateTemp(dir, ".nonet")
	if err != nil {
		return nil, err
	}
	return unmade, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// writeFile writes a file, and creates its directory if necessary. A file that already has this content stays as it is.
func writeFile(name string, content []byte) error {
	if old, err := os.ReadFile(name); err == nil && string(old) == string(content) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}
