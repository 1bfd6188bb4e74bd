package floors

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// asksClassic matches a call that finds out whether a puzzle or a board is classic.
var asksClassic = regexp.MustCompile(`(?i)\.(is|next)?classic(givens|for)?\(`)

// TestAsksClassic checks that applications ask whether a puzzle is classic exactly in the files of AsksClassic.
func TestAsksClassic(t *testing.T) {
	asking := map[string]bool{}
	root := os.DirFS("../../..")
	for _, folder := range []string{"cmd", "internal/app", "wire"} {
		err := fs.WalkDir(root, folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			src, err := fs.ReadFile(root, name)
			asking[name] = asksClassic.Match(src)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, asks := range asking {
		if reason := AsksClassic[name]; asks != (reason != "") {
			t.Errorf("%s asks whether a puzzle is classic: %v; floors.go has the reason %q", name, asks, reason)
		}
	}
	for name := range AsksClassic {
		if _, ok := asking[name]; !ok {
			t.Errorf("floors.go: AsksClassic names %s, which is not there", name)
		}
	}
}
