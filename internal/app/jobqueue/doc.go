// Package jobqueue has several machines work on one job. NATS JetStream hands out the shards.
//
//	Server ── numbers of missing shards ──▶ stream (work queue) ──▶ Workers
//	   ▲  ▲                                                          │  │
//	   │  └──────── questions; texts and outputs in chunks ──────────┘  │
//	   └── output durable, entry in the manifest, then the worker acknowledges
//
// The manifest and the output files are the truth. The stream may lose or repeat any number: the Server publishes what
// is missing again, and a shard that is done twice is entered once. Texts and outputs pass as core NATS messages,
// which no server stores.
//
// A Worker acknowledges a number once the manifest has the shard. Until then it reports progress each third of the lease;
// JetStream gives the number to another worker after a lease without a report. A shard that ended [mostDeaths] workers is set aside.
package jobqueue
