package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

// decode reads the body as one JSON value with the shape of v. encoding/json lets the last of two equal keys win,
// accepts JOBID for jobId and replaces bad UTF-8; all of that is refused here, and the fault names the field and the
// rule.
func decode(c *fiber.Ctx, v any) error {
	if err := wantType(c, "application/json"); err != nil {
		return err
	}
	return decodeJSON(c.Body(), v)
}

// wantType refuses other content types; it ignores parameters other than charset=utf-8.
func wantType(c *fiber.Ctx, want string) error {
	got, params, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	charset, has := params["charset"]
	if err != nil || got != want || has && !strings.EqualFold(charset, "utf-8") {
		return fault.New(fault.UnsupportedMedia, "the content-type must be %s", want)
	}
	return nil
}

func decodeJSON(body []byte, v any) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return fault.BadField("body", "required", "the body is empty: a JSON object is needed")
	}
	if !utf8.Valid(body) {
		return fault.BadField("body", "utf8", "the body is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	w := walker{decoder: d, body: body}
	if err := w.value(reflect.TypeOf(v).Elem(), ""); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fault.BadField("body", "trailing", "the body continues after its JSON value")
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fault.Wrap(err, fault.Invalid, "the body does not have the right shape")
	}
	return nil
}

// walker compares the tokens of a JSON text with a type. It goes no deeper than the type does, however deep the text
// nests.
type walker struct {
	decoder *json.Decoder
	body    []byte
}

func (w *walker) value(t reflect.Type, path string) error {
	if t == reflect.TypeFor[json.RawMessage]() {
		return w.raw()
	}
	token, err := w.decoder.Token()
	if err != nil {
		return fault.BadField("body", "syntax", "the body is not well-formed JSON")
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '{' {
			return w.object(t, path)
		}
		return w.array(t, path)
	case string:
		if t.Kind() == reflect.String && strings.ContainsRune(token, utf8.RuneError) {
			return fault.BadField(named(path), "utf8", "%s holds half a surrogate pair or U+FFFD", named(path))
		}
		if t.Kind() == reflect.String && strings.ContainsRune(token, 0) {
			return fault.BadField(named(path), "utf8", "%s holds U+0000", named(path))
		}
		return want(t, reflect.String, path)
	case bool:
		return want(t, reflect.Bool, path)
	case json.Number:
		if _, err := token.Float64(); err != nil {
			return fault.BadField(named(path), "range", "%s is too large a number", named(path))
		}
		if t.Kind() == reflect.Int {
			return whole(token, path)
		}
		return want(t, reflect.Float64, path)
	}
	return fault.BadField(named(path), "type", "%s must not be null", named(path))
}

// raw passes over a value of any shape, which its owner checks.
func (w *walker) raw() error {
	var value json.RawMessage
	if err := w.decoder.Decode(&value); err != nil {
		if wrong := preset.Malformed(w.body); wrong != nil {
			return fault.BadFields([]fault.Field{*wrong})
		}
		return fault.BadField("body", "syntax", "the body is not well-formed JSON")
	}
	return nil
}

func whole(number json.Number, path string) error {
	if _, err := strconv.ParseInt(number.String(), 10, 32); err != nil {
		return fault.BadField(named(path), "type", "%s must be a whole number", named(path))
	}
	return nil
}

func (w *walker) object(t reflect.Type, path string) error {
	if t.Kind() != reflect.Struct && t.Kind() != reflect.Map {
		return wrongType(t, path)
	}
	seen := map[string]bool{}
	for w.decoder.More() {
		token, err := w.decoder.Token()
		key, ok := token.(string)
		if err != nil || !ok {
			return fault.BadField("body", "syntax", "the body is not well-formed JSON")
		}
		inner, err := member(t, path, key, seen)
		if err != nil {
			return err
		}
		if err := w.value(inner, join(path, key)); err != nil {
			return err
		}
	}
	return w.end()
}

func (w *walker) array(t reflect.Type, path string) error {
	if t.Kind() != reflect.Slice {
		return wrongType(t, path)
	}
	for i := 0; w.decoder.More(); i++ {
		if err := w.value(t.Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return w.end()
}

func (w *walker) end() error {
	if _, err := w.decoder.Token(); err != nil {
		return fault.BadField("body", "syntax", "the body is not well-formed JSON")
	}
	return nil
}

// maxEcho limits how much of a name sent by the caller is repeated in an answer.
const maxEcho = 64

// member returns the type of an object's member. Names are compared exactly.
func member(t reflect.Type, path, key string, seen map[string]bool) (reflect.Type, error) {
	name := join(path, key)
	unprintable := strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' })
	if key == "" || len(key) > maxEcho || unprintable {
		return nil, fault.BadField(named(path), "unknown", "%s holds a key that is not known", named(path))
	}
	if seen[key] {
		return nil, fault.BadField(name, "unique", "%s must come once", name)
	}
	seen[key] = true
	if t.Kind() == reflect.Map {
		return t.Elem(), nil
	}
	for i := range t.NumField() {
		known, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if known == key {
			return t.Field(i).Type, nil
		}
		if strings.EqualFold(known, key) {
			return nil, fault.BadField(name, "case", "%s must be spelled %s", name, join(path, known))
		}
	}
	return nil, fault.BadField(name, "unknown", "there is no field %s", name)
}

func want(t reflect.Type, kind reflect.Kind, path string) error {
	if t.Kind() != kind {
		return wrongType(t, path)
	}
	return nil
}

// words names the kinds as JSON does.
var words = map[reflect.Kind]string{
	reflect.String:  "a string",
	reflect.Bool:    "true or false",
	reflect.Float64: "a number",
	reflect.Int:     "a whole number",
	reflect.Slice:   "an array",
	reflect.Struct:  "an object",
	reflect.Map:     "an object",
}

func wrongType(t reflect.Type, path string) error {
	return fault.BadField(named(path), "type", "%s must be %s", named(path), words[t.Kind()])
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func named(path string) string {
	if path == "" {
		return "body"
	}
	return path
}
