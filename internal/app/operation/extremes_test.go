package operation

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/soak"
	"nonet/message"
	"nonet/puzzle"
	"nonet/wire"
)

// extremes are numbers at the limits of arithmetic, and numbers that are not whole.
var extremes = []string{
	"-9223372036854775808", "9223372036854775807", "9223372036854775808", "1000000000000000000", "-1000000000000000000",
	"4611686018427387904", "2147483647", "2147483648", "-2147483648", "4294967296", "65536", "8193", "-1", "0", "1.5", "1e6", "1e400", "-1e400", "1E-400", "00",
}

// checkSurvives fails the test unless the reply to a request is an answer, or a problem with the request.
func checkSurvives(t *testing.T, name, request string) {
	t.Helper()
	defer func() {
		if failure := recover(); failure != nil {
			t.Errorf("%s of %.300s: %v", name, request, failure)
		}
	}()
	op, _ := ByName(name)
	call := &Call{Lang: message.English, Limits: Limits{Time: 30 * time.Millisecond}.WithDefaults()}
	answer, err := op.AnswerRequest(t.Context(), call, []byte(request))
	if err == nil && reflect.TypeOf(answer) != op.Answer {
		t.Errorf("%s of %.300s: the answer is a %T, not a %v", name, request, answer, op.Answer)
	}
	if p := (*wire.Problem)(nil); err != nil && (!errors.As(err, &p) || p.Code == wire.InternalError) {
		t.Errorf("%s of %.300s: %v", name, request, err)
	}
}

// numbersIn returns the positions of up to most numbers in a text.
func numbersIn(text string, most int) [][]int {
	all := regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`).FindAllStringIndex(text, -1)
	if n := len(all); n > most { // the first, the last, and some between
		some := all[:0:0]
		for i := range most {
			some = append(some, all[i*(n-1)/(most-1)])
		}
		return some
	}
	return all
}

// Each number in each notation may have any value: the reader refuses it or answers.
func TestExtremeNumbersInTexts(t *testing.T) {
	texts := map[string]string{
		"nonet": `{"nonet":1,"rows":4,"columns":4,"values":[1,4],"boxes":[2,2],"regionSize":4,"groups":[{"name":"VL","count":3,"columns":2,"high":4}],"givens":{"r1c1":[1,2],"VL1":[3]},` +
			`"constraints":[{"kind":"ConnectedValues","numbers":[2,1,3]},{"kind":"Replicate","cells":["r1c1","r1c2"],"parts":[{"kind":"Thermo","cells":["r1c1","r2c1"]}]}],"weights":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}`,
		"nonet jigsaw": `{"nonet":1,"rows":4,"columns":4,"values":[0,3],"regions":["1122","1122","3344","3344"],"constraints":[{"kind":"ChaosArrow","numbers":[0],"cells":["r1c1"],"sets":[["r1c1","r1c2"]]}]}`,
		"nonet drawn":  `{"nonet":1,"rows":6,"columns":6,"values":[0,5],"free":true,"constraints":[{"kind":"ChaosConstruction"},{"kind":"Doppelganger"}]}`,
		"iss board":    ".Shape~6x6~0-5~Raw.RegionSize~6.Var~A~a~2x3.~R1C1_1_2~VA1_3",
		"iss chaos":    ".Shape~4x4~6.ChaosConstruction.ChaosArrow~R1C1~1.ChaosCount~R2C2~1.~CC3_2_6",
		"f-puzzles":    `{"size":4,"grid":[[{"value":1,"given":true,"region":0},{"region":1},{},{}],[{"centerPencilMarks":[1,2]},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"littlekillersum":[{"cell":"R0C3","direction":"DL","value":"5"}],"whispers":[{"lines":[["R1C1","R1C2"]],"value":"2"}],"difference":[{"cells":["R1C1","R1C2"],"value":"2"}],"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,2]}],"text":[{"cells":["R1C1"],"value":"3","size":0.7,"angle":45}]}`,
		"sudokupad":    `{"cellSize":64,"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":2,"pencilMarks":[1,2]}]],"regions":[[[0,0],[0,1],[1,0],[1,1]]],"cages":[{"cells":[[0,0],[0,1]],"value":3,"sum":3,"style":"killer"}],"lines":[{"wayPoints":[[0.5,0.5],[1.5,1.5]],"thickness":8}],"overlays":[{"center":[1,1],"width":0.5,"height":0.5,"text":"5"}]}`,
		"penpa":        "sudoku,5,5,38,0,1,1,380,380,40,40,0,0,0,0,Title: Four,Author: A,,Rules,OFF,false\n[1,0,1,0]\n[\"1\",\"2\",\"1\"]\n{zR:{z_:[]},zS:{},zN:{\"30\":[\"1\",1,\"1\"]},zE:{\"103,112\":2}}\n\n[30,1,1,1,6,1,1,1,6,1,1,1,6,1,1,1]",
		"sumocue":      "3x3:d:k:" + "769:769:" + strings.Repeat("0:", 78) + "2306:",
		"sized":        "1 2 3 4 0 0 0 0 0 0 0 0 0 0 0 16",
	}
	for _, k := range puzzle.Kinds() {
		if texts["kind "+k.Name] = k.Example; strings.HasPrefix(k.Example, "{") {
			texts["kind "+k.Name] = `{"nonet":1,"rows":9,"columns":9,"constraints":[` + k.Example + `]}`
		}
	}
	samples, err := filepath.Glob("../../../format/testdata/accepted/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range samples {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 20_000 {
			texts["sample "+filepath.Base(name)] = string(text)
		}
	}
	var before, after runtime.MemStats
	for name, text := range texts {
		most := 12
		if strings.HasPrefix(name, "sample ") {
			most = 3
		} else if len(text) < 1200 {
			most = 60
		}
		for i, at := range numbersIn(text, most) {
			for k, number := range extremes {
				if (i+k)%soak.PickOfThree(15, 10, 1) != 0 {
					continue
				}
				one := text[:at[0]] + number + text[at[1]:]
				if name == "penpa" {
					one = penpaOf(one)
				}
				puzzle, _ := json.Marshal(one)
				runtime.ReadMemStats(&before)
				checkSurvives(t, "parse", `{"text":`+string(puzzle)+`}`)
				checkSurvives(t, "solve", `{"puzzle":`+string(puzzle)+`,"timeout_ms":20}`)
				checkSurvives(t, "draft", `{"puzzle":`+string(puzzle)+`}`)
				if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<30 {
					t.Errorf("%s with %s takes %d bytes: %.200s", name, number, after.TotalAlloc-before.TotalAlloc, one)
				}
			}
		}
	}
	if len(samples) < 20 {
		t.Errorf("%d samples of formats", len(samples))
	}
}

// penpaOf returns a Penpa+ link that contains a text.
func penpaOf(text string) string {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return "https://swaroopg92.github.io/penpa-edit/#m=solve&p=" + base64.StdEncoding.EncodeToString(packed.Bytes())
}

// Each numeric field of each request may have any value.
func TestExtremeNumbersInRequests(t *testing.T) {
	asked := 0
	for _, op := range All() {
		for _, f := range Fields(op.Request) {
			kind := f.Type
			for kind.Kind() == reflect.Pointer {
				kind = kind.Elem()
			}
			list := kind.Kind() == reflect.Slice
			if list {
				kind = kind.Elem()
			}
			switch kind.Kind() {
			case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Uint8, reflect.Float64:
			default:
				continue
			}
			request := map[string]json.RawMessage{}
			if err := json.Unmarshal([]byte(op.Example), &request); err != nil {
				t.Fatal(err)
			}
			if request["timeout_ms"] == nil && op.Cost != Direct {
				request["timeout_ms"] = json.RawMessage("20")
			}
			for _, number := range extremes {
				if number == "00" { // not valid JSON
					continue
				}
				if list {
					number = "[" + number + "]"
				}
				request[f.Name] = json.RawMessage(number)
				text, err := json.Marshal(request)
				if err != nil {
					t.Fatal(err)
				}
				checkSurvives(t, op.Name, string(text))
				asked++
			}
		}
	}
	if asked < 1000 {
		t.Error(fmt.Sprint(asked, " requests"))
	}
}
