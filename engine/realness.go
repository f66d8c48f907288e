package engine

import (
	"image"
	"math"

	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

// straightSide is the longer side of a straightened document, at most, in pixels: a display's grid must not be lost.
const straightSide = 1600

// straightened returns the document lying flat, from the full picture; the whole picture where no outline was found.
func (c *card) straightened() *raster.Image {
	if !c.found || c.outline.Full {
		return c.work
	}
	q := c.outline.Quad.Scale(c.scale, c.scale)
	w, h := max(q.Side(0), q.Side(2)), max(q.Side(1), q.Side(3))
	k := min(1, straightSide/max(w, h))
	if w*k < 16 || h*k < 16 {
		return c.work
	}
	return c.full.Warp(q, int(w*k), int(h*k))
}

// detail returns the document's middle at the photograph's own resolution; nil where that says no more than the
// straightened document.
func (c *card) detail(codes []document.Part) *image.RGBA {
	return document.Detail(c.full, c.area(), codes...)
}

// area is the document's outline in the capture; the whole picture where none was found.
func (c *card) area() raster.Quad {
	if c.found && !c.outline.Full {
		return c.outline.Quad.Scale(c.scale, c.scale)
	}
	w, h := c.full.Size()
	return raster.QuadOf(0, 0, float64(w), float64(h))
}

// codes are the places of the zone and the barcodes on the document.
func (c *card) codes() (parts []document.Part) {
	flat, ok := raster.NewHomography(c.area(), raster.QuadOf(0, 0, 1, 1))
	if !ok {
		return nil
	}
	add := func(q [8]float64) {
		x0, y0, x1, y1 := flat.ApplyQuad(quadOf(q)).Bounds()
		parts = append(parts, document.Part{X0: x0, Y0: y0, X1: x1, Y1: y1})
	}
	if c.hasZone {
		add(c.zone.Quad)
	}
	for _, s := range c.symbols {
		add(s.Corners)
	}
	return parts
}

// realness judges whether the document is an original: neither a screen nor a photocopy. It never declines by itself.
func (in *inspector) realness(c *card) {
	check := c.check(CodeRealness, GroupDocument)
	switch {
	case c.absent:
		check.say(Inconclusive, "document.none", "There is no document to judge")
	case !c.whole && !c.proven() && len(c.faces) == 0:
		check.say(Inconclusive, "document.outline_unknown", "No document was found to judge")
	case c.quality.TooDark:
		check.say(Inconclusive, "quality.dark", "The picture is too dark to tell an original from a copy")
	}
	if check.Outcome == Inconclusive {
		in.add(check)
		return
	}
	codes := c.codes()
	r := document.JudgeRealness(c.straightened().RGBA(), c.detail(codes), codes...)
	threshold := in.Thresholds.FrontRealness
	if c.back() {
		threshold = in.Thresholds.BackRealness
	}
	check.scored(rounded(r.Score), threshold, false)
	if check.Outcome == Fail {
		detail := map[document.Class]string{
			document.Photocopy: "The document has no colour of its own: it looks like a photocopy", document.Screen: "The document looks like a picture on a screen",
			document.Real: "The document may be a copy",
		}[r.Class]
		check.say(Fail, "document."+string(r.Class), detail)
		if r.Class == document.Real {
			check.Reasons = []string{"document.realness_unsure"}
		}
	}
	check.outlined(c)
	in.add(check)
}

// liveness never passes here: what a single picture shows can't prove that somebody was there.
func (in *inspector) liveness(p *picture, f face.Face) {
	check := p.check(CodeLiveness, GroupLiveness)
	check.see(p.capture.ID, "face", p.boxOf(f.Box))
	check.say(Inconclusive, "liveness.unproven", "A single picture can't prove that the person was there")
	in.add(check)
}

// faceQuality judges whether the selfie is fit for comparison, by the measures of ISO/IEC 29794-5.
func (in *inspector) faceQuality(p *picture, faces []face.Face) {
	check := p.check(CodeFaceQuality, GroupFace)
	check.see(p.capture.ID, "face", p.boxOf(faces[0].Box))
	measures := face.Quality(p.work.RGBA(), faces, face.Limits{
		Focus: in.Thresholds.FaceFocus,
		Light: in.Thresholds.LightIntensity,
	})
	worst := 1.0
	check.Outcome = Pass
	for _, m := range measures {
		p.score(m.Name, m.Score)
		if m.Score/m.Threshold < worst {
			worst = m.Score / m.Threshold
		}
		if !m.Pass() && !in.selfieOnly(m.Name) {
			check.Outcome = Warn
			check.Reasons = append(check.Reasons, "face."+m.Name)
		}
	}
	if !faces[0].HasPupils {
		check.say(Inconclusive, "face.no_pupils", "The eyes were not found")
	}
	if check.Outcome == Warn {
		check.Detail = "The selfie is hardly fit for comparison: " + spaced(check.Reasons[0][len("face."):])
	}
	one := 1.0
	worst = rounded(worst)
	check.Score, check.Threshold = &worst, &one
	in.add(check)
	in.pose(p, faces[0])
}

// selfieOnly tells measures that another check judges already.
func (in *inspector) selfieOnly(name string) bool { return name == face.SingleFace }

// score keeps a score of the capture for whoever looks at it.
func (p *picture) score(name string, value float64) {
	if p.report.Scores == nil {
		p.report.Scores = map[string]float64{}
	}
	p.report.Scores[name] = rounded(value)
}

// pose lays the mesh over the selfie's face: where the head turns, whether the eyes are open.
func (in *inspector) pose(p *picture, f face.Face) {
	mesh, err := face.Landmarks(p.work.RGBA(), f)
	if err != nil {
		return
	}
	check := p.check(CodeEyes, GroupFace)
	check.Assurance, check.Provider = Model, "facemesh"
	check.see(p.capture.ID, "face", p.boxOf(f.Box))
	open := math.Min(mesh.EyeOpen[0], mesh.EyeOpen[1])
	check.scored(rounded(open), face.EyeOpenFrom, false)
	if check.Outcome == Fail {
		check.say(Warn, "face.eyes_closed", "An eye seems to be closed")
	}
	in.add(check)
	if len(p.report.Faces) > 0 {
		p.report.Faces[0].Yaw, p.report.Faces[0].Roll = mesh.Yaw, mesh.Roll
	}
}
