package format_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/format"
)

// TestText checks the lines of texts and their numbers, in several encodings and with several
// line ends.
func TestText(t *testing.T) {
	long := strings.Repeat("x", format.MaxLine+1)
	utf16 := func(text string) string {
		var b strings.Builder
		b.WriteString("\xff\xfe")
		for _, r := range text {
			b.WriteByte(byte(r))
			b.WriteByte(byte(r >> 8))
		}
		return b.String()
	}
	for text, want := range map[string]string{
		"":                                "",
		"\n":                              "1 ",
		"one\ntwo":                        "1 one|2 two",
		"\ufeffone\r\ntwo\rthree\n\nfive": "1 one|2 two|3 three|4 |5 five",
		utf16("一\r\n:2"):                  "1 一|2 :2",
		long[1:] + "\nend":                "1 " + long[1:] + "|2 end",
		"a\n" + long + "\n" + "end":       "1 a|2: 65537|3 end",
		"a\n" + long + long:               "1 a|2: 65537",
	} {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
			var got []string
			in := format.NewText(r)
			for {
				line, n, err := in.Line()
				if err == io.EOF {
					break
				}
				var long *format.SyntaxError
				if errors.As(err, &long) {
					got = append(got, fmt.Sprintf("%d: %d", long.Line, long.Column))
				} else if err != nil {
					t.Fatal(err)
				} else {
					got = append(got, fmt.Sprint(n, " ", line))
				}
			}
			if strings.Join(got, "|") != want {
				t.Errorf("%.40q, %s: %.200q, want %.200q", text, name, got, want)
			}
		}
	}
	broken := errors.New("broken")
	if _, _, err := format.NewText(iotest.ErrReader(broken)).Line(); err != broken {
		t.Errorf("a reader's error: %v", err)
	}
}
