// Package httpapi serves the JSON API under /api/v1, its description
// (/openapi.json, /docs) and the page, from one handler.
//
// A request's way through the package:
//
//	server.go      ServeHTTP: log, recover, headers, language; 404 and 405
//	body.go        the body, read whole: 413, 415, and JSON that is none: 400
//	operations.go  every operation of internal/app/operation at its address
//	gate.go        how many may search at once, and how many may wait
//	stream.go      the one operation that answers in events
//
// Beside it stand static.go (the page's files), openapi.go (the description) and
// docs.go (the description as a page for people).
//
// Every search has a deadline, and ends when its request does. The package
// takes the page's files as an fs.FS; it must not import web, cmd or
// internal/app/cli.
package httpapi

//go:generate go test . -run TestTypesOfThePage -update
