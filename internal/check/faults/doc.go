// Package faults tests the process of nonet serve in bad conditions: while it stops under load, with a full
// disk for its log, with stopped clients, without file descriptors, and with a changed clock.
//
// The package has only tests. They start their own servers on loopback, and send them a bounded number of requests.
package faults
