package preset

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/naming"
)

// Preset is a named set of options of a company: one draft, and numbered versions that never change.
type Preset struct {
	Company     string
	Name        string // unique in the company; never changes
	Description string
	Archived    bool // keeps its versions, and can be neither changed nor assigned
	Draft       Draft
	From        int // the version that the draft began from; 0 for the defaults
	Latest      int // the number of the newest version; 0 before the first
	Proposal    *Proposal
	Withdrawn   []Withdrawn // proposals that others ended; one per proposer
	Revision    int64       // grows with every change of the preset, its draft and its assignments
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string
}

// Proposal is a content, or are assignments, that wait for a second person, because they weaken a protection.
type Proposal struct {
	Content Content   `json:"content"`
	Note    string    `json:"note"`
	Origin  Origin    `json:"origin"`
	Of      int       `json:"of,omitempty"` // of a rollback: the version whose content it is
	Weakens []string  `json:"weakens"`      // paths
	By      string    `json:"by"`
	At      time.Time `json:"at"`

	Assignments *[]Assignment `json:"assignments,omitempty"` // in place of a content
	Losses      []Loss        `json:"losses,omitempty"`      // by the assignments
}

// Origin is the way in which a version was published.
type Origin string

// The origins.
const (
	ByConsole  Origin = "CONSOLE"
	ByAPI      Origin = "API"
	ByImport   Origin = "IMPORT"
	ByRollback Origin = "ROLLBACK"
)

// Edition is a version of a preset. It holds the defaults of its time too, so that a later change of a default does not
// change what was published.
type Edition struct {
	Company     string
	Preset      string
	Number      int
	Content     Content
	Defaults    map[string]FrozenDefault
	Catalogue   string // CatalogueVersion of its time
	Note        string
	Origin      Origin
	Of          int // of a rollback: the version whose content it is
	PublishedBy string
	ApprovedBy  string // empty where one person was enough
	PublishedAt time.Time
}

// FrozenDefault is an option's default when a version was published.
type FrozenDefault struct {
	Default any               `json:"d"`
	Earlier any               `json:"e,omitempty"` // in SDK versions before Option.Earlier.Before
	Texts   map[string]string `json:"t,omitempty"` // by language, as Option.Texts
}

var namePattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)

// reservedNames are the words that stand for something else where a name would stand in a path.
var reservedNames = map[string]bool{"catalogue": true, "import": true, "media": true, "new": true}

// CheckName returns the rule that a preset's name breaks.
func CheckName(name string) error {
	switch {
	case name == "":
		return fault.BadField("name", "required", "enter a name for the preset")
	case len(name) > 64:
		return fault.BadField("name", "max_length", "a name can have at most 64 characters")
	case !namePattern.MatchString(name):
		return fault.BadField("name", "characters",
			"the name has only lower-case letters, digits and hyphens, and begins and ends with a letter or a digit")
	case reservedNames[name]:
		return fault.BadField("name", "reserved", "%s is a reserved word: choose another name", name)
	}
	return nil
}

// MaxNote limits a note and a description, in characters.
const MaxNote = 500

// CheckNote trims a note or description, and returns the rule that it breaks.
func CheckNote(field, text string, required bool) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "" && required:
		return "", fault.BadField(field, "required", "enter a comment: in a few words, what changes and why")
	case utf8.RuneCountInString(text) > MaxNote:
		return "", fault.BadField(field, "max_length", "this can have at most %d characters", MaxNote)
	}
	return text, naming.CheckText(field, text)
}
