package e2e_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/token"
	"proofdesk/engine/specimen"
)

// Whoever captures on a train loses the connection in the middle of a picture, and the token has run out when it is
// back: nothing is captured again, and one picture arrives.
func TestAPictureArrivesOnceWhereTheConnectionIsLostAndTheTokenRunsOut(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
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
	part := heard(t, lost)
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

// expiring returns a function that returns tokens of this server that are valid for a while only. They say that they
// live as long as any: the device does not know how old they are.
func (h *house) expiring(left time.Duration) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		past := &token.Service{
			Store:  h.Store,
			Clock:  clock.NewBehind(time.Now().Add(left - token.Lifetime)),
			Master: h.Master,
			Hasher: h.Tokens.Hasher,
			Log:    h.Log,
			Issuer: h.Tokens.Issuer,
			Limits: h.Tokens.Limits,
		}
		of := h.Weak.Credentials
		form := url.Values{
			"grant_type":    {"password"},
			"client_id":     {of.ClientID},
			"client_secret": {of.ClientSecret},
			"username":      {of.Username},
			"password":      {of.Password},
		}
		granted, err := past.Grant(ctx, token.Request{
			ContentType: "application/x-www-form-urlencoded",
			Body:        []byte(form.Encode()),
			Address:     "127.0.0.1",
		})
		return granted.AccessToken, err
	}
}

// expiry returns when the access token of a request expires.
func expiry(t *testing.T, r playwright.Request) time.Time {
	t.Helper()
	header, err := r.HeaderValue("authorization")
	check(t, err)
	parts := strings.Split(header, ".")
	if len(parts) != 3 {
		t.Fatalf("authorised by %q", header)
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	check(t, err)
	var claims token.Claims
	check(t, json.Unmarshal(body, &claims))
	return time.Unix(claims.Expires, 0)
}

func TestACaptureIsSentWithAnotherTokenOnceOneHasExpired(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "idValidation()")
	b.token = h.expiring(15 * time.Second)
	b.list(t, h)
	var refused atomic.Int32
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	var created atomic.Value // by the last request: a slow page needs a second token for it
	p.OnRequest(func(r playwright.Request) {
		if r.Method() == http.MethodPost && strings.HasSuffix(r.URL(), "/api/v4/jobs") {
			created.Store(r)
		}
	})
	p.OnResponse(func(r playwright.Response) {
		if r.Status() == http.StatusUnauthorized {
			refused.Add(1)
		}
	})
	b.begins(t, p)
	p.turns(t, specimen.JPEG(image.NewRGBA(image.Rect(0, 0, 1280, 720)), 92, 1))
	p.says(t, `"screen":"capture"`)
	before, ends := refused.Load(), expiry(t, created.Load().(playwright.Request))
	until(t, "the token has expired", func() bool { return time.Now().After(ends) })
	p.turns(t, specimen.JPEG(framed(t, picture.Bytes, .8), 92, 1))
	said := p.says(t, `"QUEUED"`)
	captures, err := h.Store.Captures(t.Context(), boottest.Company, submitted.FindStringSubmatch(said)[1])
	check(t, err)
	if len(captures) != 1 || refused.Load() == before || strings.Contains(said, `{"error":`) {
		t.Errorf("%d captures, %d refusals:\n%s", len(captures), refused.Load()-before, said)
	}
}

// Whoever opens a link on a train may lose the connection at any step. Each goes on by itself once it is back, and a
// picture that was taken is not asked for again.
func TestALinkGoesOnByItselfOnceTheConnectionIsBack(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck})
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	const lost = `document.querySelector('h1').textContent === 'That did not work yet' &&
		document.body.textContent.includes('it goes on by itself once you are online')`
	p.offline(true)
	p.agrees(t)
	p.becomes(t, "told that it goes on later", lost)
	p.accessibleIn(t, "unreachable", plainly)
	p.offline(false)
	p.becomes(t, "asked for the face", inShadow+`?.querySelector('[data-subject=face]')`)
	nobody := specimen.JPEG(image.NewRGBA(image.Rect(0, 0, 1280, 720)), 92, 1)
	p.turns(t, nobody)
	p.becomes(t, "told to show a face", inShadow+`?.querySelector('[role=status], [aria-live]')?.textContent`)
	p.offline(true)
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.becomes(t, "told that it goes on later", lost)
	p.turns(t, nobody)
	p.offline(false)
	p.heading(t, "Done")
	captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
	check(t, err)
	if len(captures) != 1 {
		t.Errorf("%d captures", len(captures))
	}
	p.quiet(t, "ERR_INTERNET_DISCONNECTED")
}
