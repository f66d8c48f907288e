package e2e_test

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// listener is a client's server, which keeps what comes with a signature of its key.
type listener struct {
	server *httptest.Server
	mu     sync.Mutex
	keys   map[string]string
	got    []onboarding.Payload
	wrong  []error
}

func (l *listener) receive(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // it comes again
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var one onboarding.Payload
	if err = webhook.Verify(r.Header.Get(webhook.SignatureHeader), l.keys, body, time.Now()); err == nil {
		err = json.Unmarshal(body, &one)
	}
	if err != nil {
		l.wrong = append(l.wrong, err)
		return
	}
	l.got = append(l.got, one)
}

// hears waits until the server is told of a job, fails the test where anything came that is not signed, and returns the
// captures and the outcome that the server was told.
func (l *listener) hears(
	t *testing.T, event onboarding.EventType, job string,
) (captures string, outcome onboarding.Status) {
	t.Helper()
	until(t, "the client's server hears of "+string(event), func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, one := range l.got {
			if one.Event.Type != event || one.ApplicationDetails.JobID != job {
				continue
			}
			var kinds []string
			for _, d := range one.Documents {
				kinds = append(kinds, string(d.Kind))
			}
			slices.Sort(kinds)
			captures, outcome = strings.Join(kinds, " "), one.VerificationResults.Outcome
			if one.ReviewDetails != nil {
				outcome = one.ReviewDetails.Outcome
			}
			return true
		}
		return false
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.wrong) > 0 {
		t.Errorf("the server got %v", l.wrong)
	}
	return captures, outcome
}

// called returns a house whose company has a server that listens.
func called(t *testing.T) (*house, *listener) {
	t.Helper()
	t.Parallel()
	l := &listener{keys: map[string]string{}}
	l.server = httptest.NewTLSServer(http.HandlerFunc(l.receive))
	t.Cleanup(l.server.Close)
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: l.server.Certificate().Raw})
	check(t, os.WriteFile(trusted, block, 0o600))
	h, err := openHouse(func(c *config.Config) { c.WebhookExtraCA, c.UndoHold = trusted, 0 })
	check(t, err)
	t.Cleanup(func() { check(t, h.close()) })
	made, err := h.Endpoints.CreateEndpoint(t.Context(), "test", endpoints.EndpointRequest{
		Company: boottest.Company,
		URL:     l.server.URL + "/hook",
	})
	check(t, err)
	l.mu.Lock()
	l.keys[made.KID] = made.Secret
	l.mu.Unlock()
	return h, l
}

// shows lets the camera of a link show a picture of each subject once it is asked for.
func shows(pictures ...[]byte) func(t *testing.T, p *page) {
	return func(t *testing.T, p *page) {
		for i, subject := range []string{"face", "front", "back"} {
			if i < len(pictures) && pictures[i] != nil {
				p.becomes(t, "asked for the "+subject, inShadow+`.querySelector('[data-subject=`+subject+`]')`)
				p.turns(t, pictures[i])
			}
		}
	}
}

// records reads aloud what a link asks for, until a time is left.
func records(until string) func(t *testing.T, p *page) {
	return func(t *testing.T, p *page) {
		p.does(t, "continue")
		p.does(t, "take")
		p.left(t, until)
		check(t, first(p.Evaluate(takes)))
		p.does(t, "done")
	}
}

// a way is how somebody who follows a link for a function captures what it asks for.
type way struct {
	function onboarding.Function
	captures string // what the client's server is told that there is
	camera   string // a script
	flags    []string
	does     func(t *testing.T, p *page)
}

// follows performs a function from its link until the client's server has heard of the decision.
func (w way) follows(t *testing.T, h *house, l *listener) (job string) {
	t.Helper()
	link := h.link(t, map[string]any{"function": w.function, "uniqueNumber": "700710"})
	p := equipped(t, w.flags...)
	if w.camera != "" {
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(w.camera)}))
	}
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.agrees(t)
	w.does(t, p)
	p.heading(t, "Done")
	p.quiet(t)
	check(t, p.Close())
	captures, outcome := l.hears(t, onboarding.ApplicationDecision, link.JobID)
	if status := h.record(t, link.JobID).Status; captures != w.captures || !status.Is(outcome) {
		t.Errorf("the client's server heard of %s and %s, want %s and %v", captures, outcome, w.captures, status)
	}
	return link.JobID
}

func TestEveryFunctionLeadsFromALinkToASignedWebhook(t *testing.T) {
	h, l := called(t)
	now := time.Now().UTC()
	selfie, _ := captured(specimen.Applicant(17, specimen.Good, now), "selfie")
	passport, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, now), "passport")
	seen := func(picture []byte, share float64) []byte { return specimen.JPEG(framed(t, picture, share), 92, 1) }
	face, open := seen(selfie.Bytes, 1), seen(passport.Bytes, .8)
	front, back := sides(t, 11)
	ways := []way{
		{onboarding.BiometricEnrollment, "selfie", scene, nil, shows(face)},
		{onboarding.CustomerVerification, "selfie", scene, nil, shows(face)},
	}
	if !testing.Short() { // other tests of the gate end with what a job of these has
		ways = append(ways,
			way{onboarding.IDValidation, "passport", scene, nil, shows(nil, open)},
			way{onboarding.Enrollment, "id_back id_front selfie", scene, nil, shows(face, front, back)},
			way{onboarding.LiveFaceCheck, "selfie", scene, nil, shows(face)},
			way{onboarding.IDValidationFace, "id_back id_front selfie", scene, nil, shows(face, front, back)},
			way{onboarding.DocumentCapture, "document", scene, nil, func(t *testing.T, p *page) {
				p.does(t, "continue")
				p.turns(t, open)
			}},
			way{onboarding.VoiceCapture, "voice", "", spoken(t), records("0:15")},
			way{onboarding.SignatureCapture, "signature", "", nil, func(t *testing.T, p *page) {
				p.does(t, "continue")
				p.signs(t, specimen.Sign(7, 1))
				p.does(t, "done")
				p.sees(".preview canvas")
				p.does(t, "done")
			}},
			way{
				onboarding.FingerprintCapture, "fingerprints", handed + "\nwindow.allowed = true", nil,
				func(t *testing.T, p *page) {
					p.does(t, "continue")
					p.becomes(t, "told which hand", inShadow+`.querySelector('.capture .hint')`)
					p.holds(t)
					p.does(t, "done")
				},
			},
			way{onboarding.VideoID, "selfie video voice", facing, spoken(t), func(t *testing.T, p *page) {
				p.obeys(t, h.set.Person)
				records("0:17")(t, p)
			}},
		)
	}
	for _, w := range ways {
		job := w.follows(t, h, l)
		if w.function != onboarding.BiometricEnrollment {
			continue
		}
		agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
		agent.pick(t, job)
		agent.approve("Enter")
		if _, outcome := l.hears(t, onboarding.ApplicationReviewed, job); !outcome.Is(onboarding.Approved) {
			t.Errorf("the client's server heard that the agent decided %s", outcome)
		}
	}
	if _, err := h.Weak.CaptureLink(t.Context(), map[string]any{"function": onboarding.AutoFill}); err == nil {
		t.Error("a link takes AUTO_FILL, which fills a form of the host")
	}
	b := openBank(t, h, "autoFill()")
	b.list(t, h)
	p := b.before(t, open)
	p.does(t, "continue")
	p.sees("h1:has-text('Is this right?')")
	p.does(t, "continue")
	job := submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1]
	if captures, _ := l.hears(t, onboarding.ApplicationDecision, job); captures != "passport" {
		t.Errorf("the client's server heard of %s", captures)
	}
	if len(ways)+1 != len(onboarding.Functions()) && !testing.Short() {
		t.Error("not every function is performed")
	}
}

// Companies ask for moves unless they switch that off, as most tests do. Each function has a company of its own, in
// which no other film of the same drawn person could be known again.
func TestEveryFunctionWithAFaceLeadsThroughItsMovesToASignedWebhook(t *testing.T) {
	full(t, "TestEveryFunctionLeadsFromALinkToASignedWebhook")
	t.Parallel()
	room := shown(t, nil)
	front, back := sides(t, applicant.Seed)
	for _, w := range []way{
		{onboarding.LiveFaceCheck, "selfie video", scene, nil, shows()},
		{onboarding.BiometricEnrollment, "selfie video", scene, nil, shows()},
		{onboarding.CustomerVerification, "selfie video", scene, nil, shows()},
		{onboarding.IDValidationFace, "id_back id_front selfie video", scene, nil, shows(nil, front, back)},
		{onboarding.Enrollment, "id_back id_front selfie video", scene, nil, shows(nil, front, back)},
		{onboarding.VideoID, "selfie video voice", facing, spoken(t), records("0:17")},
	} {
		t.Run(string(w.function), func(t *testing.T) {
			h, l := called(t)
			check(t, h.asksForMoves(true))
			goesOn := w.does
			w.does = func(t *testing.T, p *page) {
				p.turns(t, room)
				p.obeys(t, h.set.Person) // who comes only now, so that no move is asked for before
				goesOn(t, p)
			}
			job := w.follows(t, h, l)
			h.obeyed(t, job)
			for _, code := range []string{engine.CodeFilmPerson, engine.CodeFilmMotion} {
				if got := h.checkOf(t, job, code); got.Outcome != engine.Pass {
					t.Errorf("%s is %s: %s", code, got.Outcome, got.Detail)
				}
			}
		})
	}
}
