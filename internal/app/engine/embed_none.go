//go:build !engine

package engine

var embedded *Files
