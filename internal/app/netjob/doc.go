// Package netjob does a job on several machines: a coordinator leases shards to workers over
// HTTPS, and takes their outputs. Who coordinates has the job's directory locked; another that waits
// for the lock goes on where the first ended, as all that must be known stands in the manifest and
// the outputs. What is leased to whom is known in memory only, and worth no more than a hint. Others
// that coordinate the same job on machines of their own keep a copy of all that ([Cluster]).
//
//	worker: join ─ lease ─ text ─ work, with a beat every third of the lease ─ put ─ lease …
//
// A result counts once it has its entry in the manifest, whoever brings it and whenever; a
// second is passed over. It must not import internal/app/cli.
package netjob
