package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"proofdesk/engine/aamva"
)

// expected returns the key fields of a sample's truth, under any of the names that the sample repositories use.
func expected(b []byte) (map[string]string, error) {
	var plain map[string]any
	if err := json.Unmarshal(b, &plain); err != nil {
		return nil, err
	}
	if inner, ok := plain["expected"].(map[string]any); ok {
		plain = inner
	}
	names := map[string]string{
		"FirstName":        "first",
		"firstName":        "first",
		"name.first":       "first",
		"LastName":         "last",
		"lastName":         "last",
		"name.last":        "last",
		"DateOfBirth":      "birth",
		"birthday":         "birth",
		"IdNumber":         "number",
		"IssueDate":        "issue",
		"ExpirationDate":   "expiry",
		"expiration_date":  "expiry",
		"Sex":              "sex",
		"sex":              "sex",
		"StreetLine1":      "street",
		"address":          "street",
		"City":             "city",
		"JurisdictionCode": "state",
		"state":            "state",
		"PostalCode":       "postal",
		"postal_code":      "postal",
	}
	want := map[string]string{}
	for theirs, ours := range names {
		if value, ok := plain[theirs].(string); ok && value != "null" {
			want[ours] = value
		}
	}
	return want, nil
}

// evalAAMVA parses every record; one is fully right if each key field in its truth is. Postal codes are compared by
// their first five characters, as some truths leave the last four digits out; the number of exactly equal records is
// reported too, and every difference is printed with both values.
func evalAAMVA(samples string, t *table) error {
	dir := filepath.Join(samples, "aamva")
	lines, err := index(dir)
	if err != nil || len(lines) == 0 {
		return err
	}
	r := row{}
	var watch stopwatch
	for _, one := range lines {
		if one["expected"] == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, one["file"]))
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, one["expected"]))
		if err != nil {
			return err
		}
		want, err := expected(b)
		if err != nil {
			return err
		}
		if len(want) == 0 {
			continue
		}
		r["strings"]++
		var licence aamva.License
		watch.time(func() { licence, err = aamva.Parse(text) })
		strict := differences(licence, want, false)
		if err == nil && len(differences(licence, want, true)) == 0 {
			r["all_right"]++
		}
		if err == nil && len(strict) == 0 {
			r["to_the_letter"]++
		}
		for _, d := range strict {
			fmt.Println("aamva", filepath.Base(one["file"]), d)
		}
	}
	watch.into(r)
	t.put("aamva", r)
	return nil
}

// differences returns the fields that differ from the truth, with both values.
func differences(l aamva.License, want map[string]string, lenient bool) (out []string) {
	got := map[string][]string{
		"first":  {l.FirstName, l.GivenNames},
		"last":   {l.Surname},
		"birth":  {l.BirthDate},
		"number": {l.DocumentNumber},
		"issue":  {l.IssueDate},
		"expiry": {l.ExpiryDate},
		"sex":    {l.Sex},
		"street": {l.Address.Line1},
		"city":   {l.Address.City},
		"state":  {l.Jurisdiction, l.Address.State},
		"postal": {l.Address.PostalCode},
	}
	for _, field := range slices.Sorted(maps.Keys(want)) {
		value := plain(want[field])
		right := slices.ContainsFunc(got[field], func(one string) bool {
			one = plain(one)
			if lenient && field == "postal" && len(one) >= 5 && len(value) >= 5 {
				return one[:5] == value[:5]
			}
			return one == value || field == "sex" && one != "" && strings.HasPrefix(value, one)
		})
		if !right {
			out = append(out, fmt.Sprintf("%s: the truth has %q, we read %q", field, want[field], got[field]))
		}
	}
	return out
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
