package api

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
)

// query returns the query parameters that a route knows; it refuses any other parameter and any that comes twice.
func query(c *fiber.Ctx, known ...string) (map[string]string, error) {
	values := map[string]string{}
	for key, value := range c.Context().QueryArgs().All() {
		name := string(key)
		if !slices.Contains(known, name) {
			return nil, fault.BadField("query", "unknown", "%s", unknownParameter(known))
		}
		if _, twice := values[name]; twice {
			return nil, fault.BadField(name, "unique", "the query parameter %s must come once", name)
		}
		values[name] = string(value)
	}
	return values, nil
}

func unknownParameter(known []string) string {
	if len(known) == 0 {
		return "this address takes no query parameters"
	}
	return "the query parameters taken are: " + strings.Join(known, ", ")
}
