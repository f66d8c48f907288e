package main

import (
	"bytes"
	"fmt"
	"image"
	"path/filepath"
	"strings"
	"time"

	"github.com/ericlevine/zxinggo"
	"github.com/ericlevine/zxinggo/binarizer"
	zxinggo417 "github.com/ericlevine/zxinggo/pdf417"

	"proofdesk/engine/barcode"
)

// matches compares a peer's output with the truth, as a whole and by its lines.
func matches(out, want []byte) bool {
	trim := func(b []byte) []byte { return bytes.TrimRight(b, "\r\n") }
	if bytes.Equal(trim(out), trim(want)) {
		return true
	}
	for line := range bytes.Lines(out) {
		if bytes.Equal(trim(line), trim(want)) {
			return true
		}
	}
	return false
}

// zxing runs ZXing's C++ port. It writes the symbol's bytes; where they are not the truth, its text counts as well.
func (p peers) zxing(img *image.Gray, want []byte, formats string, s *peerScore) error {
	path, err := p.file(img)
	if err != nil {
		return err
	}
	got, err := run(nil, "ZXingReader", "-bytes", "-format", formats, path)
	if err != nil {
		return err
	}
	right := matches(got.out, want)
	if !right && len(got.out) > 0 {
		second, err := run(nil, "ZXingReader", "-format", formats, path) // not timed: one run would do
		if err != nil {
			return err
		}
		_, text, _ := bytes.Cut(second.out, []byte(`Text:       "`))
		text, _, _ = bytes.Cut(text, []byte("\"\nBytes:"))
		right = matches(text, want)
	}
	s.count(right, len(got.out) > 0, got)
	return nil
}

func (p peers) zbar(img *image.Gray, want []byte, s *peerScore) error {
	path, err := p.file(img)
	if err != nil {
		return err
	}
	got, err := run(nil, "zbarimg", "-q", "--raw", "--nodbus", path)
	if err != nil {
		return err
	}
	s.count(matches(got.out, want), len(got.out) > 0, got)
	return nil
}

// inGo runs the Go module's PDF417 reader inside this process, as the engine runs. Its panics count as nothing read.
func inGo(img *image.Gray, want []byte, s *peerScore) {
	var text string
	began := time.Now()
	func() {
		defer func() { _ = recover() }()
		bitmap := zxinggo.NewBinaryBitmap(binarizer.NewHybrid(zxinggo.NewImageLuminanceSource(img)))
		result, err := zxinggo417.NewPDF417Reader().Decode(bitmap, &zxinggo.DecodeOptions{TryHarder: true})
		if err == nil {
			text = result.Text
		}
	}()
	took := time.Since(began)
	s.count(matches([]byte(text), want), text != "", program{wall: took, cpu: took})
}

// pdf417 reads the flat symbols, and all of them turned.
func (p peers) pdf417(samples string, t *table) error {
	dir := filepath.Join(samples, "pdf417")
	lines, err := index(dir)
	if err != nil {
		return err
	}
	for _, degrees := range []int{0, 15, 45} {
		var ours codeScore
		var zxing, goPort peerScore
		for _, one := range lines {
			want, err := truth(dir, one)
			if err != nil {
				return err
			}
			img, err := load(filepath.Join(dir, one["file"]))
			if err != nil {
				return err
			}
			seen := turned(img.Gray(), degrees)
			ours.read(seen, barcode.Options{}, want)
			inGo(seen, want, &goPort)
			if err := p.zxing(seen, want, "PDF417", &zxing); err != nil {
				return err
			}
		}
		kind := fmt.Sprintf("pdf417_at_%d", degrees)
		t.put(kind+"/zxing-cpp", zxing.against(ours.row()))
		t.put(kind+"/zxinggo", goPort.against(ours.row()))
	}
	return nil
}

// codes reads the other symbologies, kind by kind.
func (p peers) codes(samples string, t *table) error {
	dir := filepath.Join(samples, "other")
	lines, err := index(dir)
	if err != nil {
		return err
	}
	formats := map[string]string{
		"QR":         "QRCode",
		"Code128":    "Code128",
		"Code39":     "Code39",
		"DataMatrix": "DataMatrix",
		"Aztec":      "Aztec",
	}
	for _, kind := range []string{"QR", "Code128", "Code39", "DataMatrix", "Aztec"} {
		var ours codeScore
		var zxing, zbar peerScore
		for _, one := range lines {
			if one["format"] != kind {
				continue
			}
			want, err := truth(dir, one)
			if err != nil {
				return err
			}
			img, err := load(filepath.Join(dir, one["file"]))
			if err != nil {
				return err
			}
			ours.read(img.Gray(), barcode.Options{}, want)
			if err := p.zxing(img.Gray(), want, formats[kind], &zxing); err != nil {
				return err
			}
			if err := p.zbar(img.Gray(), want, &zbar); err != nil {
				return err
			}
		}
		if ours.images == 0 {
			continue
		}
		name := strings.ToLower(kind)
		t.put(name+"/zxing-cpp", zxing.against(ours.row()))
		if kind != "DataMatrix" && kind != "Aztec" { // zbar knows neither
			t.put(name+"/zbar", zbar.against(ours.row()))
		}
	}
	return nil
}
