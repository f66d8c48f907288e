// Package naming holds the rules for names and short texts that people type and other people read: of companies, users,
// keys, reasons.
package naming

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/fault"
)

// maxName is the limit of a name's length, in characters.
const maxName = 100

// Check returns the name trimmed, or a BadField about the field "name".
func Check(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fault.BadField("name", "required", "enter a name")
	case utf8.RuneCountInString(name) > maxName:
		return "", fault.BadField("name", "max_length", "the name can have at most %d characters", maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, invisible):
		return "", fault.BadField("name", "characters", "the name contains invalid characters")
	case !strings.ContainsFunc(name, letterOrDigit):
		return "", fault.BadField("name", "letters", "the name must contain a letter or a digit")
	}
	return name, nil
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// invisible reports whether a character is not permitted in names: control characters, line ends, and those that turn
// or hide text. The two joiners belong to the spelling of Persian and Indian names.
func invisible(r rune) bool {
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// CheckWords refuses a text of one line without a letter, or with characters that nobody sees.
func CheckWords(field, text string) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, invisible) {
		return fault.BadField(field, "characters", "the text contains invalid characters")
	}
	if strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return fault.BadField(field, "letters", "use words: symbols and digits alone are not enough")
	}
	return nil
}

// CheckText refuses a text of any number of lines with control characters, or with those that turn the text after them:
// whoever reads it would read something else than was typed. What a word processor leaves in it, such as a soft hyphen,
// is let through.
func CheckText(field, text string) error {
	turns := func(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' }
	hidden := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' || turns(r) }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, hidden) {
		return fault.BadField(field, "characters", "the text contains invalid characters")
	}
	return nil
}

// Unique returns the name if none of the others equals it, whatever their case; otherwise a Conflict. An empty name
// becomes the standard one, with a number where that is taken.
func Unique(name, standard string, others []string) (string, error) {
	taken := func(name string) bool {
		return slices.ContainsFunc(others, func(other string) bool { return strings.EqualFold(other, name) })
	}
	if strings.TrimSpace(name) != "" {
		name, err := Check(name)
		if err == nil && taken(name) {
			err = notUnique(nil, "name", "this name is already in use")
		}
		return name, err
	}
	name = standard
	for n := 2; taken(name); n++ {
		name = standard + " " + strconv.Itoa(n)
	}
	return name, nil
}

// Taken adds the field to a Conflict about a value that must be unique. It returns any other error as it is.
func Taken(err error, field, message string) error {
	if !fault.Is(err, fault.Conflict) {
		return err
	}
	return notUnique(err, field, message)
}

func notUnique(cause error, field, message string) error {
	e := fault.Wrap(cause, fault.Conflict, "%s", message)
	e.Fields = []fault.Field{{Name: field, Rule: "unique", Message: message}}
	return e
}
