package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"proofdesk/app/api"
	views "proofdesk/views/docs"
)

// schema is a JSON Schema, as far as the OpenAPI document uses it.
type schema struct {
	Ref         string            `json:"$ref"`
	Type        any               `json:"type"` // a text, or a list with null in it
	Description string            `json:"description"`
	Format      string            `json:"format"`
	Pattern     string            `json:"pattern"`
	Enum        []any             `json:"enum"`
	Meanings    map[string]string `json:"x-enumDescriptions"`
	AnyOf       []schema          `json:"anyOf"`
	Default     any               `json:"default"`
	Example     json.RawMessage   `json:"example"`
	Minimum     *float64          `json:"minimum"`
	Maximum     *float64          `json:"maximum"`
	MaxLength   *int              `json:"maxLength"`
	MaxItems    *int              `json:"maxItems"`
	Required    []string          `json:"required"`
	Properties  object            `json:"properties"`
	Items       *schema           `json:"items"`
	More        json.RawMessage   `json:"additionalProperties"`
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	Name  string
	Value json.RawMessage
}

// UnmarshalJSON reads the members of an object.
func (o *object) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		m := member{Name: fmt.Sprint(name)}
		if err := d.Decode(&m.Value); err != nil {
			return err
		}
		*o = append(*o, m)
	}
	return nil
}

// get returns the value of a member; nil where there is none.
func (o object) get(name string) json.RawMessage {
	i := slices.IndexFunc(o, func(m member) bool { return m.Name == name })
	if i < 0 {
		return nil
	}
	return o[i].Value
}

// decode reads a part of the document, which the program brings with it.
func decode[T any](raw json.RawMessage) T {
	var value T
	if err := json.Unmarshal(raw, &value); err != nil {
		panic("OpenAPI document: " + err.Error())
	}
	return value
}

// document is the OpenAPI document.
type document struct {
	Paths      object `json:"paths"`
	Tags       []tag  `json:"tags"`
	Components struct {
		Schemas   object `json:"schemas"`
		Responses object `json:"responses"`
	} `json:"components"`
}

type tag struct{ Name, Description string }

func openAPI() document { return decode[document](api.OpenAPI()) }

// refersTo returns the last part of a reference.
func refersTo(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// schemaLink leads to a schema of the page of the API.
func schemaLink(name string) string {
	return "[" + views.Literal(name) + "](/docs/api#schema-" + name + ")"
}

// kindOf returns the type of a schema in Markdown.
func kindOf(s schema) string {
	switch {
	case s.Ref != "":
		return schemaLink(refersTo(s.Ref))
	case s.Items != nil:
		return "list of " + kindOf(*s.Items)
	case s.Type == nil:
		return "any"
	}
	var kinds []string
	if all, several := s.Type.([]any); several {
		for _, one := range all {
			kinds = append(kinds, fmt.Sprint(one))
		}
	} else {
		kinds = []string{fmt.Sprint(s.Type)}
	}
	text := strings.Join(kinds, " or ")
	if s.Format != "" {
		text += ", " + s.Format
	}
	return views.Escape(text)
}

// aboutSchema returns what a schema says beside its type: its meaning and its limits.
func aboutSchema(s schema) string {
	parts := []string{described(s.Description)}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if len(s.Enum) > 0 && len(s.Enum) <= mostListed {
		var values []string
		for _, v := range s.Enum {
			values = append(values, views.Literal(fmt.Sprint(v)))
		}
		add("one of %s", strings.Join(values, ", "))
	}
	if s.Default != nil {
		add("default %s", views.Literal(fmt.Sprint(s.Default)))
	}
	if s.Minimum != nil {
		add("at least %v", *s.Minimum)
	}
	if s.Maximum != nil {
		add("at most %v", *s.Maximum)
	}
	if s.MaxLength != nil {
		add("at most %d characters", *s.MaxLength)
	}
	if s.MaxItems != nil {
		add("at most %d entries", *s.MaxItems)
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, "; ")
}

// described returns a description of the document in Markdown: what stands between backticks is code in it.
func described(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			b.WriteString(views.Literal(part))
			continue
		}
		before, after := part[:len(part)-len(strings.TrimLeft(part, " "))], part[len(strings.TrimRight(part, " ")):]
		if strings.TrimSpace(part) == "" {
			after = ""
		}
		b.WriteString(before + views.Escape(part) + after)
	}
	return b.String()
}

// mostListed is how many values a table lists; longer lists are entries of their own.
const mostListed = 24

// field is one line of a table of fields.
type field struct {
	path     string
	schema   schema
	required bool
}

// fieldsOf lists the fields of a schema, those of objects within it too. A reference is followed only where it is the
// schema itself or follow is set.
func (d document) fieldsOf(s schema, path string, follow bool) []field {
	if s.Ref != "" {
		s = d.schema(refersTo(s.Ref))
	}
	var all []field
	for _, m := range s.Properties {
		inner := decode[schema](m.Value)
		at := path + m.Name
		all = append(all, field{at, inner, slices.Contains(s.Required, m.Name)})
		for inner.Items != nil {
			inner, at = *inner.Items, at+"[]"
		}
		if inner.Ref == "" || follow {
			all = append(all, d.fieldsOf(inner, at+".", follow)...)
		}
	}
	return all
}

func (d document) schema(name string) schema { return decode[schema](d.Components.Schemas.get(name)) }

// fieldTable returns the table of the fields of a schema; empty where it has none.
func (d document) fieldTable(s schema, follow bool) string {
	fields := d.fieldsOf(s, "", follow)
	if len(fields) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| Field | Type | Meaning |\n|---|---|---|\n")
	for _, f := range fields {
		about := aboutSchema(f.schema)
		if f.required {
			about = strings.TrimSuffix("required; "+about, "; ")
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", views.Literal(f.path), kindOf(f.schema), about)
	}
	return b.String() + "\n"
}
