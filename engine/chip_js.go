package engine

// inspectChip is the server's: the device build carries no cryptography.
func inspectChip(_ *run, c Capture) results { return inspectUnsupported(c) }
