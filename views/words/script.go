package words

// Script returns the sentences that the pages' scripts show, as a JSON object from English to the language; empty for
// English.
func Script(l Language) string {
	if l == English {
		return ""
	}
	data, err := files.ReadFile(string(l) + "/script.json")
	if err != nil { // no script of ours shows anything
		return ""
	}
	return string(data)
}
