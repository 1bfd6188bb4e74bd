package puzzle

// nothing is a rule that always holds, and a template for new kinds. Each kind has a row like this, in its own
// file or that of its family.
var nothing = Kind{
	Name:    "Nothing",
	Form:    FormCells,
	Example: ".Nothing~R1C1~R1C2",
	check:   func(g grid, c *Constraint) []int { return nil },
	compile: func(b *builder, c *Constraint) {},
}
