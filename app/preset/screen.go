package preset

import (
	_ "embed"
	"encoding/json"
	"slices"
)

// screenFile lists the capture screens on which each option shows while all options have their defaults, by path. It is
// written by a browser test, which draws every screen.
//
//go:embed screens.json
var screenFile []byte

var screens = func() map[string][]string {
	var all map[string][]string
	if err := json.Unmarshal(screenFile, &all); err != nil {
		panic("screens.json: " + err.Error())
	}
	return all
}()

// Screens lists the capture screens on which an option shows, as idFront/retry, in the order in which applicants meet
// them. There are none for an option that acts without showing, or on Android only.
func Screens(path string) []string {
	_, of := textPath(path)
	return slices.Clone(screens[of])
}
