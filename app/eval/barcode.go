package main

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"

	"proofdesk/engine/barcode"
	"proofdesk/engine/raster"
)

// truth reads a sample's ground truth: text or bytes.
func truth(dir string, one map[string]string) ([]byte, error) {
	if one["ground_truth_file"] == "" {
		return nil, nil
	}
	return os.ReadFile(filepath.Join(dir, one["ground_truth_file"]))
}

// codeScore counts symbols that were read right and wrong.
type codeScore struct {
	images, correct, wrong int
	watch                  stopwatch
}

func (s *codeScore) row() row {
	r := row{"images": float64(s.images), "correct": float64(s.correct), "wrong": float64(s.wrong)}
	s.watch.into(r)
	return r
}

func (s *codeScore) read(img *image.Gray, o barcode.Options, want []byte) bool {
	s.images++
	var found []barcode.Symbol
	s.watch.time(func() { found = barcode.Read(img, o) })
	for _, symbol := range found {
		if same(symbol, want) {
			s.correct++
			return true
		}
	}
	if len(found) > 0 {
		s.wrong++
	}
	return false
}

// same compares a reading with the truth; line ends at the end of a text file do not count.
func same(s barcode.Symbol, want []byte) bool {
	trim := func(b []byte) []byte { return bytes.TrimRight(b, "\r\n") }
	return bytes.Equal(trim([]byte(s.Text)), trim(want)) || bytes.Equal(trim(s.Bytes), trim(want))
}

// evalPDF417 reads flat symbols, turned copies of those that can be read, and degraded ones.
func evalPDF417(samples string, t *table) error {
	dir := filepath.Join(samples, "pdf417")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	var flat, worse codeScore
	turned := map[int]*codeScore{15: {}, 30: {}, 45: {}}
	for _, one := range lines {
		want, err := truth(dir, one)
		if err != nil {
			return err
		}
		img, err := load(filepath.Join(dir, one["file"]))
		if err != nil {
			return err
		}
		if !flat.read(img.Gray(), barcode.Options{}, want) {
			continue
		}
		for degrees, score := range turned {
			copied, _ := raster.RotateGray(img.Gray(), float64(degrees), 255)
			score.read(copied, barcode.Options{}, want)
		}
		for _, d := range degradations() {
			worse.read(d.make(img.Gray()), barcode.Options{}, want)
		}
	}
	t.put("pdf417", flat.row())
	for _, degrees := range []int{15, 30, 45} {
		t.put(fmt.Sprintf("pdf417_at_%d", degrees), turned[degrees].row())
	}
	t.put("pdf417_degraded", worse.row())
	return nil
}

// evalOther reads the other symbologies, and pictures that hold none.
func evalOther(samples string, t *table) error {
	dir := filepath.Join(samples, "other")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	scores := map[string]*codeScore{}
	var kinds []string
	for _, one := range lines {
		kind := strings.ToLower(one["format"])
		if scores[kind] == nil {
			scores[kind] = &codeScore{}
			kinds = append(kinds, kind)
		}
		want, err := truth(dir, one)
		if err != nil {
			return err
		}
		img, err := load(filepath.Join(dir, one["file"]))
		if err != nil {
			return err
		}
		scores[kind].read(img.Gray(), barcode.Options{}, want)
	}
	for _, kind := range kinds {
		t.put(kind, scores[kind].row())
	}
	return nil
}
