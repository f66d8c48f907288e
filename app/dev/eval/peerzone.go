package main

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

// zoneWidths holds the widths at which the zone is searched: the small one, and a larger one if no zone is found.
var zoneWidths = []int{250, 1000}

// zones reads the machine-readable zones with tesseract, after cropping as PassportEye does it: dark strokes are found
// by a black top-hat, their vertical edges are thresholded and closed to blocks, and a wide block is cut out and read.
func (p peers) zones(samples string, t *table) error {
	dir := filepath.Join(samples, "mrz")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	reader, err := mrz.NewReader()
	if err != nil {
		return err
	}
	for _, degrees := range []int{0, 4, 180} {
		var ours mrzScore
		var theirs peerScore
		key := 0
		for _, one := range lines {
			img, err := load(filepath.Join(dir, one["file"]))
			if err != nil {
				return err
			}
			truth := strings.Split(one["ground_truth"], "|")
			seen := turned(img.Gray(), degrees)
			ours.read(reader, seen, truth)
			keys, err := cropped(seen, truth, &theirs)
			if err != nil {
				return err
			}
			if keys {
				key++
			}
		}
		mine := ours.row()
		mine["correct"] = mine["exact"]
		r := theirs.against(mine)
		r["key"], r["ours_key"] = float64(key), mine["key"]
		t.put(fmt.Sprintf("mrz_at_%d/tesseract", degrees), r)
	}
	return nil
}

// cropped reads one picture at each width until a text has the form of a zone, counts it, and reports whether the key
// fields are right.
func cropped(img *image.Gray, truth []string, s *peerScore) (key bool, err error) {
	var sum program
	var text []string
	for _, width := range zoneWidths {
		began := time.Now()
		blocks := wideBlocks(img, width)
		sum.wall += time.Since(began)
		for _, box := range blocks {
			got, err := run(portable(raster.CropGray(img, box)), "tesseract", "stdin", "stdout", "--psm", "6", "-c",
				"tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<")
			if err != nil {
				return false, err
			}
			sum.wall, sum.cpu = sum.wall+got.wall, sum.cpu+got.cpu
			if text = zoneLines(string(got.out)); text != nil {
				break
			}
		}
		if text != nil {
			break
		}
	}
	exact := strings.Join(text, "|") == strings.Join(truth, "|")
	s.count(exact, text != nil, sum)
	return sameKeys(text, truth), nil
}

// sameKeys reports whether both parse to the same key fields.
func sameKeys(text, truth []string) bool {
	got, err := mrz.Parse(text, today)
	if err != nil {
		return false
	}
	want, err := mrz.Parse(truth, today)
	return err == nil && got.Number == want.Number && got.Birth == want.Birth && got.Expiry == want.Expiry &&
		got.Surname == want.Surname && got.GivenNames == want.GivenNames
}

// zoneLines returns the last two or three lines with the length of one of the layouts, cut or filled by up to three
// characters.
func zoneLines(out string) []string {
	var lines []string
	for line := range strings.Lines(out) {
		if line = strings.ReplaceAll(strings.TrimSpace(line), " ", ""); len(line) >= 24 {
			lines = append(lines, line)
		}
	}
	for _, layout := range []struct{ lines, length int }{{2, 44}, {2, 36}, {3, 30}} {
		if len(lines) < layout.lines {
			continue
		}
		last := slices.Clone(lines[len(lines)-layout.lines:])
		fits := true
		for i, line := range last {
			off := len(line) - layout.length
			fits = fits && off <= 3 && off >= -3
			last[i] = (line + "<<<")[:min(len(line)+3, layout.length)]
		}
		if fits {
			digitsOnly(last)
			return last
		}
	}
	return nil
}

// digitsOnly replaces letters that look like digits by digits where a layout has only digits: dates and check digits.
func digitsOnly(lines []string) {
	spans := [][2]int{{9, 10}, {13, 20}, {21, 28}}
	if len(lines) == 3 {
		spans = [][2]int{{0, 7}, {8, 15}, {29, 30}}
	}
	b := []byte(lines[1])
	for _, span := range spans {
		for i := span[0]; i < min(span[1], len(b)); i++ {
			if k := strings.IndexByte("OQDISZBG", b[i]); k >= 0 {
				b[i] = "00015286"[k]
			}
		}
	}
	lines[1] = string(b)
}

// wideBlocks returns blocks of dark strokes that are wide and low, the lowest first.
func wideBlocks(img *image.Gray, width int) []image.Rectangle {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w > width {
		h, w = max(h*width/w, 8), width
	}
	small := raster.DownscaleGray(img, w, h)
	ink := blackHat(small, 2)
	edges := verticalEdges(ink)
	mask := above(edges, raster.Otsu(edges))
	reach := max(w/80, 2)
	closed := extreme(extreme(mask, 3*reach, reach, true), 3*reach, reach, false)
	k := float64(img.Rect.Dx()) / float64(w)
	var boxes []image.Rectangle
	for _, b := range merged(components(closed), w) {
		margin := b.Dy() / 4
		b = b.Inset(-margin)
		box := image.Rect(int(float64(b.Min.X)*k), int(float64(b.Min.Y)*k), int(float64(b.Max.X)*k),
			int(float64(b.Max.Y)*k)).Intersect(image.Rect(
			0, 0, img.Rect.Dx(), img.Rect.Dy()))
		boxes = append(boxes, box)
	}
	slices.SortFunc(boxes, func(a, b image.Rectangle) int { return b.Max.Y - a.Max.Y })
	return boxes[:min(len(boxes), 3)]
}

// merged returns the parts of a picture of width w that are wide and low, and joins those that are above each other
// like lines of one block.
func merged(parts []image.Rectangle, w int) []image.Rectangle {
	var out []image.Rectangle
	for _, b := range parts {
		if b.Dx() < 4*b.Dy() || b.Dx()*10 < 4*w {
			continue
		}
		joined := false
		for i, a := range out {
			gap := max(a.Min.Y, b.Min.Y) - min(a.Max.Y, b.Max.Y)
			shared := min(a.Max.X, b.Max.X) - max(a.Min.X, b.Min.X)
			if gap <= b.Dy()*3/2 && shared*10 >= 7*min(a.Dx(), b.Dx()) {
				out[i], joined = a.Union(b), true
				break
			}
		}
		if !joined {
			out = append(out, b)
		}
	}
	return out
}
