package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"proofdesk/app/inspection"
	"proofdesk/engine"
	"proofdesk/engine/mrz"
)

var verbose = flag.Bool("v", false, "print for each passport which printed fields were not read correctly")

// evalFront inspects passports whole, in the sandboxed child as the server does, and compares their printed text with
// the truth of their machine-readable zone. Without tesseract only the time is measured.
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
		s := engine.Submission{
			Captures:   []engine.Capture{{ID: "passport", Kind: "passport", Bytes: b}},
			Thresholds: engine.DefaultThresholds(),
			Today:      today,
		}
		var report engine.Report
		watch.time(func() { report, err = pool.Inspect(context.Background(), inspection.Batch, s) })
		if err != nil {
			return err
		}
		r["passports"]++
		if missed := printed(report, want, r); *verbose {
			fmt.Printf("  %s: %s\n", one["file"], cmp.Or(strings.Join(missed, ", "), "all four"))
		}
	}
	watch.into(r)
	t.put("front_text", r)
	return nil
}

// printed counts the printed fields that equal the zone's, and the passports on which all four do. It returns what was
// read of the others.
func printed(report engine.Report, want mrz.Record, r row) (missed []string) {
	expected := [][2]string{
		{"lastName", want.Surname},
		{"firstName", want.GivenNames},
		{"documentNumber", want.Number},
		{"dateOfBirth", want.Birth.String()},
	}
	got := map[string]string{}
	for _, reading := range report.Readings {
		if reading.Source == engine.VIZ {
			got[reading.Field] = reading.Value
		}
	}
	for _, e := range expected {
		field, truth := e[0], e[1]
		if alike(field, got[field], truth) {
			r[field]++
		} else {
			if got[field] != "" {
				r["wrong"]++
			}
			missed = append(missed, fmt.Sprintf("%s %q for %q", field, got[field], truth))
		}
	}
	if len(missed) == 0 {
		r["all_four"]++
	}
	return missed
}

// alike compares names as the zone writes them, dates by the two figures of the year that the zone has, and the rest by
// letters and digits.
func alike(field, got, want string) bool {
	switch {
	case strings.HasSuffix(field, "Name"):
		got = mrz.Transliterate(got)
	case field == "dateOfBirth" && len(got) == len(want) && len(got) > 2:
		got, want = got[2:], want[2:]
	}
	return plain(got) != "" && plain(got) == plain(want)
}
