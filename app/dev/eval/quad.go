package main

import (
	"encoding/json"
	"path/filepath"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

// workSide is the longer side of the pictures in which outlines are searched.
const workSide = 1600

// evalQuads finds the outlines of photographed documents and compares them with the corners that were marked manually.
func evalQuads(samples string, t *table) error {
	dir := filepath.Join(samples, "quads")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	r := row{}
	var watch stopwatch
	for _, one := range lines {
		var corners [][2]float64
		if err := json.Unmarshal([]byte(one["quad_px"]), &corners); err != nil || len(corners) != 4 {
			continue // corners not known
		}
		img, err := load(filepath.Join(dir, one["file"]))
		if err != nil {
			r["unreadable"]++ // a variant of TIFF that the library does not know
			continue
		}
		r["images"]++
		work, _ := img.Fit(workSide)
		w, _ := img.Size()
		ww, _ := work.Size()
		k := float64(ww) / float64(w)
		var want raster.Quad
		for i, c := range corners {
			want[i] = raster.Point{X: c[0] * k, Y: c[1] * k}
		}
		var found document.Outline
		ok := false
		gray, rgba := work.Gray(), work.RGBA()
		watch.time(func() { found, ok = document.Detect(gray, rgba) })
		if ok && overlap(found.Quad, want) >= .9 {
			r["iou_90"]++
		}
	}
	watch.into(r)
	t.put("quads", r)
	return nil
}

// overlap returns intersection over union of two convex quads, counted on a grid.
func overlap(a, b raster.Quad) float64 {
	const steps = 400
	ax0, ay0, ax1, ay1 := a.Bounds()
	bx0, by0, bx1, by1 := b.Bounds()
	x0, y0, x1, y1 := min(ax0, bx0), min(ay0, by0), max(ax1, bx1), max(ay1, by1)
	both, any := 0, 0
	for i := range steps {
		for j := range steps {
			p := raster.Point{X: x0 + (x1-x0)*(float64(i)+.5)/steps, Y: y0 + (y1-y0)*(float64(j)+.5)/steps}
			inA, inB := inside(a, p), inside(b, p)
			if inA && inB {
				both++
			}
			if inA || inB {
				any++
			}
		}
	}
	return float64(both) / float64(max(any, 1))
}

// inside reports whether a point is within a convex quad, whichever its direction.
func inside(q raster.Quad, p raster.Point) bool {
	left, right := false, false
	for i, a := range q {
		b := q[(i+1)%4]
		cross := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
		left, right = left || cross < 0, right || cross > 0
	}
	return !(left && right)
}
