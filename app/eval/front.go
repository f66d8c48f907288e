package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"proofdesk/app/inspection"
	"proofdesk/engine"
	"proofdesk/engine/mrz"
)

// evalFront inspects passports whole, in the sandboxed child as the server does, and holds their printed text against
// their machine-readable zone's truth. Without tesseract only the time is measured.
func evalFront(samples string, t *table) error {
	dir := filepath.Join(samples, "mrz")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	pool := &inspection.Pool{Size: 1}
	defer pool.Close()
	r := row{}
	if _, err := exec.LookPath("tesseract"); err == nil {
		r["tesseract"] = 1
	}
	var watch stopwatch
	for _, one := range lines {
		want, err := mrz.Parse(strings.Split(one["ground_truth"], "|"), today)
		if err != nil || one["type"] != "TD3" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, one["file"]))
		if err != nil {
			return err
		}
		s := engine.Submission{Captures: []engine.Capture{{ID: "passport", Kind: "passport", Bytes: b}}, Thresholds: engine.DefaultThresholds(), Today: today}
		var report engine.Report
		watch.time(func() { report, err = pool.Inspect(context.Background(), s) })
		if err != nil {
			return err
		}
		r["passports"]++
		printed(report, want, r)
	}
	watch.into(r)
	t.put("front_text", r)
	return nil
}

// printed counts the printed fields that say what the zone says, and the passports on which all four do.
func printed(report engine.Report, want mrz.Record, r row) {
	expected := map[string]string{
		"lastName": want.Surname, "firstName": want.GivenNames, "documentNumber": want.Number, "dateOfBirth": want.Birth.String(),
	}
	right := map[string]bool{}
	for _, got := range report.Readings {
		truth, asked := expected[got.Field]
		if got.Source == engine.VIZ && asked && alike(got.Field, got.Value, truth) {
			right[got.Field] = true
		}
	}
	for field := range right {
		r[field]++
	}
	if len(right) == len(expected) {
		r["all_four"]++
	}
}

// alike compares names as the zone writes them, and the rest by letters and digits.
func alike(field, got, want string) bool {
	if strings.HasSuffix(field, "Name") {
		got = mrz.Transliterate(got)
	}
	return plain(got) != "" && plain(got) == plain(want)
}
