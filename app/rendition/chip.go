package rendition

import (
	"proofdesk/app/fault"
	"proofdesk/engine/chip"
)

// chipPortrait returns the portrait of a chip as the State's JPEG file.
func chipPortrait(capture []byte) ([]byte, error) {
	d, err := chip.ParseJSON(capture)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "the contents of this chip can't be read")
	}
	portrait := d.Portrait()
	if portrait == nil {
		return nil, fault.New(fault.NotFound, "this chip holds no portrait that can be shown")
	}
	return portrait, nil
}
