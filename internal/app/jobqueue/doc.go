// Package jobqueue lets several machines work on one job. NATS JetStream distributes the shards.
//
//	Server ── numbers of missing shards ──▶ stream (work queue) ──▶ Workers
//	   ▲  ▲                                                          │  │
//	   │  └──────── questions; texts and outputs in chunks ──────────┘  │
//	   └── output durable, entry in the manifest, then the worker acknowledges
//
// Only the manifest and the output files count. The stream may lose or repeat any number. The
// Server publishes missing shards again, and enters each shard only once. Texts and outputs are
// core NATS messages, which no NATS server stores.
//
// A Worker acknowledges a number once the manifest has the shard. Until then it reports progress
// three times per lease. After a lease without a report, JetStream gives the number to another
// worker. If [mostDeaths] workers die while they work on a shard, the Server sets the shard aside.
package jobqueue
