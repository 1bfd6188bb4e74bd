package operation

import (
	"context"
	"time"

	"nonet/generate"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// DailyRequest asks for the puzzle of a day.
type DailyRequest struct {
	Date      string `json:"date" doc:"The date at the player's place, as year-month-day: 2026-11-22"`
	Grade     string `json:"grade,omitempty" enum:"easy,medium,hard,unfair,extreme" default:"easy" doc:"HoDoKu's level"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`

	day   time.Time
	level hodoku.Level
}

func (q *DailyRequest) prepare(c *Call) (err error) {
	if q.day, err = DayIn(q.Date); err != nil {
		return c.invalid("date", err.(*DateError).Message(), q.Date)
	}
	return q.level.UnmarshalText([]byte(q.Grade))
}

func (q *DailyRequest) answer(ctx context.Context, c *Call) wire.Daily {
	w := Daily(ctx, q.day, q.level, c.Lang)
	c.Outcome = w.Outcome
	return w
}

// DateError means that a text is not a date.
type DateError struct{ Text string }

func (e *DateError) Error() string { return e.Message().String() }

// Message says how to write a date.
func (e *DateError) Message() message.Message {
	return message.New("operation.date", "text", quoteStart(e.Text))
}

// DayIn parses a date such as 2026-11-22. The error is a *[DateError].
func DayIn(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, &DateError{text}
	}
	return day, nil
}

// Daily returns the puzzle of a day.
func Daily(ctx context.Context, day time.Time, level hodoku.Level, lang message.Lang) wire.Daily {
	start := time.Now()
	spec := generate.Daily(day, level)
	puzzle, outcome, err := generate.One(ctx, spec, generate.Limits{})
	w := wire.Daily{Outcome: outcome.String(), Date: day.Format(time.DateOnly), Grade: level.String()}
	if outcome == sudoku.Found {
		w.Generated = new(GeneratedOf(&puzzle, spec.Seed))
	} else {
		w.Reason = message.Of(err, lang)
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w
}
