package finding

// Match is how the sources of one field compare.
type Match string

// The four ways to compare.
const (
	MatchFull    Match = "MATCH"
	MatchPartial Match = "PARTIAL"
	MatchNone    Match = "NO_MATCH"
	MatchNotRead Match = "NOT_READ"
)

// Comparison is one row of the cross-check: every source's value of one field.
type Comparison struct {
	Field  string            `json:"field"`
	Match  Match             `json:"match"`
	Values map[Source]string `json:"values"`
}
