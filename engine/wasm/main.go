//go:build js && wasm

// Command wasm is the engine's device half: the same code, compiled to WebAssembly, for a browser or a worker. It
// carries no networks; what needs one is NOT_RUN there and run on the server.
//
// It puts one object, proofdeskEngine, into the global scope:
//
//	assess(kind, bytes) → the capture's report as JSON text: faults, outline, faces, prompts, scores
//	inspect([{kind, bytes}, …], today) → the whole report as JSON text; today is YYYY-MM-DD
//	version → the engine's version
package main

import (
	"context"
	"fmt"
	"syscall/js"
	"time"

	"proofdesk/engine"
)

func main() {
	js.Global().Set("proofdeskEngine", js.ValueOf(map[string]any{
		"version": engine.Version,
		"assess":  js.FuncOf(guarded(assess)),
		"inspect": js.FuncOf(guarded(inspect)),
	}))
	select {} // calls come from JavaScript
}

// guarded converts an error or a panic to an Error object that the caller can throw.
func guarded(call func(args []js.Value) (string, error)) func(js.Value, []js.Value) any {
	return func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if p := recover(); p != nil {
				result = js.Global().Get("Error").New(fmt.Sprint(p))
			}
		}()
		text, err := call(args)
		if err != nil {
			return js.Global().Get("Error").New(err.Error())
		}
		return text
	}
}

// maxBytes is the most bytes of one capture.
const maxBytes = 20 << 20

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) ([]byte, error) {
	if v.Type() != js.TypeObject || !v.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, fmt.Errorf("bytes must be a Uint8Array")
	}
	n := v.Get("length").Int()
	if n > maxBytes {
		return nil, fmt.Errorf("bytes must be at most %d", maxBytes)
	}
	b := make([]byte, n)
	js.CopyBytesToGo(b, v)
	return b, nil
}

func assess(args []js.Value) (string, error) {
	if len(args) != 2 || args[0].Type() != js.TypeString {
		return "", fmt.Errorf("assess takes a kind and its bytes")
	}
	b, err := bytesOf(args[1])
	if err != nil {
		return "", err
	}
	report := engine.Assess(engine.Capture{Kind: args[0].String(), Bytes: b}, engine.DefaultThresholds())
	return textOf(report), nil
}

func inspect(args []js.Value) (string, error) {
	if len(args) != 2 || args[0].Type() != js.TypeObject || args[1].Type() != js.TypeString {
		return "", fmt.Errorf("inspect takes a list of captures and today's date")
	}
	today, err := time.Parse(time.DateOnly, args[1].String())
	if err != nil {
		return "", fmt.Errorf("today must be YYYY-MM-DD")
	}
	s := engine.Submission{Thresholds: engine.DefaultThresholds(), Today: today}
	for i := range args[0].Length() {
		one := args[0].Index(i)
		b, err := bytesOf(one.Get("bytes"))
		if err != nil {
			return "", err
		}
		kind := one.Get("kind").String()
		s.Captures = append(s.Captures, engine.Capture{ID: kind, Kind: kind, Bytes: b})
	}
	report := engine.Inspect(context.Background(), s)
	for i := range report.Checks {
		report.Checks[i].RanOn = engine.OnDevice
	}
	return textOf(report), nil
}
