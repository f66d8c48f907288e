package access

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/fault"
)

// The limits of a password's length, in characters.
const (
	MinPassword = 12
	MaxPassword = 128
)

const minDistinct = 5

// wellKnown holds the words on which the passwords are based that attackers try first.
var wellKnown = []string{
	"password", "passwort", "contrasena", "qwerty", "letmein", "welcome", "123456", "abcdef", "iloveyou",
	"administrator", "proofdesk", "changeme",
}

// unleet replaces digits and signs by the letters that they usually stand for.
var unleet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!",
	"i")

// CheckPassword returns a BadField with the first rule that a new password breaks, nil if none. The password must not
// consist of the words (the e-mail address, the name, the company).
func CheckPassword(password string, words ...string) error {
	refuse := func(rule, message string) error { return fault.BadField("password", rule, "%s", message) }
	length := utf8.RuneCountInString(password)
	switch {
	case !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl):
		return refuse("characters", "the password contains invalid characters")
	case length < MinPassword:
		return refuse("min_length", "the password must have at least 12 characters")
	case length > MaxPassword:
		return refuse("max_length", "the password can have at most 128 characters")
	case distinct(password) < minDistinct:
		return refuse("guessable", "the password uses too few different characters")
	case guessable(password, words):
		return refuse("guessable", "the password is too similar to a common password or to your name or address")
	}
	return nil
}

func distinct(s string) int {
	seen := map[rune]bool{}
	for _, r := range s {
		seen[r] = true
	}
	return len(seen)
}

// guessable reports whether few characters are left of the password without well-known words and the person's own.
func guessable(password string, words []string) bool {
	const left = 6 // characters that have to remain
	for _, form := range []string{strings.ToLower(password), unleet.Replace(strings.ToLower(password))} {
		for _, word := range append(ownWords(words), wellKnown...) {
			form = strings.ReplaceAll(form, word, "")
		}
		if utf8.RuneCountInString(form) < left {
			return true
		}
	}
	return false
}

// ownWords splits names and addresses into parts worth looking for.
func ownWords(words []string) []string {
	var parts []string
	for _, word := range words {
		for part := range strings.FieldsFuncSeq(strings.ToLower(word),
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(part) >= 3 {
				parts = append(parts, part)
			}
		}
	}
	return parts
}
