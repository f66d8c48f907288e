package trail

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"proofdesk/app/web/shell/format"
)

// Detail returns the detail of an entry, a JSON object, as text: each name with its value. Empty values are left out.
func Detail(detail string) string {
	var members map[string]any
	if json.Unmarshal([]byte(detail), &members) != nil {
		return detail
	}
	text := ""
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if value := valueText(members[name]); value != "" {
			text = format.Join("; ", text, format.Words(name)+": "+value)
		}
	}
	return text
}

// valueText returns a value of a detail as text.
func valueText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case []any:
		text := ""
		for _, one := range v {
			text = format.Join(", ", text, cmp.Or(valueText(one), "nothing"))
		}
		return text
	case map[string]any:
		text := ""
		for _, name := range slices.Sorted(maps.Keys(v)) {
			text = format.Join(", ", text, name+" "+valueText(v[name]))
		}
		return text
	}
	return fmt.Sprint(value)
}
