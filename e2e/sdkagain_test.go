package e2e_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// givesUp returns a page whose applicant took a selfie and then showed the wrong side of an ID, which ends the call,
// and how many jobs it created.
func givesUp(t *testing.T) (p *page, created *atomic.Int32) {
	t.Helper()
	h := at(t)
	now := time.Now().UTC()
	b := openBank(t, h, "idValidationAndFaceMatch()")
	b.options = `{ idCaptureCustomizationOptions: { captureOptions: { wrongDocumentTypeHandlingMode: 'EXIT', ` +
		`wrongDocumentTypeWarningDelayInSec: 1 } } }`
	b.list(t, h)
	p, created = equipped(t), new(atomic.Int32)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	p.OnRequest(func(r playwright.Request) {
		if r.Method() == "POST" && strings.HasSuffix(r.URL(), "/api/v4/jobs") {
			created.Add(1)
		}
	})
	b.begins(t, p)
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.says(t, `"captured":{"step":"selfie"`)
	back, _ := captured(specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, now), "id_back")
	p.turns(t, specimen.JPEG(framed(t, back.Bytes, .8), 95, 1))
	p.says(t, `"failed":"WRONG_DOCUMENT"`)
	return p, created
}

// calls lets a page call a function of the SDK and submit what it captured.
func (p *page) calls(t *testing.T, call string) {
	t.Helper()
	check(t, first(p.Evaluate(`() => {
		said.textContent = ''
		const heard = ['step', 'error']
		for (const name of heard) sdk.on(name, event => { said.textContent += JSON.stringify({ [name]: event }) + '\n' })
		sdk.`+call+`.then(() => sdk.finalSubmit()).then(done => { said.textContent += JSON.stringify(done) })
	}`)))
}

func TestACallThatFailedIsGoneOnWithByTheSameCall(t *testing.T) {
	p, created := givesUp(t)
	p.calls(t, "idValidationAndFaceMatch()")
	p.sees("h1:has-text('Go on where you were?')")
	passport, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 95, 1))
	p.does(t, "continue")
	if said := p.says(t, `"QUEUED"`); strings.Contains(said, `"step":"selfie"`) || strings.Contains(said, `"error"`) {
		t.Errorf("said %s", said)
	}
	if n := created.Load(); n != 1 {
		t.Errorf("%d jobs were created", n)
	}
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
}

func TestWhoComesAfterASubmittedJobIsNotOfferedOneThatFailedBefore(t *testing.T) {
	p, _ := givesUp(t)
	p.calls(t, "documentCapture()")
	passport, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 95, 1))
	p.does(t, "continue")
	p.says(t, `"QUEUED"`)
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s of a call that failed before", got)
	}
}
