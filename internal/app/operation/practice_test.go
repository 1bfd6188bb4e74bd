package operation_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// answerOf returns the answer of an operation.
func answerOf(t *testing.T, ctx context.Context, name, request string, lang message.Lang) any {
	t.Helper()
	op, _ := operation.ByName(name)
	if _, bounded := op.Request.FieldByName("TimeoutMS"); bounded && !strings.Contains(request, "timeout_ms") {
		request = `{"timeout_ms":300000,` + request[1:] // a busy machine takes longer than usually allowed
	}
	answer, err := op.AnswerRequest(ctx, &operation.Call{Lang: lang, Limits: operation.Limits{Time: 5 * time.Minute}.WithDefaults()}, []byte(request))
	if err != nil {
		t.Fatal(name, request, err)
	}
	return answer
}

// Candidates that are both placed and removed, or are given twice, get messages about that.
func TestPracticeCheckMoves(t *testing.T) {
	for _, test := range []struct{ moves, verdict, text string }{
		{`"r1c3=4","r1c3=4","r1c3=4"`, "unproven", "r1c3 is indeed 4, but no Naked Single shows it here."},
		{`"r1c3=4","r1c3<>4"`, "wrong", "Wrong: 4 must stay in r1c3: the solution has it there."},
		{`"r1c3<>2","r1c3=2"`, "wrong", "Wrong: r1c3 is not 2: the solution has another digit there."},
		// Candidates that do not exist do not count, and the text says so.
		{`"r1c1=5"`, "nothing", "r1c1 holds 5 already; look elsewhere."},
		{`"r1c3<>9"`, "nothing", "9 is not a candidate of r1c3; look elsewhere."},
		{"", "nothing", "Nothing is marked yet: strike out candidates, or place the digit."},
	} {
		request := `{"puzzle":"` + easy + `","technique":"naked-single","moves":[` + test.moves + `]}`
		w := answerOf(t, t.Context(), "practice/check", request, message.English).(wire.PracticeCheck)
		if w.Verdict != test.verdict || w.Text != test.text {
			t.Errorf("%s: %s: %s", test.moves, w.Verdict, w.Text)
		}
	}
}

// An answer after a timeout says so in the person's language, and does not claim a complete
// search.
func TestTimeRanOut(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	for lang, reason := range map[message.Lang]string{
		message.English: message.New("search.deadline").In(message.English),
		message.Chinese: message.New("search.deadline").In(message.Chinese),
	} {
		if w := answerOf(t, ctx, "print", `{"puzzles":["`+easy+`"],"solutions":true}`, lang).(wire.Print); w.Outcome != "undecided" || w.Reason != reason {
			t.Errorf("print, %s: %s, %s", lang, w.Outcome, w.Reason)
		}
	}
	const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	w := answerOf(t, t.Context(), "why", `{"puzzle":"`+inkala+`","cell":"r1c2","digit":2,"timeout_ms":3}`, message.English).(wire.Argument)
	if w.Reason != "" && w.Verdict != "" && !strings.Contains(w.Text, "Time ran out") {
		t.Errorf("why: %s, but %s", w.Reason, w.Text)
	}
}
