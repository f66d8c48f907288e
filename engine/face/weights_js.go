package face

import "embed"

// weights are left out of the device build for its size.
var weights embed.FS
