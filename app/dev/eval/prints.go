package main

import (
	"path/filepath"

	"proofdesk/engine/fingerprint"
)

// evalPrints compares every pair of single prints.
func evalPrints(samples string, t *table) error {
	dir := filepath.Join(samples, "biometrics")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	r := row{}
	var names []string
	var templates []fingerprint.Template
	var watch stopwatch
	for _, one := range lines {
		if one["kind"] != "print" {
			continue
		}
		img, err := load(filepath.Join(dir, one["file"]))
		if err != nil {
			r["unreadable"]++ // a variant of TIFF that the library does not know
			continue
		}
		var template fingerprint.Template
		watch.time(func() { template, err = fingerprint.Extract(img.Gray(), 0) })
		if err != nil {
			r["refused"]++
			continue
		}
		names, templates = append(names, one["person"]), append(templates, template)
	}
	for i := range templates {
		for j := i + 1; j < len(templates); j++ {
			match := fingerprint.Compare(templates[i], templates[j]) >= fingerprint.Threshold
			switch {
			case names[i] == names[j]:
				r["same"]++
				if !match {
					r["false_non_matches"]++
				}
			default:
				r["others"]++
				if match {
					r["false_matches"]++
				}
			}
		}
	}
	watch.into(r)
	t.put("prints", r)
	return nil
}
