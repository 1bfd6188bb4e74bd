package operation_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/internal/app/operation"
	"nonet/message"
)

// Each row of the table has its example, its texts in every language and its place in
// the description of the API. What an operation answers is compared by the adapters.
func TestTable(t *testing.T) {
	document, err := os.ReadFile("../../../docs/API.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := message.Keys()
	names := map[string]bool{}
	for _, op := range operation.All() {
		if names[op.Name] {
			t.Errorf("two operations are called %s", op.Name)
		}
		names[op.Name] = true
		if found, ok := operation.ByName(op.Name); !ok || found.Name != op.Name {
			t.Errorf("%s is not found by its name", op.Name)
		}
		if _, err := op.Prepare(&operation.Call{Lang: message.English, Limits: operation.Limits{}.WithDefaults()}, []byte(op.Example)); err != nil {
			t.Errorf("%s: the example is refused: %v", op.Name, err)
		}
		for _, what := range []string{"summary", "about"} {
			if key := "docs.op." + op.ID() + "." + what; !slices.Contains(keys, key) {
				t.Errorf("the catalogue has no %s", key)
			}
		}
		if !strings.Contains(string(document), "/api/v1/"+op.Name) {
			t.Errorf("docs/API.md does not show /api/v1/%s", op.Name)
		}
	}
}
