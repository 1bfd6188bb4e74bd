// Package texts has the texts that only the program nonet shows: those of the command line, the
// page, the HTTP API and its documents. The texts of the libraries are in package message, so
// whoever imports a library does not link these. A package that shows one of them imports texts for
// its effect: it adds them to the catalogue of package message.
//
//	import _ "nonet/internal/texts"
//
// It must not import anything of this module but message.
package texts

import (
	_ "embed"

	"nonet/message"
)

//go:embed en.json
var english string

//go:embed zh-CN.json
var chinese string

func init() { message.Add(english, chinese) }
