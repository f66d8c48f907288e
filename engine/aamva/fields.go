package aamva

import "strings"

// fill derives the holder's fields from the elements.
func fill(l *License) {
	fillIssuer(l)
	fillNames(l)
	l.DocumentNumber = documentNumber(l)
	l.BirthDate = fillDate(l, "DBB")
	l.ExpiryDate = fillDate(l, "DBA")
	l.IssueDate = fillDate(l, "DBD")
	l.Sex = sex(l.value("DBC"))
	fillAddress(l)
	l.HeightCM, l.WeightKG = height(l), weight(l)
	l.EyeColor, l.HairColor = l.value("DAY"), l.value("DAZ")
	for _, f := range []struct{ value, code string }{
		{l.Surname, "surname"},
		{l.GivenNames, "given_names"},
		{l.DocumentNumber, "document_number"},
		{l.BirthDate, "birth_date"},
		{l.ExpiryDate, "expiry_date"},
		{l.IssueDate, "issue_date"},
		{l.Sex, "sex"},
		{l.Address.Line1, "address"},
	} {
		if f.value == "" {
			l.warn("field.missing:" + f.code)
		}
	}
}

// fillIssuer sets the jurisdiction by the issuer number, or by the address where that number is unknown.
func fillIssuer(l *License) {
	code, country, ok := Jurisdiction(l.IIN)
	if !ok {
		code = asciiUpper(l.value("DAJ", "DAO"))
		country = countries[code]
	}
	l.Jurisdiction, l.Country = code, country
	if given := asciiUpper(l.value("DCG")); given == "USA" || given == "CAN" || given == "MEX" {
		if l.Country != "" && l.Country != given {
			l.warn("country.contradicts_issuer")
		}
		l.Country = given
	}
}

// documentNumber returns element DAQ unchanged. A specimen's "NONE" is kept, with a warning, because the card carries
// it.
func documentNumber(l *License) string {
	v, _ := l.Element("DAQ")
	if isNone(v) {
		l.warn("document_number.none")
	}
	return v
}

func fillDate(l *License, id string) string {
	v := l.value(id)
	d := date(v)
	if v != "" && d == "" {
		l.warn("date.malformed:" + id)
	}
	return d
}

// sex maps element DBC: 1 and M, 2 and F, 9 and X (ISO/IEC 5218 and letters).
func sex(v string) string {
	if v == "" {
		return ""
	}
	switch v[0] {
	case '1', 'M', 'm':
		return "M"
	case '2', 'F', 'f':
		return "F"
	case '9', 'X', 'x', 'N':
		return "X"
	}
	return ""
}

// fillAddress reads the mailing address (DAG to DAK) or, where a version 1 card has only that, the residence.
func fillAddress(l *License) {
	a := Address{
		Line1:      tidyAddress(l.value("DAG")),
		Line2:      tidyAddress(l.value("DAH")),
		City:       tidyAddress(l.value("DAI")),
		State:      asciiUpper(l.value("DAJ")),
		PostalCode: postalCode(l.value("DAK")),
		Country:    l.Country,
	}
	if a.Line1 == "" {
		a.Line1, a.Line2 = tidyAddress(l.value("DAL")), tidyAddress(l.value("DAM"))
	}
	if a.City == "" {
		a.City = tidyAddress(l.value("DAN"))
	}
	if a.State == "" {
		a.State = asciiUpper(l.value("DAO"))
	}
	if a.PostalCode == "" {
		a.PostalCode = postalCode(l.value("DAP"))
	}
	if c := countries[a.State]; c != "" {
		a.Country = c
	}
	l.Address = a
}

func tidyAddress(v string) string { return strings.Trim(v, ", ") }

// postalCode writes a code as people do: five digits, five and four, or the Canadian halves apart.
func postalCode(v string) string {
	v = strings.TrimSpace(v)
	packed := strings.NewReplacer(" ", "", "-", "").Replace(v)
	if n := digits(packed); n == len(packed) && n >= 5 {
		if n < 9 || packed[5:9] == "0000" || strings.Contains(v, "  ") && digits(v) == 5 {
			return packed[:5]
		}
		return packed[:5] + "-" + packed[5:9]
	}
	if len(packed) == 6 && digits(packed) == 0 {
		return packed[:3] + " " + packed[3:]
	}
	return v
}
