package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"
)

// inset is a page in a frame of another one. A script in it gives it any size at once, and the browser does not paint
// it in each. A second page is written into the same window, in which axe stays.
type inset struct {
	playwright.Page
	frame playwright.Frame
}

func (f inset) URL() string { return f.frame.URL() }

func (f inset) Evaluate(script string, arg ...any) (any, error) {
	return f.frame.Evaluate(script, arg...)
}

func (f inset) Goto(url string, options ...playwright.PageGotoOptions) (playwright.Response, error) {
	return f.frame.Goto(url, playwright.FrameGotoOptions(patiently(options)))
}

func (f inset) WaitForLoadState(options ...playwright.PageWaitForLoadStateOptions) error {
	for _, o := range options {
		if err := f.frame.WaitForLoadState(playwright.FrameWaitForLoadStateOptions(o)); err != nil {
			return err
		}
	}
	return nil
}

// inInset opens a page in a frame of a page without style. It permits every script.
func inInset(t testing.TB, address string) *page {
	t.Helper()
	p := open(t, playwright.BrowserNewContextOptions{
		Viewport:  &playwright.Size{Width: 1920, Height: 1080},
		BypassCSP: playwright.Bool(true),
	})
	p.visit(address)
	_, err := p.Evaluate(`() => {
		document.documentElement.style.colorScheme = 'light dark'
		document.head.replaceChildren()
		document.body.innerHTML = '<iframe></iframe>'
		document.body.style.margin = 0
		const frame = document.querySelector('iframe')
		frame.style.border = 0
		frame.focus()
	}`)
	check(t, err)
	p.Page = inset{p.Page, p.MainFrame().ChildFrames()[0]}
	p.visit(address)
	return p
}

// writes shows what is at an address in the window that is there already.
func (p *page) writes(address string) {
	p.t.Helper()
	_, err := p.Evaluate(`async address => {
		const answer = await fetch(address)
		if (!answer.ok) throw new Error(address + ' answers ' + answer.status)
		const page = await answer.text()
		document.open()
		document.write(page)
		document.close()
	}`, address)
	check(p.t, err)
	p.settled()
}

// atEach fails the test where a script lists something in a window of one of some sizes. The last of them stays.
func (p *page) atEach(t *testing.T, where, script string, sizes ...playwright.Size) {
	t.Helper()
	var all [][]int
	for _, size := range sizes {
		all = append(all, []int{size.Width, size.Height})
	}
	found, err := p.Evaluate(`sizes => sizes.map(([width, height]) => {
		frameElement.style.width = width + 'px'
		frameElement.style.height = height + 'px'
		return (`+script+`)()
	})`, all)
	check(t, err)
	for i, one := range found.([]any) {
		for _, wrong := range one.([]any) {
			t.Errorf("%s at %d: %v", where, sizes[i].Width, wrong)
		}
	}
}
