package preset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"proofdesk/app/fault"
)

// Values holds what is set, by path: a bool, a float64, a string or a []string each. A value that equals the default is
// kept: set and different are two things.
type Values map[string]any

// Content is what a preset sets. Texts holds, by language, the texts that differ from those in Values.
type Content struct {
	Values Values
	Texts  map[string]Values
}

// MaxBytes limits the JSON text of a content. A draft has at most as many bytes in all, so MaxFileBytes limits the text
// of its file with what people add to read it: indents, and the defaults of all other options.
const (
	MaxBytes     = 1 << 20
	MaxFileBytes = 2 * MaxBytes
)

// Languages lists the languages of the capture screens that have texts of their own.
func Languages() []string {
	o, _ := Find("language")
	return slices.Clone(o.Allowed)
}

// parseValues parses the SDK's nested objects and checks every value. The values without a mistake are returned beside
// the mistakes.
func parseValues(data []byte) (Values, mistakes) {
	p := parser{values: Values{}}
	p.run(data)
	return p.values, p.mistakes
}

// parser reads one JSON text. Duplicate names, which encoding/json accepts, are mistakes.
type parser struct {
	decoder  *json.Decoder
	values   Values
	mistakes mistakes
	from     map[string]string // the path that was written, by the option's own path
}

var errSyntax = errors.New("not well-formed")

func (p *parser) run(data []byte) {
	switch {
	case len(data) > MaxBytes:
		p.add("values", "max_length", "the values must have at most %s", fault.Size(MaxBytes))
		return
	case !utf8.Valid(data):
		p.add("values", "utf8", "the values are not UTF-8")
		return
	}
	if mistake := TooDeep(data); mistake != nil {
		p.mistakes.report(*mistake)
		return
	}
	p.decoder, p.from = json.NewDecoder(bytes.NewReader(data)), map[string]string{}
	token, err := p.decoder.Token()
	if err == nil && token != json.Delim('{') {
		p.add("values", "type", "the values must be an object")
		return
	}
	if err == nil {
		err = p.object("")
	}
	if err == nil {
		if _, err = p.decoder.Token(); !errors.Is(err, io.EOF) {
			p.add("values", "trailing", "the text continues after the object of values")
			return
		}
		return
	}
	p.add("values", "syntax", "the values are not well-formed JSON, at byte %d", p.decoder.InputOffset())
}

func (p *parser) add(path, rule, format string, args ...any) {
	p.mistakes.report(fault.Field{Name: path, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// object parses the members of a block, whose opening brace has been read.
func (p *parser) object(block string) error {
	seen := map[string]bool{}
	for p.decoder.More() {
		token, err := p.decoder.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return errSyntax
		}
		path := join(block, name)
		if seen[name] {
			p.add(shown(path), "unique", "%s comes twice", shown(path))
		}
		seen[name] = true
		if err := p.member(path); err != nil {
			return err
		}
	}
	_, err := p.decoder.Token()
	return err
}

// member parses the value behind a name.
func (p *parser) member(path string) error {
	option, known := Find(path)
	if !known && blocks[path] {
		return p.block(path)
	}
	var value any
	if err := p.decoder.Decode(&value); err != nil {
		return p.undecodable(path, err)
	}
	if !known {
		p.unknown(path)
		return nil
	}
	if before, ok := p.from[option.Path]; ok && before != path {
		p.add(shown(path), "unique", "%s and %s are the same option", shown(path), shown(before))
		return nil
	}
	p.from[option.Path] = path
	if value == nil {
		return nil
	}
	checked, mistake := option.Check(value)
	if mistake != nil {
		p.mistakes.report(*mistake)
		return nil
	}
	p.values[option.Path] = checked
	return nil
}

// undecodable reports a number that no float64 holds, and returns an error for a text that is not JSON.
func (p *parser) undecodable(path string, err error) error {
	var tooLarge *json.UnmarshalTypeError
	if errors.As(err, &tooLarge) {
		p.add(shown(path), "range", "%s is too large a number", shown(path))
		return nil
	}
	return errSyntax
}

func (p *parser) block(path string) error {
	token, err := p.decoder.Token()
	switch {
	case err != nil:
		return errSyntax
	case token == json.Delim('{'):
		return p.object(path)
	case token == json.Delim('['):
		p.add(path, "type", "%s must be an object of options", path)
		return p.skipArray()
	case token == nil:
		return nil
	}
	p.add(path, "type", "%s must be an object of options", path)
	return nil
}

func (p *parser) skipArray() error {
	var rest json.RawMessage
	for p.decoder.More() {
		if err := p.decoder.Decode(&rest); err != nil {
			return errSyntax
		}
	}
	_, err := p.decoder.Token()
	return err
}

func (p *parser) unknown(path string) {
	if p.mistakes.full() { // looking for the nearest name takes long
		p.mistakes.more++
		return
	}
	message := fmt.Sprintf("there is no option %s", shown(path))
	if near := nearestBlock(path); near != "" {
		message += "; the nearest is " + near
	}
	p.add(shown(path), "unknown", "%s", message)
}

// shown returns a name that a caller sent, shortened and without characters that don't print.
func shown(path string) string {
	const longest = 160
	if path == "" {
		return `""`
	}
	if len(path) > longest {
		path = strings.ToValidUTF8(path[:longest], "") + "…"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' && r != '…' {
			return '?'
		}
		return r
	}, path)
}

// parseTexts parses texts by language: an object of languages, each with the SDK's nested objects, of which only texts
// may be set.
func parseTexts(data []byte) (map[string]Values, mistakes) {
	one := func(mistake fault.Field) (map[string]Values, mistakes) {
		return nil, mistakes{listed: []fault.Field{mistake}}
	}
	if len(data) > MaxBytes {
		message := "the texts must have at most " + fault.Size(MaxBytes)
		return one(fault.Field{Name: "texts", Rule: "max_length", Message: message})
	}
	if mistake := TooDeep(data); mistake != nil {
		return one(under("texts", []fault.Field{*mistake})[0])
	}
	if !isObject(data) {
		return one(fault.Field{Name: "texts", Rule: "type", Message: "the texts must be an object of languages"})
	}
	var byLanguage map[string]json.RawMessage
	if err := json.Unmarshal(data, &byLanguage); err != nil {
		return one(fault.Field{Name: "texts", Rule: "syntax", Message: "texts is not well-formed JSON"})
	}
	all := map[string]Values{}
	wrong := repeatedIn(data, 1)
	under("texts", wrong.listed)
	for _, language := range slices.Sorted(maps.Keys(byLanguage)) {
		values, found := parseLanguage(language, byLanguage[language])
		wrong.take(found)
		if values != nil {
			all[language] = values
		}
	}
	slices.SortFunc(wrong.listed, func(a, b fault.Field) int { return strings.Compare(a.Name, b.Name) })
	return all, wrong
}

// parseLanguage parses the texts of one language; nil where they can't be read.
func parseLanguage(language string, data []byte) (Values, mistakes) {
	name := "texts." + language
	switch {
	case !slices.Contains(Languages(), language):
		return nil, mistakes{listed: []fault.Field{{
			Name:    shown(name),
			Rule:    "one_of",
			Message: "texts must be in one of " + strings.Join(Languages(), ", "),
		}}}
	case !isObject(data):
		return nil, mistakes{listed: []fault.Field{{
			Name:    shown(name),
			Rule:    "type",
			Message: name + " must be an object of options",
		}}}
	}
	values, found := parseValues(data)
	found.report(notTexts(values)...)
	under(name, found.listed)
	return values, found
}

// isObject reports whether a JSON text is an object. Null is none, which encoding/json takes for an empty one.
func isObject(data []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) }

func under(prefix string, mistakes []fault.Field) []fault.Field {
	for i := range mistakes {
		mistakes[i].Name = prefix + "." + mistakes[i].Name
	}
	return mistakes
}

func notTexts(values Values) []fault.Field {
	var mistakes []fault.Field
	for path := range values {
		if o, _ := Find(path); o.Type != String {
			mistakes = append(mistakes, *o.wrong("type", "is no text: it is the same in every language"))
		}
	}
	return mistakes
}

// NestedTexts returns the texts by language as the SDK's nested objects.
func (c Content) NestedTexts() map[string]map[string]any {
	all := make(map[string]map[string]any, len(c.Texts))
	for language, texts := range c.Texts {
		all[language] = texts.Nested()
	}
	return all
}

// Nested returns values as the SDK's nested objects.
func (v Values) Nested() map[string]any {
	root := map[string]any{}
	for path, value := range v {
		block := root
		for {
			name, rest, deeper := strings.Cut(path, ".")
			if !deeper {
				block[name] = value
				break
			}
			inner, ok := block[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				block[name] = inner
			}
			block, path = inner, rest
		}
	}
	return root
}
