package engine

import (
	"slices"
	"strings"
	"unicode"

	"proofdesk/engine/mrz"
	"proofdesk/engine/spelling"
)

// comparedFields are the rows of the cross-check, in the order in which they are shown.
var comparedFields = []string{
	"lastName", "firstName", "dateOfBirth", "sex", "documentNumber", "documentType", "issuingCountry", "nationality",
	"issueDate", "expiryDate", "personalNumber", "address.line1", "address.city", "address.state",
	"address.postalCode", "address.country",
}

// identifying are the fields whose disagreement speaks against the document; in the others it is only worth a look.
var identifying = map[string]bool{
	"lastName":       true,
	"firstName":      true,
	"dateOfBirth":    true,
	"documentNumber": true,
	"expiryDate":     true,
	"sex":            true,
	"issuingCountry": true,
}

// telling are the fields of which an agent looks at every difference, even one that may be misread.
var telling = map[string]bool{"dateOfBirth": true, "documentNumber": true, "expiryDate": true}

// differing lists the fields of reasons.
func differing(reasons []string) []string {
	var fields []string
	for _, r := range reasons {
		if i := strings.IndexByte(r, '.') + 1; i > 0 {
			_, field, _ := strings.Cut(r[i:], ".")
			fields = append(fields, spaced(field))
		}
	}
	return fields
}

// turnedDate is the repair of a printed date whose day and month were read the other way round.
const turnedDate = "DD-MM>MM-DD"

// turnDates reads printed dates of which day and month may stand either way as another source has them.
func (in *inspector) turnDates() {
	for i := range in.report.Readings {
		r := &in.report.Readings[i]
		if r.Or == "" {
			continue
		}
		confirmed := func(value string) bool {
			return slices.ContainsFunc(in.report.Readings, func(o Reading) bool {
				return o.Field == r.Field && o.Source != r.Source &&
					match(r.Field, Reading{Source: r.Source, Value: value, Confidence: 1}, o) == MatchFull
			})
		}
		switch {
		case confirmed(r.Value):
			r.Or = ""
		case confirmed(r.Or):
			r.Repairs = append(r.Repairs, turnedDate)
			r.Value, r.Or = r.Or, ""
		}
	}
}

// compare holds the sources of each field against each other and says whether all agree.
func (in *inspector) compare() {
	check := Check{
		Code:      CodeConsistency,
		Group:     GroupData,
		Provider:  builtIn,
		Version:   Version,
		Assurance: Heuristic,
		RanOn:     OnServer,
		Outcome:   NotRun,
	}
	in.part()
	in.turnDates()
	in.another(&check)
	compared := 0
	for _, field := range comparedFields {
		row, evidence := in.row(field)
		if len(row.Values) == 0 {
			continue
		}
		in.report.Comparisons = append(in.report.Comparisons, row)
		switch {
		case row.Match == MatchNotRead:
			continue
		case row.Match == MatchNone && identifying[field]:
			told := check.Detail
			check.say(Fail, "data.mismatch."+field, "The sources disagree on "+spaced(field)+": "+listed(row))
			if told != "" {
				check.Detail = told
			}
			check.Evidence = append(check.Evidence, evidence...)
		case row.Match == MatchNone:
			check.Reasons = append(check.Reasons, "data.differs."+field)
		case row.Match == MatchPartial && telling[field]:
			check.Reasons = append(check.Reasons, "data.unclear."+field)
			check.Evidence = append(check.Evidence, evidence...)
		}
		compared++
	}
	if len(in.report.Comparisons)+len(in.report.Others) == 0 {
		return
	}
	switch {
	case check.Outcome == Fail:
	case compared == 0:
		check.say(Inconclusive, "data.one_source", "Only one source was read: there is nothing to hold it against")
	case len(check.Reasons) > 0:
		check.Outcome, check.Detail = Warn, "The sources differ in "+strings.Join(differing(check.Reasons), ", ")
	default:
		check.Outcome = Pass
	}
	in.add(check)
}

// row compares one field over its sources.
func (in *inspector) row(field string) (Comparison, []Evidence) {
	row := Comparison{Field: field, Match: MatchNotRead, Values: map[Source]string{}}
	var readings []Reading
	var evidence []Evidence
	for _, r := range in.report.Readings {
		if _, seen := row.Values[r.Source]; r.Field != field || seen {
			continue
		}
		row.Values[r.Source] = r.Value
		readings = append(readings, r)
		if r.Box != nil {
			evidence = append(evidence, Evidence{Capture: r.Capture, Label: field, Box: r.Box})
		}
	}
	for i, a := range readings {
		for _, b := range readings[i+1:] {
			row.Match = worse(row.Match, match(field, a, b))
		}
	}
	return row, evidence
}

// worse combines two matches of a row.
func worse(a, b Match) Match {
	rank := map[Match]int{MatchNotRead: 0, MatchFull: 1, MatchPartial: 2, MatchNone: 3}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// match compares two values of a field as that field wants to be compared.
func match(field string, a, b Reading) Match {
	switch field {
	case "lastName", "firstName":
		full, partial := mrz.NamesMatch(a.Value, b.Value)
		switch {
		case full:
			return MatchFull
		case partial || (a.Truncated || b.Truncated) && shortened(a.Value, b.Value), nearName(a, b):
			return MatchPartial
		}
		return MatchNone
	case "dateOfBirth":
		if (a.Source == MRZ || b.Source == MRZ) && len(a.Value) == 10 && len(b.Value) == 10 &&
			a.Value[2:] == b.Value[2:] {
			return MatchFull // the zone has no century (ICAO 9303-3 §4.8)
		}
	case "address.line1", "address.city":
		if full, partial := mrz.NamesMatch(a.Value, b.Value); !full && partial {
			return MatchPartial
		}
	}
	if plain(a.Value) == plain(b.Value) {
		return MatchFull
	}
	if field == "documentNumber" && (a.Source == VIZ || b.Source == VIZ) && shapes(a.Value) == shapes(b.Value) {
		return MatchFull // print does not tell a letter from the figure of its shape
	}
	if misread(a, b) && (field != "expiryDate" && field != "issueDate" || lookAlike(a.Value, b.Value)) {
		return MatchPartial
	}
	return MatchNone
}

// shapes writes the letters of a number that look like figures as those figures.
func shapes(number string) string {
	return strings.NewReplacer("O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "Z", "2", "S", "5", "G", "6", "T",
		"7", "B", "8").Replace(plain(number))
}

// twins are digits that are taken for each other in print.
var twins = []string{"0689", "358", "17", "27", "56", "49"}

// lookAlike reports whether two dates differ only in digits that are taken for each other.
func lookAlike(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		like := func(twin string) bool {
			return strings.IndexByte(twin, a[i]) >= 0 && strings.IndexByte(twin, b[i]) >= 0
		}
		if a[i] != b[i] && !slices.ContainsFunc(twins, like) {
			return false
		}
	}
	return true
}

// sureWord is from which confidence a printed value that differs is believed to differ.
const sureWord = .9

// misread tells a printed value that differs by so little, and was read so unsurely, that it says nothing.
func misread(a, b Reading) bool {
	if a.Source != VIZ && b.Source != VIZ {
		return false
	}
	x, y := plain(a.Value), plain(b.Value)
	limit := max(len(x), len(y)) / 5
	return min(a.Confidence, b.Confidence) < sureWord && spelling.Distance(x, y, limit+1) <= limit+1
}

// nearName tells a printed name that differs by one letter in five: letters are misread more often than names are
// forged so.
func nearName(a, b Reading) bool {
	if a.Source != VIZ && b.Source != VIZ {
		return false
	}
	x, y := mrz.MatchKey(a.Value), mrz.MatchKey(b.Value)
	limit := max(1, max(len(x), len(y))/5)
	return spelling.Distance(x, y, limit) <= limit
}

// shortened reports whether one name can be the other cut to fit its field: whole components left out, others cut to
// some of their first letters, the order kept and the first one there (ICAO 9303-3 §4.6.1).
func shortened(a, b string) bool {
	x, y := strings.Fields(mrz.MatchKey(a)), strings.Fields(mrz.MatchKey(b))
	return cutFrom(x, y) || cutFrom(y, x)
}

func cutFrom(short, long []string) bool {
	if len(short) == 0 || len(long) < len(short) || !strings.HasPrefix(long[0], short[0]) {
		return false
	}
	for _, component := range long {
		if len(short) > 0 && strings.HasPrefix(component, short[0]) {
			short = short[1:]
		}
	}
	return len(short) == 0
}

// plain keeps letters and digits, upper case.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

func listed(row Comparison) string {
	var parts []string
	for _, source := range []Source{VIZ, MRZ, Barcode, Chip, Submitted} {
		if value, ok := row.Values[source]; ok {
			parts = append(parts, strings.ToLower(string(source))+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}

// spaced writes a field name as words: dateOfBirth → date of birth.
func spaced(field string) string {
	var b strings.Builder
	for _, r := range field {
		switch {
		case r == '.':
			b.WriteByte(' ')
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
