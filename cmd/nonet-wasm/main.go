//go:build js && wasm

// Command nonet-wasm answers every operation inside a browser's worker, or in node:
//
//	GOOS=js GOARCH=wasm go build -o nonet.wasm ./cmd/nonet-wasm
//
// If Go's wasm_exec.js runs the command, it sets globalThis.nonet to a function
//
//	nonet(name, request, {lang, event}) → Promise of the answer
//
// name is the name of an operation, such as "lab/trace". request is the operation's request in JSON. The answer is
// JSON, too. If there is no answer, the promise is rejected with a problem in JSON, as in the HTTP API. lang is a
// language tag. event is called with the progress events of a streaming operation, in JSON. There is only one thread;
// to cancel a call, end the worker.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall/js"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

func main() {
	promise := js.Global().Get("Promise")
	js.Global().Set("nonet", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return promise.New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				if answer, err := answerCall(args); err != nil {
					settle[1].Invoke(toJSON(err))
				} else {
					settle[0].Invoke(toJSON(answer))
				}
			}()
			return nil
		}))
	}))
	select {}
}

// toJSON returns v as JSON text. v must be a type of package wire, which JSON can express.
func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("nonet-wasm: " + err.Error())
	}
	return string(b)
}

// answerCall runs the operation that a call from JavaScript names, and returns its answer. The error is a
// *[wire.Problem].
func answerCall(args []js.Value) (answer any, err error) {
	c := &operation.Call{Lang: message.English, Limits: operation.Limits{}.WithDefaults(), Version: "wasm"}
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Println(failure)
			err = wire.NewProblem(wire.InternalError, c.Lang)
		}
	}()
	if len(args) > 2 && args[2].Type() == js.TypeObject {
		if lang := args[2].Get("lang"); lang.Type() == js.TypeString {
			if err := c.ReadParameters(map[string][]string{"lang": {lang.String()}}); err != nil {
				return nil, err
			}
			c.Lang = message.Lang(lang.String())
		}
		if event := args[2].Get("event"); event.Type() == js.TypeFunction {
			c.Event = func(v any) { event.Invoke(toJSON(v)) }
		}
	}
	var name, request string
	if len(args) > 1 {
		name, request = args[0].String(), args[1].String()
	}
	o, ok := operation.ByName(name)
	if !ok {
		return nil, wire.NewProblem(wire.NotFound, c.Lang, "path", name)
	}
	return o.AnswerRequest(context.Background(), c, []byte(request))
}
