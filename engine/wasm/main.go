//go:build js && wasm

// Command wasm is the engine's device half: the same code, compiled to WebAssembly, for a browser or a worker. It
// carries no networks; what needs one is NOT_RUN there and run on the server.
//
// It puts one object, proofdeskEngine, into the global scope:
//
//	assess(kind, bytes, options?) → the capture's report as JSON text: faults, outline, faces, prompts, scores
//	assessFrame(kind, pixels, width, height, options?) → the same of a frame of a camera, whose pixels are RGBA
//	inspect([{kind, bytes}, …], today, options?) → the whole report as JSON text; today is YYYY-MM-DD
//	version → the engine's version
//
// Options is an object of the SDK's options in force by name, such as {focusThreshold: 0.9}. Names that the engine does
// not know are ignored, and defaults are taken for those that are missing.
package main

import (
	"context"
	"fmt"
	"image"
	"syscall/js"
	"time"

	"proofdesk/engine"
)

func main() {
	js.Global().Set("proofdeskEngine", js.ValueOf(map[string]any{
		"version": engine.Version,
		"assess":  js.FuncOf(guarded(assess)),
		"inspect": js.FuncOf(guarded(inspect)),

		"assessFrame": js.FuncOf(guarded(assessFrame)),
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

// thresholdsOf reads the last argument of a call, which may be missing.
func thresholdsOf(args []js.Value) (engine.Thresholds, error) {
	if len(args) == 0 || args[0].IsUndefined() {
		return engine.DefaultThresholds(), nil
	}
	if args[0].Type() != js.TypeObject {
		return engine.Thresholds{}, fmt.Errorf("options must be an object")
	}
	options := map[string]any{}
	names := js.Global().Get("Object").Call("keys", args[0])
	for i := range names.Length() {
		name := names.Index(i).String()
		switch value := args[0].Get(name); value.Type() {
		case js.TypeNumber:
			options[name] = value.Float()
		case js.TypeBoolean:
			options[name] = value.Bool()
		default:
			options[name] = nil // wrong for every threshold
		}
	}
	return engine.ThresholdsOf(options)
}

func assess(args []js.Value) (string, error) {
	if len(args) < 2 || len(args) > 3 || args[0].Type() != js.TypeString {
		return "", fmt.Errorf("assess takes a kind, its bytes and options")
	}
	b, err := bytesOf(args[1])
	if err != nil {
		return "", err
	}
	t, err := thresholdsOf(args[2:])
	if err != nil {
		return "", err
	}
	return textOf(engine.Assess(engine.Capture{Kind: args[0].String(), Bytes: b}, t)), nil
}

// frame holds the pixels of the last frame: a camera's frames come one after the other, all of one size.
var frame image.RGBA

// maxFrameSide is the longer side of the largest frame.
const maxFrameSide = 4096

func assessFrame(args []js.Value) (string, error) {
	if len(args) < 4 || len(args) > 5 || args[0].Type() != js.TypeString || !isPixels(args[1]) ||
		args[2].Type() != js.TypeNumber || args[3].Type() != js.TypeNumber {
		return "", fmt.Errorf("assessFrame takes a kind, pixels, width, height and options")
	}
	width, height := args[2].Int(), args[3].Int()
	if width < 1 || height < 1 || max(width, height) > maxFrameSide || args[1].Length() != 4*width*height {
		return "", fmt.Errorf("a frame has four bytes a pixel and at most %d pixels a side", maxFrameSide)
	}
	t, err := thresholdsOf(args[4:])
	if err != nil {
		return "", err
	}
	if size := image.Rect(0, 0, width, height); frame.Rect != size {
		frame = *image.NewRGBA(size)
	}
	js.CopyBytesToGo(frame.Pix, args[1])
	return textOf(engine.AssessFrame(args[0].String(), &frame, t)), nil
}

// isPixels reports whether a value is bytes, as ImageData holds them.
func isPixels(v js.Value) bool {
	return v.Type() == js.TypeObject &&
		(v.InstanceOf(js.Global().Get("Uint8ClampedArray")) || v.InstanceOf(js.Global().Get("Uint8Array")))
}

func inspect(args []js.Value) (string, error) {
	if len(args) < 2 || len(args) > 3 || args[0].Type() != js.TypeObject || args[1].Type() != js.TypeString {
		return "", fmt.Errorf("inspect takes a list of captures, today's date and options")
	}
	today, err := time.Parse(time.DateOnly, args[1].String())
	if err != nil {
		return "", fmt.Errorf("today must be YYYY-MM-DD")
	}
	t, err := thresholdsOf(args[2:])
	if err != nil {
		return "", err
	}
	s := engine.Submission{Thresholds: t, Today: today}
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
