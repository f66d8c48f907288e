package e2e_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// snippets returns the pieces of code of a page of the documentation.
func (h *house) snippets(t *testing.T, path string) []string {
	t.Helper()
	answer, err := http.Get(h.base + path + ".md")
	check(t, err)
	defer func() { check(t, answer.Body.Close()) }()
	page, err := io.ReadAll(answer.Body)
	check(t, err)
	var all []string
	for i, part := range strings.Split(string(page), "```\n") {
		if i%2 == 1 {
			all = append(all, part)
		}
	}
	return all
}

// hostSite opens the site of an integrator, whose page has an element in its head, a script, and a header.
func hostSite(t *testing.T, h *house, head, script, header string) *bank {
	t.Helper()
	name, value, _ := strings.Cut(strings.TrimSpace(header), ": ")
	b := &bank{}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(name, value)
		kind, text := "text/html", `<!doctype html><html lang="en"><title>Bank</title>`+head+
			`<script type="module" src="/page.js"></script><button id="begin">Go on</button><pre id="said"></pre></html>`
		switch r.URL.Path {
		case "/page.js":
			kind, text = "text/javascript", script
		case "/token":
			token, err := fresh(r.Context(), h.Weak)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			kind, text = "text/plain", token
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(b.Close)
	b.list(t, h)
	return b
}

// asModule is the script of a host around the snippets of the documentation: what they call of the host's own, the
// button that the applicant presses between two of them, and what the page writes down at the end.
const asModule = `
const offerAnotherWay = code => { throw new Error(code) }
const pressed = new Promise(done => { begin.onclick = done })
const say = value => { said.textContent += JSON.stringify(value) + '\n' }
addEventListener('error', ({ message }) => say({ failed: message }))
addEventListener('unhandledrejection', ({ reason }) => say({ failed: String(reason) }))
%s
say({ loaded: true })
await pressed
%s`

func TestTheSnippetsOfTheWebSDKRunAsTheyStand(t *testing.T) {
	h := at(t)
	ofScript := regexp.MustCompile(`^(<script|import|const) ?`)
	all := h.snippets(t, "/docs/web")
	run := slices.DeleteFunc(slices.Clone(all), func(one string) bool { return !ofScript.MatchString(one) })
	policy := slices.IndexFunc(all, func(one string) bool {
		return strings.HasPrefix(one, "Content-Security-Policy: ")
	})
	if len(run) != 7 || policy < 0 {
		t.Fatalf("%d snippets for a browser, policy at %d; this test runs 7 and the policy", len(run), policy)
	}
	element, load, support, diagnose := run[0], run[1], run[2], run[3]
	start, function, libraries := run[4], run[5], run[6]
	t.Run("functions", func(t *testing.T) {
		set := specimen.Applicant(17, specimen.Good, time.Now().UTC())
		picture, _ := captured(set, "passport")
		b := hostSite(t, h, element, fmt.Sprintf(asModule, load+support+diagnose+start, function+
			`say({ jobId, name, kinds: captures.map(({ kind }) => kind), status, flavor })`), all[policy])
		p := filmed(t, shot(t, picture.Bytes, .8))
		b.opens(t, p)
		said := p.says(t, `"QUEUED"`)
		for _, want := range []string{`"name":"ID_VALIDATION"`, `"kinds":["passport"]`, `"flavor":"MEDIUM"`} {
			if !strings.Contains(said, want) {
				t.Errorf("%s is not in what the page said:\n%s", want, said)
			}
		}
		p.quiet(t)
	})
	t.Run("libraries", func(t *testing.T) {
		b := hostSite(t, h, element, fmt.Sprintf(asModule, load+start, libraries+
			`say({ fingers: Object.keys(resultMap), done: await IdentityProofingSDK.finalSubmit() })`), all[policy])
		p := handy(t)
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(`window.allowed = true`)}))
		b.opens(t, p)
		p.does(t, "continue")
		p.signs(t, specimen.Sign(7, 1))
		p.does(t, "done")
		p.sees(".preview canvas")
		p.does(t, "done")
		p.becomes(t, "asked for a hand", inShadow+`.querySelector('.screen.instruction .hint')`)
		p.does(t, "continue")
		p.becomes(t, "looked at", inShadow+`.querySelector('.screen.capture video')`)
		p.holds(t)
		p.becomes(t, "previewed", inShadow+`.querySelector('.screen.preview canvas')`)
		p.does(t, "done")
		said := p.says(t, `"QUEUED"`)
		if strings.Count(said, `"QUEUED"`) != 2 || !strings.Contains(said, `"LEFT_INDEX_FINGER"`) {
			t.Errorf("said %s", said)
		}
		p.quiet(t)
	})
}

// opens opens the page of a site and presses its button once the snippets before it have run.
func (b *bank) opens(t *testing.T, p *page) {
	t.Helper()
	check(t, first(p.Goto(b.URL)))
	p.says(t, `"loaded"`)
	check(t, p.Locator("#begin").Click())
}
