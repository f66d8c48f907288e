package engine

import (
	"image"
	"strconv"

	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

// faceSide is one of the two faces that are compared: where it is, and its description.
type faceSide struct {
	capture string
	box     Box
	found   face.Face
	desc    face.Description
	err     error
}

const (
	faceProvider = "pigo"
	matchName    = "face-api resnet"
	// A second face at least this large beside the first is a second person, not a poster on the wall.
	secondFaceShare = .3
)

// face looks at a selfie.
func (in *inspector) face(p *picture) {
	check := p.check(CodeSelfie, GroupFace)
	check.Provider = faceProvider
	faces, err := face.Find(p.work.RGBA(), face.Options{Turns: true})
	if err != nil {
		check.say(NotRun, "", "The face detector is not in this build")
		in.add(check)
		return
	}
	p.listFaces(faces)
	for _, f := range faces {
		check.see(p.capture.ID, "face", p.boxOf(f.Box))
	}
	switch {
	case len(faces) == 0:
		check.say(Fail, "face.none", "No face was found in the selfie")
	case len(faces) > 1 && weight(faces[1]) > secondFaceShare*weight(faces[0]):
		check.say(Fail, "face.multiple", strconv.Itoa(len(faces))+" faces are in the selfie")
	default:
		check.Outcome = Pass
	}
	in.add(check)
	if len(faces) == 0 {
		return
	}
	in.selfie = p.side(faces[0])
	in.template(in.selfie, "selfie")
	in.faceQuality(p, faces)
	in.liveness(p, faces[0])
}

func weight(f face.Face) float64 { return f.Score * float64(f.Box.Dx()) }

func (p *picture) listFaces(faces []face.Face) {
	for _, f := range faces {
		one := Face{Box: p.boxOf(f.Box), Score: f.Score, Roll: f.Roll, Yaw: f.Yaw}
		if f.HasPupils {
			pupils := [4]float64{
				f.Pupils[0] * p.scale, f.Pupils[1] * p.scale, f.Pupils[2] * p.scale, f.Pupils[3] * p.scale,
			}
			one.Pupils = &pupils
		}
		p.report.Faces = append(p.report.Faces, one)
	}
}

// side describes a face of a picture.
func (p *picture) side(f face.Face) *faceSide {
	s := &faceSide{capture: p.capture.ID, box: p.boxOf(f.Box), found: f}
	s.desc, s.err = face.Describe(p.work.RGBA(), f)
	return s
}

// portraitOf finds the portrait on a document.
func (in *inspector) portraitOf(c *card) {
	c.listFaces(c.faces)
	if c.back() {
		return
	}
	check := c.check(CodePortrait, GroupFace)
	check.Provider = faceProvider
	if len(c.faces) == 0 {
		check.say(Inconclusive, "face.no_portrait", "No portrait was found on the document")
		in.add(check)
		return
	}
	check.Outcome = Pass
	check.see(c.capture.ID, "portrait", c.boxOf(c.faces[0].Box))
	in.add(check)
	if in.portrait == nil || in.portrait.err != nil {
		in.portrait = c.side(c.faces[0])
		in.template(in.portrait, "portrait")
	}
}

// searchPortrait looks again, closer, inside the document's outline.
func (c *card) searchPortrait() {
	if !c.found {
		return
	}
	x0, y0, x1, y1 := c.outline.Quad.Bounds()
	r := image.Rect(int(x0), int(y0), int(x1), int(y1)).Intersect(c.work.Gray().Rect)
	if r.Empty() {
		return
	}
	faces, err := face.Find(raster.CropRGBA(c.work.RGBA(), r), face.Options{MinSize: .12, Turns: !c.hasZone})
	if err != nil {
		return
	}
	for i := range faces {
		f := &faces[i]
		f.Box = f.Box.Add(r.Min)
		for k := range f.Pupils {
			f.Pupils[k] += float64([2]int{r.Min.X, r.Min.Y}[k%2])
		}
	}
	c.faces = faces
}

func (in *inspector) template(s *faceSide, role string) {
	if s.err != nil {
		return
	}
	in.report.Templates = append(in.report.Templates, Template{
		Capture:     s.capture,
		Kind:        "face",
		Role:        role,
		ModelSHA256: descriptorModel(),
		Quality:     min(1, s.desc.InterEye/face.EnoughInterEye),
		Vector:      append([]float32(nil), s.desc.Descriptor[:]...),
	})
}

// standing is the portrait that stands for the document: that in its chip where a trusted State signed it, else the
// printed one.
func (in *inspector) standing() *faceSide {
	if in.held != nil && in.heldProven && in.held.err == nil {
		return in.held
	}
	return in.portrait
}

// match compares the selfie with the portrait.
func (in *inspector) match() {
	portrait := in.standing()
	if in.selfie == nil || portrait == nil {
		return
	}
	check := matchCheck(CodeFaceMatch, GroupFace)
	check.compare(portrait, in.selfie)
	in.add(check)
}

func matchCheck(code string, group Group) Check {
	return Check{
		Code:        code,
		Group:       group,
		Provider:    matchName,
		Version:     Version,
		ModelSHA256: descriptorModel(),
		Assurance:   Model,
		RanOn:       OnServer,
		Outcome:     NotRun,
	}
}

// compare judges how far two faces are apart.
func (c *Check) compare(portrait, other *faceSide) {
	c.see(portrait.capture, "portrait", portrait.box)
	c.see(other.capture, "face", other.box)
	if other.err != nil || portrait.err != nil {
		c.say(NotRun, "", "The faces could not be described")
		return
	}
	judgeDistance(c, face.Distance(other.desc.Descriptor, portrait.desc.Descriptor),
		min(other.desc.InterEye, portrait.desc.InterEye))
}

func apart(distance float64) string { return strconv.FormatFloat(distance, 'f', 2, 64) + " apart" }

// judgeDistance turns the distance between two descriptors into an outcome; eyes is the smaller inter-eye distance in
// pixels.
func judgeDistance(check *Check, distance, eyes float64) {
	limit := float64(face.SameUpTo)
	check.Score, check.Threshold, check.Below = &distance, &limit, true
	switch {
	case eyes < face.LeastInterEye:
		check.say(Inconclusive, "face.too_small",
			"Only "+strconv.Itoa(int(eyes))+" pixels between the eyes: too few to compare")
	case distance > face.UnsureUpTo:
		check.say(Fail, "face.mismatch",
			"The faces differ: "+apart(distance)+", over "+strconv.FormatFloat(face.UnsureUpTo, 'f', 2, 64))
	case distance > face.SameUpTo:
		check.say(Warn, "face.unsure",
			"The faces may differ: "+apart(distance)+", over "+strconv.FormatFloat(face.SameUpTo, 'f', 2, 64))
	case eyes < face.EnoughInterEye:
		check.say(Warn, "face.small",
			"The faces agree, but only "+strconv.Itoa(int(eyes))+" pixels lie between the eyes")
	default:
		check.Outcome = Pass
	}
}

// CompareFaces judges two face templates of the same model, as the check with the given code.
func CompareFaces(code string, a, b Template) Check {
	check := matchCheck(code, GroupFace)
	check.ModelSHA256 = a.ModelSHA256
	if a.ModelSHA256 != b.ModelSHA256 || len(a.Vector) != len(b.Vector) {
		check.say(NotRun, "", "The templates were made by different models")
		return check
	}
	var x, y face.Descriptor
	copy(x[:], a.Vector)
	copy(y[:], b.Vector)
	judgeDistance(&check, face.Distance(x, y), min(a.Quality, b.Quality)*face.EnoughInterEye)
	check.Evidence = append(check.Evidence, Evidence{Capture: a.Capture, Label: "face"})
	return check
}

// smallFace is the share of the picture's shorter side under which the applicant is asked to come closer.
const smallFace = .2

// findFaces lists a picture's faces and names the prompts that apply.
func (p *picture) findFaces() []string {
	faces, err := face.Find(p.work.RGBA(), face.Options{})
	if err != nil {
		return nil
	}
	p.listFaces(faces)
	w, h := p.work.Size()
	switch {
	case len(faces) == 0:
		return []string{"liveFaceNotDetected"}
	case len(faces) > 1 && weight(faces[1]) > secondFaceShare*weight(faces[0]):
		return []string{"multipleFaces"}
	case float64(faces[0].Box.Dx()) < smallFace*float64(min(w, h)):
		return []string{"moveCloser"}
	}
	return nil
}
