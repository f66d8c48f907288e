package e2e_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
)

// patiently returns the options of an action, which waits as long as a test does unless they say otherwise. The driver
// waits 30 seconds where an action has no options, whatever the default timeout of the context is.
func patiently[O any](given []O) O {
	var o O
	if len(given) > 0 {
		o = given[0]
	}
	if timeout := reflect.ValueOf(&o).Elem().FieldByName("Timeout"); timeout.IsNil() {
		timeout.Set(reflect.ValueOf(playwright.Float(patient)))
	}
	return o
}

// within returns what a script returns, if it does in time.
func (p *page) within(limit time.Duration, script string, arg ...any) (any, error) {
	type answer struct {
		got any
		err error
	}
	answers := make(chan answer, 1)
	go func() {
		got, err := p.Page.Evaluate(script, arg...)
		answers <- answer{got, err}
	}()
	select {
	case a := <-answers:
		return a.got, a.err
	case <-time.After(limit):
		return nil, fmt.Errorf("%s returned nothing for %s", script, limit)
	}
}

// Evaluate waits patiently for what a script returns: of the driver it would wait for ever.
func (p *page) Evaluate(script string, arg ...any) (any, error) {
	return p.within(5*patience, script, arg...)
}

// heard returns what comes from a channel, and fails the test where nothing does.
func heard[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case what := <-from:
		return what
	case <-time.After(patience):
		t.Fatal("nothing came")
		panic("not reached")
	}
}

// Goto opens an address and waits patiently for its page.
func (p *page) Goto(url string, o ...playwright.PageGotoOptions) (playwright.Response, error) {
	return p.Page.Goto(url, patiently(o))
}

// GoBack goes back in the history and waits patiently for the page.
func (p *page) GoBack(o ...playwright.PageGoBackOptions) (playwright.Response, error) {
	return p.Page.GoBack(patiently(o))
}

// WaitForURL waits patiently until the page is at an address.
func (p *page) WaitForURL(url any, o ...playwright.PageWaitForURLOptions) error {
	return p.Page.WaitForURL(url, patiently(o))
}

// WaitForLoadState waits patiently until a page is loaded so far.
func (p *page) WaitForLoadState(o ...playwright.PageWaitForLoadStateOptions) error {
	return p.Page.WaitForLoadState(patiently(o))
}

// ExpectDownload waits patiently for the file that an action downloads.
func (p *page) ExpectDownload(
	action func() error, o ...playwright.PageExpectDownloadOptions,
) (playwright.Download, error) {
	return p.Page.ExpectDownload(action, patiently(o))
}

// Reload loads the page again and waits patiently for it.
func (p *page) Reload(o ...playwright.PageReloadOptions) (playwright.Response, error) {
	return p.Page.Reload(patiently(o))
}

// Screenshot waits patiently for a picture of the page.
func (p *page) Screenshot(o ...playwright.PageScreenshotOptions) ([]byte, error) {
	return p.Page.Screenshot(patiently(o))
}

// Locator finds an element whose actions wait patiently for it.
func (p *page) Locator(selector string, o ...playwright.PageLocatorOptions) located {
	return located{p.Page.Locator(selector, o...)}
}

// inFrame finds elements in a frame, whose actions wait patiently.
func (p *page) inFrame(selector, inside string) located {
	return located{p.Page.FrameLocator(selector).Locator(inside)}
}

// located is an element of a page. It has no action that is impatient.
type located struct{ one playwright.Locator }

func (l located) First() located { return located{l.one.First()} }

func (l located) Last() located { return located{l.one.Last()} }

func (l located) Nth(i int) located { return located{l.one.Nth(i)} }

func (l located) Locator(selector string) located { return located{l.one.Locator(selector)} }

func (l located) All() ([]located, error) {
	ones, err := l.one.All()
	all := make([]located, len(ones))
	for i, one := range ones {
		all[i] = located{one}
	}
	return all, err
}

func (l located) Count() (int, error) { return l.one.Count() }

func (l located) AllTextContents() ([]string, error) { return l.one.AllTextContents() }

func (l located) IsHidden() (bool, error) { return l.one.IsHidden() }

func (l located) IsVisible() (bool, error) { return l.one.IsVisible() }

func (l located) BoundingBox(o ...playwright.LocatorBoundingBoxOptions) (*playwright.Rect, error) {
	return l.one.BoundingBox(patiently(o))
}

func (l located) Check(o ...playwright.LocatorCheckOptions) error {
	return l.one.Check(patiently(o))
}

func (l located) Click(o ...playwright.LocatorClickOptions) error {
	return l.one.Click(patiently(o))
}

func (l located) DispatchEvent(typ string, init any, o ...playwright.LocatorDispatchEventOptions) error {
	return l.one.DispatchEvent(typ, init, patiently(o))
}

func (l located) Fill(value string, o ...playwright.LocatorFillOptions) error {
	return l.one.Fill(value, patiently(o))
}

func (l located) Focus(o ...playwright.LocatorFocusOptions) error {
	return l.one.Focus(patiently(o))
}

func (l located) GetAttribute(name string, o ...playwright.LocatorGetAttributeOptions) (string, error) {
	return l.one.GetAttribute(name, patiently(o))
}

func (l located) Hover(o ...playwright.LocatorHoverOptions) error {
	return l.one.Hover(patiently(o))
}

func (l located) InputValue(o ...playwright.LocatorInputValueOptions) (string, error) {
	return l.one.InputValue(patiently(o))
}

func (l located) Press(key string, o ...playwright.LocatorPressOptions) error {
	return l.one.Press(key, patiently(o))
}

func (l located) PressSequentially(text string, o ...playwright.LocatorPressSequentiallyOptions) error {
	return l.one.PressSequentially(text, patiently(o))
}

func (l located) ScrollIntoViewIfNeeded(o ...playwright.LocatorScrollIntoViewIfNeededOptions) error {
	return l.one.ScrollIntoViewIfNeeded(patiently(o))
}

func (l located) SelectOption(
	values playwright.SelectOptionValues, o ...playwright.LocatorSelectOptionOptions,
) ([]string, error) {
	return l.one.SelectOption(values, patiently(o))
}

func (l located) SetInputFiles(files any, o ...playwright.LocatorSetInputFilesOptions) error {
	return l.one.SetInputFiles(files, patiently(o))
}

func (l located) Tap(o ...playwright.LocatorTapOptions) error {
	return l.one.Tap(patiently(o))
}

func (l located) TextContent(o ...playwright.LocatorTextContentOptions) (string, error) {
	return l.one.TextContent(patiently(o))
}

func (l located) Uncheck(o ...playwright.LocatorUncheckOptions) error {
	return l.one.Uncheck(patiently(o))
}

func (l located) WaitFor(o ...playwright.LocatorWaitForOptions) error {
	return l.one.WaitFor(patiently(o))
}

func TestAnActionWaitsAsLongAsATest(t *testing.T) {
	if got := patiently([]playwright.LocatorClickOptions(nil)).Timeout; got == nil || *got != patient {
		t.Errorf("a click waits %v ms, want %v", got, patient)
	}
	given := []playwright.LocatorFillOptions{{Timeout: playwright.Float(7), Force: playwright.Bool(true)}}
	if got := patiently(given); *got.Timeout != 7 || !*got.Force {
		t.Errorf("options that were given are %+v", got)
	}
}
