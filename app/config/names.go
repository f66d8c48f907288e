package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Names returns every setting with its prefix, in the order of the struct.
func Names() []string {
	var names []string
	t := reflect.TypeFor[Config]()
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("env"); name != "-" {
			names = append(names, Prefix+name)
		}
	}
	return names
}

// setting returns the name of the setting that a field of Config holds.
func setting(field string) string {
	if f, ok := reflect.TypeFor[Config]().FieldByName(field); ok {
		return Prefix + f.Tag.Get("env")
	}
	return field
}

// ofCommands are the variables of commands that talk to a server. They may be set where a server starts.
var ofCommands = []string{Prefix + "SERVER", Prefix + "API_KEY_ID", Prefix + "API_KEY_SECRET"}

// unknown returns an error for each variable that has the prefix and is no setting: most likely a misspelling.
func unknown(environment map[string]string) []error {
	var wrong []error
	names := append(Names(), ofCommands...)
	for name := range environment {
		if strings.HasPrefix(name, Prefix) && !slices.Contains(names, name) {
			wrong = append(wrong, fmt.Errorf("%s: there is no such setting", name))
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return wrong
}
