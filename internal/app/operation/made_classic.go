//go:build js && !rules

package operation

import (
	"context"

	"nonet/message"
	"nonet/wire"
)

type madeSpec struct{}

// prepareMade refuses the wish: to make puzzles of other rules needs more than a page loads.
func (q *GenerateRequest) prepareMade(c *Call) error {
	return c.invalid("variant", message.New("generate.otherRules"), q.Variant)
}
func (*GenerateRequest) madeAnswer(context.Context, *Call) (w wire.Generate) { return w }
