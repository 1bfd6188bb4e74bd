package job

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"nonet/message"
)

// Store holds the manifest and the outputs of a job.
type Store interface {
	// Manifest opens everything that has been appended.
	Manifest() (io.ReadCloser, error)
	// Append appends b to the manifest. After an error, any prefix of b may have been appended.
	Append(b []byte) error
	// Open opens an entry's output. The error is fs.ErrNotExist if there is none.
	Open(e *Entry) (io.ReadCloser, error)
	// Notes returns the messages that were stored with an entry's output. The error is fs.ErrNotExist if there are
	// none.
	Notes(e *Entry) ([]byte, error)
}

// Entry records a finished shard: where its output is, and how the work ended.
type Entry struct {
	Shard   int    `json:"shard"`
	Name    string `json:"name"`  // the name of the output and of its notes
	Bytes   int64  `json:"bytes"` // the length of the output
	Sum     string `json:"sum"`   // the output's digest
	Puzzles int64  `json:"puzzles"`
	Notes   int64  `json:"notes,omitempty"` // length of the notes in bytes
	// NotesSum is the checksum of the notes; see [NotesSum].
	NotesSum uint32 `json:"notes_crc,omitempty"`
	// Status is the exit status of the program that did the work.
	Status int    `json:"status,omitempty"`
	Took   int64  `json:"took_ms,omitempty"` // how long the work took, in milliseconds
	Worker string `json:"worker,omitempty"`
}

// line is a line of the manifest: the job, an entry, or a shard that must be done again.
type line struct {
	Job   *Job   `json:"job,omitempty"`
	Entry *Entry `json:"done,omitempty"`
	Redo  *int   `json:"redo,omitempty"` // the number of a shard whose output is lost
}

// Each line ends with a field that has the checksum of all bytes before this field. A torn or damaged line is ignored.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sealLine(l line) []byte {
	b, err := json.Marshal(l)
	if err != nil {
		panic(err)
	}
	b = b[:len(b)-1]
	return fmt.Appendf(b, ",\"crc\":\"%08x\"}\n", crc32.Checksum(b, castagnoli))
}

const sealLength = len(`,"crc":"00000000"}`)

// NotesSum returns the CRC-32C of notes.
func NotesSum(notes []byte) uint32 { return crc32.Checksum(notes, castagnoli) }

func decodeLine(b []byte) (l line, ok bool) {
	sealStart := len(b) - sealLength
	if sealStart <= 0 || string(b[sealStart:]) != fmt.Sprintf(",\"crc\":\"%08x\"}", crc32.Checksum(b[:sealStart], castagnoli)) {
		return l, false
	}
	return l, json.Unmarshal(b, &l) == nil
}

// Manifest records which shards of a job are done. Its methods may be called concurrently.
type Manifest struct {
	Job   Job
	ID    string
	store Store

	mu      sync.Mutex
	done    map[int]Entry // the entries by shard
	bytes   int64         // the total length of the outputs
	puzzles int64
	torn    bool // set if the manifest may end within a line
	unsure  bool // set if an append has failed, so that the end of the manifest is unknown
	damaged int
}

// These are errors of [Open] and [Create].
var (
	ErrNone    = message.NewError("job.none")
	ErrAnother = message.NewError("job.another")
)

// Open reads a manifest. The error is [ErrNone] if its first line is missing or incomplete.
func Open(store Store) (*Manifest, error) {
	m := &Manifest{store: store}
	if err := m.readLines(); err != nil {
		return nil, err
	}
	if m.ID == "" {
		return m, ErrNone
	}
	return m, nil
}

// Create opens or creates the manifest of the job j. If the store has a manifest of another job, Create returns this
// manifest and [ErrAnother].
func Create(store Store, j Job) (*Manifest, error) {
	if err := j.Validate(); err != nil {
		return nil, err
	}
	m, err := Open(store)
	switch {
	case errors.Is(err, ErrNone):
		m.setJob(j)
		return m, m.appendLines(line{Job: &j})
	case err != nil:
		return nil, err
	case m.ID != j.ID():
		return m, ErrAnother
	}
	return m, m.repairState()
}

// maxLine limits the length of a line in bytes. The first line contains all inputs.
const maxLine = 64 << 20

func (m *Manifest) readLines() error {
	in, err := m.store.Manifest()
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		text, err := readLine(r)
		if err != nil && err != io.EOF {
			return err
		}
		if whole := err == nil; len(text) > 0 || !whole {
			m.torn = !whole && len(text) > 0
			m.unsure = m.torn // perhaps the last line lacks only its newline
			if l, ok := decodeLine(text); ok && whole {
				m.applyLine(l)
			} else if whole {
				m.damaged++
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// readLine returns the next line without its newline. The error is io.EOF if the newline is missing.
func readLine(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		if text = append(text, part...); err == bufio.ErrBufferFull && len(text) < maxLine {
			continue
		}
		return bytes.TrimSuffix(text, []byte("\n")), err
	}
}

func (m *Manifest) applyLine(l line) {
	switch {
	case l.Job != nil && m.ID == "" && l.Job.Validate() == nil:
		m.setJob(*l.Job)
	case l.Entry != nil && m.ID != "" && l.Entry.Shard >= 0 && l.Entry.Shard < m.Job.Shards():
		m.enterEntry(l.Entry)
	case l.Redo != nil:
		m.dropEntry(*l.Redo)
	}
}

func (m *Manifest) enterEntry(e *Entry) {
	if _, done := m.done[e.Shard]; !done {
		m.done[e.Shard] = *e
		m.bytes += e.Bytes
		m.puzzles += e.Puzzles
	}
}

func (m *Manifest) dropEntry(shard int) {
	if e, done := m.done[shard]; done {
		delete(m.done, shard)
		m.bytes -= e.Bytes
		m.puzzles -= e.Puzzles
	}
}

func (m *Manifest) setJob(j Job) {
	m.Job, m.ID, m.done = j, j.ID(), map[int]Entry{}
}

// appendLines requires that the caller holds m.mu, or is the only user of m.
func (m *Manifest) appendLines(lines ...line) error {
	var b []byte
	if m.torn {
		b = append(b, '\n') // this newline ends the torn line
	}
	for _, l := range lines {
		b = append(b, sealLine(l)...)
	}
	m.torn, m.unsure = true, true // a success resets both below
	if err := m.store.Append(b); err != nil {
		return err
	}
	m.torn, m.unsure = false, false
	return nil
}

// repairState ends a torn line and re-reads the manifest, because a failed append may have left entries there. Of
// several entries for a shard, the first counts.
func (m *Manifest) repairState() error {
	if !m.unsure {
		return nil
	}
	if err := m.appendLines(); err != nil {
		return err
	}
	return m.readState()
}

// Add adds an entry, whose output must be complete. If the shard is already done, Add ignores the entry and returns
// false. After an error the entry does not count, and the caller may add it again.
func (m *Manifest) Add(e Entry) (first bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.repairState(); err != nil {
		return false, err
	}
	if e.Shard < 0 || e.Shard >= m.Job.Shards() {
		return false, fmt.Errorf("job: there is no shard %d", e.Shard)
	}
	if _, done := m.done[e.Shard]; done {
		return false, nil
	}
	if err := m.appendLines(line{Entry: &e}); err != nil {
		return false, err
	}
	m.enterEntry(&e)
	return true, nil
}

func (m *Manifest) markUndone(shards []int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(shards) == 0 {
		return nil
	}
	if err := m.repairState(); err != nil {
		return err
	}
	var lines []line
	for _, n := range shards {
		if _, done := m.done[n]; done {
			lines = append(lines, line{Redo: &n})
		}
	}
	if len(lines) == 0 {
		return nil
	}
	if err := m.appendLines(lines...); err != nil {
		return err
	}
	for _, l := range lines {
		m.dropEntry(*l.Redo)
	}
	return nil
}

func (m *Manifest) readState() error {
	current := &Manifest{store: m.store}
	if err := current.readLines(); err != nil {
		return err
	}
	if current.ID != m.ID {
		return ErrAnother
	}
	m.done = current.done
	m.bytes, m.puzzles, m.damaged = current.bytes, current.puzzles, current.damaged
	m.torn, m.unsure = current.torn, current.unsure
	return nil
}

// Reconcile marks shards as not done if their notes are missing, or if their output is not what their entry states, as
// after a power cut. It returns the shards that it has marked. Before it marks any shard, it calls changed with the
// name of each output that exists and differs. The function `reads` is that of [Verify]. If ctx ends, Reconcile marks
// no shard.
func (m *Manifest) Reconcile(ctx context.Context, newDigest Digest, reads func(*Entry) bool, changed func(name string) error) (lost []int, err error) {
	Verify(ctx, m, newDigest, reads, func(f *Fault) bool {
		switch f.Kind {
		case Missing:
			return true
		case Unreadable:
			err = f
		case Changed:
			err = changed(f.Name)
		}
		lost = append(lost, f.Shard)
		return err == nil
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	return lost, m.markUndone(lost)
}

// Done returns the entry of a shard. `done` is false if the shard is not done.
func (m *Manifest) Done(shard int) (e Entry, done bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, done = m.done[shard]
	return e, done
}

func (m *Manifest) Has(shard int) bool {
	_, done := m.Done(shard)
	return done
}

// Sums holds sums over the entries of a job's finished shards.
type Sums struct {
	Shards, Done int
	Bytes        int64 // the total length of the outputs
	Puzzles      int64 // the number of puzzles in the outputs
	Damaged      int   // the number of lines of the manifest that cannot be read
}

// Sums returns the sums over the entries so far.
func (m *Manifest) Sums() Sums {
	m.mu.Lock()
	defer m.mu.Unlock()
	return Sums{m.Job.Shards(), len(m.done), m.bytes, m.puzzles, m.damaged}
}

// MissingShards calls yield with each shard that is not done, in ascending order, until yield returns false.
func (m *Manifest) MissingShards(yield func(Shard) bool) {
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		if !m.Has(n) && !yield(m.Job.Shard(n)) {
			return
		}
	}
}

// Entries calls yield with the entry of each finished shard, in ascending order, until yield returns false.
func (m *Manifest) Entries(yield func(Entry) bool) {
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		if e, done := m.Done(n); done && !yield(e) {
			return
		}
	}
}

// Marshal returns the shortest manifest that describes the same state.
func (m *Manifest) Marshal() []byte {
	b := sealLine(line{Job: &m.Job})
	for e := range m.Entries {
		b = append(b, sealLine(line{Entry: &e})...)
	}
	return b
}
