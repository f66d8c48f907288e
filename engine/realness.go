package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

const (
	// straightSide is the longer side of a straightened document, at most, in pixels: a display's grid must not be
	// lost.
	straightSide = 1600
	// leastStraightSide is the shorter side, at least: a smaller outline can't be measured.
	leastStraightSide = 16
)

// measureRealness measures whether a document is an original; nil where there is none to judge.
func measureRealness(p *picture, s check.Side) *document.Realness {
	if !check.CanJudgeRealness(s) {
		return nil
	}
	o := s.Document()
	area := documentArea(p, o)
	codes := codeParts(area, s)
	r := document.JudgeRealness(straightened(p, o).RGBA(), document.Detail(p.full, area, codes...), codes...)
	return &r
}

// straightened returns the document lying flat, from the full picture; the whole working picture where its edges were
// not found.
func straightened(p *picture, o *document.Outline) *raster.Image {
	if o == nil || o.Full {
		return p.work
	}
	q := o.Quad.Scale(p.Scale, p.Scale)
	w, h := max(q.Side(0), q.Side(2)), max(q.Side(1), q.Side(3))
	k := min(1, straightSide/max(w, h))
	if w*k < leastStraightSide || h*k < leastStraightSide {
		return p.work
	}
	return p.full.Warp(q, int(w*k), int(h*k))
}

// documentArea is the document's outline in the capture; the whole capture where its edges were not found.
func documentArea(p *picture, o *document.Outline) raster.Quad {
	if o != nil && !o.Full {
		return o.Quad.Scale(p.Scale, p.Scale)
	}
	return raster.QuadOf(0, 0, float64(p.Width), float64(p.Height))
}

// codeParts are the places of the zone and the barcodes on the document, in shares of its area.
func codeParts(area raster.Quad, s check.Side) []document.Part {
	flat, ok := raster.NewHomography(area, raster.QuadOf(0, 0, 1, 1))
	if !ok {
		return nil
	}
	var parts []document.Part
	add := func(corners [8]float64) {
		x0, y0, x1, y1 := flat.ApplyQuad(raster.QuadFrom(corners)).Bounds()
		parts = append(parts, document.Part{X0: x0, Y0: y0, X1: x1, Y1: y1})
	}
	if s.Zone != nil {
		add(s.Zone.Quad)
	}
	for _, symbol := range s.Symbols {
		add(symbol.Corners)
	}
	return parts
}
