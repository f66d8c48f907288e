package check_test

import (
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

func TestTheSideAndTheTypeAreToldByTheCodes(t *testing.T) {
	portraits := []face.Face{portrait(100, 100, 100)}
	booklet, back, front := passportZone(t), backZone(t), frontZone(t)
	symbols := []barcode.Symbol{{Symbology: barcode.QR}}
	for name, c := range map[string]struct {
		side check.Side
		want want
	}{
		"passport":                  {check.Side{Kind: "passport", Zone: booklet}, pass},
		"card as a passport":        {check.Side{Kind: "passport", Zone: back}, fail("document.wrong_type")},
		"licence as a passport":     {check.Side{Kind: "passport", Licence: true}, fail("document.wrong_type")},
		"passport without a zone":   {check.Side{Kind: "passport"}, inconclusive("document.kind_unknown")},
		"passport as a front":       {check.Side{Kind: "id_front", Zone: booklet}, fail("document.wrong_type")},
		"passport as a back":        {check.Side{Kind: "id_back", Zone: booklet}, fail("document.wrong_type")},
		"front with its zone":       {check.Side{Kind: "id_front", Zone: front}, pass},
		"front with a portrait":     {check.Side{Kind: "id_front", Faces: portraits}, pass},
		"back as a front":           {check.Side{Kind: "id_front", Zone: back}, fail("document.wrong_side")},
		"licence's back as a front": {check.Side{Kind: "id_front", Licence: true}, fail("document.wrong_side")},
		"back with its zone":        {check.Side{Kind: "id_back", Zone: back}, pass},
		"licence's back":            {check.Side{Kind: "secondary_back", Licence: true}, pass},
		"front as a back":           {check.Side{Kind: "id_back", Zone: front}, fail("document.wrong_side")},
		"portrait on a back":        {check.Side{Kind: "id_back", Faces: portraits}, warn("document.wrong_side")},
		"a code of another kind": {
			check.Side{Kind: "id_back", Symbols: symbols}, inconclusive("barcode.not_licence"),
		},
		"nothing that tells":         {check.Side{Kind: "id_back"}, inconclusive("document.kind_unknown")},
		"no document in the picture": {check.Side{Kind: "id_back", Shown: check.NoDocument}, fail("document.none")},
	} {
		expect(t, name, check.Kind(c.side), c.want)
	}
}
