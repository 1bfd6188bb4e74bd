// Package faults tests nonet serve as a process: stopped under load, with a full disk for its
// log, with stopped clients, without file descriptors, with a changed clock.
//
// It has tests only. They send a bounded number of requests to servers of their own on loopback.
package faults
