package cli

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/admission"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/engine"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/operation"
	"nonet/internal/app/service"
	"nonet/web"
)

func (a *app) serveCommand() *cobra.Command {
	config := service.Config{Addrs: []string{"127.0.0.1:8080"}, SocketMode: 0o660, Grace: 5 * time.Second, Limits: service.DefaultLimits()}
	queue := admission.Config{Processors: runtime.GOMAXPROCS(0), Requests: 4096, Bytes: 256 << 20}
	limits := operation.Limits{}.WithDefaults()
	var watch *watching
	cmd := &cobra.Command{Use: "serve", Args: refuseArguments, RunE: func(*cobra.Command, []string) (err error) {
		var end func()
		if config.Telemetry, end, err = watch.newTelemetry(a); err != nil {
			return err
		}
		defer end()
		// If the reader of standard error goes away, logging ends, but not the server.
		signal.Ignore(syscall.SIGPIPE)
		queue.Longest = limits.Time
		config.Queue = admission.New(queue)
		// The Go runtime polls the network when one of its processors is idle, otherwise every 10 ms. With
		// more of these than searches, one is always idle, and the system distributes the machine's
		// processors.
		runtime.GOMAXPROCS(config.Queue.Slots() + 2)
		// The handler is made in parallel with the rest; only the first requests wait for it.
		handler := sync.OnceValue(func() http.Handler {
			return httpapi.New(httpapi.Config{Queue: config.Queue, Assets: web.Files, Engine: engine.Embedded(), Version: buildVersion().Version, Limits: limits})
		})
		s, err := service.New(config, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler().ServeHTTP(w, r) }))
		if err != nil {
			return err
		}
		go handler()
		for i, url := range s.URLs() {
			if a.json {
				private := ""
				if i == 0 {
					private = s.PrivateURL()
				}
				a.writeJSON(struct {
					URL     string `json:"url"`
					Private string `json:"private,omitempty"`
				}{url, private})
				config.Telemetry.Logger().Info("listening", "url", url)
			} else {
				a.Notes.Line(a.TextOf("cli.serve.ready", "url", url))
			}
		}
		// Being stopped by a signal is no error.
		return s.Run(a.Ctx)
	}}
	flags := cmd.Flags()
	flags.StringSliceVar(&config.Addrs, "addr", config.Addrs, a.TextOf("cli.flag.addr"))
	flags.Var(value{"string", func() string { return fmt.Sprintf("0%o", config.SocketMode) }, func(s string) error {
		n, err := strconv.ParseUint(s, 8, 9)
		if err != nil {
			return stream.Problem("error.permissions")
		}
		config.SocketMode = fs.FileMode(n)
		return nil
	}}, "socket-mode", a.TextOf("cli.flag.socketMode"))
	flags.StringSliceVar(&config.AllowOrigins, "allow-origin", nil, a.TextOf("cli.flag.allowOrigin"))
	flags.StringSliceVar(&config.AllowHosts, "allow-host", nil, a.TextOf("cli.flag.allowHost"))
	flags.StringVar(&config.TokenFile, "token-file", "", a.TextOf("cli.flag.tokenFile"))
	flags.StringVar(&config.TLS.Cert, "tls-cert", "", a.TextOf("cli.flag.tlsCert"))
	flags.StringVar(&config.TLS.Key, "tls-key", "", a.TextOf("cli.flag.tlsKey"))
	flags.StringVar(&config.TLS.ClientCA, "client-ca", "", a.TextOf("cli.flag.clientCA"))
	flags.StringSliceVar(&config.TLS.Domains, "acme-domain", nil, a.TextOf("cli.flag.acmeDomain"))
	flags.StringVar(&config.TLS.Cache, "acme-cache", "", a.TextOf("cli.flag.acmeCache"))
	flags.StringVar(&config.TLS.Email, "acme-email", "", a.TextOf("cli.flag.acmeEmail"))
	flags.StringVar(&config.TLS.Directory, "acme-directory", "", a.TextOf("cli.flag.acmeDirectory"))
	flags.StringVar(&config.RedirectAddr, "redirect-addr", "", a.TextOf("cli.flag.redirectAddr"))
	flags.Var(positiveTime(&limits.Time), "max-time", a.TextOf("cli.flag.maxTime"))
	flags.Var(newPositive(&limits.Body), "max-body", a.TextOf("cli.flag.maxBody"))
	flags.Var(newPositive(&queue.Processors), "max-searches", a.TextOf("cli.flag.maxSearches"))
	flags.Var(newPositive(&queue.Requests), "max-requests", a.TextOf("cli.flag.maxRequests"))
	flags.Var(newPositive(&queue.Bytes), "max-memory", a.TextOf("cli.flag.maxMemory"))
	flags.UintVar(&config.Limits.Connections, "max-connections", config.Limits.Connections, a.TextOf("cli.flag.maxConnections"))
	flags.UintVar(&config.Limits.OfAddress, "max-connections-per-address", config.Limits.OfAddress, a.TextOf("cli.flag.maxConnectionsPerAddress"))
	flags.Var(positiveTime(&config.Limits.Header), "header-timeout", a.TextOf("cli.flag.headerTimeout"))
	flags.Var(positiveTime(&config.Limits.Idle), "idle-timeout", a.TextOf("cli.flag.idleTimeout"))
	flags.Var(positiveTime(&config.Grace), "grace", a.TextOf("cli.flag.grace"))
	flags.StringVar(&config.PrivateAddr, "private-addr", "", a.TextOf("cli.flag.privateAddr"))
	flags.DurationVar(&config.Drain, "drain", config.Drain, a.TextOf("cli.flag.drain"))
	watch = a.watchingFlags(cmd)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.setFromEnvironment(cmd, os.Environ()); err != nil {
			return err
		}
		return requireFlagWith(cmd, "proxy-header", "trusted-proxy") // either may come from the environment
	}
	return cmd
}
