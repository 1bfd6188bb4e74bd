// Package strangers holds parts of the service against programs of other people: an authority that signs
// certificates by ACME, frames of HTTP/2, Prometheus' parser, and how golang.org/x/text reads a language.
// They stand in this module so that whoever imports nonet does not see them. It has no code of its own.
package strangers
