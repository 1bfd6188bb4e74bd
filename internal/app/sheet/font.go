package sheet

import (
	"bytes"
	_ "embed"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
)

//go:embed font/sans.ttf.br
var compressed []byte

// sans is the font of all texts. It has Latin and the Chinese characters of GB 2312.
var sans = sync.OnceValue(func() []byte {
	b, err := io.ReadAll(brotli.NewReader(bytes.NewReader(compressed)))
	if err != nil {
		panic("sheet: the embedded font: " + err.Error())
	}
	return b
})
