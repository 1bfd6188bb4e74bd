// Package web is the page: plain HTML, CSS and ES modules, embedded as they
// stand, with no build step. Where the page refers to its own files it writes
// "@assets@/…"; the server puts a path with the tree's hash in place of
// "@assets@", so that browsers may keep the files for ever.
//
// The package holds no logic and imports nothing but embed. js/ARCHITECTURE.md
// is not needed to read it: start at index.html, then js/main.js; js/midend.js
// is the game without a screen.
package web

import "embed"

// Files are index.html, the favicon, css/ and js/.
//
//go:embed index.html favicon.svg css/*.css js/*.js
var Files embed.FS
