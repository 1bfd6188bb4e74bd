package logic

// Path is a way to solve a position, step by step.
type Path struct {
	Start State
	Steps []Step
	End   State // solved, unless the search was cut short
}
