// Package grade says how hard a puzzle is for a person, on three scales:
//
// It must not import what is graded for somebody: neither generate nor explain.
package grade
