package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine/specimen"
)

func TestAnApplicantCorrectsWhatWasReadAndTheJobHasBoth(t *testing.T) {
	h := at(t)
	set := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC())
	picture, _ := captured(set, "passport")
	b := openBank(t, h, "autoFill()")
	b.list(t, h)
	p := b.applicant(t, shot(t, picture.Bytes, .8))
	p.sees(".instruction [data-action=continue]")
	check(t, p.Locator("[data-action=continue]").Click())
	p.sees("h1:has-text('Is this right?')")
	p.accessibleIn(t, "form of what was read", plainly)
	number, err := p.Locator("#field-documentNumber").InputValue()
	check(t, err)
	if fixed, _ := p.Locator("#field-documentNumber[readonly]").Count(); number != set.Document.Number || fixed != 1 {
		t.Errorf("the number is %q, fixed %d times", number, fixed)
	}
	name := p.Locator("#field-lastName")
	before, err := name.InputValue()
	check(t, err)
	check(t, name.Fill(strings.Repeat("x", 201)))
	check(t, name.Press("Enter"))
	p.sees(".row:has(#field-lastName) .wrong:has-text('Check this value')")
	p.accessibleIn(t, "a wrong value", plainly)
	p.becomes(t, "at the value", `document.querySelector('dialog').firstElementChild.shadowRoot.activeElement.id ===
		'field-lastName'`)
	check(t, name.Fill(" "))
	issue := p.Locator("#field-issueDate")
	issued, err := issue.InputValue()
	check(t, err)
	check(t, issue.Fill("2120-01-01"))
	check(t, name.Press("Enter"))
	p.sees(".row:has(#field-lastName) .wrong:has-text('Enter this value')")
	p.sees(".row:has(#field-issueDate) .wrong:has-text('Check the year')")
	check(t, issue.Fill("1900-01-01"))
	check(t, name.Fill("García-Müller"))
	check(t, name.Press("Enter"))
	p.sees(".row:has(#field-issueDate) .wrong:has-text('Check the dates')")
	p.becomes(t, "what was typed", inShadow+`.querySelector('#field-lastName').value === 'García-Müller' && `+
		inShadow+`.querySelector('#field-issueDate').value === '1900-01-01'`)
	check(t, issue.Fill(issued))
	check(t, p.Locator("[data-action=continue]").Click())
	said := p.says(t, `"QUEUED"`)
	want := `"lastName":{"read":"` + before + `","source":"MRZ"`
	if !strings.Contains(said, want) || !strings.Contains(said, `"value":"García-Müller","corrected":true`) ||
		!strings.Contains(said, `"kind":"passport"`) {
		t.Errorf("said %s, want %s", said, want)
	}
	_, id, _ := strings.Cut(said, `"jobId":"`)
	var request onboarding.RequestDetails
	check(t, h.Store.ReadJobDoc(t.Context(), boottest.Company, id[:36], store.DocRequest, &request))
	if request.Submitted["lastName"] != "García-Müller" || request.Submitted["documentNumber"] != number {
		t.Errorf("the job was given %v", request.Submitted)
	}
}

func TestWhoIsToldToWaitForWhatIsReadCanLeave(t *testing.T) {
	h := at(t)
	set := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC())
	picture, _ := captured(set, "passport")
	b := openBank(t, h, "autoFill()")
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, .8))
	given := make(chan string, 1)
	p.OnRequestFailed(func(r playwright.Request) { tell(given, r.URL()) })
	asked := p.hangs("**/api/v4/autofill")
	check(t, p.Route("**/api/v4/autofill", func(r playwright.Route) {
		_ = r.Fulfill(playwright.RouteFulfillOptions{Body: `{"values":{}}`})
	}, 1))
	p.begins(t, b)
	p.does(t, "continue")
	p.sees(".retry .reason:has-text('Make sure that photo and text are easy to see')")
	p.does(t, "retry")
	p.does(t, "continue")
	p.sees(".capture .prompt:has-text('One moment, please.')")
	p.becomes(t, "the picture in place of the camera", inShadow+`.querySelector('.camera canvas')?.width > 500`)
	p.accessibleIn(t, "wait for what is read", plainly)
	until(t, "the server is asked", func() bool { return asked.Load() == 1 })
	check(t, p.Keyboard().Press("Escape"))
	said := p.says(t, `"failed":"CANCELLED"`)
	const told = `{"step":{"step":"autofill","screen":"capture"}}` + "\n" +
		`{"prompt":{"step":"autofill","prompt":"checking"}}`
	const unread = `{"step":{"step":"autofill","screen":"retry"}}` + "\n" +
		`{"prompt":{"step":"autofill","prompt":"makeSurePhotoTextVisible"}}`
	if strings.Count(said, told) != 2 || !strings.Contains(said, unread) {
		t.Errorf("said %s", said)
	}
	if url := heard(t, given); !strings.HasSuffix(url, "/api/v4/autofill") {
		t.Errorf("%s was given up", url)
	}
	until(t, "nothing is kept", func() bool { return p.rows(t) == "0,false" })
	if n := asked.Load(); n != 1 {
		t.Errorf("it was asked %d times", n)
	}
}

func TestWhatWasReadAndWrittenSurvivesAReload(t *testing.T) {
	h := at(t)
	set := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC())
	picture, _ := captured(set, "passport")
	b := openBank(t, h, "autoFill()")
	b.more = "enableGPS: true,"
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, .8))
	check(t, p.Context().GrantPermissions([]string{"camera"})) // and not where it is, which is asked for last
	p.begins(t, b)
	p.does(t, "continue")
	p.sees("h1:has-text('Is this right?')")
	check(t, p.Locator("#field-lastName").Fill("García-Müller"))
	p.does(t, "continue")
	p.sees("h1:has-text('Share location')")
	p.does(t, "continue")
	p.sees("h1:has-text('Allow your location')")
	p.does(t, "cancel")
	p.says(t, `"failed":"LOCATION_DENIED"`)
	if got := p.rows(t); got != "3,false" {
		t.Errorf("the browser keeps %s, want the call, its picture, and what was read and written", got)
	}
	check(t, p.Context().GrantPermissions([]string{"camera", "geolocation"}))
	check(t, p.Context().SetGeolocation(&playwright.Geolocation{Latitude: 19.4326, Longitude: -99.1332}))
	p.begins(t, b)
	p.sees("h1:has-text('Go on where you were?')")
	p.does(t, "continue")
	p.sees("h1:has-text('Is this right?')")
	p.becomes(t, "as it was written", inShadow+`.querySelector('#field-lastName').value === 'García-Müller'`)
	p.does(t, "continue")
	said := p.says(t, `"QUEUED"`)
	const again = `"captured":{"step"`
	if !strings.Contains(said, `"value":"García-Müller","corrected":true`) || strings.Contains(said, again) {
		t.Errorf("said %s", said)
	}
	h.decided(t, said, "passport")
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
}
