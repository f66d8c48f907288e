package preset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The blocks of options that are no part of the SDK's customization object: two libraries of their own take them.
const (
	signatureBlock   = "signatureConfiguration"
	fingerprintBlock = "fourFingerConfiguration"
)

// Exported is which options an export names.
type Exported struct {
	SDK     Version // whose names and defaults are used
	All     bool    // those that are not set too, with their defaults
	Uploads []Media // of the company, whose files code names in a comment
}

// upload returns how a comment names an upload: by its file where that is known.
func (x Exported) upload(sha256 string) string {
	i := slices.IndexFunc(x.Uploads, func(m Media) bool { return m.SHA256 == sha256 })
	if i < 0 || x.Uploads[i].Name == "" {
		return "upload " + sha256
	}
	return strconv.Quote(x.Uploads[i].Name) + ", upload " + sha256 + ","
}

// chosen returns the options that an export names with their values, without texts of a language.
func (e Edition) chosen(x Exported) Values {
	plain := e
	plain.Content = Content{Values: e.Content.named(x.SDK).Values}
	all := plain.Effective(x.SDK)
	if x.All {
		return all
	}
	maps.DeleteFunc(all, func(path string, _ any) bool {
		_, set := plain.Content.Values[path]
		return !set
	})
	return all
}

// spoken returns the options that an export names with the texts of the language in force.
func (e Edition) spoken(x Exported) Values {
	chosen, all := e.chosen(x), e.Effective(x.SDK)
	language, _ := all["language"].(string)
	for path, text := range e.Content.named(x.SDK).Texts[language] {
		if _, ok := all[path]; ok {
			chosen[path] = text
		}
	}
	return chosen
}

// Signature returns the configuration of the signature library: one object with texts only, in the order of its
// documentation.
func (e Edition) Signature(x Exported) []byte { return e.configuration(x, signatureBlock, textOf) }

// Fingerprint returns the configuration of the four-fingerprint library, in the order of its documentation.
func (e Edition) Fingerprint(x Exported) []byte {
	return e.configuration(x, fingerprintBlock, func(value any) any { return value })
}

// configuration returns the options of a block as an indented object, with the options of blocks in it as objects.
func (e Edition) configuration(x Exported, block string, form func(value any) any) []byte {
	chosen := e.spoken(x)
	out := object{indent: "  "}
	labels := object{indent: "    "}
	for _, o := range options {
		value, ok := chosen[o.Path]
		switch {
		case !ok, o.builtIn(value):
		case o.Group == block:
			out.add(o.Name, form(value))
		case o.Group == block+".labels":
			labels.add(o.Name, form(value))
		}
	}
	if labels.count > 0 {
		out.add("labels", json.RawMessage(labels.text()))
	}
	return append(out.text(), '\n')
}

// builtIn reports whether a value stands for the font or the picture that comes with the SDK, which a configuration
// names by leaving it out.
func (o Option) builtIn(value any) bool {
	return value == "" && (o.Type == Font || o.Type == Image || o.Type == Drawable)
}

// textOf returns a value as a text.
func textOf(value any) any {
	if n, ok := value.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// object is a JSON object whose members keep their order.
type object struct {
	indent string
	body   bytes.Buffer
	count  int
}

func (o *object) add(name string, value any) {
	if o.count > 0 {
		o.body.WriteByte(',')
	}
	o.count++
	o.body.WriteString("\n" + o.indent + jsonText(name) + ": " + jsonText(value))
}

func (o *object) text() []byte {
	if o.count == 0 {
		return []byte("{}")
	}
	return slices.Concat([]byte("{"), o.body.Bytes(), []byte("\n"+strings.TrimPrefix(o.indent, "  ")+"}"))
}

// jsonText returns a value as JSON text, with <, > and & as they are.
func jsonText(value any) string {
	if raw, ok := value.(json.RawMessage); ok {
		return string(raw)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil { // values are bools, numbers and texts
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
