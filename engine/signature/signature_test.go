package signature_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/golden"
	"proofdesk/engine/signature"
)

// loops is a written-looking line: a wave whose loops drift to the right, in three strokes.
func loops(scale, phase float64) []signature.Stroke {
	var out []signature.Stroke
	for s := range 3 {
		var st signature.Stroke
		for i := range 60 {
			a := float64(i) / 60 * 4 * math.Pi
			st = append(st, signature.Point{
				X: scale * (20 + 100*float64(s) + 6*a + 14*math.Sin(a+phase)),
				Y: scale * (60 + 30*math.Cos(a*1.1+phase+float64(s))),
				T: float64(1000 + s*700 + i*8),
			})
		}
		out = append(out, st)
	}
	return out
}

func coordinates(strokes []signature.Stroke) string {
	b, _ := json.Marshal(strokes)
	return string(b)
}

func picture(strokes []signature.Stroke, w, h int, scale, pen float64) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 250
	}
	for _, s := range strokes {
		for i := 1; i < len(s); i++ {
			for f := 0.0; f <= 1; f += .005 {
				x, y := scale*(s[i-1].X+(s[i].X-s[i-1].X)*f), scale*(s[i-1].Y+(s[i].Y-s[i-1].Y)*f)
				dab(img, x, y, pen)
			}
		}
	}
	return img
}

func dab(img *image.Gray, x, y, pen float64) {
	for v := int(y - pen); v <= int(y+pen); v++ {
		for u := int(x - pen); u <= int(x+pen); u++ {
			if math.Hypot(float64(u)-x, float64(v)-y) <= pen {
				img.SetGray(u, v, color.Gray{Y: 20})
			}
		}
	}
}

func TestVerdictsAreToldApart(t *testing.T) {
	written := loops(1, 0)
	tap := []signature.Stroke{{{X: 100, Y: 50}, {X: 102, Y: 51, T: 30}}}
	straight := []signature.Stroke{{{X: 10, Y: 50}, {X: 100, Y: 52, T: 30}, {X: 300, Y: 55, T: 60}}}
	for name, c := range map[string]struct {
		img     *image.Gray
		strokes []signature.Stroke
		want    signature.Verdict
	}{
		"coordinates of writing": {nil, written, signature.Plausible},
		"picture of writing":     {picture(written, 400, 120, 1, 2), nil, signature.Plausible},
		"coordinates of a tap":   {nil, tap, signature.Dot},
		"picture of a tap":       {picture(tap, 400, 120, 1, 6), nil, signature.Dot},
		"coordinates of a line":  {nil, straight, signature.Line},
		"picture of a line":      {picture(straight, 400, 120, 1, 2), nil, signature.Line},
		"blank picture":          {picture(nil, 400, 120, 1, 2), nil, signature.Blank},
	} {
		text := ""
		if c.strokes != nil {
			text = coordinates(c.strokes)
		}
		r, err := signature.Inspect(c.img, text)
		if err != nil || r.Verdict != c.want {
			t.Errorf("%s: %s (%v), want %s; ink %.0f, turning %.1f, box %v",
				name, r.Verdict, err, c.want, r.InkLength, r.Turning, r.Box)
		}
	}
}

func TestStrokesAreMeasured(t *testing.T) {
	r, err := signature.Inspect(nil,
		`[[{"x":10,"y":20,"t":500},{"x":40,"y":60,"t":800}],[{"x":10,"y":60,"t":900},{"x":40,"y":20,"t":1250}]]`)
	if err != nil || r.Count != 2 || r.Points != 4 || r.InkLength != 100 || r.Duration != 750*time.Millisecond {
		t.Fatalf("%+v, %v", r, err)
	}
	if want := image.Rect(10, 20, 41, 61); r.Box != want {
		t.Fatalf("box %v, want %v", r.Box, want)
	}
}

func TestPictureMeasuresCloseToItsStrokes(t *testing.T) {
	strokes := loops(1, 0)
	fromStrokes, _ := signature.Inspect(nil, coordinates(strokes))
	fromPicture, _ := signature.Inspect(picture(strokes, 400, 120, 1, 2), "")
	if ratio := fromPicture.InkLength / fromStrokes.InkLength; ratio < .8 || ratio > 1.2 {
		t.Fatalf("ink %.0f in the picture, %.0f in the strokes", fromPicture.InkLength, fromStrokes.InkLength)
	}
}

func TestEveryLayoutGivesTheSameStrokes(t *testing.T) {
	for _, text := range []string{
		`[[{"x":1,"y":2,"t":5},{"x":3,"y":4,"t":9}],[{"x":5,"y":6,"t":12}]]`,
		`{"strokes":[[{"x":1,"y":2,"t":5},{"x":3,"y":4,"t":9}],[{"x":5,"y":6,"t":12}]]}`,
		`[[[1,2,5],[3,4,9]],[[5,6,12]]]`,
		`1,2,5;3,4,9|5,6,12`,
		" 1, 2,5; 3,4,9 ;|| 5,6,12",
	} {
		got, err := signature.ParseStrokes(text)
		if want := "[[{1 2 0} {3 4 4}] [{5 6 7}]]"; err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	flat, err := signature.ParseStrokes(`[{"x":1,"y":2},{"x":3,"y":4}]`)
	if err != nil || len(flat) != 1 || len(flat[0]) != 2 {
		t.Errorf("a flat list of points: %v, %v", flat, err)
	}
}

func TestFaultsAreNamed(t *testing.T) {
	for text, want := range map[string]signature.Fault{
		"":                                   signature.Empty,
		"[]":                                 signature.Empty,
		"[[]]":                               signature.Empty,
		"|;":                                 signature.Empty,
		`[[{"x":1}]]`:                        signature.Corrupt,
		`{"ink":[]}`:                         signature.Corrupt,
		`[[{"x":1,"y":2}]`:                   signature.Corrupt,
		"1;2;3":                              signature.Corrupt,
		"a,b":                                signature.Corrupt,
		"NaN,1":                              signature.Corrupt,
		"1e300,1":                            signature.Corrupt,
		strings.Repeat("1,1;", 1_050_000):    signature.TooLong,
		strings.Repeat("1,1;", 100_001):      signature.TooLong,
		"[" + strings.Repeat("[", 20_000):    signature.Corrupt,
		`[[{"x":1,"y":2,"t":"yesterday"}]]`:  signature.Corrupt,
		"{\"strokes\":[[{\"x\":1,\"y\":2}]]": signature.Corrupt,
	} {
		if _, err := signature.Inspect(nil, text); !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestPictureAndCoordinatesAgreeOnlyOnOneSignature(t *testing.T) {
	mine, other := loops(1, 0), loops(1, 1.4)
	for scale := .5; scale <= 3; scale *= 1.5 {
		img := picture(mine, int(400*scale), int(120*scale), scale, 1+scale)
		same, _ := signature.Inspect(img, coordinates(mine))
		foreign, _ := signature.Inspect(img, coordinates(other))
		if same.Agreement < .9 || foreign.Agreement > signature.AgreementFloor {
			t.Errorf("at scale %.2f: same %.2f, foreign %.2f", scale, same.Agreement, foreign.Agreement)
		}
	}
	alone, _ := signature.Inspect(nil, coordinates(mine))
	blank, _ := signature.Inspect(picture(nil, 40, 40, 1, 1), coordinates(mine))
	if alone.Agreement != -1 || blank.Agreement != 0 {
		t.Errorf("alone %.2f, blank %.2f", alone.Agreement, blank.Agreement)
	}
}

// What is measured on a signature that is drawn, with coordinates, without, and with those of another hand.
func TestADrawnSignatureMeasuresAsBefore(t *testing.T) {
	var out strings.Builder
	strokes, other := loops(1, 0), loops(1, 2)
	img := picture(strokes, 800, 240, 2, 3)
	for _, c := range []struct {
		name string
		img  *image.Gray
		text string
	}{
		{"both", img, coordinates(strokes)},
		{"picture", img, ""},
		{"coordinates", nil, coordinates(strokes)},
		{"another hand's", img, coordinates(other)},
		{"a tap", nil, coordinates(strokes[:1][:1])},
	} {
		r, err := signature.Inspect(c.img, c.text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out,
			"%s: %s, %d strokes, %d points, ink %.0f, turning %.1f, %v, box %v, share %.3f, agreement %.2f\n", c.name,
			r.Verdict, r.Count, r.Points, r.InkLength, r.Turning,
			r.Duration, r.Box, r.InkShare, r.Agreement)
	}
	golden.Check(t, "measures.golden", out.String())
}

// FuzzStrokes makes strokes of any bytes: what is written is what is read, and what is measured on them is possible.
func FuzzStrokes(f *testing.F) {
	f.Add([]byte{10, 10, 5, 20, 30, 5, 0, 0, 0, 40, 40, 1}, uint8(2))
	f.Add([]byte{1, 2, 3}, uint8(1))
	f.Fuzz(func(t *testing.T, b []byte, length uint8) {
		var strokes []signature.Stroke
		now := 0. // the first point's time counts as 0
		for i := 0; i+2 < len(b) && i < 900; i += 3 {
			if i/3%(1+int(length)) == 0 {
				strokes = append(strokes, nil)
			}
			if i > 0 {
				now += float64(b[i+2])
			}
			last := &strokes[len(strokes)-1]
			*last = append(*last, signature.Point{X: float64(b[i]), Y: float64(b[i+1]), T: now})
		}
		if len(strokes) == 0 {
			return
		}
		text := coordinates(strokes)
		back, err := signature.ParseStrokes(text)
		if err != nil || coordinates(back) != text {
			t.Fatalf("%s is read as %s, %v", text, coordinates(back), err)
		}
		r, err := signature.Inspect(nil, text)
		if err != nil || r.Count != len(strokes) || r.Points > len(b)/3 || !(r.InkLength >= 0) || r.Duration < 0 ||
			r.Duration > time.Duration(now+1)*time.Millisecond {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	})
}

func FuzzParseStrokes(f *testing.F) {
	f.Add(coordinates(loops(1, 0)[:1]))
	f.Add("1,2;3,4|5,6,7")
	f.Add(`{"strokes":[[[1,2,3]]]}`)
	f.Fuzz(func(t *testing.T, s string) {
		r, err := signature.Inspect(image.NewGray(image.Rect(0, 0, 9, 7)), s)
		if err == nil && s != "" && (len(r.Strokes) == 0 || math.IsNaN(r.InkLength) || r.Duration < 0) {
			t.Fatalf("an impossible report: %+v", r)
		}
	})
}

func BenchmarkInspect(b *testing.B) {
	strokes := loops(1, 0)
	img, text := picture(strokes, 800, 240, 2, 3), coordinates(strokes)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := signature.Inspect(img, text); err != nil {
			b.Fatal(err)
		}
	}
}
