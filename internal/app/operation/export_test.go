package operation

// ByName looks up an operation, such as "target/best". ok is false if no operation has the name.
func ByName(name string) (o Operation, ok bool) {
	for _, o := range table {
		if o.Name == name {
			return o, true
		}
	}
	return Operation{}, false
}
