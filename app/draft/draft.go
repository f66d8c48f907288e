package draft

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// The longest texts, in characters, and how many reasons or overrides are kept.
const (
	MaxComment = 2000
	MaxNote    = 4000
	maxChoices = 50
)

// Life is how long the draft of a job that somebody else decided is kept.
const Life = 30 * 24 * time.Hour

// unnamed names the version of a draft that an older program saved, so that a page can say that it has seen it.
const unnamed = "unnamed"

// Draft is what an agent has filled in and not sent yet.
type Draft struct {
	Outcome string   `json:"outcome,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
	// Overrides are the codes of overrides by the keys of findings.
	Overrides map[string]string `json:"overrides,omitempty"`
	Comment   string            `json:"comment,omitempty"`
	Note      string            `json:"note,omitempty"`
	Rev       string            `json:"rev,omitempty"` // names this version of the draft; new with each that is saved
	// Seen are the names of the versions that the browser knew when it saved this one.
	Seen    []string  `json:"seen,omitempty"`
	SavedAt time.Time `json:"-"`
	Claim   string    `json:"-"` // the secret of the claim under which it was typed, if the browser named one
}

// Owner names an agent's draft of a job.
type Owner struct {
	Company string
	JobID   string
	AgentID string
}

// Empty reports whether nothing was filled in.
func (d Draft) Empty() bool {
	return d.Outcome == "" && len(d.Reasons) == 0 && len(d.Overrides) == 0 && d.Comment == "" && d.Note == ""
}

// Says reports whether a draft has the same content as another.
func (d Draft) Says(other Draft) bool {
	return d.Outcome == other.Outcome && slices.Equal(d.Reasons, other.Reasons) &&
		maps.Equal(d.Overrides, other.Overrides) && d.Comment == other.Comment && d.Note == other.Note
}

// SaidIn reports whether a note and a comment have every word of a draft.
func (d Draft) SaidIn(note, comment string) bool {
	return strings.Contains(note, d.Note) && strings.Contains(comment, d.Comment)
}

func (d Draft) check() error {
	if utf8.RuneCountInString(d.Comment) > MaxComment || utf8.RuneCountInString(d.Note) > MaxNote ||
		len(d.Reasons) > maxChoices || len(d.Overrides) > maxChoices {
		return fault.New(fault.TooLarge, "what you typed is too long to be kept: shorten it")
	}
	return nil
}

// unseenBy reports whether a saved version is one that the browser of another did not know, and says something else.
func (d Draft) unseenBy(other Draft) bool {
	return !d.Empty() && d.Rev != other.Rev && !slices.Contains(other.Seen, d.Rev) && !d.Says(other)
}

// with returns a draft with the words and choices of another added to it, under a new name.
func (d Draft) with(other Draft) Draft {
	all := d
	all.Rev = ids.UUID()
	if all.Outcome == "" {
		all.Outcome = other.Outcome
	}
	all.Reasons = slices.Clone(d.Reasons)
	for _, code := range other.Reasons {
		if !slices.Contains(all.Reasons, code) {
			all.Reasons = append(all.Reasons, code)
		}
	}
	if len(other.Overrides) > 0 {
		all.Overrides = maps.Clone(other.Overrides)
		maps.Copy(all.Overrides, d.Overrides)
	}
	all.Note, all.Comment = joined(d.Note, other.Note), joined(d.Comment, other.Comment)
	all.Seen = append(slices.Clone(d.Seen), other.Rev)
	return all
}

// joined returns two texts as one; only the longer one where it contains the other.
func joined(a, b string) string {
	switch {
	case strings.Contains(a, b):
		return a
	case strings.Contains(b, a):
		return b
	}
	return a + "\n" + b
}

// rows are where drafts are read: the store, or a transaction.
type rows interface {
	Draft(ctx context.Context, company, jobID, agent string) (store.Draft, error)
}

// Read returns an agent's draft; an empty one where there is none.
func Read(ctx context.Context, from rows, o Owner) (Draft, error) {
	row, err := from.Draft(ctx, o.Company, o.JobID, o.AgentID)
	if fault.Is(err, fault.NotFound) {
		return Draft{}, nil
	}
	if err != nil {
		return Draft{}, err
	}
	d := Draft{SavedAt: row.UpdatedAt}
	if err := json.Unmarshal([]byte(row.Body), &d); err != nil {
		return Draft{}, fault.Wrap(fmt.Errorf("draft of %s: %w", o.JobID, err), fault.Internal, "a draft is damaged")
	}
	d.Rev = cmp.Or(d.Rev, unnamed)
	return d, nil
}
