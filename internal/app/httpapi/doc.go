// Package httpapi serves the JSON API under /api/v1, its description
// (/openapi.json, /docs) and the page, from one handler.
//
// Every operation of internal/app/operation has its address (operations.go). Who
// searches when is for internal/app/admission to say.
//
// Every search has a deadline, and ends when its request does. The package
// takes the page's files as an fs.FS; it must not import web, cmd or
// internal/app/cli.
package httpapi

//go:generate go test . -run TestTypesOfThePage|TestClients|TestDescriptionIsOfTheTypes -update
