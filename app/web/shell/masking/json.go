package masking

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"proofdesk/app/fault"
)

// personalMembers are the members of a payload that hold a person's values, wherever they stand.
var personalMembers = []string{
	"firstName", "lastName", "fullName", "dateOfBirth", "sex", "nationality", "documentNumber", "issueDate",
	"expiryDate", "personalNumber",
}

// JSON writes a payload or a report with every personal value and every comment of an agent covered. Members come in
// alphabetical order: what is shown so is not what was sent, byte for byte.
func JSON(body []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a stored document is damaged")
	}
	var w jsonMask
	w.learn(document)
	w.covering = true
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(w.value("", document)); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a document does not encode")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// jsonMask goes through a document twice: to learn its personal values, then to cover them everywhere.
type jsonMask struct {
	known    values
	covering bool
}

func (w *jsonMask) learn(document any) { w.value("", document) }

func (w *jsonMask) value(name string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		return w.object(name, v)
	case []any:
		all := make([]any, len(v))
		for i, one := range v {
			all[i] = w.value(name, one)
		}
		return all
	case string:
		if slices.Contains(personalMembers, name) {
			return w.personal(name, v)
		}
		if w.covering && name == "comment" {
			return All(v)
		}
		if w.covering && !plainMember(name) {
			return w.known.text(v)
		}
	}
	return value
}

// plainMember reports whether a member is never about a person: ids, codes and times of the job itself.
func plainMember(name string) bool {
	return strings.HasSuffix(name, "At") ||
		slices.Contains([]string{
			"id", "urn", "jobId", "uniqueNumber", "sha256", "code", "kind", "field", "status", "outcome", "capture",
		}, name)
}

func (w *jsonMask) personal(field, value string) string {
	if w.covering {
		return Field(field, value)
	}
	w.known.add(field, value)
	return value
}

func (w *jsonMask) object(name string, members map[string]any) any {
	switch name {
	case "sources":
		return members
	case "location":
		return "masked"
	}
	field, _ := members["field"].(string)
	object := map[string]any{}
	for key, value := range members {
		if key != "templates" {
			object[key] = w.member(name, field, key, value)
		}
	}
	return object
}

// member covers one member of an object. Field is the field that the object holds values of; empty for none.
func (w *jsonMask) member(object, field, key string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		if field != "" && key == "values" {
			return w.valuesOf(field, v)
		}
	case string:
		if of, personal := fieldOf(object, field, key); personal {
			return w.personal(of, v)
		}
	}
	return w.value(key, value)
}

// fieldOf returns the personal field that a text is a value of, by the object around it and its key.
func fieldOf(object, field, key string) (name string, personal bool) {
	switch {
	case field != "" && (key == "value" || key == "before" || key == "after"):
		return field, true
	case key == "raw" || key == "text" && (object == "mrzLines" || object == "symbols"):
		return "raw", true
	case object == "address" && key != "country":
		return "address." + key, true
	case object == "submitted":
		return key, true
	}
	return "", false
}

func (w *jsonMask) valuesOf(field string, values map[string]any) map[string]any {
	covered := map[string]any{}
	for source, value := range values {
		text, _ := value.(string)
		covered[source] = w.personal(field, text)
	}
	return covered
}
