package main

import (
	"image"
	"image/color"
	"path/filepath"
	"time"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

const (
	straightSide = 1600
	// leastChroma is the mean distance of a pixel's channels, of 255, under which an original counts as grey by itself and
	// can't be told from its copy.
	leastChroma = 3
	drawnCards  = 24
)

// evalRealness holds originals against grey copies of them, and cards of our own drawing against the same cards on a
// display of our own drawing: the latter shows that the measure works, not how it does with real displays and cameras.
func evalRealness(samples string, t *table) error {
	var originals, photocopies []float64
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
			card := flattened(img)
			if chroma(card) < leastChroma {
				r["grey_originals"]++
				continue
			}
			watch.time(func() { originals = append(originals, document.JudgeRealness(card).Score) })
			photocopies = append(photocopies, document.JudgeRealness(greyed(card)).Score)
		}
	}
	if len(originals) == 0 {
		return nil
	}
	watch.into(r)
	r["originals"], r["photocopy_auc"] = float64(len(originals)), auc(originals, photocopies)
	r["originals_passed"], r["photocopies_passed"] = passed(originals), passed(photocopies)
	t.put("realness", r)
	real, screens := drawnScreens()
	t.put("realness_drawn", row{"cards": drawnCards, "screen_auc": auc(real, screens), "cards_passed": passed(real), "screens_passed": passed(screens)})
	return nil
}

// flattened cuts a document out as the engine does: along its outline where one is found.
func flattened(img *raster.Image) *image.RGBA {
	work, _ := img.Fit(workSide)
	found, ok := document.Detect(work.Gray(), work.RGBA())
	if !ok || found.Full {
		return work.RGBA()
	}
	full, _ := img.Size()
	now, _ := work.Size()
	k := float64(full) / float64(now)
	return straight(img, found.Quad.Scale(k, k))
}

func straight(img *raster.Image, q raster.Quad) *image.RGBA {
	w, h := max(q.Side(0), q.Side(2)), max(q.Side(1), q.Side(3))
	k := min(1, straightSide/max(w, h))
	return img.Warp(q, max(int(w*k), 16), max(int(h*k), 16)).RGBA()
}

// chroma is the mean distance between a pixel's largest and smallest channel.
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

// greyed is a copy without colour.
func greyed(img *image.RGBA) *image.RGBA {
	luma := raster.Luma(img)
	out := image.NewRGBA(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			v := luma.Pix[y*luma.Stride+x]
			out.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return out
}

// drawnScreens photographs drawn cards lying on a table and shown on a display.
func drawnScreens() (real, screens []float64) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for seed := range uint64(drawnCards) {
		set := specimen.ApplicantWith([]specimen.Kind{specimen.Passport, specimen.CardTD1, specimen.Licence}[seed%3], 900+seed, specimen.Good, day)
		card, c := set.Document.Front(), set.Conditions
		for _, screen := range []bool{false, true} {
			c.Screen = screen
			photo := raster.FromImage(specimen.Photograph(card, c))
			score := document.JudgeRealness(straight(photo, specimen.Corners(card, c))).Score
			if screen {
				screens = append(screens, score)
			} else {
				real = append(real, score)
			}
		}
	}
	return real, screens
}

// auc is the share of pairs in which the first kind scores higher; a tie counts half.
func auc(high, low []float64) float64 {
	sum := 0.
	for _, a := range high {
		for _, b := range low {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += .5
			}
		}
	}
	return sum / float64(max(len(high)*len(low), 1))
}

// passed counts scores at the SDK's default threshold and over.
func passed(scores []float64) float64 {
	n := 0.
	for _, s := range scores {
		if s >= .8 {
			n++
		}
	}
	return n
}
