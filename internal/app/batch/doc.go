// Package batch runs jobs on the files of this machine: it finds the inputs, cuts them, has
// the shards worked on, and keeps a directory of outputs and their manifest, or makes one
// file of them.
//
// What the work is, the caller says ([Work]): for the command line, a command of it with
// the shard as its standard input. It must not import internal/app/cli.
package batch
