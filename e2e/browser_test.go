package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
	"golang.org/x/sys/unix"

	"proofdesk/app/inspection"
)

// browser is the one Chromium that all suites share.
var browser playwright.Browser

func TestMain(m *testing.M) {
	inspection.Child()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	defer countAll()()
	stop, err := launch()
	if err != nil {
		panic(fmt.Errorf("browser: %w", err)) // after which no test is run again
	}
	defer stop()
	code := m.Run()
	for _, h := range append(houses.free, houses.read...) {
		if err := h.close(); err != nil {
			panic(fmt.Errorf("house: %w", err))
		}
	}
	return code
}

// countAll makes this process the parent of what the browser leaves, and returns a function that waits for all of it,
// so that the time of the processor that pages took is that of the suite.
func countAll() func() {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(os.Stderr, "the processor time of pages is not counted:", err)
	}
	return func() {
		for {
			if _, err := unix.Wait4(-1, nil, 0, nil); err != nil && err != unix.EINTR {
				return
			}
		}
	}
}

// launch starts the driver that npm installed and Debian's Chromium.
func launch() (func(), error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	if err := os.Setenv("PLAYWRIGHT_NODEJS_PATH", node); err != nil {
		return nil, err
	}
	modules, err := filepath.Abs("node_modules")
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(modules); err != nil {
		return nil, fmt.Errorf("%w: run `make test`, which installs what the suites need", err)
	}
	pw, err := playwright.Run(&playwright.RunOptions{DriverDirectory: modules, SkipInstallBrowsers: true})
	if err != nil {
		return nil, err
	}
	browser, err = pw.Chromium.Launch(playwright.BrowserTypeLaunchOptions{
		Timeout:        playwright.Float(patient),
		ExecutablePath: playwright.String("/usr/bin/chromium-headless-shell"),
		Args: []string{
			"--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
			"--disable-component-update", "--disable-sync",
		},
	})
	if err != nil {
		return nil, err
	}
	return func() { _, _ = browser.Close(), pw.Stop() }, nil
}

// page is a page with the errors that occurred on it.
type page struct {
	playwright.Page
	t     testing.TB
	plain bool // whether the page's scripts don't run
	mu    sync.Mutex
	said  []string

	checked map[string]bool // what axe has checked on it, with -short

	scripted bool // whether its window holds the scripts of a state of the gallery

	debugger playwright.CDPSession // once axe was needed
	compiled string                // the id of the compiled axe there
}

// patience is how long a test waits for a page to reach a state. It is long, as a page that reaches the state earlier
// costs nothing, and the machine may be busy with other work. Slow pages get more of it.
var (
	patience = slow.patience()
	patient  = float64(patience / time.Millisecond)
)

// open opens a page in a context of its own; a failed test leaves a screenshot in artifacts.
func open(t testing.TB, options playwright.BrowserNewContextOptions) *page {
	t.Helper()
	if options.Viewport == nil {
		options.Viewport = &playwright.Size{Width: 1366, Height: 768}
	}
	options.ReducedMotion = playwright.ReducedMotionReduce // colours are looked at when they have arrived
	c, err := browser.NewContext(options)
	check(t, err)
	isPatient(c)
	check(t, c.AddInitScript(stretched(6000))) // the console shows a passing message so long
	one := &page{Page: slow.opens(t, c), t: t, plain: options.JavaScriptEnabled != nil && !*options.JavaScriptEnabled}
	one.listens()
	t.Cleanup(func() {
		if t.Failed() {
			one.keep()
		}
		check(t, c.Close())
	})
	return one
}

// isPatient makes all pages of a context wait as long as a test does, also those that a test opens beside the first.
func isPatient(c playwright.BrowserContext) {
	c.SetDefaultTimeout(patient)
	c.SetDefaultNavigationTimeout(patient)
}

// stretched is a script that makes the timers of a page that have one of some lengths in milliseconds as long as a test
// waits, so that a busy machine does not miss what they end. A test that waits for one of them to end sets window.brief
// to its length.
func stretched(lengths ...int) playwright.Script {
	return playwright.Script{Content: playwright.String(fmt.Sprintf(`(soon => {
		window.setTimeout = (run, ms, ...all) => soon(run, %s.includes(ms) && ms !== window.brief ? %v : ms, ...all)
	})(window.setTimeout.bind(window))`, strings.Join(strings.Fields(fmt.Sprint(lengths)), ","), patient))}
}

// listens notes what the browser complains about from now on.
func (p *page) listens() {
	p.OnConsole(func(m playwright.ConsoleMessage) {
		if m.Type() == "error" {
			p.note(m.Text() + " " + from(m))
		}
	})
	p.OnPageError(func(err error) { p.note(err.Error()) })
}

func (p *page) note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = append(p.said, p.URL()+": "+text)
}

// errors returns what the browser complained about, blocked content included.
func (p *page) errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.said)
}

var unsafe = regexp.MustCompile(`[^a-zA-Z0-9]+`)

func (p *page) keep() {
	name := filepath.Join("artifacts", strings.Trim(unsafe.ReplaceAllString(p.t.Name(), "_"), "_")+".png")
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		_, err = p.Screenshot(playwright.PageScreenshotOptions{Path: playwright.String(name)})
	}
	words, _ := p.Evaluate(shownWords) // fails where the browser is gone
	p.t.Logf("at %s, see e2e/%s (%v); the browser said %v\nthe page says %q", p.URL(), name, err, p.errors(), words)
}

// shownWords is a script that returns what a page says, also in the SDK's dialog, for a log that outlives the picture.
const shownWords = `() => [document.body,
		...[...document.querySelectorAll('*')].flatMap(e => [...e.shadowRoot?.children ?? []])]
	.filter(e => !e.matches('style, link, script')).map(e => e.innerText.replace(/\s+/g, ' ')).join(' | ').slice(-1500)`

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// visit opens a path, requires a success and waits until its scripts listen.
func (p *page) visit(url string) {
	p.t.Helper()
	response, err := p.Goto(url)
	check(p.t, err)
	if response.Status() >= 400 {
		p.t.Fatalf("%s answers %d", url, response.Status())
	}
	p.settled()
}

// again reloads the page and waits until its scripts listen.
func (p *page) again() {
	p.t.Helper()
	_, err := p.Reload()
	check(p.t, err)
	p.settled()
}

// becomes waits until a script returns true. It asks often at first, and less often the longer it takes.
func (p *page) becomes(t testing.TB, what, script string) {
	t.Helper()
	deadline := time.Now().Add(patience)
	pause := 20 * time.Millisecond
	for {
		if so, err := p.within(time.Until(deadline), "() => Boolean("+script+")"); err == nil && so == true {
			return
		}
		select {
		case <-time.After(pause):
			pause = min(pause*5/4, 200*time.Millisecond)
		case <-time.After(time.Until(deadline)):
			t.Fatalf("not %s: %s is not true on %s, which shows %v", what, script, p.URL(), p.reads())
		}
	}
}

// reads returns the text of a page, or that of its capture's screen, for the message of a test that fails.
func (p *page) reads() any {
	text, err := p.within(patience, `() => {
		const screen = document.querySelector('dialog > div')?.shadowRoot?.querySelector('.screen')
		return screen ? screen.outerHTML : document.body.innerText
	}`)
	if err != nil {
		return err
	}
	return text
}

// quiet fails the test where the browser complained of anything: blocked content, a script's error. What a test brings
// about is named.
func (p *page) quiet(t *testing.T, but ...string) {
	t.Helper()
	said := slices.DeleteFunc(p.errors(), func(one string) bool {
		return slices.ContainsFunc(but, func(named string) bool { return strings.Contains(one, named) })
	})
	if len(said) > 0 {
		t.Errorf("the browser complained: %v", said)
	}
}

// job returns the id in the address.
func (p *page) job() string {
	_, id, _ := strings.Cut(p.URL(), "/jobs/")
	id, _, _ = strings.Cut(id, "?")
	id, _, _ = strings.Cut(id, "/")
	return id
}

// signIn signs in with the keyboard.
func (p *page) signIn(base, email, password string) {
	p.t.Helper()
	p.visit(base + "/login")
	check(p.t, p.Locator("input[name=email]").Fill(email))
	check(p.t, p.Locator("input[name=password]").Fill(password))
	check(p.t, p.Keyboard().Press("Enter"))
	check(p.t, p.WaitForURL("**/queue"))
	p.settled()
}

// sees waits until a selector is visible.
func (p *page) sees(selector string) {
	p.t.Helper()
	err := p.Locator(selector).First().WaitFor()
	if err != nil {
		p.t.Fatalf("%s is not on %s: %v", selector, p.URL(), err)
	}
}

// ready is true once the page is complete and the console's script listens, where the page has it.
const ready = `document.readyState === 'complete' && ` +
	`(!document.querySelector('script[src*=console-]') || document.querySelector('#job[data-ready]'))`

// settled waits until the page's scripts listen, so that nothing that is done on it is lost.
func (p *page) settled() {
	p.t.Helper()
	if !p.plain {
		p.becomes(p.t, "ready", ready)
	}
}

// shown waits until keys are enabled: where a job can be decided, a moment after it was shown.
func (p *page) shown() {
	p.t.Helper()
	p.becomes(p.t, "ready for keys", ready+` && !document.querySelector('#decision:not([data-shown])')`)
}

// press presses keys, as somebody does who has seen the page.
func (p *page) press(keys ...string) {
	p.t.Helper()
	if len(keys) == 0 {
		return
	}
	check(p.t, p.WaitForLoadState(playwright.PageWaitForLoadStateOptions{
		State: playwright.LoadStateDomcontentloaded,
	}))
	p.shown()
	for _, key := range keys {
		check(p.t, p.Keyboard().Press(key))
	}
}

// unnamed returns the first key of each red finding that an approval has to name and does not.
const unnamed = `() => [...document.querySelectorAll('[data-override]')].filter(f => f.checkVisibility() && ` +
	`!f.querySelector(':checked')).map(f => f.querySelector('[data-reason]').dataset.reason.replace('⇧', 'Shift+'))`

// approve approves the job with the keyboard: A, a key for each red finding, and last, Enter or Shift+Enter.
func (p *page) approve(last string) {
	p.t.Helper()
	p.approveBy("a", last)
}

// approveBy does what approve does where another key approves.
func (p *page) approveBy(key, last string) {
	p.t.Helper()
	p.press(key)
	keys, err := p.Evaluate(unnamed)
	check(p.t, err)
	for _, key := range keys.([]any) {
		p.press(fmt.Sprint(key))
	}
	p.press(last)
}

// from returns the source of a line of the browser's console: for a failed request, its address.
func from(m playwright.ConsoleMessage) string {
	if at := m.Location(); at != nil {
		return at.URL
	}
	return ""
}
