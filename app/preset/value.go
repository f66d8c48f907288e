package preset

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/fault"
)

const (
	maxText   = 500 // characters of a text
	maxName   = 200 // characters of a resource's name
	maxImages = 60  // of an imageList
)

// Check returns a value in the option's own form, or what is wrong with it. A value is a bool, a float64, a string or a
// []any, as encoding/json decodes it.
func (o Option) Check(value any) (any, *fault.Field) {
	switch o.Type {
	case Boolean:
		if b, ok := value.(bool); ok {
			return b, nil
		}
		return nil, o.wrong("type", "must be true or false")
	case Float, Int, Long, Size:
		return o.checkNumber(value)
	case ImageList:
		return o.checkList(value)
	}
	text, ok := value.(string)
	if !ok {
		return nil, o.wrong("type", "must be a text")
	}
	return o.checkText(text)
}

func (o Option) checkNumber(value any) (any, *fault.Field) {
	n, ok := value.(float64)
	switch {
	case !ok || math.IsNaN(n):
		return nil, o.wrong("type", "must be a number")
	case n < *o.Min || n > *o.Max:
		return nil, o.wrong("range", "must be from %v to %v", *o.Min, *o.Max)
	case o.Whole() && n != math.Trunc(n):
		return nil, o.wrong("type", "must be a whole number")
	}
	return n, nil
}

func (o Option) checkList(value any) (any, *fault.Field) {
	list, ok := value.([]any)
	switch {
	case !ok:
		return nil, o.wrong("type", "must be a list of texts")
	case len(list) > maxImages:
		return nil, o.wrong("max_items", "must have at most %d entries", maxImages)
	}
	names := make([]string, len(list))
	for i, entry := range list {
		name, ok := entry.(string)
		if !ok {
			return nil, o.wrong("type", "must be a list of texts; entry %d is none", i+1)
		}
		if field := o.checkResource(name); field != nil {
			return nil, field
		}
		names[i] = name
	}
	return names, nil
}

func (o Option) checkText(text string) (any, *fault.Field) {
	switch o.Type {
	case Enum:
		if other, ok := o.Also[text]; ok {
			return other, nil
		}
		if !slices.Contains(o.Allowed, text) {
			return nil, o.wrong("one_of", "must be one of %s", strings.Join(o.Allowed, ", "))
		}
	case Color:
		if _, ok := ParseColor(text); !ok {
			return nil, o.wrong("format", "must be a colour: #RGB, #RRGGBB or, with alpha first, #AARRGGBB")
		}
		return strings.ToUpper(text), nil
	case String:
		return text, o.checkWording(text)
	default:
		return text, o.checkResource(text)
	}
	return text, nil
}

// checkWording checks a text that applicants read. Line breaks are permitted; other control characters are not.
func (o Option) checkWording(text string) *fault.Field {
	switch {
	case utf8.RuneCountInString(text) > maxText:
		return o.wrong("max_length", "must have at most %d characters", maxText)
	case strings.ContainsFunc(text, unreadable):
		return o.wrong("characters", "must hold no control characters but line breaks")
	}
	return nil
}

// unreadable reports whether a character is not permitted in texts: control characters but line breaks, and those that
// turn round what follows (UAX #9, explicit directional formatting). The marks U+200E, U+200F and U+061C are permitted.
func unreadable(r rune) bool {
	turns := r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	return unicode.IsControl(r) && r != '\n' || r == utf8.RuneError || turns
}

// webAddress matches names that devices would load from a server: only uploads, which never change, come from one.
var webAddress = regexp.MustCompile(`^[Hh][Tt][Tt][Pp][Ss]?:`)

// checkResource checks the name of an uploaded file, as MediaRef writes it, or of an Android resource; empty stands for
// the built-in one. Whether the company has such an upload is not known here.
func (o Option) checkResource(name string) *fault.Field {
	foreign := func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:@", r)
	}
	switch {
	case len(name) > maxName:
		return o.wrong("max_length", "must have at most %d characters", maxName)
	case strings.ContainsFunc(name, foreign) || strings.Contains(name, ".."):
		return o.wrong("characters", "must be a name of letters, digits and _ - . / : @")
	case webAddress.MatchString(name):
		return o.wrong("address",
			"must name an upload or a resource of the app: nothing is loaded from other addresses")
	}
	if _, ok := ParseMediaRef(name); isMedia(name) && !ok {
		return o.wrong("media", "must name an upload as media:sha256- and 64 digits from 0 to 9 and a to f")
	}
	return nil
}

func (o Option) wrong(rule, format string, args ...any) *fault.Field {
	return &fault.Field{Name: o.Path, Rule: rule, Message: o.Name + " " + fmt.Sprintf(format, args...)}
}
