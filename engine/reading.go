package engine

import (
	"slices"
	"strings"

	"proofdesk/engine/aamva"
	"proofdesk/engine/mrz"
)

// german is the issuing State that documents print as a single letter (ICAO 9303-3, part D).
var states = map[string]string{"D": "DEU"}

func state(code string) string {
	if long, ok := states[code]; ok {
		return long
	}
	return code
}

// mrzReadings lists the values of a zone, each with its place and check digit.
func (in *inspector) mrzReadings(c *card) {
	r := c.zone.Record
	add := func(field string, element mrz.Field, value string) {
		if value == "" {
			return
		}
		reading := Reading{
			Source:     MRZ,
			Field:      field,
			Value:      value,
			Capture:    c.capture.ID,
			Confidence: c.zone.Confidence,
		}
		for _, f := range c.zone.Fields {
			if f.Field == element {
				from, to := filled(f, field)
				quad := columns(f.Quad, from, to, len(f.Raw))
				box := c.quadBox(quad)
				reading.Box, reading.Quad, reading.Confidence, reading.Raw = &box, &quad, f.Confidence, f.Raw
			}
		}
		for _, d := range c.zone.CheckDigits {
			if d.Field == element {
				ok := d.OK
				reading.CheckDigit = &ok
			}
		}
		for _, repair := range c.zone.Repairs {
			if strings.HasSuffix(repair, "("+string(element)+")") {
				reading.Repairs = append(reading.Repairs, repair)
			}
		}
		reading.Truncated = r.Truncated && (element == mrz.FieldName || element == mrz.FieldGivenNames)
		in.report.Readings = append(in.report.Readings, reading)
	}
	add("documentType", mrz.FieldCode, documentType(r.Code))
	add("issuingCountry", mrz.FieldState, state(r.State))
	add("lastName", mrz.FieldName, r.Surname)
	given := mrz.FieldName
	if slices.ContainsFunc(c.zone.Fields, func(f mrz.FieldQuad) bool { return f.Field == mrz.FieldGivenNames }) {
		given = mrz.FieldGivenNames
	}
	add("firstName", given, r.GivenNames)
	add("documentNumber", mrz.FieldNumber, r.Number)
	add("nationality", mrz.FieldNationality, state(r.Nationality))
	add("dateOfBirth", mrz.FieldBirth, whole(r.Birth))
	add("sex", mrz.FieldSex, r.Sex)
	add("expiryDate", mrz.FieldExpiry, whole(r.Expiry))
	add("issueDate", mrz.FieldIssue, whole(r.Issue))
	add("personalNumber", mrz.FieldPersonal, r.Personal)
}

// filled returns the columns of an element in which a value stands, without the fillers around it; surname and given
// names share an element of most zones.
func filled(f mrz.FieldQuad, field string) (from, to int) {
	value := f.Raw
	if surname, given, apart := strings.Cut(f.Raw, "<<"); apart && f.Field == mrz.FieldName {
		if value = surname; field == "firstName" {
			value, from = given, len(surname)+2
		}
	}
	from += len(value) - len(strings.TrimLeft(value, "<"))
	value = strings.Trim(value, "<")
	if value == "" {
		return 0, len(f.Raw)
	}
	return from, from + len(value)
}

func whole(d mrz.Date) string {
	if !d.Known() {
		return ""
	}
	return d.String()
}

// documentType names a document by the first letter of its code (ICAO 9303-3 §4.4).
func documentType(code string) string {
	if code == "" {
		return ""
	}
	switch code[0] {
	case 'P':
		return "PASSPORT"
	case 'V':
		return "VISA"
	}
	return "ID_CARD"
}

// openConfidence is the most that a value is trusted that its record ends in, or that runs over its picture's edge.
const openConfidence = .4

// barcodeReadings lists the values of a licence's barcode.
func (in *inspector) barcodeReadings(c *card) {
	for _, s := range c.symbols {
		licence, err := aamva.Parse(s.Text)
		if err != nil {
			continue
		}
		box := c.quadBox(s.Corners)
		add := func(field, value string, truncated, doubtful bool) {
			if value == "" {
				return
			}
			reading := Reading{
				Source:     Barcode,
				Field:      field,
				Value:      value,
				Capture:    c.capture.ID,
				Box:        &box,
				Confidence: s.Confidence,
				Truncated:  truncated || doubtful,
			}
			if doubtful {
				reading.Confidence = min(reading.Confidence, openConfidence)
			}
			in.report.Readings = append(in.report.Readings, reading)
		}
		kind := "DRIVING_LICENCE"
		if licence.Kind == "ID" {
			kind = "ID_CARD"
		}
		add("documentType", kind, false, false)
		add("issuingCountry", licence.Country, false, licence.Doubtful(aamva.Country))
		add("lastName", licence.Surname, licence.SurnameCut == "T", licence.Doubtful(aamva.Surname))
		add("firstName", licence.GivenNames, licence.FirstNameCut == "T" || licence.MiddleNamesCut == "T",
			licence.Doubtful(aamva.GivenNames))
		if licence.DocumentNumber != "NONE" { // as specimens print it
			add("documentNumber", licence.DocumentNumber, false, licence.Doubtful(aamva.DocumentNumber))
		}
		for _, f := range []struct {
			name, value string
			of          aamva.Field
		}{
			{"dateOfBirth", licence.BirthDate, aamva.BirthDate},
			{"sex", licence.Sex, aamva.Sex},
			{"expiryDate", licence.ExpiryDate, aamva.ExpiryDate},
			{"issueDate", licence.IssueDate, aamva.IssueDate},
			{"address.line1", licence.Address.Line1, aamva.Line1},
			{"address.city", licence.Address.City, aamva.City},
			{"address.state", licence.Address.State, aamva.State},
			{"address.postalCode", licence.Address.PostalCode, aamva.PostalCode},
			{"address.country", licence.Address.Country, aamva.Country},
		} {
			add(f.name, f.value, false, licence.Doubtful(f.of))
		}
		c.licence = true
		if !c.hasZone {
			in.checkDigits(c)
		}
		return
	}
}

// submitted takes over what the host application gave.
func (in *inspector) submitted() {
	for _, field := range comparedFields {
		if value := strings.TrimSpace(in.Submitted[field]); value != "" {
			in.report.Readings = append(in.report.Readings, Reading{
				Source:     Submitted,
				Field:      field,
				Value:      value,
				Confidence: 1,
			})
		}
	}
}

// value returns the surest reading of a field, machine-readable sources first; nothing rests on an unproven one.
func (in *inspector) value(field string) (Reading, bool) {
	rank := map[Source]int{Chip: 5, MRZ: 4, Barcode: 3, VIZ: 2, Submitted: 1}
	var best Reading
	for _, r := range in.report.Readings {
		if r.Field == field && !r.Unproven && rank[r.Source] > rank[best.Source] {
			best = r
		}
	}
	return best, best.Source != "" && best.Source != Submitted
}

// read tells, once per side with a code, whether the key fields were read.
func (in *inspector) read(c *card) {
	if !c.hasZone && len(c.symbols) == 0 {
		return
	}
	if !c.hasZone && !c.licence {
		check := c.check(CodeRead, GroupDocument)
		check.say(Inconclusive, "barcode.not_licence", "The barcode that was read holds no driving licence's record")
		in.add(check)
		return
	}
	missing := []string{}
	for _, field := range []string{"lastName", "documentNumber", "dateOfBirth"} {
		if _, ok := in.value(field); !ok {
			missing = append(missing, field)
		}
	}
	check := c.check(CodeRead, GroupDocument)
	check.Assurance = Model
	if len(missing) == 0 {
		check.Outcome = Pass
	} else {
		check.say(Warn, "document.fields_missing", "Not read: "+strings.Join(missing, ", "))
	}
	in.add(check)
}

// unread says of a document of which no side carried a code that nothing was read.
func (in *inspector) unread() {
	documents, read := false, false
	for _, c := range in.report.Checks {
		documents = documents || c.Code == CodeKind
		read = read || c.Code == CodeRead
	}
	if documents && !read {
		check := Check{
			Code:      CodeRead,
			Group:     GroupDocument,
			Provider:  builtIn,
			Version:   Version,
			Assurance: Heuristic,
			RanOn:     OnServer,
		}
		check.say(Inconclusive, "document.no_code", "No machine-readable zone or barcode was read")
		in.add(check)
	}
}
