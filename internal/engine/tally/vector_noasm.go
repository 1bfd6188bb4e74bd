//go:build !amd64 || purego

package tally

var vectors routines
