package csp

// Plain is the network as nothing but what each cell may be and which cells differ; not ok
// where it has any other constraint.
func (n *Network) Plain() (domains []Set, distinct [][]Cell, ok bool) {
	c := &n.Constraints
	if n.hidden < len(n.domain) ||
		len(c.sets)+len(c.relations)+len(c.notBoth)+len(c.equal)+len(c.sums)+len(c.counts)+len(c.required)+
			len(c.automata)+len(c.connected)+len(c.apart)+len(c.occurs)+len(c.either)+len(c.propagator) > 0 {
		return nil, nil, false
	}
	domains = append(domains, n.domain...)
	for _, a := range c.allowed {
		domains[a.cell] &= a.set
	}
	return domains, c.distinct, true
}
