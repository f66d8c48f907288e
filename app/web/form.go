package web

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

// form reads one field of the posted form, never of the query. Line ends are as in the database.
func form(c *fiber.Ctx, name string) string {
	return clean(string(c.Context().PostArgs().Peek(name)))
}

// nameIn reads the field name of a form that makes something, which may not be empty.
func nameIn(c *fiber.Ctx) (string, error) {
	name := strings.TrimSpace(form(c, "name"))
	if name == "" {
		return "", fault.BadField("name", "required", "the name is missing")
	}
	return name, nil
}

// formAll reads every value of a field.
func formAll(c *fiber.Ctx, name string) []string {
	var values []string
	for _, value := range c.Context().PostArgs().PeekMulti(name) {
		values = append(values, clean(string(value)))
	}
	return values
}

func clean(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\r\n", "\n"), "")
}

// number reads an integer; 0 for anything else.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// millis reads Unix milliseconds; the zero time for anything else.
func millis(text string) time.Time {
	if n := number(text); n > 0 {
		return time.UnixMilli(n).UTC()
	}
	return time.Time{}
}

func count(n int) string { return strconv.Itoa(n) }

// message returns what of an error may be shown.
func message(err error) string {
	var f *fault.Error
	if errors.As(err, &f) && f.Code != fault.Internal {
		return f.Message
	}
	return "something went wrong on our side"
}
