package deduction_test

import (
	"context"
	"fmt"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle/deduction"
)

// A path has one step after the other. Each step has a sentence that explains it.
func Example() {
	p, err := format.ReadISS(".Shape~4x4.Thermo~R4C1~R3C1~R2C1~R1C1.Cage~3~R1C2~R2C2.~R3C3_1")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	state, err := deduction.NewState(ctx, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := state.Path(ctx, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range path.Steps {
		fmt.Println(state.Sentence(context.Background(), step, nil).In(message.English))
		state.Apply(step)
	}
	// Output:
	// Values rise from the bulb on. From cell to cell: r4c1 is 1; r3c1 is 2; r2c1 is 3; r1c1 is 4.
}
