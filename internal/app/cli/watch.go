package cli

import (
	"context"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/telemetry"
)

// watching has the flags for logs and metrics of nonet serve.
type watching struct {
	quiet                bool
	format, level        string
	proxies, proxyHeader string
}

func (a *app) watchingFlags(cmd *cobra.Command) *watching {
	w := &watching{}
	flags := cmd.Flags()
	flags.BoolVar(&w.quiet, "quiet", false, a.TextOf("cli.flag.quiet"))
	a.addChoice(cmd, flags, &w.format, "log-format", "text", []string{"text", "json"}, "cli.flag.logFormat")
	a.addChoice(cmd, flags, &w.level, "log-level", "info", []string{"debug", "info", "warn", "error"}, "cli.flag.logLevel")
	flags.StringVar(&w.proxies, "trusted-proxy", "", a.TextOf("cli.flag.trustedProxy"))
	a.addChoice(cmd, flags, &w.proxyHeader, "proxy-header", "X-Forwarded-For", []string{"X-Forwarded-For", "Forwarded"}, "cli.flag.proxyHeader")
	return w
}

// lastRecords is the time limit for writing the log at the end.
const lastRecords = 2 * time.Second

// newTelemetry returns the Telemetry for the flags. end writes the remaining log records.
func (w *watching) newTelemetry(a *app) (_ *telemetry.Telemetry, end func(), err error) {
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
