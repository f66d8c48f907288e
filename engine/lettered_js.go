package engine

// lettered is true: what looks for printed lines is not in this build, and without it nothing is said to be no
// document.
func (c *card) lettered() bool { return true }
