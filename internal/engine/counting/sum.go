package counting

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"nonet/internal/engine/kernel"
)

// summation computes the sum over all triples of the first stack, divided into tasks.
type summation struct {
	*network
	stacks      [3]stack
	relabelings [3][][3]uint8             // for each stack, the permutations of its columns without givens
	first       []triple                  // one triple of the first stack from each orbit
	third       []int                     // one split of each orbit, for the third stack's box in the first band
	thirdWeight uint64                    // the size of each orbit in third
	slabs       [3][]atomic.Pointer[slab] // slabs[band][split] is the slab that workers share for a split down of the band's first box; nil if there is none
	room        atomic.Int64              // the number of words that further shared slabs may take
	tasks       []task
	next        atomic.Int64 // the index of the next task
}

// stack holds the triples of a stack of boxes. If the box in the first band has split a, pairs[from[a]:from[a+1]] has
// the possible splits of the other two boxes. A split is given by its index among the splits of its box.
type stack struct {
	from  []int
	pairs []pair
}

func (s *stack) pairsFollowing(a int) []pair { return s.pairs[s.from[a]:s.from[a+1]] }

// triple holds the splits of one triple of the first stack, with the size of its orbit as weight.
type triple struct {
	splits [3]int
	weight uint64
}

// task is a part of the sum: one triple of the first stack, and a range of splits of the second stack.
type task struct{ triple, from, to int }

// sharedWords is the maximum number of words of the slabs that all workers share: 64 MB. If this memory is full, each
// worker keeps slabs of its own, one for each band.
const sharedWords = 8 << 20

func sumSolutions(ctx context.Context, puzzle *[81]uint8, limits Limits, progress func(Progress)) Result {
	n := buildNetwork(ctx, puzzle)
	if ctx.Err() != nil {
		return Result{}
	}
	if n == nil {
		return Result{Outcome: kernel.Complete}
	}
	s := newSummation(ctx, n)
	if ctx.Err() != nil {
		return Result{}
	}
	triples := s.divideTriples(limits.Nodes)
	r := s.runTasks(ctx, limits.Solutions, progress)
	if r.Outcome == kernel.Complete && triples < uint64(len(s.first)) {
		r.Outcome = kernel.Stopped
	}
	return r
}

func newSummation(ctx context.Context, n *network) *summation {
	s := &summation{network: n}
	s.room.Store(sharedWords)
	for i := range s.stacks {
		if checkCancelled(ctx) {
			return s
		}
		boxes := [3]*box{n.boxes[0][i], n.boxes[1][i], n.boxes[2][i]}
		st := &s.stacks[i]
		for _, a := range boxes[0].downs {
			st.from = append(st.from, len(st.pairs))
			for _, p := range n.completions[a] {
				if boxes[1].down[p.b] && boxes[2].down[p.c] {
					st.pairs = append(st.pairs, pair{boxes[1].place[p.b], boxes[2].place[p.c]})
				}
			}
		}
		st.from = append(st.from, len(st.pairs))
		s.slabs[i] = make([]atomic.Pointer[slab], len(n.boxes[i][0].downs))
	}
	for i := range 3 {
		s.relabelings[i] = boxRelabelings(n.empty[i])
	}
	for a := range s.slabs[0] {
		if checkCancelled(ctx) {
			return s
		}
		for _, p := range s.stacks[0].pairsFollowing(a) {
			t := triple{splits: [3]int{a, int(p.b), int(p.c)}}
			t.weight = orbitSize(s.open, new([9]uint8), len(s.relabelings[0]), func(i int) [9]uint8 { return s.classifyDigits(&t, i) })
			if t.weight != 0 {
				s.first = append(s.first, t)
			}
		}
	}
	for k := range n.boxes[0][2].downs {
		if k%64 == 0 && checkCancelled(ctx) {
			return s
		}
		if w := orbitSize(nil, new([9]uint8), len(s.relabelings[2]), func(i int) [9]uint8 { return s.relabeledColumns(2, k, i) }); w != 0 {
			s.third, s.thirdWeight = append(s.third, k), w
		}
	}
	return s
}

// classifyDigits returns the kind of each digit: digits that have the same columns in the relabeled triple have the
// same kind.
func (s *summation) classifyDigits(t *triple, relabeling int) (kinds [9]uint8) {
	top, middle := s.boxes[0][0], s.boxes[1][0]
	a, b := &s.line[top.downs[t.splits[0]]], &s.line[middle.downs[t.splits[1]]]
	to := &s.relabelings[0][relabeling]
	for d := range kinds {
		kinds[d] = 3*to[a[d]] + to[b[d]]
	}
	return kinds
}

// relabeledColumns returns the column of each digit in a relabeled split of the first band's box.
func (s *summation) relabeledColumns(stack, split, relabeling int) (columns [9]uint8) {
	line := &s.line[s.boxes[0][stack].downs[split]]
	to := &s.relabelings[stack][relabeling]
	for d := range columns {
		columns[d] = to[line[d]]
	}
	return columns
}

// divideTriples divides triples of the first stack into tasks. It takes as many triples as the node limit allows, and
// returns their number.
func (s *summation) divideTriples(nodes uint64) uint64 {
	seconds := len(s.boxes[0][1].downs)
	triples := uint64(len(s.first))
	if nodes != 0 {
		triples = min(triples, nodes/uint64(seconds))
	}
	// A few hundred tasks keep all processors busy until the end.
	pieces := min(seconds, 1+256/max(1, int(triples)))
	for t := range int(triples) {
		for i := range pieces {
			s.tasks = append(s.tasks, task{t, seconds * i / pieces, seconds * (i + 1) / pieces})
		}
	}
	return triples
}

// claimed is the number of workers that all counts in the process have claimed.
var claimed atomic.Int64

// claimWorkers claims one worker, and up to n further workers if processors are free. It returns the number of further
// workers. A count gets further workers only while all counts together have fewer workers than the machine has
// processors, even if GOMAXPROCS is higher.
func claimWorkers(n int) int {
	processors := int64(min(runtime.GOMAXPROCS(0), runtime.NumCPU()))
	for {
		number := claimed.Load()
		got := max(0, min(int64(n), processors-number-1))
		if claimed.CompareAndSwap(number, number+1+got) {
			return int(got)
		}
	}
}

func (s *summation) runTasks(ctx context.Context, limit uint64, progress func(Progress)) Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var total Number // mu guards total, nodes and done
	var nodes uint64
	done := 0
	work := func() {
		w := worker{summation: s}
		for {
			i := int(s.next.Add(1)) - 1
			if i >= len(s.tasks) {
				return
			}
			part, tried, finished := w.runTask(ctx, &s.tasks[i])
			mu.Lock()
			total = total.addNumber(part)
			nodes += tried
			if finished {
				done++
			}
			enough := limit != 0 && total.isAtLeast(limit)
			mu.Unlock()
			if enough {
				cancel()
			}
			if !finished || enough {
				return
			}
		}
	}
	over := make(chan struct{})
	go func() {
		runParallel(len(s.tasks), work)
		close(over)
	}()
	var tick <-chan time.Time
	if progress != nil {
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		tick = ticker.C
	}
	for going := true; going; {
		select {
		case <-over:
			going = false
		case <-tick:
			mu.Lock()
			p := Progress{total, float64(done) / float64(len(s.tasks))}
			mu.Unlock()
			progress(p)
		}
	}
	switch {
	case limit != 0 && total.isAtLeast(limit):
		return Result{NumberOf(limit), nodes, kernel.LimitReached}
	case done == len(s.tasks):
		return Result{total, nodes, kernel.Complete}
	default:
		return Result{total, nodes, kernel.Stopped}
	}
}

type worker struct {
	*summation
	workshop slabScratch
	own      [3]slab
	ownOf    [3]int // for each band, 1 plus the number of the split for which own has the slab; 0 if own has none
	pairs    []pair
	left     []uint64
	right    []uint64
	products int // an upper bound of the multiplications since the last yield
}

// productsPerYield is the number of multiplications after which a worker yields its processor. They take about 200 µs.
const productsPerYield = 1 << 18

// checkCancelled reports whether ctx has ended. It yields first, because the timer of a context would otherwise be 10
// ms late while all processors are busy.
func checkCancelled(ctx context.Context) bool {
	runtime.Gosched()
	return ctx.Err() != nil
}

// eachInParallel calls `do` with each number from 0 to n−1, on all processors that claimWorkers grants.
func eachInParallel(n int, do func(i int)) {
	var next atomic.Int64
	runParallel(n, func() {
		for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
			do(i - 1)
		}
	})
}

// runParallel calls work on each processor that claimWorkers grants, on at most n.
func runParallel(n int, work func()) {
	more := claimWorkers(min(runtime.GOMAXPROCS(0), n) - 1)
	defer claimed.Add(-1 - int64(more))
	var workers sync.WaitGroup
	for range more {
		workers.Go(work)
	}
	work()
	workers.Wait()
}

// runTask returns the part of the sum for the task t. If ctx ends, sum is partial and finished is false.
func (w *worker) runTask(ctx context.Context, t *task) (sum Number, nodes uint64, finished bool) {
	first := &w.first[t.triple]
	kinds := w.classifyDigits(first, 0)
	var slabs [3]*slab
	for band, split := range first.splits {
		if slabs[band] = w.slabOf(ctx, band, split); slabs[band] == nil {
			return sum, nodes, false
		}
	}
	for a := t.from; a < t.to; a++ {
		if ctx.Err() != nil {
			return sum, nodes, false
		}
		nodes++
		if !slabs[0].nonzero[a] {
			continue
		}
		weight := orbitSize(w.open, &kinds, len(w.relabelings[1]), func(i int) [9]uint8 { return w.relabeledColumns(1, a, i) })
		if weight == 0 {
			continue
		}
		sum = sum.addNumber(productOf(w.sumLaterStacks(&slabs, a), first.weight*weight*w.thirdWeight))
		if w.products > productsPerYield {
			w.products = 0
			runtime.Gosched()
		}
	}
	return sum, nodes, true
}

// slabOf returns the slab of a band for a split of its first box. Workers share the slab if memory is left for it. It
// returns nil if ctx has ended.
func (w *worker) slabOf(ctx context.Context, band, split int) *slab {
	if s := w.slabs[band][split].Load(); s != nil {
		return s
	}
	s := &w.own[band]
	if w.ownOf[band] == split+1 {
		return s
	}
	boxes := &w.boxes[band]
	words := int64(len(boxes[1].downs) * wordsPerSlabRow(boxes[2]))
	fits := w.room.Add(-words) >= 0
	if fits {
		s = new(slab)
	} else {
		w.room.Add(words)
		w.ownOf[band] = 0
	}
	w.workshop.computeSlab(ctx, w.network, boxes, split, s)
	switch {
	case ctx.Err() != nil:
		return nil
	case !fits:
		w.ownOf[band] = split + 1
	case !w.slabs[band][split].CompareAndSwap(nil, s):
		w.room.Add(words)
		s = w.slabs[band][split].Load()
	}
	return s
}

// sumLaterStacks returns the sum over the triples of the second stack that begin with split a, and over all triples of
// the third stack.
func (w *worker) sumLaterStacks(slabs *[3]*slab, a int) (sum uint64) {
	w.pairs = w.pairs[:0]
	for _, p := range w.stacks[1].pairsFollowing(a) {
		if slabs[1].nonzero[p.b] && slabs[2].nonzero[p.c] {
			w.pairs = append(w.pairs, p)
		}
	}
	if len(w.pairs) == 0 {
		return 0
	}
	p := packingFor(uint64(len(w.pairs)) * slabs[1].bound * slabs[2].bound)
	words := (len(w.pairs) + p.size - 1) / p.size
	w.left = gatherEntries(w.left, slabs[1], p, w.pairs, false)
	w.right = gatherEntries(w.right, slabs[2], p, w.pairs, true)
	w.products += words * len(w.stacks[2].pairs)
	row := slabs[0].row(a)
	for _, k := range w.third {
		if n := slabEntry(row, k); n != 0 {
			sum += n * sumProducts(w.left, w.right, words, p, w.stacks[2].pairsFollowing(k))
		}
	}
	return sum
}

// packing states how many entries of a slab a word holds, and how many bits each entry has. Two words are multiplied as
// polynomials, the second with its entries in reverse order:
//
//	(x₀ + x₁B + x₂B²)(y₂ + y₁B + y₀B²) = … + (x₀y₀ + x₁y₁ + x₂y₂)B² + …
//
// Thus one multiplication adds up several products. Results can be added as long as all coefficients stay below B.
type packing struct {
	size int
	bits int // B is 2^bits
}

// packingFor returns the densest packing for sums of products that do not exceed bound. Two entries per word always
// fit: an entry is at most 1,728, and 56·1,728² < 2³².
func packingFor(bound uint64) packing {
	for _, p := range [...]packing{{8, 8}, {6, 10}, {5, 12}, {4, 16}, {3, 21}} {
		if bound>>p.bits == 0 {
			return p
		}
	}
	return packing{2, 32}
}

// gatherEntries packs, for each split of the third box, the entries in the rows of pairs. It reuses the memory of dst
// if that is large enough.
func gatherEntries(dst []uint64, s *slab, p packing, pairs []pair, second bool) []uint64 {
	words := (len(pairs) + p.size - 1) / p.size
	if n := 4 * s.words * words; cap(dst) < n {
		dst = make([]uint64, n)
	} else {
		dst = dst[:n]
	}
	for i, q := range pairs {
		k, shift := q.b, i%p.size*p.bits
		if second {
			k, shift = q.c, (p.size-1)*p.bits-shift
		}
		index := i / p.size
		if i%p.size == 0 {
			for _, four := range s.row(int(k)) {
				for range 4 {
					dst[index] = four & 0xffff << shift
					four >>= 16
					index += words
				}
			}
			continue
		}
		for _, four := range s.row(int(k)) {
			for range 4 {
				dst[index] |= four & 0xffff << shift
				four >>= 16
				index += words
			}
		}
	}
	return dst
}

// sumProducts returns the sum, over pairs, of the scalar products of packed rows.
func sumProducts(left, right []uint64, words int, p packing, pairs []pair) (sum uint64) {
	shift, mask := (p.size-1)*p.bits, uint64(1)<<p.bits-1
	switch words {
	case 1:
		for _, q := range pairs {
			sum += left[q.b] * right[q.c] >> shift & mask
		}
	case 2:
		for _, q := range pairs {
			x, y := left[2*int(q.b):][:2], right[2*int(q.c):][:2]
			sum += (x[0]*y[0] + x[1]*y[1]) >> shift & mask
		}
	default:
		for _, q := range pairs {
			x := left[int(q.b)*words:][:words]
			y := right[int(q.c)*words:][:len(x)]
			product := uint64(0)
			for i := range x {
				product += x[i] * y[i]
			}
			sum += product >> shift & mask
		}
	}
	return sum
}
