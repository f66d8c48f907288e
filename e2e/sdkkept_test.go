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
	const db = await done(indexedDB.open('proofdesk', 1))
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
	picture, _ := captured(specimen.Applicant(11, specimen.Good, time.Now().UTC()), "selfie")
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

func TestWhatATabThatIsGoneLeftIsRemoved(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := filmed(t, refused)
	check(t, first(p.Goto(b.URL)))
	_, err := p.Evaluate(`async () => {
		const done = request => new Promise(found => { request.onsuccess = () => found(request.result) })
		const opening = indexedDB.open('proofdesk', 1)
		opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'id' })
		const db = await done(opening)
		const rows = db.transaction('rows', 'readwrite').objectStore('rows')
		for (const [tab, at] of [['gone', Date.now() - 700000], ['gone', Date.now()], ['there', 0]])
			await done(rows.put({ id: tab + '/capture/' + at, tab, at, iv: new Uint8Array(12), sealed: new ArrayBuffer(9) }))
		db.close()
		await new Promise(held => navigator.locks.request('proofdesk.there', () => { held(); return new Promise(() => {}) }))
	}`)
	check(t, err)
	p.becomes(t, "loaded", `document.title === 'ready'`)
	check(t, p.Locator("#begin").Click())
	p.does(t, "cancel") // as there is no camera
	p.says(t, `"failed":"CAMERA_DENIED"`)
	if got := p.rows(t); got != "3,false" { // the job that was begun, a tab that may come back, and one that is there
		t.Errorf("the browser keeps %s", got)
	}
}
