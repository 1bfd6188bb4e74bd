package csp

import "sync"

// Cache is a map of values that many networks share. The zero value is empty.
type Cache[K comparable, V any] struct {
	lock   sync.RWMutex
	values map[K]V
}

// Get returns the value for a key. If the cache lacks the key, Get calls build, and stores the result. If the cache
// already holds `limit` values, Get first empties it; 0 means no limit.
func (c *Cache[K, V]) Get(key K, limit int, build func() V) V {
	c.lock.RLock()
	value, known := c.values[key]
	c.lock.RUnlock()
	if known {
		return value
	}
	value = build() // two goroutines may build the same value, because neither waits for the other
	c.lock.Lock()
	if c.values == nil || limit > 0 && len(c.values) >= limit {
		c.values = make(map[K]V)
	}
	c.values[key] = value
	c.lock.Unlock()
	return value
}
