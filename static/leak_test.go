package static_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// wingStyles are the wings' folders of views, with the beginning of their stylesheets' names. The quality pages are
// left out: their stylesheet is loaded on no other wing's pages, and they use the others' parts.
var wingStyles = map[string]string{
	"account":  "account",
	"problem":  "problem",
	"queue":    "queue",
	"jobs":     "jobs",
	"webhooks": "webhooks",
	"presets":  "preset",
	"review":   "review/",
}

func TestNoWingStylesWhatAnotherWingDraws(t *testing.T) {
	drawn := map[string]map[string]bool{}
	for wing := range wingStyles {
		drawn[wing] = classesOfViews(t, "../views/"+wing)
	}
	for _, r := range stylesheets(t) {
		owner := ""
		for wing, prefix := range wingStyles {
			if strings.HasPrefix(r.path, prefix) {
				owner = wing
			}
		}
		if owner == "" {
			continue
		}
		for _, selector := range selectors(r.selector) {
			names := rule{selector: selector}.classes()
			for wing, has := range drawn {
				if wing == owner || len(names) == 0 {
					continue
				}
				all := true
				for _, name := range names {
					all = all && has[name]
				}
				if all {
					t.Errorf("%s:%d: %s also styles views/%s", r.path, r.line, strings.TrimSpace(selector), wing)
				}
			}
		}
	}
}

// selectors splits a list of selectors, but not one that is an argument.
func selectors(list string) []string {
	var all []string
	s := stylesheet{text: list}
	for s.at < len(s.text) {
		all = append(all, s.until(","))
		s.at++
	}
	return all
}

// classesOfViews returns the classes that the templates of a folder name.
func classesOfViews(t *testing.T, folder string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, path := range filesBelow(t, filepath.FromSlash(folder), ".templ") {
		text := read(t, path)
		for _, attribute := range classAttribute.FindAllStringSubmatch(text, -1) {
			for _, name := range strings.Fields(attribute[1]) {
				found[name] = true
			}
		}
		for _, expression := range classExpressions(text) {
			for _, literal := range scriptText.FindAllString(expression, -1) {
				for _, name := range classWords.FindAllString(literal, -1) {
					found[name] = true
				}
			}
		}
	}
	return found
}
