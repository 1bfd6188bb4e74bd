package sheet

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
)

//go:embed font/sans.ttf.gz
var zipped []byte

// sans is the font of all texts: Latin and the Chinese characters of GB 2312.
var sans = sync.OnceValue(func() []byte {
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	if err == nil {
		var b []byte
		if b, err = io.ReadAll(r); err == nil {
			return b
		}
	}
	panic("sheet: the embedded font: " + err.Error())
})
