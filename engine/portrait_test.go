package engine_test

import (
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestAPortraitIsFoundOnADocumentThatLiesAtAnyAngle(t *testing.T) {
	d := specimen.NewDocument(specimen.Licence, specimen.NewPerson(7003, "", recheckDay), 7003, recheckDay)
	front := d.Front()
	for _, angle := range sampled([]float64{30, 20, 45, 160}) {
		taken := specimen.JPEG(specimen.Photograph(front,
			specimen.Conditions{Rotation: angle, Surface: specimen.Slate}), 90, 1)
		report := engine.Inspect(t.Context(), engine.Submission{
			Captures: []engine.Capture{
				{ID: "front", Kind: "id_front", Bytes: taken},
			}, Thresholds: engine.DefaultThresholds(), Today: recheckDay,
		})
		faces := report.Captures[0].Faces
		if len(faces) == 0 || report.Captures[0].Document == nil {
			t.Errorf("%v°: no portrait or no outline", angle)
			continue
		}
		q, b := report.Captures[0].Document.Corners, faces[0].Box
		k := report.Captures[0].Turned / 90 * 2
		at := func(i int) (float64, float64) { return q[(i+k)%8], q[(i+k+1)%8] }
		x, y := float64(b.X+b.W/2), float64(b.Y+b.H/2)
		// Of the corners as the document is read, the portrait lies nearest to one of the two on its left.
		near, best := 0, 1e18
		for i := range 4 {
			cx, cy := at(2 * i)
			if d := (x-cx)*(x-cx) + (y-cy)*(y-cy); d < best {
				near, best = i, d
			}
		}
		if hasNetworks && near != 0 && near != 3 { // a finder alone may take the face for one upside down
			t.Errorf("%v°: the portrait stands at corner %d of the document as read", angle, near)
		}
	}
}
