package fingerprint

import "image"

// Extract returns ErrAbsent: prints are read on the server, so that the device need not load what reads them.
func Extract(*image.Gray, float64) (Template, error) { return Template{}, ErrAbsent }

// Compare returns 0, as nothing can be compared on the device.
func Compare(Template, Template) float64 { return 0 }
