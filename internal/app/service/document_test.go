package service

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every test that docs/SECURITY.md names exists.
func TestSecurityDocument(t *testing.T) {
	root := os.DirFS("../../..")
	document, err := fs.ReadFile(root, "docs/SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	err = fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(root, path)
		for _, name := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllSubmatch(source, -1) {
			declared[string(name[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(document), "\n| attempt ")
	lines, _, _ = strings.Cut(lines, "\n\n")
	rows := 0
	for line := range strings.SplitSeq(lines, "\n") {
		names := regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`").FindAllStringSubmatch(line, -1)
		if len(names) == 0 && rows > 1 { // below the table's header
			t.Errorf("no test is named: %s", line)
		}
		for _, name := range names {
			if !declared[name[1]] {
				t.Errorf("there is no %s: %s", name[1], line)
			}
		}
		rows++
	}
	if rows < 10 {
		t.Fatalf("only %d lines of attempts", rows)
	}
}
