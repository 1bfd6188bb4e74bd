// Package strangers tests parts of the service against programs of other people: an authority that signs certificates
// by ACME, a reader of HTTP/2 frames, Prometheus' parser, and golang.org/x/text's parser of languages. The tests are a
// module of their own, so that programs that import nonet do not depend on them. The package has no other code.
package strangers
