//go:build engine

package engine

import _ "embed"

//go:embed built/nonet.wasm.br
var module []byte

//go:embed built/wasm_exec.js
var script []byte

var embedded = &Files{module, script}
