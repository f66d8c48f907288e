package access

import (
	"regexp"
	"strings"

	"proofdesk/app/ids"
)

// Kind is the namespace of a URN.
type Kind string

// The namespaces. The first is defined by the service's description, the second follows its form.
const (
	KindAPIKey   Kind = "apikeysv1"
	KindDocument Kind = "documentsv1"
)

// URN is the name of an API key or a document: urn:<kind>:<environment>:<region>:<company>:<uuid>.
type URN struct {
	Kind        Kind
	Environment string
	Region      string
	Company     string
	ID          string // UUID in lower case
}

// maxURN limits the length of a text that is parsed.
const maxURN = 200

var (
	slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,30}$`)
	partPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,30}$`)
)

// ValidSlug reports whether s can name a company: 2 to 31 lower-case letters, digits and hyphens, not beginning with a
// hyphen.
func ValidSlug(s string) bool { return slugPattern.MatchString(s) }

// ValidPart reports whether s can be an environment or a region: up to 31 lower-case letters, digits and hyphens.
func ValidPart(s string) bool { return partPattern.MatchString(s) }

// String formats the URN.
func (u URN) String() string {
	return strings.Join([]string{"urn", string(u.Kind), u.Environment, u.Region, u.Company, u.ID}, ":")
}

// ParseURN parses a URN of the given kind. "urn" and the UUID may be in any case, the rest is exact.
func ParseURN(kind Kind, s string) (URN, bool) {
	if len(s) > maxURN {
		return URN{}, false
	}
	parts := strings.Split(s, ":")
	if len(parts) != 6 || !strings.EqualFold(parts[0], "urn") || parts[1] != string(kind) {
		return URN{}, false
	}
	id, ok := ids.ParseUUID(parts[5])
	if !ok || !ValidPart(parts[2]) || !ValidPart(parts[3]) || !ValidSlug(parts[4]) {
		return URN{}, false
	}
	return URN{Kind: kind, Environment: parts[2], Region: parts[3], Company: parts[4], ID: id}, true
}
