// Package texts has the texts that only the program nonet shows. They are the texts of the command line, the
// page, the HTTP API and its documents. The texts of the libraries are in package message, so a program that
// imports a library does not link package texts. Importing package texts adds these texts to the catalogue of
// package message. A package that shows one of them imports package texts for this effect.
//
//	import _ "nonet/internal/texts"
//
// Package texts must not import anything of this module but message.
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
