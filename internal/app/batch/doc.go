// Package batch runs jobs on the files of this machine: it finds the inputs, cuts them into
// shards, runs the work on each shard, and keeps a directory of outputs with their manifest.
// It can join the outputs in one file.
//
// The caller supplies the work on a shard, [Work]. On the command line that is a command with
// the shard as its standard input. The package must not import internal/app/cli.
package batch
