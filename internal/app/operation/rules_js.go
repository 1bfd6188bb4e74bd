//go:build !rules

package operation

import (
	"context"

	"nonet/format"
	"nonet/message"
	"nonet/wire"
)

// Ruled is none here: puzzles of any rules need more than a page loads.
type Ruled struct{}

func otherRules(string) (what message.Message, is bool) { return what, false }

func (c *Call) anyPuzzle(text, field string, _ RulesRequest) (p format.Puzzle, _ *Ruled, err error) {
	p, err = c.puzzle(text, field)
	return p, nil, err
}

func (*SolveRequest) ruledAnswer(context.Context, *Call) (w wire.Solve)               { return w }
func (*CountRequest) ruledAnswer(context.Context, *Call) (w wire.Count)               { return w }
func (*CheckRequest) ruledAnswer(context.Context, *Call) (w wire.Check)               { return w }
func (*CandidatesRequest) ruledAnswer(context.Context, *Call) (w wire.TrueCandidates) { return w }
func (*GradeRequest) ruledAnswer(context.Context, *Call) (w wire.Grade)               { return w }

func (*ScoreRequest) prepareRuled(*Call) error                                       { return nil }
func (*TargetRequest) ruledAnswer(context.Context, *Call) (w wire.Target)            { return w }
func (*TargetBestRequest) ruledAnswer(context.Context, *Call) (w wire.TargetRanking) { return w }
func (*TargetCountRequest) ruledAnswer(context.Context, *Call) (w wire.TargetCount)  { return w }

func (*ExportRequest) prepareRuled(*Call) error          { return nil }
func (*ExportRequest) ruledAnswer(*Call) (w wire.Export) { return w }

// ruledRows are none here.
var ruledRows []Operation

// ruled is false: notations for other boards and rules are none of its.
func ruled(string) bool { return false }
