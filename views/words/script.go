package words

import (
	"cmp"
	"encoding/json"
)

// Script returns the sentences that the pages' scripts show, as a JSON object from English to the language; empty for
// English.
func Script(l Language) string {
	switch l {
	case English:
		return ""
	case Pseudo:
		return disguisedScript()
	}
	data, err := files.ReadFile(string(l) + "/script.json")
	if err != nil { // no script of ours shows anything
		return ""
	}
	return string(data)
}

// ScriptLocale returns what the pages' scripts need to write times and numbers as the server does, as a JSON object:
// the locale of the language, its tag and a time zone by its IANA name, UTC where it is empty.
func ScriptLocale(l Language, zone string) string {
	data, err := json.Marshal(struct {
		Locale
		Tag  string `json:"tag"`
		Zone string `json:"zone"`
	}{l.Locale(), string(l), cmp.Or(zone, "UTC")})
	if err != nil {
		return ""
	}
	return string(data)
}
