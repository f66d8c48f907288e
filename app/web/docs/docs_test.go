package docs_test

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/web/docs"
	"proofdesk/app/web/webtest"
)

var (
	hrefs = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]+)"`)
)

// opened returns the pages that the documentation's first page leads to, by path, as anybody reads them.
func opened(t *testing.T) map[string]string {
	t.Helper()
	b := webtest.Open(t).Browser()
	pages := map[string]string{}
	waiting := []string{"/docs"}
	for len(waiting) > 0 {
		path := waiting[0]
		waiting = waiting[1:]
		if _, known := pages[path]; known {
			continue
		}
		b.Get(path).Want(200)
		pages[path] = b.Body
		if strings.HasSuffix(path, ".md") {
			continue
		}
		for _, m := range hrefs.FindAllStringSubmatch(b.Body, -1) {
			if to, _, _ := strings.Cut(html.UnescapeString(m[1]), "#"); strings.HasPrefix(to, "/docs") {
				waiting = append(waiting, to)
			}
		}
	}
	return pages
}

func TestEveryLinkWithinTheDocumentationLeadsToAnAnchorThatIsThere(t *testing.T) {
	pages := opened(t)
	for path, body := range pages {
		if strings.HasSuffix(path, ".md") {
			continue
		}
		if found := webtest.Inline.FindString(body); found != "" || strings.Contains(body, "<script") {
			t.Errorf("%s: script, or inline %q", path, found)
		}
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(body, -1) {
			if seen[m[1]] {
				t.Errorf("%s has two anchors %s", path, m[1])
			}
			seen[m[1]] = true
		}
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			to, anchor, has := strings.Cut(html.UnescapeString(m[1]), "#")
			if to == "" {
				to = path
			}
			if target, ok := pages[to]; has && (!ok || !strings.Contains(target, ` id="`+html.EscapeString(anchor)+`"`)) {
				t.Errorf("%s leads to %s, where there is no such anchor", path, m[1])
			}
		}
	}
}

func TestEveryPageIsThereAsMarkdownWithTheSameWords(t *testing.T) {
	pages := opened(t)
	for path, body := range pages {
		if strings.HasSuffix(path, ".md") {
			continue
		}
		twin := pages[path+".md"]
		title, _, _ := strings.Cut(twin, "\n")
		if !strings.HasPrefix(title, "# ") || !strings.Contains(body, "<h1>"+html.EscapeString(title[2:])+"</h1>") {
			t.Errorf("%s and its twin have other titles: %q", path, title)
		}
		if left := regexp.MustCompile(`\{[a-z]+\}`).FindString(body); left != "" && !strings.HasPrefix(path, "/docs/api") {
			t.Errorf("%s has a place that nothing filled: %s", path, left)
		}
	}
}

func TestTheFirstPageHasAtMostFiveStepsAndTenLines(t *testing.T) {
	page := opened(t)["/docs"]
	steps := regexp.MustCompile(`<h2 id="[a-z]+">\s*(\d)\. `).FindAllStringSubmatch(page, -1)
	if len(steps) == 0 || len(steps) > 5 {
		t.Errorf("%d steps", len(steps))
	}
	lines := strings.Split(strings.TrimSpace(docs.StartScript("")), "\n")
	if len(lines) > 10 || slices.Contains(lines, "") {
		t.Errorf("%d lines of script", len(lines))
	}
	if !strings.Contains(html.UnescapeString(page), strings.TrimSpace(docs.StartPage())) {
		t.Error("the page is not shown as it is tested")
	}
}
