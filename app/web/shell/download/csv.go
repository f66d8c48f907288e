package download

import (
	"encoding/csv"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
)

// Cell keeps a spreadsheet from taking a text for a formula.
func Cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// CSV sends rows as a CSV file.
func CSV(c *fiber.Ctx, name string, rows [][]string) error {
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	var b strings.Builder
	out := csv.NewWriter(&b)
	for _, row := range rows {
		safe := slices.Clone(row)
		for i := range safe {
			safe[i] = Cell(safe[i])
		}
		_ = out.Write(safe) // a builder takes everything
	}
	out.Flush()
	return c.SendString(b.String())
}
