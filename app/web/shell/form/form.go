package form

import (
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

// All returns every value of a field.
func All(c *fiber.Ctx, name string) []string {
	var values []string
	for _, value := range c.Context().PostArgs().PeekMulti(name) {
		values = append(values, Clean(string(value)))
	}
	return values
}

// Prefixed returns the fields whose names begin with a prefix, by the rest of their names; nil for none.
func Prefixed(c *fiber.Ctx, prefix string) map[string]string {
	var values map[string]string
	for name, value := range c.Context().PostArgs().All() {
		rest, ok := strings.CutPrefix(Clean(string(name)), prefix)
		if !ok || rest == "" {
			continue
		}
		if values == nil {
			values = map[string]string{}
		}
		values[rest] = Clean(string(value))
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

// Number parses an integer; 0 for anything else.
func Number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
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
