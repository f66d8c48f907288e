//go:build !js

package face

import "embed"

//go:embed all:weights
var weights embed.FS
