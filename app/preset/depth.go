package preset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"proofdesk/app/fault"
)

// maxDepth is how deep the values of a JSON text may nest. The SDK's objects are four deep, a file's six.
const maxDepth = 32

// TooDeep returns a mistake where a JSON text nests deeper than any file does, which encoding/json refuses as bad
// syntax much later; nil where it does not, or ends before it does.
func TooDeep(data []byte) *fault.Field {
	if opened(data) <= maxDepth {
		return nil
	}
	if mistake := Malformed(data); mistake != nil && mistake.Rule == "depth" {
		return mistake
	}
	return nil
}

// Malformed returns what is wrong with a JSON text that encoding/json refuses, by the path at which that is: it nests
// too deep, or holds what is no JSON, as NaN. It returns nil for a text that only ends too early.
func Malformed(data []byte) *fault.Field {
	decoder := json.NewDecoder(bytes.NewReader(data))
	var open []json.Delim // what is read
	var path []string     // of the value that is read, with an empty name for each array
	for {
		token, err := decoder.Token()
		var wrong *json.SyntaxError
		if errors.As(err, &wrong) {
			name := nameOf(path)
			return &fault.Field{Name: name, Rule: "syntax", Message: name + " is not well-formed JSON"}
		}
		if err != nil {
			return nil
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			if len(open) >= maxDepth {
				return tooDeep(path)
			}
			kind, _ := token.(json.Delim)
			open, path = append(open, kind), append(path, "")
		case json.Delim('}'), json.Delim(']'):
			open, path = open[:len(open)-1], path[:len(path)-1]
		default:
			name, ok := token.(string)
			if last := len(open) - 1; ok && last >= 0 && open[last] == '{' {
				path[last] = name // that of a value too, until the next name replaces it
			}
		}
	}
}

// opened returns how many objects and arrays are open at once in a JSON text.
func opened(data []byte) (most int) {
	now, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			now++
			most = max(most, now)
		case c == '}', c == ']':
			now--
		}
	}
	return most
}

// nameOf returns a path as mistakes name it.
func nameOf(path []string) string {
	named := slices.DeleteFunc(path, func(name string) bool { return name == "" })
	if len(named) == 0 {
		return "values"
	}
	return shown(strings.Join(named, "."))
}

func tooDeep(path []string) *fault.Field {
	name := nameOf(path)
	message := fmt.Sprintf("%s nests deeper than %d levels", name, maxDepth)
	return &fault.Field{Name: name, Rule: "depth", Message: message}
}
