package csp

import "sync"

// Cache is a map of values that many networks share. The zero value is empty.
type Cache[K comparable, V any] struct {
	lock sync.RWMutex
	of   map[K]V
}

// Get returns the value for a key. If the cache lacks the key, Get calls build, and stores the result. If the cache
// already holds `most` values, Get first empties it; 0 means no limit.
func (c *Cache[K, V]) Get(key K, most int, build func() V) V {
	c.lock.RLock()
	value, known := c.of[key]
	c.lock.RUnlock()
	if known {
		return value
	}
	value = build() // two goroutines may build the same value, because neither waits for the other
	c.lock.Lock()
	if c.of == nil || most > 0 && len(c.of) >= most {
		c.of = make(map[K]V)
	}
	c.of[key] = value
	c.lock.Unlock()
	return value
}
