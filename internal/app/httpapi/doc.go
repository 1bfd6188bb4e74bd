// Package httpapi is a handler that serves the JSON API under /api/v1, its description
// (/openapi.json, /docs) and the page.
//
// Each operation of internal/app/operation has an address (operations.go).
// internal/app/admission schedules the searches.
//
// Each search has a deadline, and ends with its request. The caller passes the page's files as
// an fs.FS; the package must not import web, cmd or internal/app/cli.
package httpapi

//go:generate go test . -run TestTypesOfThePage|TestClients|TestDescriptionIsOfTheTypes -update
