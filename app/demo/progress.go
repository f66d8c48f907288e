package demo

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"
)

// progress is how far the demo has lived through its past. It is kept in a file, so that a demo that was stopped in the
// middle continues there at its next start.
type progress struct {
	From    time.Time `json:"from"`
	Until   time.Time `json:"until"`   // when the demo was started for the first time
	Now     time.Time `json:"now"`     // of the simulated clock
	Next    int       `json:"next"`    // the number of the applicant who comes next
	Routine time.Time `json:"routine"` // when the team's daily routine is next
	Done    bool      `json:"done"`
	// Spent is how long the demo has lived through its past so far, in the time of the machine.
	Spent time.Duration `json:"spent"`
	// Ended is the day on which the past ended because it took too long; 0 where it did not.
	Ended int `json:"ended,omitempty"`

	path string
}

const day = 24 * time.Hour

// loadProgress returns the stored progress. At the first start it returns that of a past of some days, not yet stored;
// a demo that has no past is done.
func loadProgress(dir string, days int, first bool, now time.Time) (progress, error) {
	p := progress{Done: true, path: filepath.Join(dir, "demo-history.json")}
	b, err := os.ReadFile(p.path)
	switch {
	case err == nil:
		return p, json.Unmarshal(b, &p)
	case !errors.Is(err, fs.ErrNotExist):
		return p, err
	case !first || days <= 0:
		return p, nil
	}
	p.Until = now.UTC().Truncate(time.Second)
	p.From = p.Until.Add(-time.Duration(days) * day)
	p.Now, p.Routine = p.From, nextRoutine(p.From)
	p.Done = false
	return p, p.save()
}

// save writes the progress, replacing the file as a whole.
func (p progress) save() error { return writeJSON(p.path, p) }

// writeJSON replaces a file, which only its owner may read, as a whole.
func writeJSON(path string, value any) error {
	b, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".part", b, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// days returns how many days the past has.
func (p progress) days() int { return int(math.Round(float64(p.Until.Sub(p.From)) / float64(day))) }

// day returns the day that the demo is living through, from 1.
func (p progress) day() int { return min(p.days(), int(p.Now.Sub(p.From)/day)+1) }

// outages are the times at which a receiver was down, as shares of the past: some hours on one day, then more than a
// day, in which some deliveries are attempted for the last time.
var outages = []struct {
	begin float64
	lasts time.Duration
}{{.3, 5 * time.Hour}, {.62, 31 * time.Hour}}

// up reports whether the receiver that fails now and then answers at a time. It is down for good once the past is over,
// not before: until then, the breaker of its host is that of the past.
func (p progress) up(at time.Time) bool {
	if p.Done {
		return false
	}
	for _, o := range outages {
		begin := p.From.Add(time.Duration(o.begin * float64(p.Until.Sub(p.From))))
		if !at.Before(begin) && at.Before(begin.Add(o.lasts)) {
			return false
		}
	}
	return true
}
