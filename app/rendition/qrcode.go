package rendition

import (
	"bytes"
	"encoding/base64"
	"image/png"

	"proofdesk/app/fault"
	"proofdesk/engine/barcode"
)

// QRCode draws a text as a picture, and returns it as an address that holds it.
func QRCode(text string) (string, error) {
	symbol, err := barcode.EncodeQR(text, barcode.Drawing{Module: 5})
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the QR code could not be drawn")
	}
	var b bytes.Buffer
	if err := png.Encode(&b, symbol); err != nil {
		return "", fault.Wrap(err, fault.Internal, "the QR code could not be drawn")
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
