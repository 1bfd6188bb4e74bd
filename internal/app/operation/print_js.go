package operation

// heavy is empty in WebAssembly. The font of Chinese characters alone would be half as large as everything else, and a
// browser can print by itself.
var heavy []Operation
