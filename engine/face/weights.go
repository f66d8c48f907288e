//go:build !js

package face

import "embed"

const cascadeName = "cascade/facefinder"

//go:embed all:cascade
var cascades embed.FS

//go:embed all:weights
var weights embed.FS

func cascadeFile() ([]byte, error) { return asset(cascadeName) }
