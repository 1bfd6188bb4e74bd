// Package faults tries nonet serve as a process: stopped under load, its log's disk full, its
// clients stopped, its file descriptors exhausted, the clock set.
//
// It has tests only, which ask servers of their own on loopback, a bounded number of times.
package faults
