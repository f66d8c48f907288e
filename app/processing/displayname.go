package processing

import (
	"cmp"
	"strings"
	"unicode"

	"proofdesk/engine"
	"proofdesk/engine/mrz"
)

// displayName returns the name under which people see an applicant or a customer: the given names and the surname that
// the payload has, in the spelling that is printed on the document. A machine-readable zone spells MÜLLER as MUELLER
// (ICAO 9303-3 section 6.A), so the printed spelling of each part is shown where it is the same name. The payload
// itself keeps the values of the sources that it names.
func displayName(readings []engine.Reading) string {
	return strings.TrimSpace(printedName(readings, "firstName") + " " + printedName(readings, "lastName"))
}

// printedName returns a part of the name as it is printed where that is the same name as the payload's, else the
// payload's.
func printedName(readings []engine.Reading, field string) string {
	value := trustedValue(readings, field)
	for _, r := range readings {
		if r.Source == engine.VIZ && r.Field == field && !r.Truncated && spells(r.Value, value) {
			return r.Value
		}
	}
	return value
}

// spells reports whether a printed name is the other spelling of a name in a machine-readable zone. A printed name in
// plain letters must be the zone's letter by letter, because a reader may have lost its accents.
func spells(printed, zone string) bool {
	if zone == "" {
		return false
	}
	full, _ := mrz.NamesMatch(printed, zone)
	plain := strings.IndexFunc(printed, func(r rune) bool { return r > unicode.MaxASCII }) < 0
	return full && (!plain || mrz.Transliterate(printed) == mrz.Transliterate(zone))
}

// trustedValue returns the value of a field from its most trusted source; empty where none has it. Unproven readings
// are passed over.
func trustedValue(readings []engine.Reading, field string) string {
	for _, source := range trusted {
		value := ""
		for _, r := range readings {
			if r.Source == source && r.Field == field && !r.Unproven {
				value = cmp.Or(value, r.Value)
			}
		}
		if value != "" {
			return value
		}
	}
	return ""
}
