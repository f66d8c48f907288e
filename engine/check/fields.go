package check

import (
	"strings"

	"proofdesk/engine/finding"
)

// keyFields are the fields without which nobody can be identified.
var keyFields = []string{"lastName", "documentNumber", "dateOfBirth"}

// Fields reports whether the key fields are among the readings of a side with a code, and of the sides before it. A
// side without a code is not judged, see NoCode.
//
// Code document.read. No score. Assurance: model.
func Fields(s Side, readings []finding.Reading) []finding.Check {
	if !s.Coded() {
		return nil
	}
	c := finding.NewCheck(finding.CodeRead, finding.GroupDocument, s.Capture)
	if !s.identified() {
		c.Conclude(finding.Inconclusive, "barcode.not_licence",
			"The barcode that was read holds no driving licence's record")
		return []finding.Check{c}
	}
	c.Assurance, c.Outcome = finding.Model, finding.Pass
	var missing []string
	for _, field := range keyFields {
		if _, ok := finding.Surest(readings, field); !ok {
			missing = append(missing, field)
		}
	}
	if len(missing) > 0 {
		c.Conclude(finding.Warn, "document.fields_missing", "Not read: "+strings.Join(missing, ", "))
	}
	return []finding.Check{c}
}

// NoCode returns the check that fails because no side of a document carried a code; no check where one did, which
// Fields judged, or where no document was captured. It examines the checks of all captures.
//
// Code document.read. No score. Assurance: heuristic.
func NoCode(checks []finding.Check) []finding.Check {
	documents, read := false, false
	for _, c := range checks {
		documents = documents || c.Code == finding.CodeKind
		read = read || c.Code == finding.CodeRead
	}
	if !documents || read {
		return nil
	}
	c := finding.NewCheck(finding.CodeRead, finding.GroupDocument, "")
	c.Conclude(finding.Inconclusive, "document.no_code", "No machine-readable zone or barcode was read")
	return []finding.Check{c}
}
