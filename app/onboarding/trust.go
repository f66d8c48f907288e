package onboarding

// Trust is the assurance, 0 to 4, that the results of a client's devices get, by capability of the step plan. What it
// does not name gets the default.
type Trust map[Capability]int
