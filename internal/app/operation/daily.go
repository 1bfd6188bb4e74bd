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
		return c.invalidError("date", err, q.Date)
	}
	return q.level.UnmarshalText([]byte(q.Grade))
}

func (q *DailyRequest) answer(ctx context.Context, c *Call) any {
	return Daily(ctx, q.day, q.level, c.Lang)
}

// DayIn parses a date such as 2026-11-22. The error says how to write a date.
func DayIn(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, message.NewError("operation.date", "text", quoteStart(text))
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
		w.Reason = message.TextOf(err, lang)
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w
}
