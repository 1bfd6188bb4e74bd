package lzstring_test

import (
	"fmt"

	"nonet/internal/lzstring"
)

func Example() {
	packed := lzstring.Pack(`{"size":9}`)
	text, err := lzstring.Unpack(packed, 100)
	fmt.Println(packed, text, err)
	// Output:
	// N4IgzglgXgpiBcBOAvkA {"size":9} <nil>
}
