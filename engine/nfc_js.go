package engine

// chip is the server's: the device build carries no cryptography.
func (in *inspector) chip(c Capture) { in.unsupported(c) }

func (in *inspector) chipAgainstPrint() {}
