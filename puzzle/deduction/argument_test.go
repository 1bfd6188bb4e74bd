package deduction

import (
	"fmt"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/message"
)

// argued lists puzzles whose first step of the technique has an argument that the examples lack.
var argued = []struct {
	technique Technique
	text      string
}{
	{byRank, ".FullRank~C1~14~"},
	{byRank, ".FullRank~C1~13~.FullRank~R9~~16.~R1C1_4.~R9C9_4.~R2C1_5_6_7"},
	{byRank, ".FullRank~C1~13~.~R1C1_4.~R2C1_7"},
	{byCircles, ".CountingCircles~R1C1~R1C3~R2C2~R2C5"},
	{byCircles, ".CountingCircles~R1C1~R1C3~R2C2~R2C5.~R1C1_1.~R1C3_1_3.~R2C2_1_3.~R2C5_1_3"},
	{byCircles, ".Shape~4x4.CountingCircles~R1C1~R2C2~R3C4~R4C3~R4C1.~R1C1_1_4.~R2C2_1_4.~R3C4_1_4.~R4C3_1_4.~R4C1_1_4"},
	{byConnected, ".Shape~4x4.ConnectedValues~~1_2.~R1C1_1.~R1C2_3.~R4C4_2"},
	{byConnected, ".Shape~6x6.ConnectedValues~~1_2_3.~R1C1_1.~R6C5_4.~R5C6_5"},
	{byPattern, ".Shape~6x6.~R1C2_2_3_4_5_6.~R1C3_2_3_4_5_6.~R1C5_2_3_4_5_6.~R1C6_2_3_4_5_6.~R5C2_2_3_4_5_6.~R5C3_2_3_4_5_6.~R5C4_2_3_4_5_6.~R5C6_2_3_4_5_6"},
	{byChain, ".~R1C1_1_2.~R1C9_2_3.~R5C9_3_4.~R5C5_1_4"},
	{byHouseRules, ".Cage~7~R1C1~R1C2.Cage~10~R1C3~R1C4.Cage~9~R1C5~R1C6"},
	{byHouseRules, ".Cage~24~R1C3~R1C4~R2C4.Cage~23~R1C6~R1C7~R2C7.~R1C3_7_8_9.~R1C4_7_8_9.~R2C4_7_8_9.~R1C6_6_8_9.~R1C7_6_8_9.~R2C7_6_8_9"},
	{byNeeded, ".Quad~R1C1~5.~R1C1_1_2_3~R1C2_1_2_3~R2C1_1_2_3"},
	{byNeeded, ".Quad~R1C1~1~2~3~5"},
	{byAlternation, ".Whisper~5~R1C1~R1C2~R1C3~R2C4"},
	{byAlternation, ".Whisper~5~R1C1~R2C2~R1C3~R2C4.~R2C2_7_8.~R1C1_1_2_3_4_6_7_8_9.~R1C3_1_2_3_4_6_7_8_9.~R2C4_1_2_3_4_6_7_8_9"},
	{byRange, ".Renban~R1C1~R1C2~R2C2~R2C3.~R1C1_7_8"},
	{byRange, ".Renban~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6"},
	{bySumBounds, ".Cage~12~R1C1~R1C2~R1C3~R1C4"},
	{bySumBounds, ".Cage~27~R1C1~R1C2~R2C2~R2C1"},
	{bySumBounds, ".LittleKiller~44~R1C6"},
	{bySumBounds, ".Arrow~R1C1~R1C2~R1C3~R1C4"},
	{bySumBounds, ".PillArrow~2~R1C1~R1C2~R1C3~R1C4~R1C5"},
	{byVisible, ".Shape~6x6.Skyscraper~R1~4~"},
	{byVisible, ".Shape~6x6.Skyscraper~C6~1~"},
	{byCrusts, ".Sandwich~28~R1.~R1C1_9"},
	{byCrusts, ".Sandwich~10~R1.~R1C2_1.~R1C4_2_3_4_5_6_7_8.~R1C5_9"},
	{byFirstCells, ".Shape~6x6.XSum~R1~20~"},
	{byFirstCells, ".Shape~6x6.XSum~R1~8~.~R1C1_3"},
	{byVisits, ".RegionSumLine~R1C1~R1C2~R1C3~R1C4"},
	{byCopies, ".Palindrome~R1C1~R5C5~R9C9.~R5C2_1_2_4_5_6_7_8_9.~R5C3_1_2_4_5_6_7_8_9.~R5C4_1_2_4_5_6_7_8_9.~R5C5_1_2_4_5_6_7_8_9.~R5C6_1_2_4_5_6_7_8_9.~R5C7_1_2_4_5_6_7_8_9.~R5C8_1_2_4_5_6_7_8_9"},
	{byAlternatives, ".Or.Cage~4~R1C1~R1C2.Cage~17~R1C1~R1C2.End.~R1C1_5_6_7_8_9"},
	{byAlternatives, ".Or.Cage~4~R1C1~R1C2.Cage~17~R1C1~R1C2.End"},
	{byHiddenSubset, ".~R1C3_3_4_5_6_7_8_9.~R1C4_3_4_5_6_7_8_9.~R1C5_3_4_5_6_7_8_9.~R1C6_3_4_5_6_7_8_9.~R1C7_3_4_5_6_7_8_9.~R1C8_3_4_5_6_7_8_9.~R1C9_3_4_5_6_7_8_9"},
	{bySharedValue, ".Cage~4~R1C1~R2C2"},
	{byBalance, ".Cage~17~R1C1~R1C2~R1C3.Cage~22~R2C1~R2C2~R2C3"},
	{byBalance, ".Cage~38~R1C4~R1C5~R1C6~R2C4~R2C5~R2C6.Cage~30~R1C7~R1C8~R2C7~R2C8~R2C9"},
	{byFish, ".~R2C1_1_2_3_4_6_7_8_9.~R2C2_1_2_3_4_6_7_8_9.~R2C4_1_2_3_4_6_7_8_9.~R2C5_1_2_3_4_6_7_8_9.~R2C6_1_2_3_4_6_7_8_9.~R2C8_1_2_3_4_6_7_8_9.~R2C9_1_2_3_4_6_7_8_9.~R8C1_1_2_3_4_6_7_8_9.~R8C2_1_2_3_4_6_7_8_9.~R8C4_1_2_3_4_6_7_8_9.~R8C5_1_2_3_4_6_7_8_9.~R8C6_1_2_3_4_6_7_8_9.~R8C8_1_2_3_4_6_7_8_9.~R8C9_1_2_3_4_6_7_8_9"},
	{byWing, ".AntiKnight.~R1C1_1_2.~R1C5_1_3.~R3C2_2_3"},
	{byWing, ".~R1C1_1_2.~R2C9_1_2.~R3C5_2_3_4_5_6_7_8_9.~R4C5_2_3_4_5_6_7_8_9.~R5C5_2_3_4_5_6_7_8_9.~R6C5_2_3_4_5_6_7_8_9.~R7C5_2_3_4_5_6_7_8_9.~R8C5_2_3_4_5_6_7_8_9.~R9C5_2_3_4_5_6_7_8_9"},
	{byFinnedFish, ".~R2C1_1_2_3_4_6_7_8_9.~R2C2_1_2_3_4_6_7_8_9.~R2C4_1_2_3_4_6_7_8_9.~R2C5_1_2_3_4_6_7_8_9.~R2C6_1_2_3_4_6_7_8_9.~R2C8_1_2_3_4_6_7_8_9.~R2C9_1_2_3_4_6_7_8_9.~R8C1_1_2_3_4_6_7_8_9.~R8C2_1_2_3_4_6_7_8_9.~R8C4_1_2_3_4_6_7_8_9.~R8C5_1_2_3_4_6_7_8_9.~R8C6_1_2_3_4_6_7_8_9.~R8C9_1_2_3_4_6_7_8_9"},
	{byTwoRules, ".Cage~7~R1C1~R1C2~R1C3.Cage~9~R1C3~R2C3"},
	{byRegions, ".Shape~4x4.ChaosConstruction"},
	{byRegions, ".Shape~4x4.ChaosConstruction.~CC1_1.~CC2_2.~CC3_3.~CC4_4"},
	{byRegions, ".Shape~4x4.ChaosConstruction.~CC1_1.~CC2_1_2.~CC3_1_2_3.~CC8_2_3_4.~CC11_2_3_4.~CC12_2_3_4.~CC14_2_3_4.~CC15_2_3_4.~CC16_2_3_4.~R1C1_1_2_3.~R1C3_1_2_3.~R1C4_1_2_3.~R2C1_1_2_3.~R2C2_1_2_3.~R2C3_1_2_3.~R3C1_1_2_3.~R3C2_1_2_3.~R4C1_1_2_3"},
}

// argumentsShown returns the steps of these puzzles.
func argumentsShown(t *testing.T) (all []shown) {
	for _, test := range argued {
		s, err := NewState(t.Context(), read(t, test.text))
		if err != nil {
			t.Fatal(test.text, err)
		}
		f := finder{State: s, after: s, ctx: t.Context(), of: s.pieces}
		f.preparePuzzle()
		step := f.findByTechnique(test.technique)
		if step == nil {
			t.Fatalf("%s: no %v", test.text, test.technique)
		}
		all = append(all, shown{s, step})
	}
	return all
}

// TestArguments checks that each argument has a sentence, a drawing and a proof.
func TestArguments(t *testing.T) {
	var b strings.Builder
	for i, x := range argumentsShown(t) {
		s, step, text := x.at, x.step, argued[i].text
		verdict, err := verifyStep(t.Context(), s, step)
		if err != nil || verdict != verdictProved {
			t.Errorf("%s: %v is %v, %v", text, step.Technique, verdict, err)
		}
		if len(s.Parts(step)) == 0 && len(s.Pattern(step)) == 0 {
			t.Errorf("%s: nothing to draw", text)
		}
		for _, lang := range message.Langs() {
			fmt.Fprintf(&b, "%s: %s\n", s.Title(step).In(lang), s.Sentence(t.Context(), step, nil).In(lang))
		}
	}
	golden.Check(t, "testdata/arguments.txt", b.String())
}
