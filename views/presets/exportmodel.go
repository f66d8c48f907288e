package presets

// Export is the form that exports a version of a preset, or its draft.
type Export struct {
	Action      string
	Version     string // empty for the draft
	Newest      string // names the newest SDK version
	Formats     []Choice
	SDKVersions []Choice
}

// Choice is one entry of a list to choose from.
type Choice struct {
	Value string
	Label string
}
