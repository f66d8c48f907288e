package e2e_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

// media counts the requests of a page for pictures, by path.
type media struct {
	mu    sync.Mutex
	count map[string]int
}

func watchMedia(p *person) *media {
	m := &media{count: map[string]int{}}
	p.OnRequest(func(r playwright.Request) {
		if _, path, ok := strings.Cut(r.URL(), "/media/"); ok {
			m.mu.Lock()
			m.count[path]++
			m.mu.Unlock()
		}
	})
	return m
}

// take returns what was counted since the last call.
func (m *media) take() map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.count
	m.count = map[string]int{}
	return was
}

// twoPassports leaves only two free jobs in the queue, both with pictures, and returns them. All others are claimed by
// somebody else until the test ends.
func (h *house) twoPassports(t *testing.T) (ids []string) {
	t.Helper()
	other, _ := h.hire(t, access.Agent)
	for range 2 {
		ids = append(ids, h.passport(t))
		for {
			free, err := h.free(t.Context())
			check(t, err)
			if len(free) == 0 {
				break
			}
			for _, q := range free {
				_, err := h.Desk.Take(t.Context(), review.Agent{Company: boottest.Company, ID: other.ID, Decides: true},
					q.JobID)
				check(t, err)
			}
		}
	}
	for _, id := range ids {
		check(t, h.Desk.Release(t.Context(), review.Agent{Company: boottest.Company, ID: other.ID, Decides: true}, id))
	}
	return ids
}

// drawnFromBytes is true where every picture of a page is drawn from bytes that were fetched before.
const drawnFromBytes = `document.querySelectorAll('.thumb img').length > 1 &&
	[...document.querySelectorAll('.thumb img')].every(i => i.complete && i.naturalWidth && i.src.startsWith('blob:')) &&
	document.querySelectorAll('.pane:not([hidden]) image').length > 1 &&
	[...document.querySelectorAll('.pane:not([hidden]) image')].every(i => i.getAttribute('href')?.startsWith('blob:'))`

// countBlobs keeps the URLs of all blobs that are not released in window.blobs.
const countBlobs = `window.blobs = new Set()
	const create = URL.createObjectURL, revoke = URL.revokeObjectURL
	URL.createObjectURL = blob => { const url = create.call(URL, blob); window.blobs.add(url); return url }
	URL.revokeObjectURL = url => { window.blobs.delete(url); revoke.call(URL, url) }`

// decides approves the job and waits for the next one with its pictures.
func (p *person) decides(t *testing.T, next string) {
	t.Helper()
	p.approve("Enter")
	p.becomes(t, "at the next job", `document.querySelector('#decision')?.dataset.job === '`+next+`'`)
}

func TestPicturesThatWereFetchedAheadAreNotRequestedAgain(t *testing.T) {
	h := at(t)
	ids := h.twoPassports(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(countBlobs)}))
	p.pick(t, ids[0])
	p.becomes(t, "fetched ahead", `window.blobs.size === 4`)
	m := watchMedia(p)
	p.decides(t, ids[1])
	p.becomes(t, "drawn", drawnFromBytes)
	if again := m.take(); len(again) > 0 {
		t.Errorf("requested again: %v", again)
	}
	t.Run("and released when the page is left", func(t *testing.T) {
		p.press("g", "q")
		check(t, p.WaitForURL("**/queue*"))
		p.becomes(t, "released", `window.blobs.size === 0`)
	})
	p.quiet(t)
}

func TestPicturesThatWereFetchedAheadOutliveADecisionThatStays(t *testing.T) {
	h := at(t)
	ids := h.twoPassports(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(countBlobs)}))
	p.pick(t, ids[0])
	p.becomes(t, "fetched ahead", `window.blobs.size === 4`)
	m := watchMedia(p)
	p.shown()
	p.press("d", "4", "Shift+Enter")
	p.becomes(t, "decided and in sight", `!document.querySelector('#decision') && document.querySelector('.pane')`)
	m.take() // of the job that stays
	p.press("n")
	p.becomes(t, "at the next job", `document.querySelector('#decision')?.dataset.job === '`+ids[1]+`'`)
	p.becomes(t, "drawn", drawnFromBytes)
	if again := m.take(); len(again) > 0 {
		t.Errorf("requested again: %v", again)
	}
	p.quiet(t)
}

func TestAPictureThatIsOnItsWayIsWaitedFor(t *testing.T) {
	h := at(t)
	ids := h.twoPassports(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(countBlobs)}))
	p.pick(t, ids[0])
	p.becomes(t, "drawn", `[...document.querySelectorAll('.thumb img')].every(i => i.complete && i.naturalWidth)`)
	begun, let := make(chan struct{}), make(chan struct{})
	begin, all := sync.OnceFunc(func() { close(begun) }), sync.OnceFunc(func() { close(let) })
	defer all()
	m := watchMedia(p)
	check(t, p.Route("**/media/**", func(r playwright.Route) {
		begin()
		go func() {
			<-let
			_ = r.Continue()
		}()
	}))
	heard(t, begun)
	p.decides(t, ids[1])
	all()
	p.becomes(t, "drawn", `document.querySelectorAll('.thumb img').length > 1 &&
		[...document.querySelectorAll('.thumb img')].every(i => i.complete && i.naturalWidth)`)
	for path, n := range m.take() {
		if n > 1 {
			t.Errorf("%s was requested %d times", path, n)
		}
	}
	p.quiet(t)
}

func TestNoPictureSurvivesTheEndOfASession(t *testing.T) {
	h := at(t)
	ids := h.twoPassports(t)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(countBlobs)}))
	p.pick(t, ids[0])
	p.becomes(t, "fetched ahead", `window.blobs.size === 4`)
	kept, err := p.Evaluate(`() => [...window.blobs]`)
	check(t, err)
	check(t, p.Locator("summary[aria-label^=Account]").Click())
	check(t, p.Locator("text=Sign out").Click())
	p.sees("input[name=password]")
	readable, err := p.Evaluate(`async urls => {
		const answers = await Promise.all(urls.map(url => fetch(url).then(() => true).catch(() => false)))
			return answers.filter(Boolean).length }`, kept)
	check(t, err)
	if n, _ := readable.(int); n != 0 || len(kept.([]any)) != 4 {
		t.Errorf("%v pictures of %v can be read after signing out", readable, kept)
	}
	if !h.record(t, ids[1]).Status.Is(onboarding.Review) {
		t.Error("the next job was decided")
	}
}
