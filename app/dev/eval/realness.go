package main

import (
	"image"
	"path/filepath"
	"slices"
	"time"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

const (
	straightSide = 1600
	// leastChroma is the mean distance of a pixel's channels, of 255, under which an original counts as grey itself and
	// can't be distinguished from its copy.
	leastChroma = 3
	drawnCards  = 24
)

// evalRealness compares originals with copies of them under four lamps, and drawn cards with the same cards on a drawn
// display: the latter shows that the measure works, not how well it does with real displays and cameras. APCER is the
// share of attacks that pass the SDK's default threshold, for the worst kind of attack; BPCER the share of originals
// that do not (ISO/IEC 30107-3).
func evalRealness(samples string, t *table) error {
	var originals []document.Realness
	copies := make([][]document.Realness, len(lamps))
	r := row{}
	var watch stopwatch
	for _, folder := range []string{"mrz", "quads"} {
		lines, err := index(filepath.Join(samples, folder))
		if err != nil {
			return err
		}
		for _, one := range lines {
			img, err := load(filepath.Join(samples, folder, one["file"]))
			if err != nil {
				r["unreadable"]++
				continue
			}
			card, detail := flattened(img)
			if chroma(card) < leastChroma {
				r["grey_originals"]++
				continue
			}
			watch.time(func() { originals = append(originals, document.JudgeRealness(card, detail)) })
			for i, l := range lamps {
				copies[i] = append(copies[i], document.JudgeRealness(l.copied(card), nil))
			}
		}
	}
	if len(originals) == 0 {
		return nil
	}
	watch.into(r)
	r["originals"], r["originals_passed"] = float64(len(originals)), passed(originals)
	r["photocopies"], r["photocopies_passed"] = float64(len(originals)*len(lamps)), passed(slices.Concat(copies...))
	r["photocopy_auc"] = auc(originals, slices.Concat(copies...))
	r["bpcer"] = 1 - passed(originals)/float64(len(originals))
	for _, c := range copies {
		r["apcer"] = max(r["apcer"], passed(c)/float64(len(c)))
	}
	r["bpcer_cross"], r["apcer_cross"] = crossValidated(originals, copies)
	t.put("realness", r)
	real, screens := drawnScreens()
	t.put("realness_drawn", row{
		"cards":          drawnCards,
		"screen_auc":     auc(real, screens),
		"cards_passed":   passed(real),
		"screens_passed": passed(screens),
		"apcer":          passed(screens) / drawnCards,
		"bpcer":          1 - passed(real)/drawnCards,
	})
	return nil
}

// crossValidated sets a limit on one half of the samples, at one and a half times the colour of the most colourful copy
// there, and counts the errors on the other half; each half once.
func crossValidated(originals []document.Realness, copies [][]document.Realness) (bpcer, apcer float64) {
	for half := range 2 {
		limit := 0.0
		for i := half; i < len(originals); i += 2 {
			for _, c := range copies {
				limit = max(limit, 1.5*c[i].Chroma)
			}
		}
		for i := 1 - half; i < len(originals); i += 2 {
			if originals[i].Chroma < limit {
				bpcer++
			}
			for _, c := range copies {
				if c[i].Chroma >= limit {
					apcer++
				}
			}
		}
	}
	n := float64(len(originals))
	return bpcer / n, apcer / n / float64(len(copies))
}

// flattened cuts a document out as the engine does: along its outline where one is found. It also returns a detail of
// it.
func flattened(img *raster.Image) (card, detail *image.RGBA) {
	work, _ := img.Fit(workSide)
	full, high := img.Size()
	found, ok := document.Detect(work.Gray(), work.RGBA())
	if !ok || found.Full {
		return work.RGBA(), document.Detail(img, raster.QuadOf(0, 0, float64(full), float64(high)))
	}
	now, _ := work.Size()
	q := found.Quad.Scale(float64(full)/float64(now), float64(full)/float64(now))
	return straight(img, q), document.Detail(img, q)
}

func straight(img *raster.Image, q raster.Quad) *image.RGBA {
	w, h := max(q.Side(0), q.Side(2)), max(q.Side(1), q.Side(3))
	k := min(1, straightSide/max(w, h))
	return img.Warp(q, max(int(w*k), 16), max(int(h*k), 16)).RGBA()
}

// chroma returns the mean distance between a pixel's largest and smallest channel.
func chroma(img *image.RGBA) float64 {
	sum, n := 0, 0
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:]
		for x := range img.Rect.Dx() {
			r, g, b := int(row[4*x]), int(row[4*x+1]), int(row[4*x+2])
			sum += max(r, g, b) - min(r, g, b)
			n++
		}
	}
	return float64(sum) / float64(max(n, 1))
}

// drawnScreens photographs drawn cards on a table and on a display.
func drawnScreens() (real, screens []document.Realness) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for seed := range uint64(drawnCards) {
		set := specimen.ApplicantWith([]specimen.Kind{specimen.Passport, specimen.CardTD1, specimen.Licence}[seed%3],
			900+seed, specimen.Good, day)
		card, c := set.Document.Front(), set.Conditions
		for _, screen := range []bool{false, true} {
			c.Screen = screen
			photo := raster.FromImage(specimen.Photograph(card, c))
			q := specimen.Corners(card, c)
			score := document.JudgeRealness(straight(photo, q), document.Detail(photo, q))
			if screen {
				screens = append(screens, score)
			} else {
				real = append(real, score)
			}
		}
	}
	return real, screens
}

// auc returns the share of pairs in which the first kind scores higher; a tie counts half.
func auc(high, low []document.Realness) float64 {
	sum := 0.
	for _, a := range high {
		for _, b := range low {
			switch {
			case a.Score > b.Score:
				sum++
			case a.Score == b.Score:
				sum += .5
			}
		}
	}
	return sum / float64(max(len(high)*len(low), 1))
}

// passed returns the share of scores at or above the SDK's default threshold.
func passed(scores []document.Realness) float64 {
	n := 0.
	for _, s := range scores {
		if s.Score >= .8 {
			n++
		}
	}
	return n
}
