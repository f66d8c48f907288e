package aamva

import "errors"

// The ways in which Parse refuses a text. A record that is only damaged is returned with warnings instead.
var (
	ErrEmpty     = errors.New("aamva: empty text")
	ErrTooLong   = errors.New("aamva: text longer than 16384 bytes")
	ErrNotRecord = errors.New("aamva: neither a header nor elements of a licence record")
	ErrNoElement = errors.New("aamva: a header without any element behind it")
)

// MaxLength is the longest text in bytes that Parse examines; a PDF417 symbol holds at most 2710 digits.
const MaxLength = 16384

// License is one driving licence or identification card. Text is trimmed; dates are YYYY-MM-DD; what the card does
// not carry, or carries unreadably, is empty.
type License struct {
	Layout              Layout
	Version             int    // AAMVA version number of the header, 0 if unknown
	JurisdictionVersion int    // the jurisdiction's own, 0 if unknown
	IIN                 string // issuer identification number, six digits
	Jurisdiction        string // two letters, from the issuer number, else from the address
	Country             string // ISO 3166-1 alpha-3: USA, CAN or MEX
	Kind                string // subfile type: DL, ID or EN

	Surname     string
	FirstName   string
	MiddleNames string
	GivenNames  string // first and middle names as one text
	Suffix      string

	SurnameCut     Cut // DDE
	FirstNameCut   Cut // DDF
	MiddleNamesCut Cut // DDG

	DocumentNumber string
	BirthDate      string
	ExpiryDate     string
	IssueDate      string
	Sex            string // M, F or X
	Address        Address

	HeightCM  int // 0 if not given
	WeightKG  int // 0 if not given
	EyeColor  string
	HairColor string

	Elements []Element
	Open     []string // ids of elements that the text ends in before it should: their values may be cut short
	Warnings []string // stable codes such as "date.malformed:DBB", in the order found
}

// Layout is the record's layout.
type Layout string

// The two layouts.
const (
	Barcode Layout = "BARCODE"
	Stripe  Layout = "MAGNETIC_STRIPE"
)

// Cut reports whether a name was shortened to fit (elements DDE, DDF and DDG): T for yes, N for no, U for unknown.
type Cut string

// The values of Cut.
const (
	CutYes     Cut = "T"
	CutNo      Cut = "N"
	CutUnknown Cut = "U"
)

// Address is where the holder lives. PostalCode is 12345, 12345-6789 or A1A 1A1.
type Address struct {
	Line1, Line2, City, State, PostalCode, Country string
}

// Element is one data element as it was read: its three-character id ("DCS") and its trimmed value. Elements of a
// magnetic stripe have the id of the same element in the barcode.
type Element struct {
	Subfile string
	ID      string
	Value   string
}

// Element returns the value of the first element with that id, preferring one that is not empty, and whether the
// record has it at all.
func (l *License) Element(id string) (string, bool) {
	found := false
	for _, e := range l.Elements {
		if e.ID == id {
			if e.Value != "" {
				return e.Value, true
			}
			found = true
		}
	}
	return "", found
}

func (l *License) value(ids ...string) string {
	for _, id := range ids {
		if v, _ := l.Element(id); v != "" && !isNone(v) {
			return v
		}
	}
	return ""
}

func (l *License) warn(code string) {
	for _, w := range l.Warnings {
		if w == code {
			return
		}
	}
	l.Warnings = append(l.Warnings, code)
}
