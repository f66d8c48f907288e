package check_test

import (
	"errors"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// likeness is a face at a distance from the origin, with pixels between its eyes.
func likeness(distance float32, interEye float64) check.Likeness {
	l := check.Likeness{Capture: "x", Description: face.Description{InterEye: interEye}}
	l.Description.Descriptor[0] = distance
	return l
}

func TestFacesAreJudgedByTheirDistance(t *testing.T) {
	origin := likeness(0, 60)
	unknown := likeness(0, 60)
	unknown.Err = errors.New("no pupils")
	for name, c := range map[string]struct {
		other check.Likeness
		match want
		chip  want
	}{
		"same":        {likeness(.5, 60), pass, pass},
		"unsure":      {likeness(.6, 60), warn("face.unsure"), warn("chip.portrait_unsure")},
		"other":       {likeness(.8, 60), fail("face.mismatch"), fail("chip.portrait_mismatch")},
		"small":       {likeness(.5, 30), warn("face.small"), inconclusive("chip.portrait_small")},
		"too small":   {likeness(.8, 20), inconclusive("face.too_small"), inconclusive("chip.portrait_small")},
		"undescribed": {unknown, notRun(""), notRun("")},
	} {
		expect(t, name, check.FaceMatch(origin, c.other), c.match)
		expect(t, name+", chip", check.ChipPortrait(origin, c.other), c.chip)
	}
}

func TestTemplatesOfDifferentModelsAreNotCompared(t *testing.T) {
	vector := make([]float32, len(face.Descriptor{}))
	a := finding.Template{ModelSHA256: "a", Vector: vector, Quality: 1}
	b := a
	b.ModelSHA256 = "b"
	expect(t, "different", check.FaceTemplates(finding.CodeCustomerFace, a, b), notRun(""))
	expect(t, "same", check.FaceTemplates(finding.CodeCustomerFace, a, a), pass)
	a.Quality = .5
	expect(t, "small", check.FaceTemplates(finding.CodeCustomerFace, a, a), inconclusive("face.too_small"))
}
