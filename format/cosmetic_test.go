package format

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCosmetics checks that a player's entries and colours of cells are named in notes, and are
// not rules.
func TestCosmetics(t *testing.T) {
	fpuzzles := func(cell string) string {
		row := strings.Repeat(",{}", 3)
		return fmt.Sprintf(`{"size":4,"grid":[[%s%s]%s]}`, cell, row, strings.Repeat(",[{}"+row+"]", 3))
	}
	sudokuPad := func(cell, more string) string {
		row := strings.Repeat(",{}", 3)
		return fmt.Sprintf(`{"cells":[[%s%s]%s]%s}`, cell, row, strings.Repeat(",[{}"+row+"]", 3), more)
	}
	for text, want := range map[string][]string{
		fpuzzles(`{}`):                                                        nil,
		fpuzzles(`{"value":1,"given":true}`):                                  nil,
		fpuzzles(`{"value":1}`):                                               {noteDigits},
		fpuzzles(`{"cornerPencilMarks":[1]}`):                                 {noteNotes},
		fpuzzles(`{"centerPencilMarks":[1]}`):                                 {noteNotes},
		fpuzzles(`{"givenPencilMarks":[1,2]}`):                                nil,
		fpuzzles(`{"c":"#FF0000"}`):                                           {noteColours},
		fpuzzles(`{"highlight":"#FF0000","value":2,"centerPencilMarks":[1]}`): {noteDigits, noteNotes, noteColours},
		strings.TrimSuffix(fpuzzles(`{}`), "}") + `,"renban":[{"lines":[["R1C1","R1C2"]],"isNewConstraint":true}]}`: nil,
		sudokuPad(`{"value":1}`, ""):           nil,
		sudokuPad(`{"pencilMarks":[1,2]}`, ""): {noteNotes},
		sudokuPad(`{"centremarks":[1,2]}`, ""): {noteNotes},
		sudokuPad(`{"color":"#FF0000"}`, ""):   {noteColours},
		sudokuPad(`{}`, `,"underlays":[{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#FF0000"}]`): {noteColours},
	} {
		_, notes, err := readAny(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		var got []string
		for _, n := range notes {
			if !n.Cosmetic {
				t.Errorf("%s: %s counts as a rule", text, n.Part)
			}
			got = append(got, n.Part)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: notes %v, not %v", text, got, want)
		}
	}
}
