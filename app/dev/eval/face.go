package main

import (
	"path/filepath"
	"slices"

	"proofdesk/engine/face"
)

// person is a described face of somebody with a known name.
type person struct {
	name string
	at   face.Descriptor
}

// evalFaces finds faces in pictures of one person and of none, and compares every pair of people with known names.
func evalFaces(samples string, t *table) error {
	dir := filepath.Join(samples, "biometrics")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	r := row{}
	var watch stopwatch
	var people []person
	for _, one := range lines {
		if !slices.Contains([]string{"single", "noface"}, one["kind"]) {
			continue
		}
		img, err := load(filepath.Join(dir, one["file"]))
		if err != nil {
			return err
		}
		work, _ := img.Fit(1024)
		var faces []face.Face
		gray := work.Gray()
		watch.time(func() { faces, err = face.Detect(gray, face.Options{}) })
		if err != nil {
			return err
		}
		if one["kind"] == "noface" {
			r["without_face"]++
			if len(faces) > 0 {
				r["false_faces"]++
			}
			continue
		}
		r["single"]++
		if len(faces) == 0 {
			continue
		}
		r["found"]++
		if d, err := face.Describe(work.RGBA(), faces[0]); err == nil && one["person"] != "" {
			people = append(people, person{one["person"], d.Descriptor})
		}
	}
	watch.into(r)
	t.put("faces", r)
	t.put("face_pairs", pairs(people))
	return nil
}

// pairs compares all pairs and finds the error rate at which both kinds of errors are equal.
func pairs(people []person) row {
	var same, others []float64
	for i, a := range people {
		for _, b := range people[i+1:] {
			d := face.Distance(a.at, b.at)
			if a.name == b.name {
				same = append(same, d)
			} else {
				others = append(others, d)
			}
		}
	}
	slices.Sort(same)
	slices.Sort(others)
	best := 1.0
	for _, limit := range append(slices.Clone(same), others...) {
		missed, _ := slices.BinarySearch(same, limit+1e-9)
		wrong, _ := slices.BinarySearch(others, limit+1e-9)
		best = min(best, max(1-float64(missed)/float64(max(1, len(same))), float64(wrong)/float64(max(1, len(others)))))
	}
	rejected, _ := slices.BinarySearch(same, face.SameUpTo)
	accepted, _ := slices.BinarySearch(others, face.SameUpTo)
	return row{
		"same":          float64(len(same)),
		"others":        float64(len(others)),
		"eer":           best,
		"same_passed":   float64(rejected),
		"others_passed": float64(accepted),
	}
}
