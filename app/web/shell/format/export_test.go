package format

// Templates returns templates for tests.
func Templates() []string { return templates }
