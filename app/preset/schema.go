package preset

import (
	"slices"
	"strings"
)

// schema is a JSON Schema, or a part of one (draft 2020-12).
type schema map[string]any

// Schema returns the JSON Schema of the values that a preset may set for an SDK version, as nested objects. What
// ParseValues accepts of those options it accepts, aliases and null included. Rules between options are not in it.
func Schema(v Version) map[string]any {
	root := block("Customization options of SDK " + v.String())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	for _, g := range groups {
		for _, o := range g.Options {
			if !o.In(v) {
				continue
			}
			members := root.members(g)
			members[o.Name] = o.schema(v)
			for _, alias := range o.Aliases {
				other := o.schema(v)
				other["deprecated"] = true
				members[alias] = other
			}
		}
	}
	return root
}

// block returns the schema of an object of options; null unsets all of them.
func block(title string) schema {
	return schema{"title": title, "type": "object", "properties": schema{}, "additionalProperties": false}
}

// members returns the properties of a group's object, which it adds where it lacks.
func (s schema) members(g OptionGroup) schema {
	at := s
	for part := range strings.SplitSeq(g.Path, ".") {
		if part == "" {
			break
		}
		inner, ok := at["properties"].(schema)[part].(schema)
		if !ok {
			inner = block(g.Title.In("en"))
			inner["type"] = []string{"object", "null"}
			at["properties"].(schema)[part] = inner
		}
		at = inner
	}
	return at["properties"].(schema)
}

// Patterns of texts. They are regular expressions of ECMA-262 and of Go alike.
const (
	colorPattern    = `^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$`
	resourcePattern = `^[A-Za-z0-9_\-./:@]*$`
	wordingPattern  = "^[^\\x00-\\x09\\x0B-\\x1F\\x7F-\\x9F\u202A-\u202E\u2066-\u2069\uFFFD]*$"
)

// schema returns the schema of an option's value in an SDK version; null unsets it.
func (o Option) schema(v Version) schema {
	s := schema{"description": o.Meaning.In("en"), "default": o.DefaultFor(v)}
	kind := "string"
	switch o.Type {
	case Boolean:
		kind = "boolean"
	case Float, Size, Int, Long:
		kind = "number"
		if o.Whole() {
			kind = "integer"
		}
		s["minimum"], s["maximum"] = *o.Min, *o.Max
	case Enum:
		all := []any{nil}
		for _, allowed := range o.Allowed {
			all = append(all, allowed)
		}
		for also := range o.Also {
			all = append(all, also)
		}
		slices.SortFunc(all[1+len(o.Allowed):], func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		s["enum"] = all
	case Color:
		s["pattern"] = colorPattern
	case String:
		s["maxLength"], s["pattern"] = maxText, wordingPattern
	case ImageList:
		kind = "array"
		s["maxItems"], s["items"] = maxImages, resourceSchema()
	default:
		for name, rule := range resourceSchema() {
			s[name] = rule
		}
	}
	s["type"] = []string{kind, "null"}
	return s
}

// resourceSchema returns the schema of the name of a file or an Android resource.
func resourceSchema() schema {
	return schema{
		"type":      "string",
		"maxLength": maxName,
		"pattern":   resourcePattern,
		"not":       schema{"type": "string", "pattern": `\.\.|` + webAddress.String()},
		"if":        schema{"type": "string", "pattern": "^" + mediaPrefix},
		"then":      schema{"pattern": mediaPattern.String()},
	}
}
