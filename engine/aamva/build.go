package aamva

import (
	"errors"
	"fmt"
	"strings"
)

// ErrVersion is returned by Build for a version that it can't write.
var ErrVersion = errors.New("aamva: version is not 1 to 10")

// Fields is what Build writes. Dates are YYYY-MM-DD, sex M, F or X, the jurisdiction two letters; what is empty is left
// out or, where the standard requires the element, written as NONE.
type Fields struct {
	Jurisdiction                             string
	Kind                                     string // DL or ID; DL if empty
	Surname, FirstName, MiddleNames, Suffix  string
	DocumentNumber                           string
	BirthDate, ExpiryDate, IssueDate, Sex    string
	Line1, Line2, City, State, PostalCode    string
	HeightCM                                 int
	EyeColor, HairColor                      string
	VehicleClass, Restrictions, Endorsements string
	Discriminator                            string // DCF
	SurnameCut, FirstNameCut, MiddleNamesCut Cut
	Extra                                    []Element // jurisdiction's own subfile, ids starting with Z
}

// Build writes a record of a version from 1 to 10 with a right directory: the compliance characters, the header, one
// holder's subfile and, if Extra has elements, the jurisdiction's own. Version 1 has one full name (DAA), 2 and 3 have
// given names in one (DCT), later ones have them apart (DAC, DAD).
func Build(f Fields, version int) (string, error) {
	if version < 1 || version > 10 {
		return "", ErrVersion
	}
	kind := f.Kind
	if kind == "" {
		kind = "DL"
	}
	subfiles := []string{kind + join(holderElements(f, version))}
	if len(f.Extra) > 0 {
		own := "Z" + (f.Jurisdiction + "Z")[:1]
		subfiles = append(subfiles, own+join(f.Extra))
	}
	head := fmt.Sprintf("@\n\x1e\rANSI %06s%02d", issuerNumber(f.Jurisdiction), version)
	if version > 1 {
		head += "00"
	}
	head += fmt.Sprintf("%02d", len(subfiles))
	at := len(head) + 10*len(subfiles)
	directory := ""
	for _, s := range subfiles {
		directory += fmt.Sprintf("%s%04d%04d", s[:2], at, len(s))
		at += len(s)
	}
	return head + directory + strings.Join(subfiles, ""), nil
}

func issuerNumber(jurisdiction string) string {
	if n := IIN(jurisdiction); n != "" {
		return n
	}
	return "000000"
}

func join(elements []Element) string {
	var b strings.Builder
	for i, e := range elements {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.ID + e.Value)
	}
	b.WriteByte('\r')
	return b.String()
}

// holderElements lists the holder's subfile in the order in which cards usually have it, the number first.
func holderElements(f Fields, version int) []Element {
	country := countries[f.Jurisdiction]
	imperial := country != "CAN"
	list := []Element{{ID: "DAQ", Value: f.DocumentNumber}}
	list = append(list, nameElements(f, version)...)
	list = append(list, classElements(f, version)...)
	for _, d := range []struct{ id, value string }{{"DBD", f.IssueDate}, {"DBB", f.BirthDate}, {"DBA", f.ExpiryDate}} {
		list = append(list, Element{ID: d.id, Value: writeDate(d.value, version > 1 && imperial)})
	}
	list = append(list, Element{ID: "DBC", Value: writeSex(f.Sex)},
		Element{ID: "DAU", Value: writeHeight(f.HeightCM, version, imperial)},
		Element{ID: "DAY", Value: f.EyeColor}, Element{ID: "DAG", Value: f.Line1})
	if f.Line2 != "" {
		list = append(list, Element{ID: "DAH", Value: f.Line2})
	}
	list = append(list, Element{ID: "DAI", Value: f.City}, Element{ID: "DAJ", Value: f.State},
		Element{ID: "DAK", Value: writePostalCode(f.PostalCode)})
	if version > 1 {
		list = append(list, Element{ID: "DCF", Value: orNone(f.Discriminator)}, Element{ID: "DCG", Value: country})
	}
	if f.HairColor != "" {
		list = append(list, Element{ID: "DAZ", Value: f.HairColor})
	}
	return list
}

func nameElements(f Fields, version int) []Element {
	switch {
	case version == 1:
		full := f.Surname + "," + f.FirstName + "," + f.MiddleNames
		if f.Suffix != "" {
			full += "," + f.Suffix
		}
		return []Element{{ID: "DAA", Value: strings.TrimRight(full, ",")}}
	case version < 4:
		given := strings.TrimRight(f.FirstName+","+strings.ReplaceAll(f.MiddleNames, " ", ","), ",")
		return append([]Element{{ID: "DCS", Value: f.Surname}, {ID: "DCT", Value: given}}, suffix(f)...)
	}
	return append([]Element{
		{ID: "DCS", Value: f.Surname},
		{ID: "DDE", Value: cutOr(f.SurnameCut)},
		{ID: "DAC", Value: f.FirstName},
		{ID: "DDF", Value: cutOr(f.FirstNameCut)},
		{ID: "DAD", Value: orNone(f.MiddleNames)},
		{ID: "DDG", Value: cutOr(f.MiddleNamesCut)},
	}, suffix(f)...)
}

func suffix(f Fields) []Element {
	if f.Suffix == "" {
		return nil
	}
	return []Element{{ID: "DCU", Value: f.Suffix}}
}

func classElements(f Fields, version int) []Element {
	ids := []string{"DCA", "DCB", "DCD"}
	if version == 1 {
		ids = []string{"DAR", "DAS", "DAT"}
	}
	return []Element{
		{ID: ids[0], Value: orNone(f.VehicleClass)},
		{ID: ids[1], Value: orNone(f.Restrictions)},
		{ID: ids[2], Value: orNone(f.Endorsements)},
	}
}

func writeDate(v string, monthFirst bool) string {
	d := strings.ReplaceAll(v, "-", "")
	if len(d) != 8 {
		return "NONE"
	}
	if monthFirst {
		return d[4:] + d[:4]
	}
	return d
}

func writeSex(v string) string {
	switch v {
	case "M":
		return "1"
	case "F":
		return "2"
	}
	return "9"
}

func writeHeight(cm, version int, imperial bool) string {
	in := int(float64(cm)/2.54 + .5)
	switch {
	case cm <= 0:
		return "NONE"
	case !imperial:
		return fmt.Sprintf("%03d cm", cm)
	case version == 1:
		return fmt.Sprintf("%d%02d", in/12, in%12)
	}
	return fmt.Sprintf("%03d in", in)
}

func writePostalCode(v string) string {
	packed := strings.NewReplacer(" ", "", "-", "").Replace(v)
	if len(packed) == 5 {
		packed += "0000"
	}
	return fmt.Sprintf("%-11s", packed)
}

func orNone(v string) string {
	if v == "" {
		return "NONE"
	}
	return v
}

func cutOr(c Cut) string {
	if c == "" {
		return "U"
	}
	return string(c)
}
