package sheet

import (
	_ "embed"
	"sync"

	"github.com/klauspost/compress/zstd"
)

//go:embed font/sans.ttf.zst
var compressed []byte

// sans is the font of all texts. It has Latin and the Chinese characters of GB 2312.
var sans = sync.OnceValue(func() []byte {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(1<<27))
	if err == nil {
		defer r.Close()
		var b []byte
		if b, err = r.DecodeAll(compressed, nil); err == nil {
			return b
		}
	}
	panic("sheet: the embedded font: " + err.Error())
})
