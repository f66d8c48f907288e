package onboarding

import "time"

// Deadlines holds how many minutes a review of a function's job may take; the empty function is for all that have no
// deadline of their own.
type Deadlines map[Function]int

// The shortest and the longest deadline, in minutes.
const (
	ShortestDeadline = 1
	LongestDeadline  = 30 * 24 * 60
)

// Of returns the time for a review of a function's job: the function's, otherwise the general one, otherwise fallback.
func (d Deadlines) Of(f Function, fallback time.Duration) time.Duration {
	for _, key := range []Function{f, ""} {
		if minutes := d[key]; minutes > 0 {
			return time.Duration(minutes) * time.Minute
		}
	}
	return fallback
}
