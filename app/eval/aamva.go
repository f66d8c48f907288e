package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"proofdesk/engine/aamva"
)

// expected gives the key fields of a parse in any of the sample repositories' words.
func expected(b []byte) (map[string]string, error) {
	var plain map[string]any
	if err := json.Unmarshal(b, &plain); err != nil {
		return nil, err
	}
	if inner, ok := plain["expected"].(map[string]any); ok {
		plain = inner
	}
	names := map[string]string{
		"FirstName": "first", "firstName": "first", "name.first": "first", "LastName": "last", "lastName": "last", "name.last": "last",
		"DateOfBirth": "birth", "birthday": "birth", "IdNumber": "number", "IssueDate": "issue", "ExpirationDate": "expiry", "expiration_date": "expiry",
		"Sex": "sex", "sex": "sex", "StreetLine1": "street", "address": "street", "City": "city", "JurisdictionCode": "state", "state": "state",
		"PostalCode": "postal", "postal_code": "postal",
	}
	want := map[string]string{}
	for theirs, ours := range names {
		if value, ok := plain[theirs].(string); ok {
			want[ours] = value
		}
	}
	return want, nil
}

// evalAAMVA parses every record; one is all right if each key field that its truth gives is.
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
		if err == nil && agrees(licence, want) {
			r["all_right"]++
		}
	}
	watch.into(r)
	t.put("aamva", r)
	return nil
}

func agrees(l aamva.License, want map[string]string) bool {
	got := map[string][]string{
		"first": {l.FirstName, l.GivenNames}, "last": {l.Surname}, "birth": {l.BirthDate}, "number": {l.DocumentNumber}, "issue": {l.IssueDate}, "expiry": {l.ExpiryDate},
		"sex": {l.Sex}, "street": {l.Address.Line1}, "city": {l.Address.City}, "state": {l.Jurisdiction, l.Address.State}, "postal": {l.Address.PostalCode},
	}
	for field, value := range want {
		right := false
		for _, one := range got[field] {
			right = right || plain(one) == plain(value) || field == "sex" && one != "" && strings.HasPrefix(strings.ToUpper(value), one)
		}
		if !right {
			return false
		}
	}
	return true
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
