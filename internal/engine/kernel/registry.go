package kernel

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// registry lists the engines that this machine can run, the best first.
var registry = append(vectorKernels(), scalar{})

// All returns the engines that this machine can run, the best first.
func All() []Kernel { return append([]Kernel(nil), registry...) }

// Names returns the names of the engines of [All], in the same order.
func Names() (all []string) {
	for _, k := range registry {
		all = append(all, k.Name())
	}
	return all
}

// Default returns the best engine for this machine, or the engine set by [SetDefault].
func Default() Kernel {
	if k := chosen.Load(); k != nil {
		return *k
	}
	return registry[0]
}

var chosen atomic.Pointer[Kernel]

// SetDefault makes [Default] return k in the whole process; nil restores the best engine. It does not affect searches
// that have begun.
func SetDefault(k Kernel) {
	if k == nil {
		chosen.Store(nil)
		return
	}
	chosen.Store(&k)
}

// ByName looks up an engine of this machine. The error for an unknown name lists the machine's engines.
func ByName(name string) (Kernel, error) {
	for _, k := range registry {
		if k.Name() == name {
			return k, nil
		}
	}
	return nil, fmt.Errorf("no engine is called %q: choose one of %s", name, strings.Join(Names(), ", "))
}
