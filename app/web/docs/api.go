package docs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	views "proofdesk/views/docs"
)

// operation is one call of the API.
type operation struct {
	ID          string                `json:"operationId"`
	Tags        []string              `json:"tags"`
	Summary     string                `json:"summary"`
	Description string                `json:"description"`
	Security    []map[string][]string `json:"security"`
	Parameters  []parameter           `json:"parameters"`
	Body        *content              `json:"requestBody"`
	Responses   object                `json:"responses"`

	method, path string
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                schema
}

// content is the body of a request or an answer, by media type.
type content struct {
	Ref         string `json:"$ref"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Content     object `json:"content"`
}

// pathItem holds the operations of a path, and the parameters that all of them take.
type pathItem struct {
	Parameters []parameter `json:"parameters"`
}

var methods = []string{"get", "post", "put", "patch", "delete"}

// operations lists the calls, in the order of the document.
func (d document) operations() []operation {
	var all []operation
	for _, path := range d.Paths {
		shared := decode[pathItem](path.Value)
		for _, m := range decode[object](path.Value) {
			if !slices.Contains(methods, m.Name) {
				continue
			}
			o := decode[operation](m.Value)
			o.method, o.path = strings.ToUpper(m.Name), path.Name
			o.Parameters = append(slices.Clone(shared.Parameters), o.Parameters...)
			all = append(all, o)
		}
	}
	return all
}

// apiPage is the page of the REST API: the OpenAPI document, written out.
func apiPage(base string) string {
	d := openAPI()
	var b strings.Builder
	b.WriteString(read("api.md", base) + "\n")
	all := d.operations()
	for _, t := range d.Tags {
		some := slices.DeleteFunc(slices.Clone(all), func(o operation) bool { return !slices.Contains(o.Tags, t.Name) })
		if len(some) == 0 {
			continue // of the webhooks, which have a page of their own
		}
		fmt.Fprintf(&b, "## %s {#calls-%s}\n\n%s\n\n", t.Name, anchorOf(t.Name), described(t.Description))
		for _, o := range some {
			d.writeOperation(&b, o)
		}
	}
	b.WriteString("## Schemas {#schemas}\n\n")
	for _, m := range d.Components.Schemas {
		d.writeSchema(&b, m.Name, decode[schema](m.Value))
	}
	return b.String()
}

// anchorOf returns a name as an anchor.
func anchorOf(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

func (d document) writeOperation(b *strings.Builder, o operation) {
	fmt.Fprintf(b, "### %s {#%s}\n\n%s\n\n", views.Literal(o.method+" "+o.path), o.ID, described(o.Summary)+".")
	if o.Description != "" {
		b.WriteString(described(o.Description) + "\n\n")
	}
	if keys := o.needs(); keys != "" {
		fmt.Fprintf(b, "Needs %s.\n\n", keys)
	}
	if len(o.Parameters) > 0 {
		b.WriteString("| Parameter | Type | Meaning |\n|---|---|---|\n")
		for _, p := range o.Parameters {
			about := strings.TrimSuffix(described(p.Description)+"; "+aboutSchema(p.Schema), "; ")
			if p.Required {
				about = "required; " + about
			}
			fmt.Fprintf(b, "| %s in %s | %s | %s |\n", views.Literal(p.Name), p.In, kindOf(p.Schema),
				strings.Trim(about, "; "))
		}
		b.WriteString("\n")
	}
	if o.Body != nil {
		for _, media := range o.Body.Content {
			d.writeBody(b, media)
		}
	}
	b.WriteString("| Status | Answer | Body |\n|---|---|---|\n")
	for _, m := range o.Responses {
		c := d.answer(m.Value)
		fmt.Fprintf(b, "| %s | %s | %s |\n", m.Name, described(c.Description), bodies(c))
	}
	b.WriteString("\n")
}

// needs names the credentials of a call.
func (o operation) needs() string {
	var all []string
	for _, one := range o.Security {
		for _, name := range slices.Sorted(maps.Keys(one)) {
			all = append(all, views.Literal(name))
		}
	}
	return strings.Join(all, " and ")
}

// answer returns a response, also one that stands among the components.
func (d document) answer(raw json.RawMessage) content {
	c := decode[content](raw)
	if c.Ref != "" {
		return decode[content](d.Components.Responses.get(refersTo(c.Ref)))
	}
	return c
}

type mediaType struct {
	Schema  schema          `json:"schema"`
	Example json.RawMessage `json:"example"`
}

// bodies names what an answer holds.
func bodies(c content) string {
	var all []string
	for _, m := range c.Content {
		all = append(all, views.Literal(m.Name)+": "+kindOf(decode[mediaType](m.Value).Schema))
	}
	return strings.Join(all, "; ")
}

// writeBody writes what a request may hold, with an example.
func (d document) writeBody(b *strings.Builder, media member) {
	m := decode[mediaType](media.Value)
	fmt.Fprintf(b, "Body as %s: %s.\n\n", views.Literal(media.Name), kindOf(m.Schema))
	if m.Schema.Ref == "" {
		b.WriteString(d.fieldTable(m.Schema, false))
	}
	if strings.HasSuffix(media.Name, "json") {
		fmt.Fprintf(b, "```\n%s\n```\n\n", d.example(m.Schema, ""))
	}
}

func (d document) writeSchema(b *strings.Builder, name string, s schema) {
	fmt.Fprintf(b, "### %s {#schema-%s}\n\n", views.Literal(name), name)
	if s.Description != "" {
		b.WriteString(described(s.Description) + "\n\n")
	}
	table := d.fieldTable(s, false)
	b.WriteString(table)
	for _, value := range s.Enum {
		about := described(s.Meanings[fmt.Sprint(value)])
		b.WriteString(strings.TrimSuffix("- "+views.Literal(fmt.Sprint(value))+": "+about, ": ") + "\n")
	}
	if table == "" && len(s.Enum) == 0 {
		fmt.Fprintf(b, "A value of type %s.\n", kindOf(s))
	}
	b.WriteString("\n")
}
