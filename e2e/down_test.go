package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// fillForms fills the forms of a page that are sent by themselves, and returns for each of their buttons the form's
// action with the button's text, and what keeps the form from being valid.
const fillForms = `() => {
	const fill = e => {
		if (e.type === 'hidden' || e.disabled || e.readOnly || !e.name) return
		const typed = { number: e.min || '1', email: 'pat.one@bank.example', url: 'https://bank.example/hook' }
		const texts = ['text', 'password', 'search', 'textarea']
		if (e.type === 'checkbox' || e.type === 'radio') e.checked ||= e.required // of radios, the last
		else if (e.type === 'file') {
			const chosen = new DataTransfer()
			chosen.items.add(new File(['{}'], 'chosen.json', { type: 'application/json' }))
			e.files = chosen.files
		}
		else if (e.tagName === 'SELECT') e.selectedIndex = e.options.length - 1
		else if (typed[e.type] || texts.includes(e.type)) e.value ||= typed[e.type] ?? 'typed-word-one-two'
		e.dispatchEvent(new Event('input', { bubbles: true }))
		e.dispatchEvent(new Event('change', { bubbles: true }))
	}
	const found = []
	for (const form of document.querySelectorAll('main form[method=post]')) {
		if (form.target || form.closest('[data-preset], [hx-boost=true]')) continue
		for (const e of form.elements) fill(e)
		const wrong = [...form.elements].filter(e => !e.checkValidity()).map(e => e.name + ' ' + e.validationMessage)
		for (const button of form.querySelectorAll('button:not([type=button])')) {
			button.dataset.nth = found.length
			const action = button.getAttribute('formaction') ?? form.getAttribute('action')
			found.push([action + ' ' + button.textContent.trim(), wrong.join()])
		}
	}
	return found
}`

// theButton is the button with a number that fillForms gave it.
func theButton(n int) string {
	return fmt.Sprintf(`document.querySelector('button[data-nth="%d"]')`, n)
}

// reveal opens what a button stands in, closes what could lie over it, and presses it.
func reveal(n int) string {
	return `() => (button => {
		for (const d of document.querySelectorAll('main details')) d.open = d.contains(button)
		button.click()
	})(` + theButton(n) + `)`
}

// sendNow presses the button that sends a form at once. Where it is not there the page sends the form by itself.
const sendNow = `() => [...document.querySelectorAll('.unsent button')]
	.find(button => button.textContent === 'Send now')?.click()`

// besides is true where a message of a button's form can be read, in the form near the button, or in the line of
// messages.
func besides(n int, text string) string {
	return `(button => {
		const m = button.form.querySelector('.unsent') ?? ` + notice + `
		if (!m?.textContent.includes('` + text + `')) return false
		m.scrollIntoView({ block: 'center' })
		const [a, b] = [m, button].map(e => e.getBoundingClientRect())
		const at = document.elementFromPoint(a.left + a.width / 2, a.top + a.height / 2)
		const gap = Math.max(0, a.top - b.bottom, b.top - a.bottom)
		return m.contains(at) && (m.matches('.newsline *') || gap < 200)
	})(` + theButton(n) + `)`
}

// outage answers the forms of a page instead of the server, and notes their keys. A page sends a form again by itself,
// so that one form may come any number of times.
type outage struct {
	mode   atomic.Value // what is answered
	status atomic.Int32 // by a proxy

	mu    sync.Mutex
	named []string // keys since the last take
}

// note keeps the key of a form.
func (o *outage) note(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.named = append(o.named, key)
}

// take returns the keys that came since it was called before.
func (o *outage) take() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer func() { o.named = nil }()
	return o.named
}

const (
	unreached = "refused connection"
	proxied   = "proxy without server"
	taking    = "server that answers"
)

func (o *outage) answer(r playwright.Route) {
	if r.Request().Method() != http.MethodPost {
		_ = r.Fallback()
		return
	}
	if key := r.Request().Headers()["idempotency-key"]; key != "" { // what a page sends by itself has none
		o.note(key)
	}
	html := playwright.String("text/html")
	switch o.mode.Load() {
	case unreached:
		_ = r.Abort("connectionrefused")
	case proxied:
		_ = r.Fulfill(playwright.RouteFulfillOptions{
			Status:      playwright.Int(int(o.status.Load())),
			ContentType: html,
			Body:        "<html><body><h1>The web server is down</h1></body></html>",
		})
	default:
		_ = r.Fulfill(playwright.RouteFulfillOptions{
			Status:      playwright.Int(http.StatusUnprocessableEntity),
			ContentType: html,
			Body:        "<html><body><main data-failure><h1>It came in</h1></main></body></html>",
		})
	}
}

// gateways are the codes of proxies whose server is down. The second is none of HTTP, and yet common.
var gateways = []int32{http.StatusBadGateway, 521}

// entries returns what the form of a button holds, which an outage must not change.
func (p *page) entries(t *testing.T, n int) string {
	t.Helper()
	all, err := p.Evaluate(`() => JSON.stringify([...new FormData(` + theButton(n) + `.form)].map(([name, value]) =>
		[name, value instanceof File ? value.name : value]))`)
	check(t, err)
	return fmt.Sprint(all)
}

func TestEveryFormOfAdministrationSurvivesAServerThatIsDown(t *testing.T) {
	h := at(t)
	h.inhabit(t)
	h.disputed(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	o := &outage{}
	check(t, p.Route(h.base+"/**", o.answer))
	tried := map[string]bool{}
	for _, path := range h.unlikeBuilt(t, access.Admin)[access.Admin] {
		if strings.HasPrefix(path, "/jobs/") || strings.HasPrefix(path, "/docs/") {
			continue // the forms of jobs have tests of their own, and the documentation has no script
		}
		p.visit(h.base + path)
		found, err := p.Evaluate(fillForms)
		check(t, err)
		for n, one := range found.([]any) {
			action, wrong := fmt.Sprint(one.([]any)[0]), fmt.Sprint(one.([]any)[1])
			shape := variable.ReplaceAllString(action, "*")
			switch {
			case tried[shape]:
			case wrong != "":
				t.Errorf("%s: %s is not filled in: %s", path, action, wrong)
			default:
				p.survives(t, o, path+" "+action, n)
			}
			tried[shape] = true
		}
	}
	if len(tried) < 25 {
		t.Errorf("only these forms were tried: %v", tried)
	}
}

// survives sends a form of a page while connections are refused, again while a proxy answers that the server is down,
// and then to a server that answers, all under one key.
func (p *person) survives(t *testing.T, o *outage, what string, n int) {
	t.Helper()
	typed := p.entries(t, n)
	o.status.Store(gateways[n%len(gateways)])
	o.take()
	var keys []string
	for _, step := range []struct{ mode, said, press string }{
		{unreached, "Not sent: the server can’t be reached", reveal(n)},
		{proxied, "Not done: the server reported a problem", sendNow},
		{taking, "It came in", sendNow},
	} {
		o.mode.Store(step.mode)
		_, err := p.Evaluate(step.press)
		check(t, err)
		p.becomes(t, "told beside "+what+" of a "+step.mode, besides(n, step.said))
		if now := p.entries(t, n); now != typed {
			t.Errorf("%s: %s after a %s, %s before", what, now, step.mode, typed)
		}
		came := o.take()
		if len(came) == 0 {
			t.Fatalf("%s was sent to a %s without a key", what, step.mode)
		}
		keys = append(keys, came...)
	}
	if keys = slices.Compact(keys); len(keys) != 1 {
		t.Errorf("%s was sent under the keys %q", what, keys)
	}
}

func TestWhatAListDidNotSendIsSaidBesideItsButtonHoweverLongTheListIs(t *testing.T) {
	h := at(t)
	h.inhabit(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	o := &outage{}
	o.mode.Store(unreached)
	check(t, p.Route(h.base+"/**", o.answer))
	p.visit(h.base + "/deliveries?state=all")
	found, err := p.Evaluate(fillForms)
	check(t, err)
	_, err = p.Evaluate(`() => {
		const row = document.querySelector('tr[data-row]')
		for (let n = 0; n < 50; n++) row.after(row.cloneNode(true))
	}`)
	check(t, err)
	for n, one := range found.([]any) {
		if action := fmt.Sprint(one.([]any)[0]); strings.HasPrefix(action, "/deliveries/redeliver ") {
			_, err = p.Evaluate(reveal(n))
			check(t, err)
			p.becomes(t, "told beside "+action, besides(n, "Not sent: the server can’t be reached"))
			return
		}
	}
	t.Fatalf("nothing is redelivered here: %v", found)
}
