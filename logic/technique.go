package logic

import (
	"fmt"
	"slices"
	"sync"

	"nonet/message"
)

// Technique is a method of solving, such as an X-wing. The upper bits of the number are its family; the lower bits
// number the techniques of the family. A row in the family's file describes each technique.
type Technique uint16

// familyShift is the number of bits for a technique's own number.
const familyShift = 6

// Family is a group of related techniques, such as fish. Each family has its own file in this package.
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

// String returns the family's name in JSON.
func (f Family) String() string { return familyNames[int(f)%len(familyNames)] }

// Name returns the family's name for people, in any language of the catalogue.
func (f Family) Name() message.Message { return message.New("technique.family." + f.String()) }

// Info describes a technique.
type Info struct {
	ID     string // the name in flags and JSON, such as "x-wing"
	Family Family
	SE     int // Sudoku Explainer's rating in tenths; 0 if Sudoku Explainer does not rate the technique separately
	HoDoKu HoDoKu

	large bool          // the technique is also used on boards of more than 81 cells or 9 digits
	find  func(*Finder) // emits the steps that the Finder's caller wants
}

// HoDoKu is HoDoKu's data about a technique. For a technique that HoDoKu does not have, nonet chose the data so that
// they fit those of the other techniques.
type HoDoKu struct {
	Code    string // four digits, as in HoDoKu's library; "" if HoDoKu does not have the technique
	Score   int    // the points of one step; for a technique without a Code, the points of the technique that HoDoKu would use instead
	Level   Level  // for a technique without a Code, the level of the technique that HoDoKu would use instead
	Order   int    // the place in the order of search; techniques without a Code come between the fish and brute force
	Default bool   // HoDoKu's solver uses the technique by default, or uses it before it guesses
}

// Level is HoDoKu's level of difficulty, from Easy to Extreme; 0 means no level.
type Level uint8

const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

var levelNames = [...]string{"", "easy", "medium", "hard", "unfair", "extreme"}

// String returns the level's name in JSON, such as "hard".
func (l Level) String() string { return levelNames[int(l)%len(levelNames)] }

// Name returns the level's name as a message.
func (l Level) Name() message.Message { return message.New("explain.level." + l.String()) }

// MarshalText returns the level as [Level.String] writes it.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText sets the level to the one with this name; an empty text sets 0, for no level.
func (l *Level) UnmarshalText(text []byte) error {
	i := slices.Index(levelNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("logic: no level is named %q", text)
	}
	*l = Level(i)
	return nil
}

// row describes a technique: its number, ID, rating by Sudoku Explainer, search, and HoDoKu's data.
type row struct {
	technique Technique
	id        string
	se        int
	find      func(*Finder)
	hodoku    HoDoKu
}

// table has an entry for each possible number of a technique.
var table [(int(FamilyForce) + 1) << familyShift]Info

// known fills table when it is first called, so that the program starts fast. An initial value here would be a cycle,
// because the finders use table, too; so init sets known.
var known func()

func init() {
	known = sync.OnceFunc(func() {
		for family, list := range [...][]row{
			FamilySingle: singleRows, FamilyLocked: lockedRows, FamilySubset: subsetRows, FamilyFish: fishTechniqueRows(), FamilyPattern: patternRows,
			FamilyColour: colourRows, FamilyWing: wingRows, FamilyUnique: uniqueRows, FamilyChain: chainRows, FamilyLoop: loopRows,
			FamilyALS: alsRows, FamilyTemplate: templateRows, FamilyForcing: forcingRows, FamilyForce: forceRows,
		} {
			for _, r := range list {
				table[r.technique] = Info{r.id, Family(family), r.se, r.hodoku, supportsAnySize(r.technique), r.find}
			}
		}
	})
}

// supportsAnySize reports whether the searches for a technique support boards of any size. It decides by the family. If
// a new technique of a family in this list does not support such boards, it needs an exception here.
func supportsAnySize(t Technique) bool {
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

// Info returns the technique's ID, family and ratings.
func (t Technique) Info() Info { return *t.info() }

func (t Technique) info() *Info {
	if int(t) >= len(table) {
		return new(Info)
	}
	known()
	return &table[t]
}

// String returns the technique's ID, such as "x-wing", or "" for an invalid number.
func (t Technique) String() string { return t.info().ID }

// Name returns the technique's name for people, in any language of the catalogue.
func (t Technique) Name() message.Message { return message.New("technique." + t.String()) }

// MarshalText returns the technique's ID, such as "x-wing".
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText sets the technique to the one with the given ID. The error comes from [ByID].
func (t *Technique) UnmarshalText(text []byte) (err error) {
	*t, err = ByID(string(text))
	return err
}

// Techniques returns all techniques, family by family.
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

// UnknownTechniqueError is the error for a name that no technique has.
type UnknownTechniqueError struct{ Name string }

func (e *UnknownTechniqueError) Error() string { return e.Message().String() }

// Message returns a sentence with the unknown name.
func (e *UnknownTechniqueError) Message() message.Message {
	return message.New("logic.unknownTechnique", "name", e.Name)
}

// ByID looks up a technique by its ID, such as "x-wing". The error is an *UnknownTechniqueError.
func ByID(id string) (Technique, error) {
	known()
	for t := range table {
		if id != "" && table[t].ID == id {
			return Technique(t), nil
		}
	}
	return 0, &UnknownTechniqueError{id}
}
