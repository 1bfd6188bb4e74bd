package httpapi

import (
	"io/fs"
	"log/slog"
	"runtime"
	"time"
)

// exactCount is how far all readers of JSON hold integers exactly.
const exactCount = 1 << 53

// Config is what a server is made of. The zero value serves the API without a
// page, with the limits below, and logs nothing.
type Config struct {
	// Assets are the page's files, index.html at the root; nil serves no page.
	Assets fs.FS
	// Version is the program's version.
	Version string
	// Logger gets one record a request; nil means none.
	Logger *slog.Logger

	MaxTime       time.Duration // the longest any one request may search or wait; default 30 s
	MaxBody       int64         // bytes of a request's body; default 1 MiB
	MaxSolutions  int           // solutions in one answer; default 1000
	MaxCount      uint64        // the largest limit of a count, and where one without a limit ends; default 2⁵³ for the first and no end for the second
	MaxConcurrent int           // searches at once; default one a processor
	// Grace is how long requests under way may go on once the server is to stop,
	// before their searches are cut short; default 5 s.
	Grace time.Duration
}

func (c Config) withDefaults() Config {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Version == "" {
		c.Version = "unknown"
	}
	c.MaxTime = orDefault(c.MaxTime, 30*time.Second)
	c.MaxTime = max(c.MaxTime, time.Millisecond)
	c.MaxBody = orDefault(c.MaxBody, 1<<20)
	c.MaxSolutions = orDefault(c.MaxSolutions, 1000)
	c.MaxCount = orDefault(c.MaxCount, exactCount)
	c.MaxConcurrent = orDefault(c.MaxConcurrent, runtime.GOMAXPROCS(0))
	c.Grace = orDefault(c.Grace, 5*time.Second)
	return c
}

func orDefault[T int | int64 | uint64 | time.Duration](v, ifUnset T) T {
	if v <= 0 {
		return ifUnset
	}
	return v
}
