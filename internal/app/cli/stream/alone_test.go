package stream

import (
	"bytes"
	"context"
	"io"
	"runtime/debug"
	"strings"
	"testing"

	"nonet/message"
)

// A puzzle that is an argument is answered on the calling goroutine. Starting other goroutines takes a fifth of
// the time of nonet solve. Several puzzles are answered by workers.
func TestOneLineIsAnsweredAtOnce(t *testing.T) {
	const puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	for text, alone := range map[string]bool{puzzle: true, puzzle + "\n" + puzzle: false} {
		ctx := context.Background()
		r := &Run{Ctx: ctx, Lang: message.English, In: strings.NewReader(""), Out: NewOutput(ctx, io.Discard)}
		r.Notes = NewNotes(new(bytes.Buffer), r.Out)
		asked := 0
		_, err := r.Stream([]string{text}, Stage{Batch: 16, Handler: OneByOne(func(context.Context, *Entry, *Report) bool {
			asked++
			if here := strings.Contains(string(debug.Stack()), "testing.tRunner("); here != alone {
				t.Errorf("%q: on the goroutine of who asks: %v", text, here)
			}
			return true
		})})
		if err != nil || asked != 1+strings.Count(text, "\n") {
			t.Errorf("%q: %d puzzles, %v", text, asked, err)
		}
	}
}
