package message_test

import (
	"errors"
	"fmt"

	"nonet/message"
)

// A message is a key with arguments; it becomes a text once the language is known.
func Example() {
	m := message.New("house.row", "n", 3)
	for _, lang := range message.Langs() {
		fmt.Printf("%s: %s\n", lang, m.In(lang))
	}
	// Output:
	// en: row 3
	// zh-CN: 第 3 行
}

type missing struct{ row int }

func (m missing) Error() string            { return m.Message().String() }
func (m missing) Message() message.Message { return message.New("house.row", "n", m.row) }

// TextOf returns an error's text in the reader's language; an error without a message keeps its own
// text.
func ExampleTextOf() {
	err := fmt.Errorf("reading: %w", missing{3})
	fmt.Println(err)
	fmt.Println(message.TextOf(err, message.Chinese))
	fmt.Println(message.TextOf(errors.New("disk full"), message.Chinese))
	// Output:
	// reading: row 3
	// 第 3 行
	// disk full
}
