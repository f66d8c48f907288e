package face

import (
	"embed"

	"proofdesk/engine/face/slim"
)

const cascadeName = "device/facefinder"

//go:embed all:device
var cascades embed.FS

// weights are left out of the device build for their size.
var weights embed.FS

func cascadeFile() ([]byte, error) {
	small, err := asset(cascadeName)
	if err != nil {
		return nil, err
	}
	return slim.Unpack(small)
}
