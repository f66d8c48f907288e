package web_test

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"proofdesk/app/access"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

// unseen are texts with characters that nobody sees, or that make others be read in another order.
var unseen = []string{"a\x00b", "a\x1bb", "a\xffb", "a\u202eb"}

// entrance is a form as a page shows it, with its fields that people type into.
type entrance struct {
	sheet
	typed []string
}

func TestMain(m *testing.M) { storetest.Main(m) }

func TestNoFormTakesCharactersThatNobodySees(t *testing.T) {
	webtest.Each(t, func(h *webtest.Fixture) {
		t := h.T.(*testing.T)
		b := furnished(h)
		pages := reachable(t, b)
		met := 0
		for _, page := range pages {
			for i, e := range entrances(t, b.Get(page).Body) {
				for _, name := range e.typed {
					for _, text := range unseen {
						now := entrances(t, b.Get(page).Body)
						if i >= len(now) || now[i].action != e.action {
							continue // it is gone once it was sent
						}
						met++
						now[i].send(b, name, text)
						if b.Status >= http.StatusInternalServerError {
							t.Errorf("%s of %s with %q in %s: %d", e.action, page, text, name, b.Status)
						}
					}
				}
			}
		}
		if met < 200 {
			t.Errorf("only %d texts were sent: the pages have lost their forms", met)
		}
		for _, page := range reachable(t, h.As(access.Admin)) {
			b.Get(page)
			if !utf8.ValidString(b.Body) || strings.ContainsAny(b.Body, "\x00\x1b\u202e\ufffd") {
				at := strings.IndexAny(b.Body, "\x00\x1b\u202e\ufffd")
				t.Errorf("%s shows such a text: %q", page, b.Body[max(0, at-80):min(len(b.Body), at+40)])
			}
		}
	})
}

// furnished adds one of everything that has a form to a company, and returns the browser of its administrator.
func furnished(h *webtest.Fixture) *webtest.Browser {
	h.T.Helper()
	if _, err := h.Console.Credentials.CreateClient(h.T.Context(), "cli", "acme", "app", false); err != nil {
		h.T.Fatal(err)
	}
	h.Job("acme", "DOE, JANE")
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Admin)
	b.Get("/presets").Post("/presets", url.Values{"name": {"retail"}, "description": {"Shops"}}).Follow()
	b.Get("/jobs").Post("/views", url.Values{"page": {"jobs"}, "query": {"status=review"}, "name": {"To do"}}).Follow()
	return b
}

// entrances returns the forms of a page that have a field to type into.
func entrances(t *testing.T, body string) []entrance {
	t.Helper()
	var all []entrance
	walk(parsed(t, body), func(n *html.Node) {
		if n.Data != "form" {
			return
		}
		e := entrance{sheet: sheet{
			action: attribute(n, "action"),
			method: attribute(n, "method"),
			fields: url.Values{},
		}}
		walk(n, func(f *html.Node) {
			e.add(f)
			kind := attribute(f, "type")
			input := f.Data == "input" && slices.Contains([]string{"", "text", "search", "url"}, kind)
			text := f.Data == "textarea" || input
			if name := attribute(f, "name"); text && name != "" && !slices.Contains(e.typed, name) {
				e.typed = append(e.typed, name)
			}
		})
		if len(e.typed) > 0 {
			all = append(all, e)
		}
	})
	return all
}

// send sends the form with a text in one field, and something plain in the others that are empty.
func (e entrance) send(b *webtest.Browser, field, text string) {
	sent := url.Values{}
	for name, values := range e.fields {
		sent[name] = values
		if slices.Contains(e.typed, name) && values[0] == "" {
			sent[name] = []string{"Plain"}
		}
	}
	sent.Del("csrf")
	sent[field] = []string{text}
	if e.method == "post" {
		b.Post(e.action, sent)
		return
	}
	path, _, _ := strings.Cut(e.action, "?")
	b.Get(path + "?" + sent.Encode())
}

// A draft is kept as it was typed: nobody reads it but who typed it, and it is refused once it is sent.
func TestNobodyReadsWhatOthersTypedIntoAReviewInAnotherOrder(t *testing.T) {
	for _, x := range contests() {
		if !strings.HasPrefix(x.path, "/jobs/") || x.field == "" {
			continue
		}
		t.Run(strings.TrimPrefix(x.path, "/jobs/:id/"), func(t *testing.T) {
			for _, text := range unseen {
				h := webtest.Open(t)
				page, b, _ := x.stage(h)
				x.typed[0] = text
				path := strings.ReplaceAll(x.path, "/jobs/:id", page)
				action := strings.ReplaceAll(cmp.Or(x.form, x.path), "/jobs/:id", page)
				b.Post(path, x.fill(t, b.Get(page), action, 0))
				refused := text == "a\u202eb" && x.path != "/jobs/:id/draft"
				if refused && b.Status != http.StatusBadRequest {
					t.Errorf("%q is answered %d", text, b.Status)
				}
				for _, shown := range []string{page, page + "/history"} {
					other := h.As(access.Senior).Get(shown)
					if strings.ContainsAny(other.Body, "\x00\x1b\u202e\ufffd") {
						t.Errorf("%s shows %q to somebody else", shown, text)
					}
				}
			}
		})
	}
}
