package httpapi

import (
	"cmp"
	"io/fs"
	"log/slog"
	"runtime"
	"time"

	"nonet/internal/app/engine"
	"nonet/internal/app/operation"
)

// Config is what a server is made of. The zero value serves the API without a
// page, with the limits below, and logs nothing.
type Config struct {
	// Assets are the page's files, index.html at the root; nil serves no page.
	Assets fs.FS
	// Engine is what the page asks where the server does not answer; nil if it is not at hand.
	Engine *engine.Files
	// Version is the program's version.
	Version string
	// Logger gets one record a request; nil means none.
	Logger *slog.Logger

	Limits        operation.Limits
	MaxConcurrent int // searches at once; default one a processor
	// Grace is how long requests under way may go on once the server is to stop,
	// before their searches are cut short; default 5 s.
	Grace time.Duration
}

func (c Config) withDefaults() Config {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	c.Version = cmp.Or(c.Version, "unknown")
	c.Limits = c.Limits.WithDefaults()
	c.MaxConcurrent = cmp.Or(max(c.MaxConcurrent, 0), runtime.GOMAXPROCS(0))
	c.Grace = cmp.Or(max(c.Grace, 0), 5*time.Second)
	return c
}
