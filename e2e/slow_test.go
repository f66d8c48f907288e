package e2e_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
)

// slowness makes every page as slow as on a weak computer or phone behind a weak line. The protocol slows the thread of
// the page, but not its workers, and Firefox has none of it.
type slowness struct {
	factor int           // how many times slower the page's processor is
	late   time.Duration // how long each script takes to come
}

// slow is what `make test-slow-browser` asks for; by default pages are as fast as they can.
var slow = slowness{factor: atoi(os.Getenv("PROOFDESK_SLOW_BROWSER")), late: 700 * time.Millisecond}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if text != "" && err != nil {
		panic("PROOFDESK_SLOW_BROWSER: " + err.Error())
	}
	return n
}

// patience returns how long a test waits for a page.
func (s slowness) patience() time.Duration {
	if s.factor < 2 {
		return 2 * time.Minute
	}
	return 10 * time.Minute // to draw every screen in four languages takes more than two
}

// opens opens a page of a context, slowed down where that was asked for, as are those that are opened later.
func (s slowness) opens(t testing.TB, c playwright.BrowserContext) playwright.Page {
	t.Helper()
	p, err := c.NewPage()
	check(t, err)
	if s.factor < 2 {
		return p
	}
	check(t, s.down(p))
	c.OnPage(func(p playwright.Page) {
		go func() { _ = s.down(p) }() // fails where the page is gone by then
	})
	return p
}

// down slows a page down. Scripts are held by the protocol itself: with Playwright's routes a request with keepalive
// never got its answer.
func (s slowness) down(p playwright.Page) error {
	protocol, err := p.Context().NewCDPSession(p)
	if err != nil {
		return err
	}
	if _, err := protocol.Send("Emulation.setCPUThrottlingRate", map[string]any{"rate": s.factor}); err != nil {
		return err
	}
	protocol.On("Fetch.requestPaused", func(paused map[string]any) {
		time.AfterFunc(s.late, func() { // fails where the page is gone by then
			_, _ = protocol.Send("Fetch.continueRequest", map[string]any{"requestId": paused["requestId"]})
		})
	})
	_, err = protocol.Send("Fetch.enable", map[string]any{
		"patterns": []any{map[string]any{"urlPattern": "*.js"}},
	})
	return err
}
