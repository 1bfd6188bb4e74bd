// Package natsjob has a NATS server, or a cluster of them, hand out a job's shards: one of others, or one within
// this process. Everything else is netjob's: who coordinates, and what a worker does.
//
//	coordinator ── missing shards ──▶ stream (work queue) ──▶ workers, with a sign of life every third of the lease
//	     ▲  ▲                                                    │  │
//	     │  └──────────── text, signs of life, outputs in chunks ┘  │
//	     └── entry in the manifest, then the message is acknowledged ┘
//
// The stream is a hint of what to do next, and may lose or repeat anything: each shard has a subject of its own of which
// the stream keeps one message, so that what is missing can be submitted again at any time, and what
// counts is the manifest. An output does not pass through the stream: replicated there, it took three times
// the disk and 190 MB of memory.
//
// nats.go and nats-server cost each command of a program that has them half a millisecond before main begins: hence
// the command line has this package by way of one variable, and without it where it is built with the tag nonats. It
// must not import internal/app/cli.
package natsjob
