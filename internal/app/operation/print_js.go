package operation

// heavy are none here: a font of Chinese characters weighs half as much as all the
// rest, and a browser prints by itself.
var heavy []Operation
