package engine

import (
	"bytes"
	"testing"
)

// Any memory can be restored from its data section. Input that is not a module is refused.
func TestPack(t *testing.T) {
	for _, memory := range [][]byte{
		{}, {1}, {0, 0, 1}, {1, 0, 0, 2},
		append(append([]byte{0, 0, 7}, make([]byte, maxZeros)...), 8),
		append(append([]byte{0, 0, 7}, make([]byte, maxZeros+1)...), 8),
		append(append(bytes.Repeat([]byte{3}, 200), make([]byte, 70000)...), 9),
	} {
		got, err := memoryOf(dataSectionOf(memory))
		if err != nil || !bytes.Equal(got, memory) {
			t.Errorf("of %d bytes %d came back: %v", len(memory), len(got), err)
		}
	}
	for _, n := range []int64{0, 1, 63, 64, 127, 128, 8191, 8192, 1 << 20, 1<<31 - 1, -1, -64, -65} {
		r := reader{appendSigned(nil, n), 0, nil}
		if got := r.readSigned(); got != n || r.err != nil || r.i != len(r.b) {
			t.Errorf("%d became %d: %v", n, got, r.err)
		}
	}
	for _, none := range []string{"", "\x00asm", "\x7fELF....", "\x00asm\x01\x00\x00\x00\x0b\x05\x01", "\x00asm\x01\x00\x00\x00\x0b\x02\x01\x07"} {
		if out, err := shrinkModule([]byte(none)); err == nil {
			t.Errorf("%q became %q", none, out)
		}
	}
	// A module without a known function table stays as it is.
	plain := "\x00asm\x01\x00\x00\x00\x0b\x01\x00"
	if out, err := shrinkModule([]byte(plain)); err != nil || string(out) != plain {
		t.Errorf("%q became %q: %v", plain, out, err)
	}
}
