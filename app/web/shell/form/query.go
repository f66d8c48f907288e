package form

import (
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/views/words"
)

// MaxText is how many characters a filter of a list may have.
const MaxText = 200

// NoSeq reports whether a text that names a place in a list is not the sequence number of one.
func NoSeq(text string) bool { return text != "" && Number(text) <= 0 }

// Day parses the day of a field, written as the console writes dates or as YYYY-MM-DD, in a time zone. It returns the
// zero time for an empty text.
func Day(text, name string, zone *time.Location) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.ParseInLocation(time.DateOnly, words.ISODate(text), zone)
	if err != nil {
		return at, fault.BadField(name, "format", "enter the date as 31 Jan 2026 or as 2026-01-31")
	}
	return at, nil
}

// Query returns the query of a request's URL, each name with its last value.
func Query(c *fiber.Ctx) url.Values {
	values := url.Values{}
	for name, value := range c.Context().QueryArgs().All() {
		values.Set(string(name), strings.TrimSpace(Clean(string(value))))
	}
	return values
}
