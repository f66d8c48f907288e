package web

import (
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/engine/chip"
)

const maxChip = 4 << 20 // bytes of what a chip held that its portrait is looked for in

// isChip tells whether a capture is what a document's chip held.
func isChip(c onboarding.Capture) bool {
	return c.Kind == onboarding.NFC && strings.Contains(c.ContentType, "json") && c.Size <= maxChip
}

// chipPortrait gives the portrait of a chip as the State's JPEG file.
func chipPortrait(capture []byte) ([]byte, error) {
	d, err := chip.ParseJSON(capture)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "this chip can't be read")
	}
	portrait := d.Portrait()
	if portrait == nil {
		return nil, fault.New(fault.NotFound, "this chip holds no portrait that can be shown")
	}
	return portrait, nil
}
