package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

func TestRealnessIsJudgedByItsScoreWhereADocumentIsShown(t *testing.T) {
	of := func(score float64, class document.Class) func(*check.Side) {
		return func(s *check.Side) { s.Realness = &document.Realness{Score: score, Class: class} }
	}
	for name, c := range map[string]struct {
		change func(*check.Side)
		want   want
	}{
		"original":         {of(.9, document.Real), pass},
		"at the threshold": {of(.8, document.Real), pass},
		"photocopy":        {of(.1, document.Photocopy), fail("document.photocopy")},
		"screen":           {of(.1, document.Screen), fail("document.screen")},
		"neither clearly":  {of(.7, document.Real), fail("document.realness_unsure")},
		"nothing":          {func(s *check.Side) { s.Shown = check.NoDocument }, inconclusive("document.none")},
		"dark":             {func(s *check.Side) { s.Quality.TooDark = true }, inconclusive("quality.dark")},
		"unclear without code or portrait": {
			func(s *check.Side) { s.Shown = check.UnclearEdges },
			inconclusive("document.outline_unknown"),
		},
		"unclear with a portrait": {
			func(s *check.Side) {
				s.Shown, s.Faces = check.UnclearEdges, []face.Face{portrait(0, 0, 50)}
				of(.9, document.Real)(s)
			},
			pass,
		},
	} {
		side := card("id_front")
		c.change(&side)
		got := check.Realness(side, .8)
		expect(t, name, got, c.want)
		if check.CanJudgeRealness(side) != (got.Outcome != finding.Inconclusive) {
			t.Errorf("%s: measured or not, it is %s", name, got.Outcome)
		}
	}
}
