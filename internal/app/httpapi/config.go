package httpapi

import (
	"cmp"
	"io/fs"

	"nonet/internal/app/admission"
	"nonet/internal/app/engine"
	"nonet/internal/app/operation"
)

// Config configures a server. The zero value serves the API without a page, with the default
// limits.
type Config struct {
	// Assets has the page's files, with index.html at the root; nil serves no page.
	Assets fs.FS
	// Engine is the engine that the page uses if the server does not answer; may be nil.
	Engine *engine.Files
	// Version is the program's version.
	Version string

	Limits operation.Limits
	// Queue schedules the searches; nil makes a queue for this server alone.
	Queue *admission.Queue
}

func (c Config) withDefaults() Config {
	c.Version = cmp.Or(c.Version, "unknown")
	c.Limits = c.Limits.WithDefaults()
	if c.Queue == nil {
		c.Queue = admission.New(admission.Config{Longest: c.Limits.Time})
	}
	return c
}
