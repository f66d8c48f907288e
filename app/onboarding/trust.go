package onboarding

// Trust is the assurance, 0 to 4, of the results of a client's devices, by capability of the step plan. A capability
// that is missing has the default.
type Trust map[Capability]int
