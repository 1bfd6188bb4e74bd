package cli

import (
	"net"
	"os"
	"os/signal"
	"strconv"
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
	addr, maxTime := "127.0.0.1:8080", 30*time.Second
	var config service.Config
	var watch *watching
	privateAddr := ""
	cmd := &cobra.Command{Use: "serve", Args: noArguments, RunE: func(*cobra.Command, []string) error {
		if maxTime <= 0 {
			return stream.Problem("error.maxTime")
		}
		listener, err := net.Listen("tcp", addr)
		if err != nil {
			return stream.Problem("error.listen", "addr", addr, "why", err)
		}
		if privateAddr != "" {
			if config.Private, err = net.Listen("tcp", privateAddr); err != nil {
				return stream.Problem("error.listen", "addr", privateAddr, "why", err)
			}
		}
		var end func()
		if config.Telemetry, end, err = watch.telemetry(a); err != nil {
			return err
		}
		defer end()
		// A reader of standard error that goes away ends the log, not the server.
		signal.Ignore(syscall.SIGPIPE)
		config.Queue = admission.New(admission.Config{Longest: maxTime})
		handler := httpapi.New(httpapi.Config{Queue: config.Queue, Assets: web.Files, Engine: engine.Embedded(), Version: version().Version, Limits: operation.Limits{Time: maxTime}})
		if host, _, err := net.SplitHostPort(addr); err == nil && listener.Addr().(*net.TCPAddr).IP.IsLoopback() {
			config.AllowHosts = append(config.AllowHosts, host)
		}
		url := "http://" + reachable(listener.Addr()) + "/"
		private := ""
		if config.Private != nil {
			private = "http://" + reachable(config.Private.Addr()) + "/"
		}
		if a.json {
			a.object(struct {
				URL     string `json:"url"`
				Private string `json:"private,omitempty"`
			}{url, private})
		}
		if !a.json {
			a.Notes.Line(a.T("cli.serve.ready", "url", url))
		} else {
			config.Telemetry.Logger().Info("listening", "url", url)
		}
		// To be stopped by a signal is how a server ends well.
		return service.Serve(a.Ctx, config, handler, listener)
	}}
	cmd.Flags().StringVar(&addr, "addr", addr, a.T("cli.flag.addr"))
	cmd.Flags().DurationVar(&maxTime, "max-time", maxTime, a.T("cli.flag.maxTime"))
	cmd.Flags().StringSliceVar(&config.AllowOrigins, "allow-origin", nil, a.T("cli.flag.allowOrigin"))
	cmd.Flags().StringSliceVar(&config.AllowHosts, "allow-host", nil, a.T("cli.flag.allowHost"))
	cmd.Flags().StringVar(&privateAddr, "private-addr", "", a.T("cli.flag.privateAddr"))
	cmd.Flags().DurationVar(&config.Drain, "drain", 0, a.T("cli.flag.drain"))
	watch = a.watchingFlags(cmd)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return a.environment(cmd, os.Environ()) }
	return cmd
}

// reachable is an address that a browser on this machine can open.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
	}
	return addr.String()
}
