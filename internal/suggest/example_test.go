package suggest_test

import (
	"fmt"

	"nonet/internal/suggest"
)

func ExampleNames() {
	fmt.Println(suggest.Names("thermo-meter", []string{"arrow", "thermometer", "whisper"}))
	// Output:
	// [thermometer]
}
