package preset

import (
	"bytes"
	"encoding/json"
	"strings"

	"proofdesk/app/fault"
)

// Repeated returns a mistake for each name that an object of a JSON text has twice, of which encoding/json would keep
// the last one only. Levels is how deep objects are looked at, 1 for the outermost alone. A text that is not JSON has
// none: whoever decodes it says so.
func Repeated(data []byte, levels int) []fault.Field {
	wrong := repeatedIn(data, levels)
	return wrong.fields("values")
}

func repeatedIn(data []byte, levels int) mistakes {
	r := repeated{decoder: json.NewDecoder(bytes.NewReader(data)), levels: levels}
	r.value("")
	return r.mistakes
}

type repeated struct {
	decoder  *json.Decoder
	levels   int
	mistakes mistakes
}

// value reads a value of a path, and reports whether it could be read.
func (r *repeated) value(path string) bool {
	if r.levels == 0 {
		var rest json.RawMessage
		return r.decoder.Decode(&rest) == nil
	}
	token, err := r.decoder.Token()
	if err != nil {
		return false
	}
	r.levels--
	defer func() { r.levels++ }()
	switch token {
	case json.Delim('{'):
		return r.object(path)
	case json.Delim('['):
		for r.decoder.More() {
			if !r.value(path) {
				return false
			}
		}
		_, err = r.decoder.Token()
	}
	return err == nil
}

// object reads the members of an object whose opening brace has been read.
func (r *repeated) object(path string) bool {
	seen := map[string]bool{}
	for r.decoder.More() {
		token, err := r.decoder.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return false
		}
		member := join(path, name)
		if key := strings.ToLower(name); seen[key] { // encoding/json takes either case for a field's name
			r.report(member)
		} else {
			seen[key] = true
		}
		if !r.value(member) {
			return false
		}
	}
	_, err := r.decoder.Token()
	return err == nil
}

func (r *repeated) report(path string) {
	path = shown(path)
	r.mistakes.report(fault.Field{Name: path, Rule: "unique", Message: path + " comes twice"})
}
