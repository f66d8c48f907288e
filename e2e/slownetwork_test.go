package e2e_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// mobileNetwork is what a browser and a server reach each other through.
type mobileNetwork struct {
	net.Listener
	up, down int // bytes per second of one connection
	sent     atomic.Int64
}

// behindMobile returns a mobile network before a house.
func behindMobile(t *testing.T, h *house, up, down int) *mobileNetwork {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	n := &mobileNetwork{Listener: listener, up: up, down: down}
	t.Cleanup(func() { _ = n.Close() })
	to, err := url.Parse(h.base)
	check(t, err)
	go func() {
		for {
			from, err := n.Accept()
			if err != nil {
				return // the test is over
			}
			go n.carry(from, to.Host)
		}
	}()
	return n
}

// flags returns the flags of a browser that reaches a house through this network only.
func (n *mobileNetwork) flags(h *house) string {
	return "--host-resolver-rules=MAP " + strings.TrimPrefix(h.base, "http://") + " " + n.Addr().String()
}

// carry joins one connection of a browser with one to the server.
func (n *mobileNetwork) carry(from net.Conn, address string) {
	defer from.Close()
	to, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		_ = paced(to, from, n.up, &n.sent)
		_ = to.Close()
	}()
	_ = paced(from, to, n.down, new(atomic.Int64))
}

// paced copies at a rate in bytes per second, after a fifth of a second in which nothing arrives.
func paced(w io.Writer, r io.Reader, rate int, passed *atomic.Int64) error {
	const perSecond = 20
	tick := time.NewTicker(time.Second / perSecond)
	defer tick.Stop()
	for range perSecond / 5 {
		<-tick.C
	}
	for {
		n, err := io.CopyN(w, r, int64(rate/perSecond))
		passed.Add(n)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		<-tick.C
	}
}

func TestAPaceIsHeld(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	var passed atomic.Int64
	begun := time.Now()
	check(t, paced(&out, strings.NewReader(strings.Repeat("x", 4000)), 4000, &passed))
	if took := time.Since(begun); took < time.Second || passed.Load() != 4000 || out.Len() != 4000 {
		t.Errorf("%d bytes in %s", passed.Load(), took)
	}
}

// A picture takes five seconds at a quarter of a megabit per second, and the engine six at two.
func TestAPictureArrivesOverASlowNetwork(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	n := behindMobile(t, h, 32<<10, 256<<10)
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	p := equipped(t, n.flags(h))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	b.begins(t, p)
	p.turns(t, specimen.JPEG(framed(t, picture.Bytes, .8), 92, 1))
	said := p.says(t, `"QUEUED"`)
	captures, err := h.Store.Captures(t.Context(), boottest.Company, submitted.FindStringSubmatch(said)[1])
	check(t, err)
	if len(captures) != 1 || n.sent.Load() < captures[0].Size || strings.Contains(said, `{"error":`) {
		t.Errorf("%d captures, %d bytes passed:\n%s", len(captures), n.sent.Load(), said)
	}
	if got := strings.Count(said, `{"download":`); got < 3 {
		t.Errorf("the progress of the download was told %d times:\n%s", got, said)
	}
}

// The bar is looked at once a part of the engine is there, of which six seconds pass until all is.
func TestALinkShowsHowMuchOfItsPageIsLoadedOverASlowNetwork(t *testing.T) {
	h := at(t)
	n := behindMobile(t, h, 32<<10, 256<<10)
	link := h.link(t, map[string]any{"function": onboarding.DocumentCapture, "language": "ES"})
	p := equipped(t, n.flags(h))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(told)}))
	p.visit(link.URL)
	p.heading(t, "Demuestre que es usted")
	p.agrees(t)
	p.sees("progress[aria-label='Preparando…']")
	p.sees("[data-action=continue]")
	p.becomes(t, "the shares that were read out, each once", `window.told.join() ===
		[0, .25, .5, .75, 1].map(share => 'Cargado: ' + new Intl.NumberFormat('es', { style: 'percent' }).format(share)).join()`)
}

// told is a script that notes what the page reads out while it loads.
const told = `window.told = []
	new MutationObserver(() => {
		const text = document.querySelector('.loading [role=status]')?.textContent
		if (text && text !== window.told.at(-1)) window.told.push(text)
	}).observe(document, { subtree: true, childList: true, characterData: true })`
