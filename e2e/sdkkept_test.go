package e2e_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// rows returns what the database of the SDK holds: the number of entries, and whether one can be read as a picture,
// which begins with the ten bytes of a JFIF header. Fewer of them are in random bytes by chance.
const rows = `async () => {
	const done = request => new Promise(found => { request.onsuccess = () => found(request.result) })
	const db = await done(indexedDB.open('proofdesk'))
	const all = await done(db.transaction('rows').objectStore('rows').getAll())
	db.close()
	const header = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]
	const open = ({ sealed }) => new Uint8Array(sealed).some((_, i, all) =>
		header.every((byte, at) => all[i + at] === byte))
	return [all.length, all.some(open)].join()
}`

func (p *page) rows(t *testing.T) string {
	t.Helper()
	got, err := p.Evaluate(rows)
	check(t, err)
	return fmt.Sprint(got)
}

// beforeTunnel returns the page of a bank whose applicant has taken a selfie that the network kept from arriving.
func beforeTunnel(t *testing.T) (h *house, p *page, asked *atomic.Int32, through *atomic.Bool) {
	t.Helper()
	h = at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p = filmed(t, shot(t, picture.Bytes, 1))
	asked, through = new(atomic.Int32), new(atomic.Bool)
	check(t, p.Route("**/captures/**", func(r playwright.Route) {
		if through.Load() {
			_ = r.Continue()
		} else {
			_ = r.Abort("connectionreset")
		}
	}))
	p.OnRequest(func(r playwright.Request) {
		if r.Method() == "POST" && strings.HasSuffix(r.URL(), "/api/v4/jobs") {
			asked.Add(1)
		}
	})
	p.begins(t, b)
	p.says(t, `"failed":"NETWORK"`)
	if got := p.rows(t); got != "3,false" {
		t.Errorf("the browser keeps %s, want the job, its picture and what the device made of it, sealed", got)
	}
	p.begins(t, b)
	return h, p, asked, through
}

// begins opens the page of a bank and clicks.
func (p *page) begins(t *testing.T, b *bank) {
	t.Helper()
	check(t, first(p.Goto(b.URL)))
	p.becomes(t, "loaded", `document.title === 'ready'`)
	check(t, p.Locator("#begin").Click())
}

func TestAPictureThatWasNotSentSurvivesAReload(t *testing.T) {
	h, p, asked, through := beforeTunnel(t)
	p.sees("h1:has-text('Go on where you were?')")
	p.accessibleIn(t, "go on where you were", plainly)
	through.Store(true)
	check(t, p.Locator("[data-action=continue]").Click())
	said := p.says(t, `"QUEUED"`)
	if strings.Contains(said, `"step"`) || !strings.Contains(said, `"kind":"selfie","capturedAt":"20`) {
		t.Errorf("another picture was taken, or none named:\n%s", said)
	}
	h.decided(t, said, "selfie")
	if n := asked.Load(); n != 1 {
		t.Errorf("%d jobs were created", n)
	}
	p.becomes(t, "given back", `!document.querySelector('dialog')`)
	if got := p.rows(t); got != "0,false" {
		t.Errorf("after the job was submitted the browser keeps %s", got)
	}
}

func TestWhoStartsAgainLeavesNoPictureBehind(t *testing.T) {
	_, p, asked, through := beforeTunnel(t)
	p.sees("h1:has-text('Go on where you were?')")
	through.Store(true)
	check(t, p.Locator("[data-action=retry]").Click())
	p.says(t, `"QUEUED"`)
	if n := asked.Load(); n != 2 {
		t.Errorf("%d jobs were created", n)
	}
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
}

func TestWhoLeavesAtTheQuestionLeavesNoPictureBehind(t *testing.T) {
	full(t, "TestWhoStartsAgainLeavesNoPictureBehind")
	_, p, asked, _ := beforeTunnel(t)
	p.sees("h1:has-text('Go on where you were?')")
	check(t, p.Keyboard().Press("Escape"))
	p.says(t, `"failed":"CANCELLED"`)
	if got := p.rows(t); got != "0,false" || asked.Load() != 1 {
		t.Errorf("the browser keeps %s", got)
	}
}

// forgetting notes of which kinds entries are deleted before the page is told of a failure.
const forgetting = `
window.gone = new Set()
const own = IDBObjectStore.prototype.delete
IDBObjectStore.prototype.delete = function (...of) {
	if (!said.textContent.includes('"failed"')) window.gone.add(of[0].lower.split('/')[1]) // the kind of the entries
	return own.apply(this, of)
}`

func TestACallThatAHostCancelsRejectsOnceNothingIsKeptOfIt(t *testing.T) {
	_, p, _, _ := beforeTunnel(t)
	check(t, first(p.Evaluate("() => {"+forgetting+"}")))
	p.sees("h1:has-text('Go on where you were?')")
	check(t, first(p.Evaluate(`() => sdk.cancel()`)))
	p.says(t, `"failed":"CANCELLED"`)
	p.becomes(t, "told once its job, its picture and its results were gone",
		`['job', 'capture', 'result'].every(kind => window.gone.has(kind))`)
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
	_, err := p.Evaluate(`async () => {
		window.gone.clear()
		said.textContent = ''
		sdk.documentCapture().catch(({ code }) => { said.textContent = '"failed":' + code })
	}`)
	check(t, err)
	p.sees("[data-action=continue]")
	check(t, first(p.Evaluate(`() => sdk.cancel()`)))
	p.becomes(t, "told once its job was gone", `said.textContent.includes('CANCELLED') && window.gone.has('job')`)
}

func TestASessionThatAHostEndsSendsNothingMoreAndKeepsWhatIsToBeSent(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, 1))
	held, failed := p.holding(t)
	p.begins(t, b)
	heard(t, held)
	check(t, first(p.Evaluate(`() => sdk.destroy()`)))
	if url := heard(t, failed); !strings.Contains(url, "/captures/selfie") {
		t.Errorf("%s was given up", url)
	}
	p.says(t, `"failed":`)
	if got := p.rows(t); got != "3,false" {
		t.Errorf("the browser keeps %s", got)
	}
	check(t, p.Unroute("**/captures/**"))
	check(t, first(p.Evaluate(`() => { said.textContent = '' }`)))
	check(t, p.Locator("#begin").Click()) // another session
	p.does(t, "continue")
	h.decided(t, p.says(t, `"QUEUED"`), "selfie")
	if len(held) > 0 {
		t.Errorf("%d more requests were sent", len(held))
	}
}

func TestACaptureThatIsOpenWhenAHostEndsTheSessionIsGoneOnWith(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "idValidationAndFaceMatch()")
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, 1))
	_, failed := p.holding(t)
	p.OnPageError(func(err error) { t.Errorf("nobody heard of %v", err) })
	b.begins(t, p)
	p.says(t, `"step":"id_front"`) // while the selfie is sent
	check(t, first(p.Evaluate(`() => sdk.destroy()`)))
	if url := heard(t, failed); !strings.Contains(url, "/captures/selfie") {
		t.Errorf("%s was given up", url)
	}
	said := p.says(t, `"failed":"CANCELLED"`)
	if got := strings.Count(said, `{"error":`); got != 1 {
		t.Errorf("said %s", said)
	}
	if got := p.rows(t); got != "3,false" {
		t.Errorf("the browser keeps %s", got)
	}
	b.begins(t, p)
	p.sees("h1:has-text('Go on where you were?')")
	p.does(t, "continue")
	if said := p.says(t, `"step":"id_front"`); strings.Contains(said, `"step":"selfie"`) {
		t.Errorf("said %s", said)
	}
}

// aging makes all entries look as if they were kept eleven minutes ago.
const aging = `async () => {
	const done = request => new Promise(found => { request.onsuccess = () => found(request.result) })
	const db = await done(indexedDB.open('proofdesk'))
	const rows = db.transaction('rows', 'readwrite').objectStore('rows')
	for (const row of await done(rows.getAll())) await done(rows.put({ ...row, at: row.at - 660000 }))
	db.close()
}`

func TestWhatATabThatWasKilledLeftIsRemoved(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := filmed(t, refused)
	leavesAJob := func(p *page) {
		t.Helper()
		p.begins(t, b)
		p.does(t, "cancel") // as there is no camera
		p.says(t, `"failed":"CAMERA_DENIED"`)
	}
	there, killed, closed := p.beside(t), p.beside(t), p.beside(t)
	leavesAJob(there)
	leavesAJob(killed)
	check(t, first(there.Evaluate(aging)))
	leavesAJob(closed)
	leavesAJob(p)
	if _, err := killed.Goto("chrome://crash"); err == nil {
		t.Fatal("the tab was not killed")
	}
	check(t, closed.Close())
	until(t, "two tabs are there", func() bool {
		held, err := p.Evaluate(`async () => (await navigator.locks.query()).held.length`)
		return err == nil && held == 2
	})
	if got := p.rows(t); got != "4,false" {
		t.Fatalf("four tabs keep %s", got)
	}
	leavesAJob(p)
	if got := p.rows(t); got != "3,false" { // its job, that of a tab that may come back, and that of one that is there
		t.Errorf("the browser keeps %s", got)
	}
}

func TestATabThatWasKilledGoesOnWithThePictureThatItHad(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	killed := filmed(t, shot(t, picture.Bytes, 1))
	restored := killed.beside(t)
	held := make(chan playwright.Route, 8)
	hold := func(r playwright.Route) { held <- r }
	check(t, killed.Page.Route("**/captures/**", hold)) // of this tab alone, which has no worker yet
	b.begins(t, killed)
	heard(t, held) // while it is sent
	secret := killed.secretOf(t)
	if _, err := killed.Goto("chrome://crash"); err == nil {
		t.Fatal("the tab was not killed")
	}
	// The driver can't use a tab that was killed. A browser that restores one brings its session storage back.
	check(t, restored.AddInitScript(playwright.Script{
		Content: playwright.String(`sessionStorage.setItem('proofdesk.key', '` + secret + `')`),
	}))
	restored.hasItStill(t, b)
	restored.does(t, "continue")
	said := restored.says(t, `"QUEUED"`)
	if strings.Contains(said, `"captured":{"step"`) {
		t.Errorf("another picture was taken:\n%s", said)
	}
	h.decided(t, said, "selfie")
	if got := restored.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
}
