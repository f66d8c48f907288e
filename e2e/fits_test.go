package e2e_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
	"proofdesk/views/words"
)

// cut lists what is wider than the window, or than the card that contains it.
const cut = `() => {
	const out = document.scrollingElement.scrollWidth > innerWidth ? ['the page: ' + document.scrollingElement.scrollWidth] : []
	for (const card of document.querySelectorAll('main :is(.rooms, .admin, .scroll, .adding, .tall, .facts, .secrets, .note, .head, .foot, .acts, .tiles > div, .plotbox), header'))
		if (!card.closest('.plotbox .scroll') && card.checkVisibility({ contentVisibilityAuto: true }) && card.scrollWidth > card.clientWidth + 1) out.push(card.tagName + '.' + card.className + ': ' + card.scrollWidth + ' of ' + card.clientWidth)
	return out
}`

// misplaced lists what is wrong with the rectangles of a page: what is wider than what contains it, text that is cut
// without an ellipsis and a title, words that are broken, and controls that overlap. It opens every menu and small form
// of the page too.
const misplaced = `() => {
	const out = new Set()
	const kind = e => [e.tagName.toLowerCase(), ...e.classList].join('.')
	const name = e => kind(e) + ' “' +
		(e.textContent.trim() || e.value || e.placeholder || e.name || '').replace(/\s+/g, ' ').slice(0, 40) + '”'
	const always = { visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true }
	const shown = e => e.checkVisibility(always) && !e.closest('.sr, .certainty, .cards thead')
	const speaks = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim())
	const styles = new Map()
	const style = e => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e)
	const block = e => { while (e && ['inline', 'contents'].includes(style(e).display)) e = e.parentElement; return e }
	const inside = (e, where) => {
		const b = e.getBoundingClientRect()
		if (b.width < 1 || b.height < 1) return
		for (let box = block(e.parentElement), child = e; box && box !== document.documentElement; ) {
			if (['absolute', 'fixed'].includes(style(child).position)) break
			const s = style(box), c = box.getBoundingClientRect()
			const by = Math.round(Math.max(b.right - c.right, c.left - b.left))
			if (s.overflowX !== 'visible') {
				const dotted = s.textOverflow === 'ellipsis' && style(e).display === 'inline' && e.closest('[title]')
				if (['hidden', 'clip'].includes(s.overflowX) && !dotted && by > 1)
					out.add(where + name(e) + ' is cut by ' + kind(box))
				return
			}
			if (by > 2) return out.add(where + name(e) + ' sticks ' + by + ' px out of ' + kind(box))
			if (box.matches('.sheet, dialog, .card')) break
			child = box
			box = block(box.parentElement)
		}
		for (let up = e; up; up = up.parentElement) {
			if (style(up).position === 'fixed') break
			if (up !== e && style(up).overflowX !== 'visible') return
		}
		if (b.right > innerWidth + 1 || b.left < -1) out.add(where + name(e) + ' sticks out of the window')
	}
	const hinted = ` + hinted + `
	const whole = (e, where) => {
		const s = style(e)
		const field = e.matches('input, textarea')
		if (field && (e.value || !e.placeholder)) return
		const wide = field ? hinted(e) : e.scrollWidth > e.clientWidth + 1 && /hidden|clip/.test(s.overflowX)
		const high = e.scrollHeight > e.clientHeight + 2 && /hidden|clip/.test(s.overflowY) && !field
		if (!wide && !high || e.clientWidth <= 1) return
		const titled = e.closest('[title]')?.title || e.querySelector('[title]')
		const dotted = s.textOverflow === 'ellipsis' || s.webkitLineClamp !== 'none'
		const size = e.scrollWidth + 'x' + e.scrollHeight + ' of ' + e.clientWidth + 'x' + e.clientHeight
		if (!titled || !dotted) out.add(where + name(e) + ' is cut: ' + size)
	}
	const visible = e => { // the parts of it that no scroll cuts off
		let all = [...e.getClientRects()]
		for (let up = e; up && up !== document.body && style(up).position !== 'fixed'; up = up.parentElement) {
			if (up === e || style(up).overflowY === 'visible') continue
			const c = up.getBoundingClientRect()
			all = all.map(r => ({
				left: Math.max(r.left, c.left), right: Math.min(r.right, c.right),
				top: Math.max(r.top, c.top), bottom: Math.min(r.bottom, c.bottom),
			}))
		}
		return all.filter(r => r.right - r.left > 2 && r.bottom - r.top > 2)
	}
	const range = document.createRange()
	const unbroken = (e, where) => {
		if (style(e).overflowWrap === 'normal' && style(e).wordBreak === 'normal' || e.closest('code')) return
		for (const n of e.childNodes) {
			if (n.nodeType !== Node.TEXT_NODE) continue
			for (const word of n.data.matchAll(/[^\s\u200b–—-]{3,}|\d{4}-\d\d-\d\d/g)) {
				range.setStart(n, word.index)
				range.setEnd(n, word.index + word[0].length)
				// An ellipsis adds a rectangle in the same line.
				const lines = new Set([...range.getClientRects()].map(r => Math.round(r.top)))
				if (word[0].length <= 30 && lines.size > 1)
					out.add(where + word[0] + ' is broken in ' + name(e))
			}
			for (const address of n.data.matchAll(/[\w.:-]+\/[^\s?]{2,}/g)) // each part of it is a word
				for (const word of address[0].matchAll(/[\w-]{3,30}(?=[./]|$)/g)) {
					range.setStart(n, address.index + word.index)
					range.setEnd(n, address.index + word.index + word[0].length)
					if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1)
						out.add(where + word[0] + ' of an address is broken in ' + name(e))
				}
		}
	}
	const meet = (r, q) => Math.min(r.right, q.right) - Math.max(r.left, q.left) > 2 &&
		Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 2
	const apart = (controls, where) => {
		const boxes = controls.map(e => [e, visible(e)])
		for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
			const [a, inA] = boxes[i], [b, inB] = boxes[j]
			if (a.contains(b) || b.contains(a)) continue
			if (inA.some(r => inB.some(q => meet(r, q)))) out.add(where + name(a) + ' overlaps ' + name(b))
		}
	}
	const pinned = e => { while (e && !['sticky', 'fixed'].includes(style(e).position)) e = e.parentElement; return e }
	const layer = e => e.closest('.sheet, dialog, .correct form, .folded nav') ?? pinned(e) ?? document.body
	const controls = 'a, button, input:not([type=checkbox], [type=radio]), select, textarea, summary, .outcome, .reason'
	const look = (root, where) => {
		const layers = new Map()
		for (const e of [root, ...root.querySelectorAll('*')]) {
			if (e.closest('svg, .thumb, video, audio, .pane .boxes, option, .phone, pre') || !shown(e)) continue
			const control = e.matches('a, button, .button, input, select, textarea, summary, label, .tag, kbd, img')
			if (control || speaks(e)) inside(e, where)
			if (speaks(e)) unbroken(e, where)
			if (speaks(e) || e.matches('input, textarea, .clip, .news')) whole(e, where)
			if (e.matches(controls)) layers.set(layer(e), [...layers.get(layer(e)) ?? [], e])
		}
		for (const all of layers.values()) apart(all, where)
	}
	look(document.body, '')
	const wide = document.scrollingElement.scrollWidth
	if (wide > innerWidth) out.add('the page is ' + wide + ' px wide')
	for (const popup of document.querySelectorAll('details:is(.sure, .menu, .correct, .folded):not([open])')) {
		if (!popup.checkVisibility()) continue
		popup.open = true
		styles.clear()
		const summary = popup.querySelector('summary').textContent.trim().replace(/\s+/g, ' ')
		look(popup, 'opened ' + summary.slice(0, 30) + ': ')
		if (document.scrollingElement.scrollWidth > Math.max(wide, innerWidth))
			out.add('opened ' + name(popup) + ' makes the page wider')
		popup.open = false
	}
	return [...out]
}`

// hinted reports whether the hint in an empty field is longer than the field, which cuts it: no scroll size shows that.
const hinted = `e => {
	const s = getComputedStyle(e), hint = getComputedStyle(e, '::placeholder')
	if (!/nowrap|pre$/.test(hint.whiteSpace) || hint.color.endsWith(', 0)')) return false
	const pen = document.createElement('canvas').getContext('2d')
	pen.font = hint.font
	return pen.measureText(e.placeholder).width > e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) + 1
}`

// burden fills the pages of administration with the longest texts that they have to show.
func (h *house) burden(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	h.inhabit(t)
	maria, password := h.hire(t, access.Senior)
	was := accounts.ProfileOf(maria)
	named := was
	named.Name = "María Fernanda de los Ángeles Villaseñor " + maria.ID[:8]
	_, err := h.Accounts.SaveProfile(ctx, boottest.Company, maria.ID, was, named)
	check(t, err)
	p := open(t, playwright.BrowserNewContextOptions{})
	p.signIn(h.base, maria.Email, password) // so that there is a browser to sign out
	_, err = h.Credentials.CreateClient(ctx, "test", boottest.Company,
		"Aplicación móvil de la Caja de Ahorros "+maria.ID[:8], false)
	check(t, err)
	key, err := h.Credentials.CreateAPIKey(ctx, "test", boottest.Company,
		"Servidor de la oficina de cumplimiento "+maria.ID[:8], h.Clock.Now().Add(48*time.Hour))
	check(t, err)
	_, err = h.Credentials.AddAPIKeySecret(ctx, "test", boottest.Company, key.ID[strings.LastIndexByte(key.ID, ':')+1:])
	check(t, err)
	hosts, err := h.Store.HostsOf(ctx, boottest.Company)
	check(t, err)
	for _, host := range hosts {
		if strings.Contains(host, "127.0.0.1:9") { // nobody listens there
			check(t,
				h.Endpoints.ForceBreaker(ctx, "agent:"+maria.ID, boottest.Company, host,
					"mantenimiento del proveedor hasta el lunes por la mañana"))
		}
	}
	h.number(t)
}

// number adds a job whose unique number is as long as one may be.
func (h *house) number(t *testing.T) {
	t.Helper()
	apply(t, h.Trusted,
		map[string]any{"function": onboarding.SignatureCapture, "uniqueNumber": strings.Repeat("1234567890", 6)},
		[]specimen.Capture{
			{
				Kind:        "signature",
				ContentType: "application/json",
				Bytes:       []byte(`{"SignatureDataCoordinates":"12,60;20,40;31,22;40,18;44,30;38,48|52,50;60,36;70,30;76,38;70,52"}`),
			},
		})
}

func TestNoPageOfAdministrationIsCutInAnyLanguage(t *testing.T) {
	full(t, "TestNoPageSticksOutIsCutOrHidesTheFocusInSpanish")
	h := alone(t)
	h.burden(t)
	pages := h.crawl(t, access.Admin).pages
	for _, language := range []string{string(words.Pseudo), "es-MX", "en-GB"} { // the first is two fifths longer
		t.Run(language, func(t *testing.T) {
			p := h.seatIn(t, access.Admin, language)
			widths := []int{1366, 1024}
			if language == string(words.Pseudo) { // its tables scroll in their cards
				widths = widths[:1]
			}
			for _, path := range pages {
				if strings.HasPrefix(path, "/jobs/") { // the review page has a test of its own
					continue
				}
				p.visit(h.base + path)
				for _, width := range widths {
					check(t, p.SetViewportSize(width, 768))
					found, err := p.Evaluate(cut)
					check(t, err)
					for _, wide := range found.([]any) {
						t.Errorf("%s at %d: %v", path, width, wide)
					}
				}
			}
		})
	}
}

func TestWhereANoteIsSavedStandsInsideItsField(t *testing.T) {
	h := at(t)
	for _, language := range []string{"en-GB", "es-MX"} {
		p := h.seatIn(t, access.Agent, language)
		p.pick(t, h.passport(t))
		p.shown()
		p.press("a")
		p.becomes(t, "saved, or kept", `document.querySelector('[data-saved]').textContent.trim()`)
		outside, err := p.Evaluate(`() => {
			const said = document.querySelector('[data-saved]'), range = document.createRange()
			range.selectNodeContents(said)
			const text = range.getBoundingClientRect(), field = said.closest('.notebox').getBoundingClientRect()
			return text.right > field.right || text.left < field.left || text.top < field.top || text.bottom > field.bottom
		}`)
		check(t, err)
		if outside == true {
			t.Errorf("%s: it sticks out", language)
		}
	}
}

func TestANoteOfTwoLinesShowsTheFirstAloneOnceItIsLeft(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, h.passport(t))
	look := func(note string) []byte {
		p.press("m")
		check(t, p.Locator("[name=note]").Fill(note))
		p.press("Escape")
		p.becomes(t, "left", `document.activeElement.name !== 'note'`)
		box, err := p.Locator("[name=note]").BoundingBox()
		check(t, err)
		clip := playwright.Rect{X: box.X, Y: box.Y, Width: 60, Height: box.Height} // without where it is saved
		seen, err := p.Screenshot(playwright.PageScreenshotOptions{Clip: &clip})
		check(t, err)
		return seen
	}
	if !bytes.Equal(look("first"), look("first\nsecond")) {
		t.Error("a part of the second line is in sight")
	}
}

func TestACardUnderTheCursorIsMarkedAsAWhole(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{
		Viewport: &playwright.Size{Width: 640, Height: 512},
	})
	for _, path := range []string{"/queue", "/jobs"} {
		p.visit(h.base + path)
		p.press("j")
		p.becomes(t, "marked without a line in it", `[...document.querySelectorAll('tr.cursor td')].length > 3 &&
			[...document.querySelectorAll('tr.cursor td')].every(cell => getComputedStyle(cell).boxShadow === 'none')`)
	}
}

// cramped lists the selects of filters that are narrower than their longest option.
const cramped = `() => {
	document.querySelectorAll('details.sure').forEach(d => { d.open = Boolean(d.querySelector('select')) })
	const all = [...document.querySelectorAll('form[role=search] select')].filter(s => s.checkVisibility())
	return [all.length > 0 ? '' : 'there is none', ...all.map(s => {
		const is = s.offsetWidth
		s.style.cssText = 'width: max-content; min-width: 0; max-width: none'
		return s.offsetWidth > is + 1 ? s.name + ': ' + is + ' of ' + s.offsetWidth : ''
	})].filter(Boolean)
}`

func TestAFilterIsAsWideAsItsLongestOption(t *testing.T) {
	h := at(t)
	for _, language := range []string{"en-GB", "es-MX"} {
		p := h.seatIn(t, access.Admin, language)
		for _, path := range []string{"/queue", "/jobs", "/audit"} {
			p.visit(h.base + path)
			found, err := p.Evaluate(cramped)
			check(t, err)
			for _, one := range found.([]any) {
				t.Errorf("%s, %s: %v", language, path, one)
			}
			p.visit(h.base + path)
			found, err = p.Evaluate(misplaced)
			check(t, err)
			for _, one := range found.([]any) {
				t.Errorf("%s, %s: %v", language, path, one)
			}
		}
	}
}

// dotted lists where the name of a host is cut, or leaves its room.
const dotted = `() => {
	const names = [...document.querySelectorAll('.note.fail span, .timeline > .data')]
	const room = document.documentElement.clientWidth
	return [names.length < 3 ? 'only ' + names.length + ' names' : '', ...names.map(e => {
		const b = e.getBoundingClientRect()
		const cut = e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible'
		return cut || b.right > Math.min(room, e.parentElement.getBoundingClientRect().right) + 1
			? e.textContent.trim().slice(0, 30) + ' is ' + e.scrollWidth + ' of ' + e.clientWidth : ''
	})].filter(Boolean)
}`

func TestTheDashboardNamesEachOutcomeInFull(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	p.visit(base + "/dashboard/work")
	for _, size := range []playwright.Size{
		{Width: 320, Height: 800}, phoneSize, {Width: 1366, Height: 768}, {Width: 1920, Height: 1080},
	} {
		check(t, p.SetViewportSize(size.Width, size.Height))
		found, err := p.Evaluate(`() => ['Existing customer', 'Cliente existente'].map(name => {
			const one = [...document.querySelectorAll('.barlist .clip')].find(e => e.textContent === name)
			return one.scrollWidth <= one.clientWidth
		})`)
		check(t, err)
		if whole := found.([]any); !slices.Equal(whole, []any{true, true}) {
			t.Errorf("at %d they are whole: %v", size.Width, whole)
		}
	}
}

func TestTheDashboardNamesItsWorstHostInFull(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	p.visit(base + "/dashboard/worst-host")
	for _, size := range []playwright.Size{phoneSize, {Width: 1366, Height: 768}, {Width: 1920, Height: 1080}} {
		check(t, p.SetViewportSize(size.Width, size.Height))
		found, err := p.Evaluate(dotted)
		check(t, err)
		for _, one := range found.([]any) {
			t.Errorf("at %d: %v", size.Width, one)
		}
	}
}
