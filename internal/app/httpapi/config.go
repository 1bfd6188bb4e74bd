package httpapi

import (
	"cmp"
	"io/fs"

	"nonet/internal/app/admission"
	"nonet/internal/app/engine"
	"nonet/internal/app/operation"
)

// Config is what a server is made of. The zero value serves the API without a
// page, with the limits below.
type Config struct {
	// Assets are the page's files, index.html at the root; nil serves no page.
	Assets fs.FS
	// Engine is what the page asks where the server does not answer; nil if it is not at hand.
	Engine *engine.Files
	// Version is the program's version.
	Version string

	Limits operation.Limits
	// Queue is who searches when; nil stands for one of the server's own.
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
