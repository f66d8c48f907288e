package e2e_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

// The outages that a window can meet.
const (
	noOutage  int32 = iota
	refusing        // the server can't be reached
	busy            // it answers 503
	forgetful       // it does what is asked, and the answer is lost
	hanging         // the network swallows what is sent
	outages
)

// writer is an agent who types words, each of them once, into two windows of one browser and one of another while
// everything else goes wrong. Words that the agent has chosen to drop are no longer known.
type writer struct {
	*person
	r       *rand.Rand
	tabs    []*page
	tab     *page
	outage  atomic.Int32
	offline bool
	typed   []string
	jobs    map[string]bool
	rival   review.Agent
	asked   int
	checked int // blind checks that the agent has taken
	log     []string
	spent   map[string]time.Duration // by what took it
}

// timed runs a part of a round and adds up how long it took.
func (w *writer) timed(name string, run func()) {
	begun := time.Now()
	run()
	w.spent[name] += time.Since(begun)
}

// slowest lists what took the most time.
func (w *writer) slowest() string {
	names := slices.SortedFunc(maps.Keys(w.spent), func(a, b string) int { return cmp.Compare(w.spent[b], w.spent[a]) })
	var all []string
	for _, name := range names {
		all = append(all, fmt.Sprint(name, " ", w.spent[name].Round(time.Second)))
	}
	return strings.Join(all, ", ")
}

// The parts of a round with how often each of them comes.
var parts = []struct {
	name   string
	weight int
	run    func(*writer, *testing.T)
}{
	{"types", 44, (*writer).types},
	{"presses a key", 14, (*writer).key},
	{"reloads", 12, (*writer).reloads},
	{"goes to the other window", 10, (*writer).switches},
	{"meets an outage", 7, (*writer).breaks},
	{"goes offline or online", 6, (*writer).network},
	{"is signed out by the server", 3, (*writer).expires},
	{"sees the server restart", 1, (*writer).restarts},
	{"answers a question", 3, (*writer).answers},
	{"loses a job to a colleague", 2, (*writer).overtaken},
	{"is given a blind check", 1, (*writer).checks},
	{"names a view", 4, (*writer).names},
}

// setting returns a number of the environment.
func setting(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(cmp.Or(os.Getenv(name), fmt.Sprint(otherwise)), 10, 64)
	check(t, err)
	return n
}

func TestNoTypedWordIsEverLost(t *testing.T) {
	t.Parallel()
	usual := uint64(150)
	if testing.Short() {
		usual = 30
	}
	seed, rounds := setting(t, "PROOFDESK_WORDS_SEED", 20261122), setting(t, "PROOFDESK_WORDS_ROUNDS", usual)
	h, err := openHouse(func(c *config.Config) {
		c.DatabaseURL = os.Getenv("PROOFDESK_WORDS_DATABASE")
		// Where nothing else listens, so that no program takes the port during a restart.
		c.Listen = fmt.Sprintf("127.%d.%d.2:0", 1+os.Getpid()>>8%250, os.Getpid()%256)
		c.Public.Host = c.Listen
	})
	check(t, err)
	t.Cleanup(func() { check(t, h.close()) })
	w := &writer{r: rand.New(rand.NewPCG(seed, 0)), jobs: map[string]bool{}, spent: map[string]time.Duration{}}
	h.passport(t) // an approval of which has to name reasons
	h.supply(t, 4)
	w.person = h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	colleague, _ := h.hire(t, access.Senior)
	w.rival = review.Agent{Company: boottest.Company, ID: colleague.ID, Name: "Sam", Senior: true, Decides: true}
	w.opensWindows(t)
	total := 0
	for _, p := range parts {
		total += p.weight
	}
	for round := range rounds {
		if round%100 == 99 {
			t.Logf("seed %d, round %d: %d words; %s", seed, round, len(w.typed), w.slowest())
		}
		w.timed("settles", func() { w.settle(t) })
		n := w.r.IntN(total)
		for _, p := range parts {
			if n -= p.weight; n < 0 {
				w.log = append(w.log, fmt.Sprintf("%d: %s", round, p.name))
				w.timed(p.name, func() { p.run(w, t) })
				break
			}
		}
		var lost []string
		w.timed("looks for words", func() { lost = w.lost(t) })
		if len(lost) > 0 {
			t.Fatalf("seed %d, round %d: %v are lost after\n%s", seed, round, lost,
				strings.Join(w.log[max(0, len(w.log)-120):], "\n"))
		}
	}
	if hidden := w.hidden(t); len(hidden) > 0 {
		t.Fatalf("seed %d: %v are on no page and were not sent after\n%s", seed, hidden, strings.Join(w.log, "\n"))
	}
	t.Logf("seed %d: %d words typed in %d rounds into %d jobs, %d of them blind checks, %d questions answered, none "+
		"lost",
		seed, len(w.typed), rounds, len(w.jobs), w.checked, w.asked)
	if uint64(len(w.typed)) < rounds/4 || uint64(len(w.jobs)) < rounds/50 {
		t.Errorf("too little was typed to prove anything:\n%s", strings.Join(w.log, "\n"))
	}
}

// opensWindows opens the second window, and the other browser with the third.
func (w *writer) opensWindows(t *testing.T) {
	t.Helper()
	second, err := w.Context().NewPage()
	check(t, err)
	_, err = second.Goto(w.base + "/queue")
	check(t, err)
	elsewhere := open(t, playwright.BrowserNewContextOptions{})
	elsewhere.signIn(w.base, w.Email, w.password)
	w.tabs = []*page{w.page, {Page: second, t: t}, elsewhere}
	for _, p := range w.tabs[1:] {
		p.SetDefaultTimeout(20_000)
	}
	w.tab = w.page
	for _, c := range w.browsers() {
		check(t, c.AddInitScript(playwright.Script{Content: playwright.String(impatient)}))
		w.meetOutages(t, c)
	}
	for _, p := range w.tabs {
		_, err := p.Reload()
		check(t, err)
	}
}

func (w *writer) browsers() []playwright.BrowserContext {
	return []playwright.BrowserContext{w.Context(), w.tabs[2].Context()}
}

// goOffline cuts both browsers off, or ends that.
func (w *writer) goOffline(t *testing.T, off bool) {
	t.Helper()
	w.offline = off
	for _, c := range w.browsers() {
		check(t, c.SetOffline(off))
	}
}

var posts = regexp.MustCompile(`/(draft|decide|skip|escalate|undo|heartbeat|leave|queue/next|checks/next|views)$`)

// meetOutages lets what the windows of a browser send meet the outage of the moment.
func (w *writer) meetOutages(t *testing.T, c playwright.BrowserContext) {
	t.Helper()
	check(t, c.Route(posts, func(r playwright.Route) {
		switch w.outage.Load() {
		case refusing:
			_ = r.Abort("connectionrefused")
		case busy:
			_ = r.Fulfill(playwright.RouteFulfillOptions{
				Status:  playwright.Int(http.StatusServiceUnavailable),
				Headers: map[string]string{"Retry-After": "1"},
			})
		case forgetful:
			_, _ = r.Fetch(playwright.RouteFetchOptions{MaxRedirects: playwright.Int(0)})
			_ = r.Abort("connectionreset")
		case hanging: // it is never answered
		default:
			_ = r.Continue()
		}
	}))
}

// reached reports whether the window shows a page of the console, and not the browser's own.
func (p *page) reached() bool {
	so, err := p.Evaluate(`() => Boolean(document.getElementById('job'))`)
	return err == nil && so == true
}

// has reports whether an element is on the page, visible or not.
func (p *page) has(selector string) bool {
	n, err := p.Locator(selector).Count()
	return err == nil && n > 0
}

// settle takes the window to a job with a decision bar, as far as the outage of the moment lets it.
func (w *writer) settle(t *testing.T) {
	t.Helper()
	p := w.tab
	if w.r.IntN(4) == 0 { // no outage lasts long
		w.outage.Store(noOutage)
		w.goOffline(t, false)
	}
	if w.offline && !p.reached() {
		return
	}
	if !p.reached() {
		_, _ = p.Goto(w.base + "/queue")
	}
	if p.has("input[name=password]") {
		w.signsIn()
	}
	if id := p.job(); p.has("#decision") && id != "" {
		w.jobs[id] = true
		return
	}
	if w.offline || w.outage.Load() != noOutage {
		return
	}
	if free, err := w.free(context.Background()); err != nil || len(free) < 2 {
		w.stock(t)
	}
	if p.has("[data-key=n]") {
		_, _ = p.Evaluate(`() => document.querySelector('[data-key=n]').click()`)
		offered := `() => Boolean(document.querySelector('#decision') || location.search.includes('none='))`
		_, _ = p.WaitForFunction(offered, nil,
			playwright.PageWaitForFunctionOptions{Timeout: playwright.Float(10_000)})
		if strings.Contains(p.URL(), "none=") { // what is free the agent has put off
			w.signature(t)
		}
	} else {
		_, _ = p.Goto(w.base + "/queue")
	}
	if p.has("#decision") {
		w.jobs[p.job()] = true
	}
}

// stock sends jobs until four are free. It does not wait for four at once: a window may take one the moment it is.
func (w *writer) stock(t *testing.T) {
	t.Helper()
	free, err := w.free(context.Background())
	check(t, err)
	for range 4 - len(free) {
		id := w.signature(t)
		until(t, "the job is in review", func() bool {
			_, err := w.Store.ReviewCase(context.Background(), boottest.Company, id)
			return err == nil
		})
	}
}

func (w *writer) signsIn() {
	p := w.tab
	if w.offline {
		return
	}
	_ = p.Locator("input[name=email]").Fill(w.Email)
	_ = p.Locator("input[name=password]").Fill(w.password)
	_ = p.Keyboard().Press("Enter")
	_ = p.Locator("input[name=password]").WaitFor(playwright.LocatorWaitForOptions{
		State:   playwright.WaitForSelectorStateDetached,
		Timeout: playwright.Float(patient),
	})
}

// types writes a few words at the end of a field of a job: of the decision, of the question to the applicant or of a
// correction.
func (w *writer) types(*testing.T) {
	w.typesInto([]string{
		"#decision [name=note]", "#decision [name=note]", "#decision [name=note]", "#decision [name=comment]",
		"#decision [name=why]", "#decision [name=tell]", ".correct [name=value]",
	}[w.r.IntN(7)])
}

// typesInto writes a few words at the end of a field. A word counts from the moment at which the field has it.
func (w *writer) typesInto(field string) {
	for range 1 + w.r.IntN(3) {
		word := fmt.Sprintf("w%dx", len(w.typed))
		has, err := w.tab.Evaluate(`([selector, word]) => {
			const field = document.querySelector(selector)
			if (!field || field.disabled) return false
			const folded = field.closest('details')
			if (folded) folded.open = true
			field.focus()
			field.setSelectionRange(field.value.length, field.value.length)
			return document.execCommand('insertText', false, word + ' ') && field.value.includes(word)
		}`, []any{field, word})
		if err == nil && has == true {
			w.typed = append(w.typed, word)
			w.log[len(w.log)-1] += " " + word + " into " + field + " of " + w.tab.job()
		}
	}
}

const viewed = 3 // searches of which views are saved

// names types the name of a view of a list, and perhaps sends it, whatever becomes of that.
func (w *writer) names(*testing.T) {
	if w.offline || !w.tab.reached() || w.tab.has("input[name=password]") {
		return
	}
	_, _ = w.tab.Goto(w.base + "/jobs?q=" + strconv.Itoa(w.r.IntN(viewed)))
	w.typesInto("#name-new")
	if w.r.IntN(2) == 0 {
		w.log[len(w.log)-1] += " and sends it"
		_, _ = w.tab.Evaluate(`() => document.getElementById('name-new')?.form.requestSubmit()`)
	}
}

func (w *writer) key(*testing.T) {
	keys := [][]string{
		{"a"},
		{"d"},
		{"d", "5"},
		{"v", "1"},
		{"Escape"},
		{"d", "4", "Enter"},
		{"a", "Enter"},
		{"a", "1"},
		{"a", "Enter", "2"},
		{"Enter"},
		{"n"},
		{"s"},
		{"e", "Enter"},
		{"u"},
		{"m"},
		{"j"},
		{"d", "5", "Shift+Enter"},
	}
	chosen := keys[w.r.IntN(len(keys))]
	w.log[len(w.log)-1] += " " + strings.Join(chosen, " ")
	_, _ = w.tab.Evaluate(`() => document.activeElement?.blur()`)
	if w.tab.reached() && !w.offline { // no picture comes to a page that is offline
		w.tab.shown()
	}
	for _, key := range chosen {
		_ = w.tab.Keyboard().Press(key)
	}
}

// reloads opens the page of a window anew. What its decision bar held is shown again at once, whatever the server has
// of it, unless the job is no longer the agent's to decide.
func (w *writer) reloads(t *testing.T) {
	if w.offline || !w.tab.reached() {
		return
	}
	id, before := w.tab.job(), w.inBar()
	_, _ = w.tab.Reload(playwright.PageReloadOptions{WaitUntil: playwright.WaitUntilStateDomcontentloaded})
	for deadline := time.After(patience); ; {
		after := w.inBar()
		missing := slices.DeleteFunc(slices.Clone(w.typed), func(word string) bool {
			return !strings.Contains(before, word) || strings.Contains(after, word)
		})
		if len(missing) == 0 || w.tab.job() != id || !w.tab.has("#decision") {
			return
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-deadline:
			t.Fatalf("%v are not shown again after\n%s", missing, strings.Join(w.log[max(0, len(w.log)-120):], "\n"))
		}
	}
}

func (w *writer) switches(*testing.T) {
	w.tab = w.tabs[w.r.IntN(len(w.tabs))]
	if w.r.IntN(2) == 0 && len(w.jobs) > 0 && !w.offline { // to the job of the other window
		ids := slices.Sorted(func(yield func(string) bool) {
			for _, p := range w.tabs {
				if id := p.job(); len(id) == 36 && !yield(id) {
					return
				}
			}
		})
		if len(ids) > 0 {
			_, _ = w.tab.Goto(w.base + "/jobs/" + ids[w.r.IntN(len(ids))])
		}
	}
}

func (w *writer) breaks(*testing.T) {
	w.outage.Store(int32(w.r.IntN(int(outages))))
	w.log[len(w.log)-1] += fmt.Sprint(" ", w.outage.Load())
}

func (w *writer) network(t *testing.T) {
	w.goOffline(t, !w.offline)
}

func (w *writer) expires(t *testing.T) {
	_, err := w.Accounts.EndUserSessions(context.Background(), "test", boottest.Company, w.ID)
	check(t, err)
}

func (w *writer) restarts(t *testing.T) {
	c := w.Config
	c.Listen, c.OpsListen = c.Public.Host, "127.0.0.1:0"
	check(t, w.Program.Stop())
	p, err := boot.Start(context.Background(), c, slog.New(slog.DiscardHandler))
	check(t, err)
	w.Program = p
}

// answers chooses one of two versions of a draft, or both. The words of the other one may go, at once or as soon as the
// choice has reached the server and the other windows.
func (w *writer) answers(*testing.T) {
	if !w.tab.has(".choice .go") {
		return
	}
	n := w.r.IntN(3)
	texts, err := w.tab.Evaluate(`n => {
		const box = document.querySelector('.choice .go').closest('.choice')
		const [mine, other] = [...box.querySelectorAll('pre')].map(pre => pre.textContent)
		box.querySelectorAll('button')[n].click()
		return [[mine, other], [other, mine], [mine + ' ' + other, '']][n]
	}`, n)
	if err != nil {
		return
	}
	w.asked++
	kept, dropped := fmt.Sprint(texts.([]any)[0]), strings.Fields(fmt.Sprint(texts.([]any)[1]))
	w.typed = slices.DeleteFunc(w.typed, func(word string) bool {
		return slices.Contains(dropped, word) && !strings.Contains(kept, word)
	})
	w.log[len(w.log)-1] += fmt.Sprint(" with ", n, ", which may drop ", dropped)
}

// overtaken lets a colleague take the job of the window and decide it, as if its claim had run out.
func (w *writer) overtaken(t *testing.T) {
	id := w.tab.job()
	if !w.jobs[id] {
		return
	}
	w.release(t, w.ID)
	w.declinedByRival(t, id)
}

// declinedByRival lets the colleague decide a job that nobody holds; false where it is decided already.
func (w *writer) declinedByRival(t *testing.T, id string) bool {
	t.Helper()
	c, err := w.Desk.Take(context.Background(), w.rival, id)
	if err != nil {
		return false
	}
	_, err = w.Desk.Decide(context.Background(), w.rival, review.DecisionRequest{
		JobID:   id,
		Claim:   c.Claim,
		Version: c.Version,
		Digest:  c.EvidenceDigest,
		Outcome: onboarding.ReviewDeclined,
		Reasons: []string{"data.expired"},
	})
	check(t, err)
	return true
}

// checks takes the window to a blind check of a job that the colleague has decided and the agent has never seen.
func (w *writer) checks(t *testing.T) {
	if w.offline || w.outage.Load() != noOutage || w.tab.has("input[name=password]") {
		return
	}
	w.stock(t)
	free, err := w.free(context.Background())
	check(t, err)
	for _, q := range free {
		if !w.jobs[q.JobID] && q.Function == onboarding.SignatureCapture && w.declinedByRival(t, q.JobID) {
			w.drawnForCheck(t, q.JobID)
			break
		}
	}
	_, _ = w.tab.Goto(w.base + "/quality/checks")
	_, _ = w.tab.Evaluate(`() => document.querySelector('[data-key=n]')?.click()`)
	_ = w.tab.Locator("#decision").WaitFor(playwright.LocatorWaitForOptions{Timeout: playwright.Float(10_000)})
	if w.tab.has("#decision") {
		w.jobs[w.tab.job()] = true
		w.checked++
	}
}
