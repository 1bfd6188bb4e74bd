package engine

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// shrinkModule reduces the size of a module that Go's linker wrote. The program behaves as before:
//
//  - The linker drops runs of eight zeros, so the data has 100,000 segments, each with an address. shrinkModule
//    joins these segments. The joined data is larger but compresses better.
//  - Source files, lines, function names and arguments serve only the stack trace of a crash, which nobody
//    reads in a browser. shrinkModule removes this data. It keeps the messages of panics.

// maxZeros is the longest run of zeros, in bytes, that may stay inside a segment.
const maxZeros = 64

const (
	header      = 8 // the size of the module's header in bytes
	dataSection = 11

	// These bytes enclose the address of a data segment in memory 0.
	intoMemory = 0x00
	i32Const   = 0x41
	end        = 0x0b

	mostMemory = 1 << 28 // the greatest size of the data, in bytes
)

var errModule = errors.New("engine: this is no module as Go's linker writes it")

// shrinkModule returns a smaller module that behaves like `module`; the comment above lists the changes. The error is
// errModule if it cannot read the module.
func shrinkModule(module []byte) ([]byte, error) {
	if len(module) < header || string(module[:4]) != "\x00asm" {
		return nil, errModule
	}
	r := reader{module, header, nil}
	out := append([]byte{}, module[:header]...)
	for r.i < len(module) && r.err == nil {
		kind := r.readByte()
		body := r.readBytes(r.readUnsigned())
		if kind == dataSection && r.err == nil {
			memory, err := memoryOf(body)
			if err != nil {
				return nil, err
			}
			if err := clearStackTraceData(memory); err != nil {
				return nil, err
			}
			body = dataSectionOf(memory)
		}
		out = append(binary.AppendUvarint(append(out, kind), uint64(len(body))), body...)
	}
	return out, r.err
}

// memoryOf returns the memory at the start of the program, which a data section describes.
func memoryOf(body []byte) (memory []byte, err error) {
	r := reader{body, 0, nil}
	for range r.readUnsigned() {
		if r.err != nil || r.readByte() != intoMemory || r.readByte() != i32Const {
			return nil, errModule
		}
		offset := r.readSigned()
		if r.readByte() != end || offset < 0 || offset > mostMemory {
			return nil, errModule
		}
		content := r.readBytes(r.readUnsigned())
		if n := int(offset) + len(content); n > len(memory) {
			memory = append(memory, make([]byte, n-len(memory))...)
		}
		copy(memory[offset:], content)
	}
	return memory, r.err
}

// dataSectionOf returns a data section that describes the memory in segments. A run of more than `maxZeros` zeros ends a
// segment.
func dataSectionOf(memory []byte) []byte {
	var out []byte
	pieces := uint64(0)
	for i := 0; i < len(memory); {
		if memory[i] == 0 {
			i++
			continue
		}
		to, zeros := i, 0
		for to+zeros < len(memory) && zeros <= maxZeros {
			if memory[to+zeros] == 0 {
				zeros++
			} else {
				to, zeros = to+zeros+1, 0
			}
		}
		out = appendSigned(append(out, intoMemory, i32Const), int64(i))
		out = binary.AppendUvarint(append(out, end), uint64(to-i))
		out = append(out, memory[i:to]...)
		pieces++
		i = to
	}
	return append(binary.AppendUvarint(nil, pieces), out...)
}

// These constants describe the function table, pclntab, as in runtime/symtab.go and runtime/runtime2.go since Go 1.20.
// Offsets are in bytes.
const (
	pcMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"

	pcFunctions = 8 // the offset of the number of functions; the offsets of other tables follow
	pcNames     = 32
	pcUnits     = 40
	pcTables    = 56
	pcList      = 64
	pcHeader    = 72

	funcName    = 4
	funcSP      = 16
	funcFile    = 20
	funcLine    = 24
	funcTables  = 28 // in the description of a function, the offset of the number of its tables
	funcUnit    = 32
	funcStart   = 36
	funcData    = 43 // in the description of a function, the offset of the byte with the number of its references to data
	funcTableOf = 44

	// These are numbers of a function's tables: where a signal may not stop it, and which arguments are live.
	tableUnsafe, tableArguments = 0, 3
	// These are indices of a function's references to data: how to print the arguments, and which arguments are live.
	dataArguments, dataLive = 5, 6
)

// none is a reference that refers to no data.
const none = "\xff\xff\xff\xff"

// clearStackTraceData clears data that only stack traces use. It also clears the tables of places where a signal may
// not stop a function, because a browser sends no signals. It keeps the names of the runtime's own functions, by which
// the runtime recognises its goroutines, and the tree of inlined calls, which recover needs.
//
// Several functions may share a table, and offset 0 means no table. Therefore only tables to which no remaining
// reference points are cleared.
func clearStackTraceData(memory []byte) error {
	offset := alignedIndexOf(memory, pcMagic)
	if offset < 0 {
		return nil // the table does not have the format of Go 1.20 to 1.26, so the module keeps its size
	}
	table := memory[offset:]
	u32 := func(b []byte, offset int) int { return int(binary.LittleEndian.Uint32(b[offset:])) }
	functions, names, units, tables, list := u32(table, pcFunctions), u32(table, pcNames), u32(table, pcUnits), u32(table, pcTables), u32(table, pcList)
	if !(pcHeader <= names && names <= units && units <= tables && tables <= list && list+8*functions < len(table)) {
		return errModule
	}
	values := table[tables:list]
	used := make([]bool, len(values))
	nameless := -1 // the offset of an empty name; -1 until an empty name is found
	for i := range functions {
		offset := list + u32(table, list+8*i+4)
		if offset+funcTableOf > len(table) {
			return errModule
		}
		f := table[offset:]
		n := u32(f, funcTables)
		references := int(f[funcData])
		if n > len(f) || funcTableOf+4*(n+references) > len(f) {
			return errModule
		}
		for _, k := range []int{tableUnsafe, tableArguments} {
			if k < n {
				clear(f[funcTableOf+4*k:][:4])
			}
		}
		for _, k := range []int{dataArguments, dataLive} {
			if k < references {
				copy(f[funcTableOf+4*(n+k):], none)
			}
		}
		name := u32(f, funcName)
		if name > units-names {
			return errModule
		}
		if !bytes.HasPrefix(table[names+name:units], ofRuntime) {
			if nameless < 0 {
				nameless = name
				clear(cString(table[names+name : units]))
			}
			binary.LittleEndian.PutUint32(f[funcName:], uint32(nameless))
		}
		if err := markTableUsed(values, used, u32(f, funcSP)); err != nil {
			return err
		}
		for k := range n {
			if err := markTableUsed(values, used, u32(f, funcTableOf+4*k)); err != nil {
				return err
			}
		}
		for _, field := range []int{funcFile, funcLine, funcUnit, funcStart} {
			clear(f[field : field+4])
		}
	}
	for i := range values {
		if !used[i] {
			values[i] = 0
		}
	}
	for rest := table[names:units]; len(rest) > 0; {
		name := cString(rest)
		if !bytes.HasPrefix(name, ofRuntime) {
			clear(name)
		}
		rest = rest[min(len(name)+1, len(rest)):]
	}
	clear(table[units:tables]) // this clears the list of source files, and their names
	return nil
}

// markTableUsed marks the bytes of the table at offset as used; 0 means no table. A table is a list of pairs: the
// difference between two values, and the difference between two addresses. A value difference of 0 ends the list.
func markTableUsed(values []byte, used []bool, offset int) error {
	if offset == 0 {
		return nil
	}
	for first := true; ; first = false {
		for range 2 {
			if offset >= len(values) {
				return errModule
			}
			if values[offset] == 0 && !first {
				used[offset] = true
				return nil
			}
			first = true
			_, n := binary.Uvarint(values[offset:])
			if n <= 0 {
				return errModule
			}
			for range n {
				used[offset] = true
				offset++
			}
		}
	}
}

var ofRuntime = []byte("runtime.")

func cString(b []byte) []byte {
	text, _, _ := bytes.Cut(b, []byte{0})
	return text
}

func alignedIndexOf(memory []byte, what string) int {
	for i := 0; i+len(what) <= len(memory); i += 8 {
		if string(memory[i:i+len(what)]) == what {
			return i
		}
	}
	return -1
}

// appendSigned appends n in signed LEB128, which is not Go's varint.
func appendSigned(out []byte, n int64) []byte {
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

// reader reads the parts of a module. After an error, all its methods return zero values.
type reader struct {
	b   []byte
	i   int
	err error
}

func (r *reader) readByte() byte {
	b := r.readBytes(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

func (r *reader) readBytes(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.b)-r.i) {
		r.err = errModule
		return nil
	}
	r.i += int(n)
	return r.b[r.i-int(n) : r.i]
}

// readUnsigned reads a number in LEB128, which is Go's uvarint.
func (r *reader) readUnsigned() uint64 {
	v, n := binary.Uvarint(r.b[r.i:])
	if r.err != nil || n <= 0 {
		r.err = errModule
		return 0
	}
	r.i += n
	return v
}

func (r *reader) readSigned() (v int64) {
	for shift := 0; shift < 63; shift += 7 {
		b := r.readByte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.err = errModule
	return 0
}
