package wire

import (
	"testing"
	"time"
)

const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func TestMilliseconds(t *testing.T) {
	if got := Milliseconds(1234567 * time.Nanosecond); got != 1.234 {
		t.Errorf("1.234567 ms is sent as %v", got)
	}
}
