package lzstring

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// packed has these texts as lz-string 1.5.0 packs them.
var packed = map[string]string{
	"":                     "Q===",
	"a":                    "IZA=",
	"aaaaaaaaaaaaaaaaaaaa": "IY1/kA==",
	"hello hello hello":    "BYUwNmD2AEoTcpA=",
	"{\"size\":9}":         "N4IgzglgXgpiBcBOAvkA",
	"数独":                   "g6mhunI=",
	"数独数独数独 9×9 😀":         "g6mhunWgCBOB1qMLwbgAPaA=",
	"abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789": "IYIwxgJgpgZg5gCwJYCsDWAbAtgOwPYAOAjgE4DOALgK4BuA7gB4CeAXgAwCMATAMwAsAVgBsAdgAcATlCRYiVJlyFSlWo1adeg0ZOnR4ydNnzFy1es3bd+w8RKA",
}

func TestPacked(t *testing.T) {
	for text, want := range packed {
		if got := Pack(text); got != want {
			t.Errorf("%q is packed as %s, lz-string makes %s", text, got, want)
		}
		if got, err := Unpack(want, 1000); got != text || err != nil {
			t.Errorf("%s: %q, %v; want %q", want, got, err, text)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("ab數😀")), 0, 3000, -1)).Draw(t, "text")
		text = strings.ToValidUTF8(text, "")
		if got, err := Unpack(Pack(text), len(text)); got != text || err != nil {
			t.Fatalf("%q, %v", got, err)
		}
	})
}

func TestErrors(t *testing.T) {
	long := Pack(strings.Repeat("a", 1<<20))
	for text, want := range map[string]Error{
		"":          {0, ErrCut},
		"I":         {1, ErrCut},
		"IZA":       {3, nil},
		"BYUwNmD2":  {8, ErrCut},
		"BYUwNmD2=": {8, ErrCut},
		"BYU!NmD2":  {3, ErrCharacter},
		"BYU\u00e9": {3, ErrCharacter},
		"IZ//////":  {2, ErrCode},
		long:        {-1, ErrLong},
	} {
		_, err := Unpack(text, 1<<16)
		var e *Error
		if errors.As(err, &e) != (want.Err != nil) || e != nil && (e.Err != want.Err || want.Index >= 0 && e.Index != want.Index) {
			t.Errorf("%.40s: %v at %+v, want %v", text, err, e, want)
		}
	}
	half := Pack("\U0001F600")
	if _, err := Unpack(half, 1); !errors.Is(err, ErrLong) {
		t.Errorf("two units where one may be: %v", err)
	}
}

// FuzzUnpack checks that an unpacked text stays within its bound, is UTF-8, and survives packing
// and unpacking.
func FuzzUnpack(f *testing.F) {
	for text, code := range packed {
		f.Add(code)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, code string) {
		const most = 4096
		text, err := Unpack(code, most)
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Index < 0 || e.Index > len(code)) {
			t.Fatalf("%v", err)
		}
		if err != nil {
			return
		}
		if utf8.RuneCountInString(text) > most || !utf8.ValidString(text) {
			t.Fatalf("%d bytes", len(text))
		}
		if again, err := Unpack(Pack(text), most); again != text || err != nil {
			t.Fatalf("%q, %v; want %q", again, err, text)
		}
	})
}
