package e2e_test

import (
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"
	xhtml "golang.org/x/net/html"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// crawler follows links as a browser without script would, signed in as one role.
type crawler struct {
	base   string
	client *http.Client
	tried  map[string]int    // links followed, by shape
	pages  []string          // the first page of each shape
	built  map[string]string // the structure of each page
	bodies map[string]string // and what the server answered
	broken []string
}

// perShape is how many links of one shape are followed: ten jobs' histories are one page.
const perShape = 3

var (
	hrefs    = regexp.MustCompile(`\s(?:href|src|formaction|action)="([^"]*)"`)
	ofPreset = regexp.MustCompile(`^/presets/[^/]+(/.+)$`) // every suite adds presets of its own
	variable = regexp.MustCompile(`[0-9A-Za-z_.:%-]*\d[0-9A-Za-z_.:%-]{3,}`)
)

// shapeOf returns what links of one kind have in common: the path without ids, and the names of the query's values.
func shapeOf(u *url.URL) string {
	names := make([]string, 0, 4)
	for name := range u.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	path := ofPreset.ReplaceAllString(u.Path, "/presets/*$1")
	return variable.ReplaceAllString(path, "*") + "?" + strings.Join(names, "&")
}

func (h *house) crawl(t *testing.T, role access.Role) *crawler {
	t.Helper()
	return h.crawlIn(t, role, "en")
}

// crawlIn crawls the pages as a user reads them who chose a language on the sign-in page.
func (h *house) crawlIn(t *testing.T, role access.Role, language string) *crawler {
	t.Helper()
	jar, err := cookiejar.New(nil)
	check(t, err)
	jar.SetCookies(h.Config.Public, []*http.Cookie{{Name: "proofdesk_language", Value: language}})
	c := &crawler{
		base:   h.base,
		client: &http.Client{Jar: jar},
		tried:  map[string]int{},
		built:  map[string]string{},
		bodies: map[string]string{},
	}
	a, password := h.hire(t, role)
	answer, err := c.client.PostForm(h.base+"/login", url.Values{"email": {a.Email}, "password": {password}})
	check(t, err)
	check(t, answer.Body.Close())
	if answer.Request.URL.Path != "/queue" {
		t.Fatalf("the %s signed in to %s", role, answer.Request.URL)
	}
	c.follow(t, "/queue", "")
	return c
}

// unlike returns the first page of each role, and those whose content is built otherwise than that of the pages before
// it, or has other titles.
func (h *house) unlike(t *testing.T, roles ...access.Role) map[access.Role][]string {
	t.Helper()
	return h.pagesBy(t, func(s string) string { return s }, roles...)
}

// unlikeBuilt is unlike where only how the content is built counts.
func (h *house) unlikeBuilt(t *testing.T, roles ...access.Role) map[access.Role][]string {
	t.Helper()
	return h.pagesBy(t, func(s string) string { kinds, _, _ := strings.Cut(s, titled); return kinds }, roles...)
}

func (h *house) pagesBy(t *testing.T, part func(string) string, roles ...access.Role) map[access.Role][]string {
	t.Helper()
	pages := map[access.Role][]string{}
	seen := map[string]bool{}
	for _, role := range roles {
		c := h.crawl(t, role)
		for _, path := range c.pages {
			if built := part(c.built[path]); path == c.pages[0] || !seen[built] {
				seen[built] = true
				pages[role] = append(pages[role], path)
			}
		}
	}
	return pages
}

// titled separates the kinds of the elements from the titles in what structure returns.
const titled = "\n"

// structure returns how the content of a page is built, or the whole page where it has no content: the kinds of the
// elements, and the headings and labels in order.
func structure(t *testing.T, body string) string {
	t.Helper()
	root, err := xhtml.Parse(strings.NewReader(body))
	check(t, err)
	for node := range root.Descendants() {
		if node.Type == xhtml.ElementNode && node.Data == "main" {
			root = node
			break
		}
	}
	kinds := map[string]bool{}
	var titles []string
	for node := range root.Descendants() {
		if node.Type != xhtml.ElementNode {
			continue
		}
		kind := node.Data
		for _, a := range node.Attr {
			if slices.Contains([]string{"class", "role", "name", "type"}, a.Key) {
				kind += "." + a.Val
			}
		}
		kinds[kind] = true
		if slices.Contains([]string{"h1", "h2", "h3", "label"}, node.Data) {
			titles = append(titles, textOf(node))
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(kinds)), " ") + titled + strings.Join(titles, "|")
}

// textOf returns the text of an element.
func textOf(node *xhtml.Node) string {
	var text strings.Builder
	for inner := range node.Descendants() {
		if inner.Type == xhtml.TextNode {
			text.WriteString(inner.Data)
		}
	}
	return text.String()
}

// follow opens a link and everything that its page refers to.
func (c *crawler) follow(t *testing.T, link, from string) {
	t.Helper()
	here, err := url.Parse(c.base + from)
	check(t, err)
	target, err := here.Parse(link)
	if err != nil || !strings.HasPrefix(target.String(), c.base) {
		return
	}
	shape := shapeOf(target)
	if c.tried[shape] >= perShape || c.tried[target.RequestURI()] > 0 {
		return
	}
	c.tried[shape]++
	c.tried[target.RequestURI()]++
	status, kind, body := c.get(t, target.String())
	if status >= 400 {
		c.broken = append(c.broken, target.RequestURI()+" (on "+from+")")
		return
	}
	if !strings.HasPrefix(kind, "text/html") {
		return
	}
	if c.tried[shape] == 1 {
		c.pages = append(c.pages, target.RequestURI())
		c.built[target.RequestURI()], c.bodies[target.RequestURI()] = structure(t, body), body
	}
	for _, found := range hrefs.FindAllStringSubmatch(body, -1) {
		if next := html.UnescapeString(found[1]); next != "" && !strings.Contains(found[0], "action=") {
			c.follow(t, next, target.RequestURI())
		}
	}
}

func (c *crawler) get(t *testing.T, address string) (status int, kind, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	check(t, err)
	request.Header.Set("Accept", "text/html")
	answer, err := c.client.Do(request)
	check(t, err)
	b, err := io.ReadAll(answer.Body)
	check(t, err)
	check(t, answer.Body.Close())
	return answer.StatusCode, answer.Header.Get("Content-Type"), string(b)
}

// enrolled returns the applicant whom inhabit enrols.
func enrolled(h *house) specimen.Set { return specimen.Applicant(17, specimen.Good, h.Clock.Now()) }

// inhabit creates data for every page: a customer, an endpoint that can't be reached, a decided job.
func (h *house) inhabit(t *testing.T) {
	t.Helper()
	h.once.Do(func() {
		ctx := t.Context()
		_, err := h.Endpoints.CreateEndpoint(ctx, "test", endpoints.EndpointRequest{
			Company:     boottest.Company,
			URL:         "https://127.0.0.1:9/hooks/proofdesk/identification",
			Description: "nobody listens",
			Headers:     map[string]string{"X-Team": "risk"},
		})
		check(t, err)
		h.branded(t, "branded")
		set := enrolled(h)
		job := apply(t, h.Trusted,
			map[string]any{"function": onboarding.Enrollment, "uniqueNumber": "100011", "submitted": set.Submitted},
			draw(set))
		until(t, "the applicant is enrolled", func() bool {
			row, err := h.Store.Job(ctx, boottest.Company, job)
			if err != nil || !row.Status.Decided() {
				return false
			}
			if row.Status != onboarding.Approved {
				t.Fatalf("the enrolment ended %s", row.Status)
			}
			return true
		})
	})
}

// What scripts show in Spanish is not in what the server answers, and has tests of its own.
func TestNoLinkLeadsNowhereAndEveryPageOfEveryRoleIsSpanishForWhoChoseIt(t *testing.T) {
	h := furnished(t)
	if found := h.english(t, h.crawl(t, access.Auditor).bodies["/queue"]); !slices.Contains(found, "Sign out") {
		t.Fatalf("English goes unseen: of the queue only %q is found", found)
	}
	for _, role := range access.Roles() {
		t.Run(string(role), func(t *testing.T) {
			c := h.crawlIn(t, role, "es")
			if len(c.broken) > 0 {
				t.Errorf("these lead nowhere:\n%s", strings.Join(c.broken, "\n"))
			}
			if len(c.pages) < 5 {
				t.Errorf("only these were found: %v", c.pages)
			}
			for _, path := range c.pages {
				if found := h.english(t, c.bodies[path]); len(found) > 0 {
					t.Errorf("%s says in English:\n  %s", path, strings.Join(found, "\n  "))
				}
			}
			t.Logf("%d links, pages %v", len(c.tried), c.pages)
		})
	}
}

func TestARefusedFormKeepsWhatWasTypedAndTakesTheFocusToWhatIsWrong(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/webhooks")
	check(t, p.Locator("#url").Fill("http://listener.example/in"))
	check(t, p.Locator("#description").Fill("core banking"))
	check(t, p.Locator("form.tall button.go").Click())
	p.sees("#url-problem")
	p.becomes(t, "the address in focus, marked and described",
		`(e => e.id === 'url' && e.ariaInvalid === 'true' && e.getAttribute('aria-describedby') === `+
			`'url-problem')(document.activeElement)`)
	p.becomes(t, "what was typed kept",
		`document.querySelector('#description').value === 'core banking' && document.querySelector('#url').value === `+
			`'http://listener.example/in'`)
	p.accessible(t, "refused form of an endpoint")
	p.visit(h.base + "/settings/reasons")
	check(t, p.Locator("#new-data").Fill("Person is under age"))
	p.press("Enter")
	p.sees("#new-data-problem")
	p.becomes(t, "the new reason in focus", `document.activeElement.id === 'new-data'`)
	p.accessible(t, "refused reason")
}
