package logic

import (
	"sync"

	"nonet/message"
)

// Technique is a way of reasoning. Its number is its family's and one of its own: each
// family's file has its techniques, and a row for each.
type Technique uint16

// familyShift is how many bits of a technique's number are its own.
const familyShift = 6

// Family is a group of techniques that share a way of looking; each has a file.
type Family uint8

const (
	FamilySingle Family = iota
	FamilyLocked
	FamilySubset
	FamilyFish
	FamilyPattern
	FamilyColour
	FamilyWing
	FamilyUnique
	FamilyChain
	FamilyLoop
	FamilyALS
	FamilyTemplate
	FamilyForcing
	FamilyForce
)

var familyNames = [...]string{"single", "locked", "subset", "fish", "pattern", "colour", "wing", "unique", "chain", "loop", "als", "template", "forcing", "force"}

// String is the family's name in JSON.
func (f Family) String() string { return familyNames[int(f)%len(familyNames)] }

// Name is the family's name in any language of the catalogue.
func (f Family) Name() message.Message { return message.New("technique.family." + f.String()) }

// Info is what is known of a technique. How hard it is, and when it is looked for, is
// for others to say: package hodoku does.
type Info struct {
	ID     string // its name in flags and JSON, such as "x-wing"
	Family Family
	SE     int // Sudoku Explainer's rating in tenths; 0 where it has none of its own

	large bool          // it is looked for on boards of more than 81 cells or 9 digits, too
	find  func(*Finder) // emits the steps that Finder wants
}

// row is a technique in its family's file.
type row struct {
	technique Technique
	id        string
	se        int
	find      func(*Finder)
}

// table has a place for each number a technique may have.
var table [(int(FamilyForce) + 1) << familyShift]Info

// known fills the table when it is first asked for: not at each start of a program, and by a function
// that is put here at the start because the finders, too, look things up.
var known func()

func init() {
	known = sync.OnceFunc(func() {
		for family, list := range [...][]row{
			FamilySingle: singleRows, FamilyLocked: lockedRows, FamilySubset: subsetRows, FamilyFish: fishRows(), FamilyPattern: patternRows,
			FamilyColour: colourRows, FamilyWing: wingRows, FamilyUnique: uniqueRows, FamilyChain: chainRows, FamilyLoop: loopRows,
			FamilyALS: alsRows, FamilyTemplate: templateRows, FamilyForcing: forcingRows, FamilyForce: forceRows,
		} {
			for _, r := range list {
				table[r.technique] = Info{r.id, Family(family), r.se, isLarge(r.technique), r.find}
			}
		}
	})
}

// isLarge reports whether the searches for a technique take boards of any size.
func isLarge(t Technique) bool {
	switch Family(t >> familyShift) {
	case FamilySingle, FamilyLocked, FamilySubset, FamilyWing:
		return true
	case FamilyFish:
		return t < KrakenFish1
	case FamilyPattern:
		return t != TurbotFish
	}
	return false
}

// Info is what is known of the technique.
func (t Technique) Info() Info { return *t.info() }

func (t Technique) info() *Info {
	if int(t) >= len(table) {
		return new(Info)
	}
	known()
	return &table[t]
}

// String is the technique's ID, such as "x-wing"; "" for a number that is none.
func (t Technique) String() string { return t.info().ID }

// Name is the technique's name in any language of the catalogue.
func (t Technique) Name() message.Message { return message.New("technique." + t.String()) }

// MarshalText is [Technique.String].
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads an ID; the error is that of [ByID].
func (t *Technique) UnmarshalText(text []byte) (err error) {
	*t, err = ByID(string(text))
	return err
}

// Techniques are all techniques, family by family.
func Techniques() []Technique {
	var all []Technique
	known()
	for t := range table {
		if table[t].ID != "" {
			all = append(all, Technique(t))
		}
	}
	return all
}

// UnknownTechniqueError says that there is no technique of a name.
type UnknownTechniqueError struct{ Name string }

func (e *UnknownTechniqueError) Error() string { return e.Message().String() }

// Message says which name is unknown.
func (e *UnknownTechniqueError) Message() message.Message {
	return message.New("logic.unknownTechnique", "name", e.Name)
}

// ByID is the technique with the given ID. The error is an *UnknownTechniqueError.
func ByID(id string) (Technique, error) {
	known()
	for t := range table {
		if id != "" && table[t].ID == id {
			return Technique(t), nil
		}
	}
	return 0, &UnknownTechniqueError{id}
}
