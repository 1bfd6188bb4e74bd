// Package faults tests the process of nonet serve in bad conditions: it is stopped under load, the disk for its log is
// full, clients stop, there are no file descriptors, or the clock changes.
//
// The package has only tests. The tests start their own servers on loopback, and send them a bounded number of
// requests.
package faults
