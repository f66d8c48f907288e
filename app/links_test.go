package main_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// text reads a file of the repository.
func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// texts visits every hand-written file of the repository that people read, by its path.
func texts(t *testing.T, visit func(path, content string)) {
	t.Helper()
	read := []string{".go", ".templ", ".ts", ".mjs", ".css", ".sql", ".md", ".sh"}
	left := []string{"node_modules", ".git", ".cache", "dist", "data", "bin", "testdata"}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains(left, entry.Name()) {
			return fs.SkipDir
		}
		if entry.IsDir() || strings.HasSuffix(path, "_templ.go") || !slices.Contains(read, filepath.Ext(path)) {
			return nil
		}
		relative, err := filepath.Rel("..", path)
		if err == nil {
			visit(filepath.ToSlash(relative), text(t, relative))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	// comment is the comment of a line, a line of Markdown or of a block comment.
	comment = regexp.MustCompile(`(?m)(?:^|\s)(?:///?|--|\*|#) .*$`)
	// named is a path below one of the folders of the repository, in a text.
	named = regexp.MustCompile("(?:^|[\\s(`\"'])(?:\\./)?((?:app|views|static|engine|migrations|e2e)/[\\w./{},*-]+)")
)

// paths lists the paths that a text names, without what ends a sentence.
func paths(content string) []string {
	var all []string
	for _, m := range named.FindAllStringSubmatch(content, -1) {
		path := strings.TrimRight(m[1], ".,")
		if strings.Count(path, "}") > strings.Count(path, "{") {
			path = strings.TrimRight(path, "}")
		}
		all = append(all, strings.TrimSuffix(path, "/..."))
	}
	return all
}

// built are the paths that only a build makes.
var built = []string{"static/dist", "e2e/artifacts", "engine/face/cascade", "engine/face/weights", "engine/face/device"}

// exists reports whether a path of the repository is there; {a,b} stands for both and * for any name.
func exists(path string) bool {
	if from, rest, braces := strings.Cut(path, "{"); braces {
		names, after, _ := strings.Cut(rest, "}")
		for name := range strings.SplitSeq(names, ",") {
			if !exists(from + name + after) {
				return false
			}
		}
		return true
	}
	if slices.ContainsFunc(built, func(b string) bool { return path == b || strings.HasPrefix(path, b+"/") }) {
		return true
	}
	found, err := filepath.Glob(filepath.Join("..", path))
	return err == nil && len(found) > 0
}

func TestEveryPathThatIsNamedIsThere(t *testing.T) {
	texts(t, func(path, content string) {
		if !strings.HasSuffix(path, ".md") {
			content = strings.Join(comment.FindAllString(content, -1), "\n")
		}
		for _, name := range paths(content) {
			if !exists(name) {
				t.Errorf("%s names %s, which is not there", path, name)
			}
		}
	})
}

var (
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchor  = regexp.MustCompile(`[^\w\- ]`)
)

func TestEveryLinkOfTheReadmeLeadsSomewhere(t *testing.T) {
	readme := text(t, "README.md")
	anchors := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(readme, -1) {
		anchors[strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	for _, m := range markdownLink.FindAllStringSubmatch(readme, -1) {
		path, anchor, _ := strings.Cut(m[1], "#")
		switch {
		case strings.Contains(path, "://"):
		case path == "" && !anchors[anchor]:
			t.Errorf("README.md has no heading for #%s", anchor)
		case path != "" && !exists(path):
			t.Errorf("README.md links to %s, which is not there", path)
		}
	}
}

var (
	target    = regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*):.*$`)
	explained = regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*):.*## \S.*$`)
	phony     = regexp.MustCompile(`(?m)^\.PHONY: (.*)$`)
	makeCall  = regexp.MustCompile("`make ([a-z][a-z0-9-]*)|(?m)^make ([a-z][a-z0-9-]*)")
)

func TestEveryMakeTargetThatIsNamedIsThereAndExplained(t *testing.T) {
	makefile := text(t, "Makefile")
	targets, sentences := map[string]bool{}, map[string]bool{}
	for _, m := range target.FindAllStringSubmatch(makefile, -1) {
		targets[m[1]] = true
	}
	for _, m := range explained.FindAllStringSubmatch(makefile, -1) {
		sentences[m[1]] = true
	}
	for name := range targets {
		if !sentences[name] {
			t.Errorf("make help says nothing about %s", name)
		}
	}
	for _, m := range phony.FindAllStringSubmatch(makefile, -1) {
		for name := range strings.FieldsSeq(m[1]) {
			if !targets[name] {
				t.Errorf("the Makefile calls %s phony, which is no target", name)
			}
			delete(targets, name)
		}
	}
	for name := range targets {
		t.Errorf("the Makefile does not call %s phony", name)
	}
	texts(t, func(path, content string) {
		for _, m := range makeCall.FindAllStringSubmatch(content, -1) {
			if name := m[1] + m[2]; !sentences[name] {
				t.Errorf("%s says make %s, which is no target", path, name)
			}
		}
	})
}

var apiCall = regexp.MustCompile("`(GET|POST|PUT|PATCH|DELETE) (/(?:api|auth)/[^`?]*)`")

func TestEveryAPIRouteOfTheReadmeIsInTheDescription(t *testing.T) {
	var api struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal([]byte(text(t, "app/api/openapi.json")), &api); err != nil {
		t.Fatal(err)
	}
	calls := apiCall.FindAllStringSubmatch(text(t, "README.md"), -1)
	if len(calls) == 0 {
		t.Error("README.md names no route")
	}
	for _, m := range calls {
		if _, ok := api.Paths[m[2]][strings.ToLower(m[1])]; !ok {
			t.Errorf("README.md names %s, which the API does not have", fmt.Sprint(m[1], " ", m[2]))
		}
	}
}

var (
	mapSection = regexp.MustCompile(`(?s)\n## Map\n(.*?)\n## `)
	quoted     = regexp.MustCompile("`([^`]+)`")
)

// A package is in the map by its path, or by its last word beside that of the package above it.
func TestEveryPackageIsInTheMapOfTheReadme(t *testing.T) {
	section := mapSection.FindString(text(t, "README.md"))
	inMap := map[string]bool{}
	for _, m := range quoted.FindAllStringSubmatch(section, -1) {
		inMap[m[1]] = true
	}
	sources(t, func(path, pkg string, _ []string) {
		known := inMap[pkg] || inMap[filepath.Dir(pkg)] && inMap[filepath.Base(pkg)]
		if !known && !strings.Contains(pkg, "/testdata/") {
			t.Errorf("the map of README.md lacks %s, where %s is", pkg, path)
			inMap[pkg] = true // once is enough
		}
	})
}
