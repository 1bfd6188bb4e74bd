package kernel

import "testing"

func TestSetDefault(t *testing.T) {
	defer SetDefault(nil)
	for _, k := range All() {
		SetDefault(k)
		if got := Default().Name(); got != k.Name() {
			t.Errorf("the default is %s after SetDefault(%s)", got, k.Name())
		}
	}
	SetDefault(nil)
	if got, want := Default().Name(), All()[0].Name(); got != want {
		t.Errorf("the default is %s, not the best, %s", got, want)
	}
}
