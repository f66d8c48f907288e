package e2e_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/engine/specimen"
)

// Whoever captures on a train loses the connection in the middle of a picture, and the token has run out when it is
// back: nothing is captured again, and one picture arrives.
func TestAPictureArrivesOnceWhereTheConnectionIsLostAndTheTokenRunsOut(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	var asked, parts atomic.Int32
	lost := make(chan playwright.Route, 1)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	check(t, p.Route("**/token", func(r playwright.Route) {
		asked.Add(1)
		_ = r.Continue()
	}))
	check(t, p.Route("**/captures/**", func(r playwright.Route) {
		body, _ := r.Request().PostDataBuffer()
		if r.Request().Method() != http.MethodPut || len(body) == 0 { // it only asks, or how much is held
			_ = r.Continue()
			return
		}
		switch parts.Add(1) {
		case 1:
			lost <- r
		case 2:
			_ = r.Fulfill(playwright.RouteFulfillOptions{
				Status: playwright.Int(http.StatusUnauthorized), Body: "{}",
				Headers: map[string]string{"Access-Control-Allow-Origin": b.URL},
			})
		default:
			_ = r.Continue()
		}
	}))
	b.begins(t, p)
	p.turns(t, specimen.JPEG(framed(t, picture.Bytes, .8), 92, 1))
	p.says(t, `"screen":"success"`)
	part := <-lost
	before := asked.Load()
	check(t, p.Context().SetOffline(true))
	check(t, part.Abort("internetdisconnected"))
	p.becomes(t, "offline for a while", `!navigator.onLine`)
	check(t, p.Context().SetOffline(false))
	said := p.says(t, `"QUEUED"`)
	id := submitted.FindStringSubmatch(said)[1]
	captures, err := h.Store.Captures(t.Context(), boottest.Company, id)
	check(t, err)
	if len(captures) != 1 || parts.Load() < 3 || asked.Load() == before {
		t.Errorf("%d captures, %d parts, %d more tokens", len(captures), parts.Load(), asked.Load()-before)
	}
}
