package onboarding

// Trust is the assurance, 0 to 4, of the results of a client's devices, by capability of the step plan. A capability
// that is missing has none.
type Trust map[Capability]int

// Some reports whether any result is trusted.
func (t Trust) Some() bool {
	for _, assurance := range t {
		if assurance > 0 {
			return true
		}
	}
	return false
}
