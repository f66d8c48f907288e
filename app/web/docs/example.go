package docs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// samples are values of texts, by format.
var samples = map[string]string{
	"uuid":      "0199a5c2-7b1e-7c3a-9d40-5f2e6b8a1c70",
	"date-time": "2026-11-20T10:15:30.000Z",
	"date":      "2026-11-20",
	"uri":       "https://bank.example/done",
}

// example returns a value of a schema as JSON: its required fields, or all where none is required.
func (d document) example(s schema, indent string) string {
	if s.Ref != "" {
		s = d.schema(refersTo(s.Ref))
	}
	switch {
	case s.Example != nil:
		return string(s.Example)
	case s.Default != nil:
		return encoded(s.Default)
	case len(s.Enum) > 0:
		return encoded(s.Enum[0])
	case len(s.AnyOf) > 0:
		return d.example(s.AnyOf[0], indent)
	case s.Items != nil:
		return "[" + d.example(*s.Items, indent) + "]"
	case len(s.Properties) > 0:
		return d.exampleObject(s, indent)
	}
	kind, _, _ := strings.Cut(fmt.Sprint(s.Type), " ")
	switch strings.Trim(kind, "[]") {
	case "integer", "number":
		if s.Minimum != nil {
			return encoded(*s.Minimum)
		}
		return "1"
	case "boolean":
		return "true"
	case "object":
		return "{}"
	}
	if sample, ok := samples[s.Format]; ok {
		return encoded(sample)
	}
	return `"…"`
}

func (d document) exampleObject(s schema, indent string) string {
	inner := indent + "  "
	var lines []string
	for _, m := range s.Properties {
		if len(s.Required) == 0 || slices.Contains(s.Required, m.Name) {
			lines = append(lines, inner+encoded(m.Name)+": "+d.example(decode[schema](m.Value), inner))
		}
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n" + indent + "}"
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	return string(text)
}
