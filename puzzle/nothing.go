package puzzle

// nothing is a rule that always holds. It is a template: a new kind is such a variable, in a file of its own or in the
// file of its family.
var nothing = Kind{
	Name:    "Nothing",
	Form:    FormCells,
	Example: ".Nothing~R1C1~R1C2",
	check:   func(g grid, c *Constraint) []int { return nil },
	compile: func(b *builder, c *Constraint) {},
}
