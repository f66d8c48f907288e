package words

import "encoding/json"

// Script returns the sentences that the pages' scripts show, as a JSON object from English to the language; empty for
// English.
func Script(l Language) string {
	if l != Spanish {
		return ""
	}
	data, err := files.ReadFile("es/script.json")
	if err != nil || !json.Valid(data) {
		return ""
	}
	return string(data)
}
