package csp

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

func cpuNow() time.Duration {
	var t syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, 3, uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano())
}

func TestNets(t *testing.T) {
	f, err := os.Open(os.Getenv("NETS"))
	if err != nil {
		t.Skip(err)
	}
	runtime.LockOSThread()
	only := os.Getenv("ONLY")
	limit, _ := strconv.ParseInt(os.Getenv("LIMIT"), 10, 64)
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<26)
	var n *Network
	var name, sol string
	var iss float64
	var guesses string
	var ratios []float64
	var total, issTotal float64
	var nodesT int64
	for sc.Scan() {
		l := sc.Text()
		if l[0] == 'P' {
			tok := strings.Split(l[2:], "\t")
			name, sol, guesses = tok[0], tok[3], tok[6]
			N, _ := strconv.Atoi(tok[1])
			cells, _ := strconv.Atoi(tok[2])
			iss, _ = strconv.ParseFloat(tok[4], 64)
			n = New(1, N, cells)
			continue
		}
		if l[0] == 'Z' {
			if only != "" && !strings.Contains(name, only) {
				continue
			}
			best := 1e18
			var r Result
			reps := 1
			if iss < 100 {
				reps = 3
			}
			for range reps {
				t0 := cpuNow()
				r = Count(context.Background(), n, Limits{Solutions: 2, Nodes: limit})
				best = min(best, float64((cpuNow()-t0).Microseconds())/1000)
			}
			v := "ok"
			if r.Outcome != Complete || r.Count != 1 {
				v = fmt.Sprint("WRONG ", r.Outcome, r.Count)
			} else {
				got := ""
				for _, x := range r.Solutions[0] {
					if x > 9 {
						got += string(rune('A' + x - 10))
					} else {
						got += strconv.Itoa(x)
					}
				}
				if got != sol {
					v = "DIFF"
				}
			}
			fmt.Printf("%-40.40s %s\t%.3f\tiss %.3f\t%.2f\tnodes %d\tguesses %s\tus/node %.2f\n", name, v, best, iss, iss/best, r.Nodes, guesses, best*1000/float64(max(1, r.Nodes)))
			ratios = append(ratios, iss/best)
			total += best
			issTotal += iss
			nodesT += r.Nodes
			continue
		}
		s := strings.Fields(l[1:])
		i := 0
		num := func() int { v, _ := strconv.Atoi(s[i]); i++; return v }
		list := func() (c []Cell) {
			for k := num(); k > 0; k-- {
				c = append(c, Cell(num()))
			}
			return
		}
		switch l[0] {
		case 'C':
			for c := 0; i < len(s); c++ {
				n.Allow(Cell(c), Set(num()))
			}
		case 'H':
			n.Distinct(list()...)
		case 'S':
			d := num()
			c := list()
			var sets []Set
			for _, m := range list() {
				sets = append(sets, Set(m))
			}
			if d == 0 {
				n.Sets(c, sets)
			}
		case 'R':
			a, b := num(), num()
			r := &Relation{}
			for range n.values {
				r.to = append(r.to, Set(num()))
			}
			for range n.values {
				r.from = append(r.from, Set(num()))
			}
			n.Relation(Cell(a), Cell(b), r)
		case 'L':
			d, tot := num(), num()
			var terms []Term
			for q := num(); q > 0; q-- {
				k := num()
				for _, c := range list() {
					terms = append(terms, Term{c, k})
				}
			}
			if d == 0 {
				n.Sum(terms, tot, tot)
			}
		case 'A':
			v, k := num(), num()
			c := list()
			n.Count(c, Set(v), k, len(c))
		case 'B':
			n.Add(&betweenT{list()})
		case 'G':
			c := list()
			a := &Automaton{Start: []int{0}}
			for k := num(); k > 0; k-- {
				a.Accepting = append(a.Accepting, num() == 1)
				var e []Edge
				for v := range n.values {
					if to := num(); to >= 0 {
						e = addEdge(e, to, 1<<v)
					}
				}
				a.Edges = append(a.Edges, e)
			}
			n.Automaton(c, a)
		case 'E':
			n.Distinct(Cell(num()), Cell(num()))
		}
	}
	sort.Float64s(ratios)
	q := func(p float64) float64 { return ratios[int(p*float64(len(ratios)-1))] }
	fmt.Printf("puzzles %d total %.0f ms iss %.0f nodes %d median %.2f p10 %.2f min %.2f\n", len(ratios), total, issTotal, nodesT, q(.5), q(.1), q(0))
}

type betweenT struct{ c []Cell }

func (b *betweenT) Cells() []Cell { return b.c }
func (x *betweenT) Narrow(d *Domains) bool {
	var na, nb, mid Set
	for a := d.Of(x.c[0]); a != 0; a &= a - 1 {
		for b := d.Of(x.c[1]); b != 0; b &= b - 1 {
			p, q := a.Min(), b.Min()
			lo, hi := min(p, q), max(p, q)
			if hi-lo < 2 {
				continue
			}
			iv := between(lo+1, hi-1)
			ok := true
			for _, c := range x.c[2:] {
				if d.Of(c)&iv == 0 {
					ok = false
					break
				}
			}
			if ok {
				na |= 1 << p
				nb |= 1 << q
				mid |= iv
			}
		}
	}
	if !d.Keep(x.c[0], na) || !d.Keep(x.c[1], nb) {
		return false
	}
	for _, c := range x.c[2:] {
		if !d.Keep(c, mid) {
			return false
		}
	}
	return true
}
