package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"
)

// phones are the smallest phone that people still have, upright and turned.
var phones = []playwright.Size{{Width: 320, Height: 568}, {Width: 568, Height: 320}}

// crammed lists what an applicant can't see, reach or press on the window as it is: what sticks out of it on a side,
// what lies below it where nothing scrolls, and buttons that are smaller than a finger.
const crammed = `() => {
	const sdk = document.querySelector('dialog > div')?.shadowRoot
	const out = []
	const { scrollWidth } = sdk?.querySelector('.screen') ?? document.scrollingElement
	if (scrollWidth > innerWidth) out.push('the page is ' + scrollWidth)
	const scrolls = e => {
		for (let up = e; up; up = up.parentElement ?? up.getRootNode().host) {
			if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up.scrollHeight > up.clientHeight) return true
		}
		return !sdk
	}
	for (const e of (sdk ?? document).querySelectorAll('button, a, input, select, h1, h2, p, label, .prompt, .hint, .text')) {
		if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
		const { left, right, top, bottom, width, height } = e.getBoundingClientRect()
		if (width <= 1 || height <= 1) continue // for screen readers
		const name = e.tagName + '.' + e.className + ' “' + (e.textContent || e.ariaLabel || e.name || '').trim().slice(0, 30) + '”'
		if (left < -1 || right > innerWidth + 1) out.push(name + ' from ' + left + ' to ' + right)
		if ((top < -1 || bottom > innerHeight + 1) && !scrolls(e)) out.push(name + ' from ' + top + ' down to ' + bottom)
		if (e.matches('button') && (width < 44 || height < 44)) out.push(name + ' is ' + width + ' x ' + height)
	}
	return out
}`

// applied is a script that reports whether a page is one of an applicant.
const applied = `() => !!document.querySelector('dialog > div')?.shadowRoot || location.pathname.startsWith('/capture/')`

// fitsPhones fails the test where a page of an applicant does not fit the smallest phones.
func (p *page) fitsPhones(t *testing.T, name string) {
	t.Helper()
	is, err := p.Evaluate(applied)
	check(t, err)
	before := p.ViewportSize()
	if is != true || before == nil {
		return
	}
	for _, phone := range phones {
		check(t, p.SetViewportSize(phone.Width, phone.Height))
		found, err := p.Evaluate(crammed)
		check(t, err)
		var out []string
		for _, one := range found.([]any) {
			out = append(out, fmt.Sprint(one))
		}
		if len(out) > 0 {
			t.Errorf("%s at %d x %d:\n  %s", name, phone.Width, phone.Height, strings.Join(out, "\n  "))
		}
	}
	check(t, p.SetViewportSize(before.Width, before.Height))
}
