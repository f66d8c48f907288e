package finding

import "slices"

// Source is where a value was read.
type Source string

// The sources of values.
const (
	VIZ       Source = "VIZ"       // printed text, visual inspection zone
	MRZ       Source = "MRZ"       // machine-readable zone
	Barcode   Source = "BARCODE"   // AAMVA element
	Chip      Source = "CHIP"      // data group of an eMRTD
	Submitted Source = "SUBMITTED" // given by the host application
)

// Reading is one value from one source. Field is a name of Fields, or fullName. Dates are YYYY-MM-DD, countries ISO
// 3166-1 alpha-3 (as ICAO 9303 spells them), sex is M, F or X. Confidence is 0..1 and comes from what was seen before
// any repair. Raw are the characters of a zone as they were seen, fillers included, where the value stands. CheckDigit
// is nil where the field has none, else whether the printed digit agreed before repair. Truncated marks values that may
// continue: cut by the format, or by the picture's edge. Unproven marks a chip's that no trusted State signed: it is
// compared with the others, and nothing is concluded from it. Or is what a printed date in figures means if day and
// month stand the other way round, where that can be. Corrected marks a value that a person put right.
type Reading struct {
	Source  Source `json:"source"`
	Field   string `json:"field"`
	Value   string `json:"value"`
	Raw     string `json:"raw,omitempty"`
	Capture string `json:"capture,omitempty"`
	Box     *Box   `json:"box,omitempty"`
	// its corners, of machine-readable zones and printed text; as in Evidence
	Quad       *[8]float64 `json:"quad,omitempty"`
	Confidence float64     `json:"confidence"`
	CheckDigit *bool       `json:"checkDigit,omitempty"`
	Repairs    []string    `json:"repairs,omitempty"`
	Truncated  bool        `json:"truncated,omitempty"`
	Unproven   bool        `json:"unproven,omitempty"`
	Or         string      `json:"or,omitempty"`
	Corrected  bool        `json:"corrected,omitempty"`
}

var fields = []string{
	"lastName", "firstName", "dateOfBirth", "sex", "documentNumber", "documentType", "issuingCountry", "nationality",
	"issueDate", "expiryDate", "personalNumber", "address.line1", "address.city", "address.state",
	"address.postalCode", "address.country",
}

// Fields lists the names of the fields that are compared, in the order in which they are shown.
func Fields() []string { return slices.Clone(fields) }

// trust ranks the sources of a value: a machine-readable source is believed before a printed one, and what the host
// application submitted proves nothing.
var trust = map[Source]int{Chip: 5, MRZ: 4, Barcode: 3, VIZ: 2, Submitted: 1}

// Surest returns the reading of a field from its most trusted source; false where no source on the document has the
// field. Unproven readings are passed over.
func Surest(readings []Reading, field string) (Reading, bool) {
	var best Reading
	for _, r := range readings {
		if r.Field == field && !r.Unproven && trust[r.Source] > trust[best.Source] {
			best = r
		}
	}
	return best, best.Source != "" && best.Source != Submitted
}
