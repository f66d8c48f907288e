package preference

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shortcut is an action of the console with a single key. Key is the default, by which pages and preferences identify
// the action.
type Shortcut struct {
	Key   string
	Does  string // as people read it
	Group string
}

// The headings of the shortcuts.
const (
	groupDecide = "Decide"
	groupWork   = "Work"
	groupRead   = "Read"
	groupLook   = "View"
	groupGo     = "Go"
)

var shortcuts = []Shortcut{
	{"a", "Approve", groupDecide},
	{"d", "Decline", groupDecide},
	{"v", "Suspicious", groupDecide},
	{"m", "Note", groupDecide},
	{"u", "Undo", groupDecide},
	{"n", "Take the next job", groupWork},
	{"t", "Take this job", groupWork},
	{"s", "Skip", groupWork},
	{"e", "Escalate", groupWork},
	{"q", "Ask for new captures", groupWork},
	{"j", "Next finding or row", groupRead},
	{"k", "Previous finding or row", groupRead},
	{"f", "Correct a field", groupRead},
	{"p", "Passed checks", groupRead},
	{"h", "Hold to reveal", groupRead},
	{"0", "Fit", groupLook},
	{"+", "Zoom in", groupLook},
	{"-", "Zoom out", groupLook},
	{"r", "Turn", groupLook},
	{"b", "Brighter", groupLook},
	{"l", "Contrast", groupLook},
	{"i", "Invert", groupLook},
	{"o", "Boxes", groupLook},
	{"y", "Move both panes together", groupLook},
	{"c", "Compare", groupLook},
	{"/", "Search", groupGo},
	{"g", "Go: then Q, J or D", groupGo},
	{".", "Show new rows", groupGo},
	{"?", "List of keys", groupGo},
}

// Shortcuts returns the actions whose key users may choose themselves. Digits, Enter, Escape, the space bar and Ctrl+K
// are the same for all.
func Shortcuts() []Shortcut { return slices.Clone(shortcuts) }

// KeyProblem is why a chosen key can't be used. Key identifies the action; Other is the action that has the key
// already, empty where the key itself is not usable.
type KeyProblem struct {
	Key   string
	Other Shortcut
}

// ChosenKeys returns the chosen keys that differ from the defaults, in lower case; problems lists those that can't be
// used: more than one character, a character that no keyboard has, a digit that chooses captures and reasons, a blank,
// or a key of another action.
func ChosenKeys(wanted map[string]string) (chosen map[string]string, problems []KeyProblem) {
	chosen = map[string]string{}
	taken := map[string]Shortcut{}
	changed := func(s Shortcut) bool { want, ok := wanted[s.Key]; return ok && want != s.Key }
	// whose key was changed is at fault
	inOrder := slices.Clone(shortcuts) // unchanged ones first, so that a clash is reported for the changed one
	slices.SortStableFunc(inOrder, func(one, other Shortcut) int {
		switch {
		case changed(one) == changed(other):
			return 0
		case changed(one):
			return 1
		}
		return -1
	})
	for _, s := range inOrder {
		key := s.Key
		if want, ok := wanted[s.Key]; ok {
			key = strings.ToLower(want)
		}
		other, clash := taken[key]
		if !usable(key) || clash {
			problems = append(problems, KeyProblem{Key: s.Key, Other: other})
			continue
		}
		taken[key] = s
		if key != s.Key {
			chosen[s.Key] = key
		}
	}
	return chosen, problems
}

// usable reports whether a text is one character that a keyboard has and that may be a shortcut: a letter, or a sign of
// ASCII.
func usable(key string) bool {
	r, size := utf8.DecodeRuneInString(key)
	return size == len(key) && r != utf8.RuneError &&
		(unicode.IsLetter(r) || r > ' ' && r < unicode.MaxASCII && (r < '1' || r > '9'))
}

// knownKeys reports whether a map has only actions that exist.
func knownKeys(keys map[string]string) bool {
	for name := range keys {
		if !slices.ContainsFunc(shortcuts, func(s Shortcut) bool { return s.Key == name }) {
			return false
		}
	}
	return true
}
