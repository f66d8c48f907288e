package main

import (
	"image"
	"path/filepath"
	"strings"
	"time"

	"proofdesk/engine/mrz"
)

// today is the date on which samples are read; it decides the century of two-digit years.
var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// evalMRZ reads every zone, its degraded copies, and pictures that have none.
func evalMRZ(samples string, t *table) error {
	dir := filepath.Join(samples, "mrz")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	reader, err := mrz.NewReader()
	if err != nil {
		return err
	}
	var flat, worse mrzScore
	byKind := map[string]*mrzScore{}
	for _, one := range lines {
		img, err := load(filepath.Join(dir, one["file"]))
		if err != nil {
			return err
		}
		truth := strings.Split(one["ground_truth"], "|")
		flat.read(reader, img.Gray(), truth)
		for _, d := range degradations() {
			score := byKind[d.name]
			if score == nil {
				score = &mrzScore{}
				byKind[d.name] = score
			}
			copied := d.make(img.Gray())
			before := worse.exact
			worse.read(reader, copied, truth)
			score.images++
			score.exact += worse.exact - before
		}
	}
	none, err := withoutZone(samples, reader)
	if err != nil {
		return err
	}
	r := flat.row()
	r["false_accepts"] += float64(none.accepted)
	r["without_zone"] = float64(none.images)
	t.put("mrz", r)
	degraded := worse.row()
	for name, score := range byKind {
		degraded[strings.ReplaceAll(name, " ", "_")] = float64(score.exact)
	}
	t.put("mrz_degraded", degraded)
	return nil
}

// mrzScore counts readings: exact ones, those with all key fields right, and wrong ones with every check digit right.
type mrzScore struct {
	images, exact, key, wrong int
	watch                     stopwatch
}

func (s *mrzScore) row() row {
	r := row{
		"images":        float64(s.images),
		"exact":         float64(s.exact),
		"key":           float64(s.key),
		"false_accepts": float64(s.wrong),
	}
	s.watch.into(r)
	return r
}

// read reads a picture. A false accept is a reading with every check digit right and another text than the truth.
func (s *mrzScore) read(reader *mrz.Reader, img *image.Gray, truth []string) {
	s.images++
	var got mrz.Reading
	ok := false
	s.watch.time(func() { got, ok = reader.Read(img, mrz.Options{Today: today}) })
	if !ok {
		return
	}
	want, err := mrz.Parse(truth, today)
	if err != nil {
		return
	}
	exact := strings.Join(got.Text, "|") == strings.Join(truth, "|")
	key := got.Record.Number == want.Number && got.Record.Birth == want.Birth && got.Record.Expiry == want.Expiry &&
		got.Record.Surname == want.Surname && got.Record.GivenNames == want.GivenNames
	if exact {
		s.exact++
	}
	if key {
		s.key++
	}
	numbers := got.Record.Number == want.Number && got.Record.Birth == want.Birth && got.Record.Expiry == want.Expiry
	if !numbers && len(got.Record.Failed()) == 0 {
		s.wrong++
	}
}

// nothing counts pictures without a zone, and in how many of them one was found.
type nothing struct{ images, accepted int }

// withoutZone reads pictures that have no zone: barcodes, faces, scenes.
func withoutZone(samples string, reader *mrz.Reader) (nothing, error) {
	var n nothing
	for _, folder := range []string{"other", "pdf417", "biometrics"} {
		lines, err := index(filepath.Join(samples, folder))
		if err != nil {
			return n, err
		}
		for _, one := range lines {
			img, err := load(filepath.Join(samples, folder, one["file"]))
			if err != nil {
				continue // a recording, or a format that the engine refuses
			}
			n.images++
			if _, ok := reader.Read(img.Gray(), mrz.Options{Today: today}); ok {
				n.accepted++
			}
		}
	}
	return n, nil
}
