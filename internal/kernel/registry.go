package kernel

import (
	"fmt"
	"strings"
)

// registry holds the engines, best first.
var registry = append(vectorLanes(), scalar{}, swarLanes())

// All returns the engines this machine can run, best first.
func All() []Kernel { return append([]Kernel(nil), registry...) }

// Default returns the best engine for this machine.
func Default() Kernel { return registry[0] }

// ByName returns the engine of that name; the error lists the names there are.
func ByName(name string) (Kernel, error) {
	names := make([]string, len(registry))
	for i, k := range registry {
		if k.Name() == name {
			return k, nil
		}
		names[i] = k.Name()
	}
	return nil, fmt.Errorf("no engine is called %q: choose one of %s", name, strings.Join(names, ", "))
}
