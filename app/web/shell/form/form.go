package form

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

// Value returns one field of the posted form, never of the query, with line ends as the database has them.
func Value(c *fiber.Ctx, name string) string {
	if sent := parts(c); sent != nil {
		if values := sent.Value[name]; len(values) > 0 {
			return Clean(values[0])
		}
		return ""
	}
	return Clean(string(c.Context().PostArgs().Peek(name)))
}

// Name returns the field "name" of a form that makes something; a fault where it is empty.
func Name(c *fiber.Ctx) (string, error) {
	name := strings.TrimSpace(Value(c, "name"))
	if name == "" {
		return "", fault.BadField("name", "required", "enter a name")
	}
	return name, nil
}

// lists are the fields that may have several values, with how the paths of their forms begin: groups of checkboxes, and
// the drafts that a page has seen. The words of a decision also come with the sign-in that they waited for.
var lists = map[string][]string{
	"declineOn":    {"/settings"},
	"delivery":     {"/deliveries/"},
	"event":        {"/webhooks"},
	"reason":       {"/jobs/", "/login"},
	"secondReview": {"/settings"},
	"seen":         {"/jobs/", "/login"},
}

func isList(path, name string) bool {
	return slices.ContainsFunc(lists[name], func(start string) bool { return strings.HasPrefix(path, start) })
}

// ticked begins the name of an option of a preset: one with a checkbox is sent as false, and as true after it where it
// is ticked.
const ticked = "v:"

// CheckSingle returns a fault of a field that was sent with two values, or with two files, although it has one: none of
// them is to be taken.
func CheckSingle(c *fiber.Ctx) error {
	first := map[string]string{}
	for name, value := range fields(c) {
		name = Clean(name)
		before, twice := first[name]
		tick := strings.HasPrefix(name, ticked) && before == "false" && value == "true"
		if twice && before != value && !tick && !isList(c.Path(), name) {
			return notSingle(name)
		}
		first[name] = value
	}
	if sent := parts(c); sent != nil {
		for name, files := range sent.File {
			if _, twice := first[name]; twice || len(files) > 1 {
				return notSingle(name)
			}
		}
	}
	return nil
}

func notSingle(field string) error {
	return fault.BadField(field, "unique", "this form is not valid: reload the page")
}

// fields returns every value of a posted form with the name of its field.
func fields(c *fiber.Ctx) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if sent := parts(c); sent != nil {
			for name, values := range sent.Value {
				for _, value := range values {
					if !yield(name, value) {
						return
					}
				}
			}
			return
		}
		for name, value := range c.Context().PostArgs().All() {
			if !yield(string(name), string(value)) {
				return
			}
		}
	}
}

// All returns every value of a field that is a list.
func All(c *fiber.Ctx, name string) []string {
	var values []string
	for field, value := range fields(c) {
		if field == name {
			values = append(values, Clean(value))
		}
	}
	return values
}

// Prefixed returns the fields whose names begin with a prefix, by the rest of their names; nil for none.
func Prefixed(c *fiber.Ctx, prefix string) map[string]string {
	var values map[string]string
	for name, value := range fields(c) {
		rest, ok := strings.CutPrefix(Clean(name), prefix)
		if !ok || rest == "" {
			continue
		}
		if values == nil {
			values = map[string]string{}
		}
		values[rest] = Clean(value)
	}
	return values
}

// Clean returns a text as valid UTF-8 with line feeds alone as line ends, and without the other control characters
// except tabs: nobody can see them, and the database stores no U+0000.
func Clean(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// Number parses an integer as the console writes it, without a plus sign or leading zeros; 0 for anything else.
func Number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text {
		return 0
	}
	return n
}

// Millis parses Unix milliseconds; the zero time for anything else.
func Millis(text string) time.Time {
	if n := Number(text); n > 0 {
		return time.UnixMilli(n).UTC()
	}
	return time.Time{}
}
