package main

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"proofdesk/engine/barcode"
	"proofdesk/engine/raster"
)

// truth returns a sample's ground truth: text or bytes.
func truth(dir string, one map[string]string) ([]byte, error) {
	if one["ground_truth_file"] == "" {
		return nil, nil
	}
	return os.ReadFile(filepath.Join(dir, one["ground_truth_file"]))
}

// codeScore counts symbols that were read right and wrong.
type codeScore struct {
	kinds                  []barcode.Symbology // what the pictures show; none if nothing must be read
	images, correct, wrong int
	// of Macro PDF417 sets that no picture shows whole, and in how many pictures
	parts  []barcode.Symbol
	partly int
	whole  []byte // what the parts should make
	watch  stopwatch
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
	switch {
	case pieces(found, want):
		s.partly++
		s.parts, s.whole = append(s.parts, found...), want
	case s.claims(found):
		s.wrong++
	}
	return false
}

// pieces reports whether all symbols are parts of a file and pieces of the truth.
func pieces(found []barcode.Symbol, want []byte) bool {
	for _, symbol := range found {
		ascii := symbol.Bytes // up to a character whose set only the part before names
		if i := bytes.IndexFunc(ascii, func(r rune) bool { return r > 127 }); i >= 0 && !bytes.Contains(want, ascii) {
			ascii = ascii[:i]
		}
		if symbol.Part == nil || !bytes.Contains(want, ascii) {
			return false
		}
	}
	return len(found) > 0
}

// claims reports whether one of the symbols is of the kind that is measured; a picture may show another one besides.
func (s *codeScore) claims(found []barcode.Symbol) bool {
	return slices.ContainsFunc(found, func(symbol barcode.Symbol) bool {
		return len(s.kinds) == 0 || slices.Contains(s.kinds, symbol.Symbology)
	})
}

// joined returns the share of files that the parts of several pictures complete.
func (s *codeScore) joined() float64 {
	n := 0.
	for _, symbol := range barcode.Join(s.parts) {
		if symbol.Part == nil && same(symbol, s.whole) {
			n++
		}
	}
	return n
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
	stacked := []barcode.Symbology{barcode.PDF417, barcode.MicroPDF417}
	flat, worse := codeScore{kinds: stacked}, codeScore{kinds: stacked}
	turned := map[int]*codeScore{15: {kinds: stacked}, 30: {kinds: stacked}, 45: {kinds: stacked}}
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
	r := flat.row()
	r["in_parts"], r["files_of_parts"] = float64(flat.partly), flat.joined()
	t.put("pdf417", r)
	for _, degrees := range []int{15, 30, 45} {
		t.put(fmt.Sprintf("pdf417_at_%d", degrees), turned[degrees].row())
	}
	t.put("pdf417_degraded", worse.row())
	return nil
}

// formats are the symbologies by the samples' names; pictures of any other name must not be read.
var formats = map[string][]barcode.Symbology{
	"qr":         {barcode.QR},
	"code128":    {barcode.Code128},
	"code39":     {barcode.Code39},
	"datamatrix": {barcode.DataMatrix},
	"aztec":      {barcode.Aztec},
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
			scores[kind] = &codeScore{kinds: formats[kind]}
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
