package e2e_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// opening is a script that tries keys on all entries, and returns how many of them each opens. What is kept in the
// database and in the session is all that there is, so that the last key shows that the others were tried rightly.
const opening = `async () => {
	const done = request => new Promise(found => { request.onsuccess = () => found(request.result) })
	const db = await done(indexedDB.open('proofdesk'))
	const [rows, keys] = await Promise.all(['rows', 'keys'].map(name =>
		db.objectStoreNames.contains(name) ? done(db.transaction(name).objectStore(name).getAll()) : []))
	db.close()
	const { subtle } = crypto
	const session = Uint8Array.from(sessionStorage.getItem('proofdesk.key').match(/../g), pair => parseInt(pair, 16))
	const material = bytes => subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
	const plain = bytes => subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
	const derive = async (from, salt) => subtle.deriveKey(
		{ name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('proofdesk rows') },
		await from, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
	const none = new Uint8Array(32)
	const opened = async key => {
		const tried = await Promise.allSettled(rows.map(async ({ id, iv, sealed }) => subtle.decrypt(
			{ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(id) }, await key, sealed)))
		return tried.filter(({ status }) => status === 'fulfilled').length
	}
	const exported = await Promise.allSettled(['raw', 'jwk', 'pkcs8', 'spki'].flatMap(format =>
		[...keys, ...window.derived ?? []].map(key => subtle.exportKey(format, key))))
	return {
		rows: rows.length,
		keys: keys.map(key => [key.constructor.name, key.type, key.algorithm.name, key.extractable].join()).join(),
		derived: window.derived?.map(({ extractable, usages }) => [extractable, ...usages].join()).join(),
		exported: exported.filter(({ status }) => status === 'fulfilled').length,
		bytes: await opened(plain(session)),
		session: await opened(derive(material(session), none)) + await opened(derive(material(none), session)),
		database: keys.length ? await opened(derive(keys[0], none)) + await opened(derive(keys[0], new Uint8Array())) : 0,
		both: keys.length ? await opened(derive(keys[0], session)) : 0,
	}
}`

// deriving notes the keys that a page derives.
const deriving = `
window.derived = []
const { deriveKey } = SubtleCrypto.prototype
SubtleCrypto.prototype.deriveKey = async function (...asked) {
	const key = await deriveKey.apply(this, asked)
	window.derived.push(key)
	return key
}`

func TestWhatATabKeepsOpensOnlyWithTheDatabaseAndTheSessionTogether(t *testing.T) {
	_, p, _, _ := beforeTunnel(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(deriving)}))
	check(t, first(p.Reload()))
	p.becomes(t, "loaded", `document.title === 'ready'`)
	check(t, p.Locator("#begin").Click())
	p.sees("h1:has-text('Go on where you were?')") // after another reload
	got, err := p.Evaluate(opening)
	check(t, err)
	want := map[string]any{
		"rows":     3,
		"keys":     "CryptoKey,secret,HKDF,false",
		"derived":  "false,encrypt,decrypt",
		"exported": 0,
		"bytes":    0,
		"session":  0,
		"database": 0,
		"both":     3,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("an attacker gets %v, want %v", got, want)
	}
}

// unsent returns a bank, and a browser at its page, whose pictures don't arrive.
func unsent(t *testing.T) (*bank, *page) {
	t.Helper()
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, 1))
	check(t, p.Context().Route("**/captures/**", func(r playwright.Route) { _ = r.Abort("connectionreset") }))
	return b, p
}

// beside opens another tab in the browser of a page.
func (p *page) beside(t *testing.T) *page {
	t.Helper()
	other, err := p.Context().NewPage()
	check(t, err)
	return &page{Page: other, t: t}
}

// keepsAPicture takes a selfie that the network loses.
func (p *page) keepsAPicture(t *testing.T, b *bank) {
	t.Helper()
	p.begins(t, b)
	p.says(t, `"failed":"NETWORK"`)
}

// hasItStill loads the page anew, which has to ask about the selfie.
func (p *page) hasItStill(t *testing.T, b *bank) {
	t.Helper()
	p.begins(t, b)
	p.sees("h1:has-text('Go on where you were?')")
}

// secretOf returns what a tab keeps in its session.
func (p *page) secretOf(t *testing.T) string {
	t.Helper()
	secret, err := p.Evaluate(`() => sessionStorage.getItem('proofdesk.key')`)
	check(t, err)
	return fmt.Sprint(secret)
}

func TestACopyOfATabHasAKeyOfItsOwnAndSeesNothingOfTheFirst(t *testing.T) {
	b, p := unsent(t)
	p.keepsAPicture(t, b)
	opened, err := p.Context().ExpectPage(func() error {
		return first(p.Evaluate(`() => { window.open(location.href) }`))
	})
	check(t, err)
	duplicate := &page{Page: opened, t: t}
	if got := duplicate.secretOf(t); got != p.secretOf(t) {
		t.Fatalf("the tab was not copied: %s is in its session", got)
	}
	duplicate.keepsAPicture(t, b) // and is not asked about that of the first
	if duplicate.secretOf(t) == p.secretOf(t) {
		t.Error("two tabs have one key")
	}
	if got := p.rows(t); got != "6,false" {
		t.Errorf("the browser keeps %s", got)
	}
	p.hasItStill(t, b)
	duplicate.hasItStill(t, b)
}

// making lets a page wait once it has made a key for the browser, until it is told to go on.
const making = `
const { importKey } = SubtleCrypto.prototype
SubtleCrypto.prototype.importKey = async function (...asked) {
	const key = await importKey.apply(this, asked)
	if (asked[2] === 'HKDF') await new Promise(go => { window.go = go })
	return key
}`

func TestTabsThatStartAtOnceAgreeOnOneKeyOfTheBrowser(t *testing.T) {
	full(t, "TestACopyOfATabHasAKeyOfItsOwnAndSeesNothingOfTheFirst")
	b, p := unsent(t)
	check(t, p.Context().AddInitScript(playwright.Script{Content: playwright.String(making)}))
	tabs := []*page{p, p.beside(t)}
	begin := func() {
		for _, tab := range tabs {
			tab.begins(t, b)
			tab.becomes(t, "with a key that it made", `window.go`)
		}
		for _, tab := range tabs {
			check(t, first(tab.Evaluate(`() => go()`)))
		}
	}
	begin()
	for _, tab := range tabs {
		tab.says(t, `"failed":"NETWORK"`)
	}
	begin()
	for _, tab := range tabs {
		tab.sees("h1:has-text('Go on where you were?')")
	}
}

// early is a script that keeps an entry as the first version of the database did, and holds the database open.
const early = `async () => {
	const done = request => new Promise(found => { request.onsuccess = () => found(request.result) })
	const opening = indexedDB.open('proofdesk', 1)
	opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'id' })
	window.db = await done(opening)
	const row = { id: 'old/job/1/', tab: 'old', at: Date.now(), iv: new Uint8Array(12), sealed: new ArrayBuffer(9) }
	await done(db.transaction('rows', 'readwrite').objectStore('rows').put(row))
}`

func TestATabWithAnOlderDatabaseKeepsItAndWhatItLeavesIsRemoved(t *testing.T) {
	full(t, "beside a tab with an older database nothing is kept, and what it left is removed by the first key")
	b, p := unsent(t)
	old := p.beside(t)
	check(t, first(old.Goto(b.URL)))
	check(t, first(old.Evaluate(early)))
	check(t, p.BringToFront()) // what is behind has no layout
	p.keepsAPicture(t, b)      // in memory
	kept, err := old.Evaluate(`() => new Promise(found => {
		const counting = db.transaction('rows').objectStore('rows').count()
		counting.onsuccess = () => found(counting.result)
	})`)
	check(t, err)
	if kept != 1 || p.secretOf(t) != "<nil>" {
		t.Errorf("the older tab keeps %v entries, and the newer one %s", kept, p.secretOf(t))
	}
	check(t, old.Close())
	p.keepsAPicture(t, b)
	if got := p.rows(t); got != "3,false" {
		t.Errorf("the browser keeps %s", got)
	}
	p.hasItStill(t, b)
}

// keyless is a browser whose database takes no keys.
const keyless = `IDBObjectStore.prototype.add = () => { throw new DOMException('no keys', 'DataCloneError') }`

func TestABrowserThatStoresNoKeyKeepsNothingAndCaptures(t *testing.T) {
	full(t, "a browser that stores no key keeps nothing, neither sealed nor plain, and the tab goes on")
	b, p := unsent(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(keyless)}))
	p.keepsAPicture(t, b)
	if got := p.rows(t); got != "0,false" || p.secretOf(t) != "<nil>" {
		t.Errorf("the browser keeps %s, and the session %s", got, p.secretOf(t))
	}
	check(t, p.Context().Unroute("**/captures/**"))
	p.begins(t, b)
	if said := p.says(t, `"QUEUED"`); strings.Count(said, `{"error":{"code":"STORAGE","retryable":false}}`) != 1 {
		t.Errorf("the host is not told once that nothing is kept:\n%s", said)
	}
}
