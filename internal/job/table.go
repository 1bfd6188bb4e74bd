package job

import (
	"encoding/hex"
	"fmt"
)

// table holds the entries by shard. It takes about 60 bytes for each entry, because a job may have a million.
type table struct {
	job     *Job
	id      string
	pages   map[int]*[pageSize]record
	others  map[int]*Entry // the entries whose name or digest is unusual
	workers []string
	known   map[string]int32 // the index in workers of each worker's name
	n       int
}

const pageSize = 256

// record is an entry whose name can be computed from the job and whose digest has 8 bytes.
type record struct {
	bytes, puzzles, notes, took int64
	sum                         [8]byte
	notesSum                    uint32
	status, worker              int32
	done                        bool
}

func newTable(j *Job, id string) table {
	return table{job: j, id: id, pages: map[int]*[pageSize]record{}, others: map[int]*Entry{}, known: map[string]int32{}}
}

func (t *table) has(n int) bool {
	if p := t.pages[n/pageSize]; p != nil && n >= 0 && p[n%pageSize].done {
		return true
	}
	return t.others[n] != nil
}

func (t *table) entryOf(n int) (e Entry, done bool) {
	p := t.pages[n/pageSize]
	if p == nil || !p[n%pageSize].done {
		if other := t.others[n]; other != nil {
			return *other, true
		}
		return e, false
	}
	r := &p[n%pageSize]
	e = Entry{Shard: n, Bytes: r.bytes, Sum: hex.EncodeToString(r.sum[:]), Puzzles: r.puzzles, Notes: r.notes, NotesSum: r.notesSum, Status: int(r.status), Took: r.took, Worker: t.workers[r.worker]}
	e.Name = t.job.Name(t.id, t.job.Shard(n), e.Sum)
	return e, true
}

// put stores the first entry of a shard. If the table already has an entry of the shard, the caller must not call put.
func (t *table) put(e *Entry) {
	t.n++
	r := record{bytes: e.Bytes, puzzles: e.Puzzles, notes: e.Notes, notesSum: e.NotesSum, took: e.Took, status: int32(e.Status), done: true}
	sum, err := hex.DecodeString(e.Sum)
	if err != nil || len(sum) != len(r.sum) || fmt.Sprintf("%x", sum) != e.Sum || int(r.status) != e.Status || e.Name != t.job.Name(t.id, t.job.Shard(e.Shard), e.Sum) {
		t.others[e.Shard] = e
		return
	}
	copy(r.sum[:], sum)
	worker, ok := t.known[e.Worker]
	if !ok {
		worker = int32(len(t.workers))
		t.workers, t.known[e.Worker] = append(t.workers, e.Worker), worker
	}
	r.worker = worker
	p := t.pages[e.Shard/pageSize]
	if p == nil {
		p = new([pageSize]record)
		t.pages[e.Shard/pageSize] = p
	}
	p[e.Shard%pageSize] = r
}

func (t *table) drop(n int) {
	if !t.has(n) {
		return
	}
	t.n--
	delete(t.others, n)
	if p := t.pages[n/pageSize]; p != nil {
		p[n%pageSize] = record{}
	}
}
