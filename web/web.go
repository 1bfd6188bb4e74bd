// Package web is the page: plain HTML, CSS and ES modules, embedded unchanged. The package internal/app/page joins the
// modules that the first load needs. The page's references to its own files begin with "@assets@/". The server replaces
// "@assets@" by a path that contains a hash of all files, so browsers may keep the files for ever.
//
// The package holds no logic, and imports only embed. To read the page, begin with index.html and the list at the top
// of js/main.js; js/game/midend.js is the game without a screen. Types are in the comments (JSDoc), and "tsc --project
// web" checks them.
package web

import "embed"

// Files are index.html, the service worker, the manifest, the favicon, and directories: css/, js/, html/ for
// parts that are loaded late, and fonts/ for the digits of Atkinson Hyperlegible Next, with their licence.
//
//go:embed index.html sw.js nonet.webmanifest favicon.svg css/*.css html/*.html fonts/* js/*.js js/*/*.js
var Files embed.FS
