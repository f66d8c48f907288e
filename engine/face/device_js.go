package face

import "image"

// Find is Detect: the device build holds no networks, and so no second opinion.
func Find(img *image.RGBA, opts Options) ([]Face, error) { return Detect(grey(img), opts) }

// Describe returns ErrNoModel: faces are described on the server.
func Describe(*image.RGBA, Face) (Description, error) { return Description{}, ErrNoModel }
