package docs_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/webtest"
)

const playground = "/docs/playground"

// client adds a client of acme and returns its id.
func client(t *testing.T, h *webtest.Fixture, name string, sandbox bool) string {
	t.Helper()
	made, err := h.Console.Credentials.CreateClient(t.Context(), "test", "acme", name, sandbox)
	if err != nil {
		t.Fatal(err)
	}
	return made.ClientID
}

// played returns a form of the playground as it should be, with some fields changed.
func played(id string, change url.Values) url.Values {
	form := url.Values{
		"function": {"LIVE_FACE_CHECK"},
		"specimen": {"face"},
		"client":   {id},
		"outcome":  {"DECLINED"},
	}
	for field, value := range change {
		form[field] = value
	}
	return form
}

func TestThePlaygroundSaysWhatIsMissing(t *testing.T) {
	h := webtest.Open(t)
	h.Browser().Get(playground).Want(200, "Sign in to the console", `href="/login?next=/docs/playground"`)
	h.As(access.Agent).Get(playground).Want(200, "Your role may not create capture links")
	admin := h.As(access.Admin)
	client(t, h, "Live", false)
	admin.Get(playground).Want(200, "your company has none", `href="/sandbox"`)
	id := client(t, h, "Trial", true)
	admin.Get(playground).Want(200, "Trial ("+id+")", "Photo of a screen")
	admin.Lacks("Live (", "ENROLLMENT")
}

var captureLink = regexp.MustCompile(`href="[^"]*/capture/([0-9a-f-]{36})#([A-Z0-9]+)"`)

func TestAJobOfThePlaygroundIsFollowedByItsCompanyOnly(t *testing.T) {
	h := webtest.Open(t)
	admin := h.As(access.Admin)
	form := played(client(t, h, "Trial", true), nil)
	admin.Get(playground)
	admin.Post(playground, form).Want(200, "Open the capture page", "The capture page is not open yet", "No event yet",
		`<option value="face" selected`)
	link := captureLink.FindStringSubmatch(admin.Body)
	if link == nil {
		t.Fatalf("no link in %s", admin.Body)
	}
	shown, err := h.Console.Intake.OpenLink(t.Context(), link[1], link[2])
	if err != nil || shown.Specimen != "face" || shown.Desktop != onboarding.DesktopAllowed {
		t.Errorf("the page gets %+v, %v", shown, err)
	}
	job, err := h.Store.Job(t.Context(), "acme", shown.JobID)
	if err != nil || job.Sandbox != onboarding.Declined {
		t.Errorf("the job is %+v, %v", job, err)
	}
	path := playground + "/" + link[1]
	admin.Get(path).Want(200, "The capture page is open", "/jobs/"+shown.JobID)
	admin.Lacks(link[2], "href>")
	other := h.Browser()
	other.SignIn("admin@globex.test", webtest.Password, nil)
	other.Get(path).Want(http.StatusNotFound)
	h.As(access.Agent).Get(path).Want(http.StatusForbidden)
	h.Browser().Get(path).Want(http.StatusSeeOther)
}

func TestNobodyMakesACameraPlayWhereARealPersonIsMeant(t *testing.T) {
	h := webtest.Open(t)
	admin := h.As(access.Admin)
	live, trial := client(t, h, "Live", false), client(t, h, "Trial", true)
	foreign, err := h.Console.Credentials.CreateClient(t.Context(), "test", "globex", "Theirs", true)
	if err != nil {
		t.Fatal(err)
	}
	admin.Get(playground)
	for name, change := range map[string]url.Values{
		"a live client":               {"client": {live}},
		"a client of another company": {"client": {foreign.ClientID}},
		"no such specimen":            {"specimen": {"myself"}},
		"no specimen":                 {"specimen": {""}},
		"a function that enrols":      {"function": {"ENROLLMENT"}},
		"a function without a film":   {"function": {"SIGNATURE_CAPTURE"}},
		"no outcome":                  {"outcome": {""}},
		"no such outcome":             {"outcome": {"SUSPICIOUS"}},
	} {
		t.Run(name, func(t *testing.T) {
			admin.Post(playground, played(trial, change)).Want(http.StatusBadRequest, `role="alert"`)
		})
	}
	agent := h.As(access.Agent)
	agent.Get("/me")
	agent.Post(playground, played(trial, nil)).Want(http.StatusForbidden)
	links, err := h.Store.CaptureLinks(t.Context(), "acme", "", 9)
	if err != nil || len(links) != 0 {
		t.Errorf("there are links %+v, %v", links, err)
	}
}

func TestALinkPlaysOnlyWhereItsClientIsASandboxClientAndItsOutcomeIsChosen(t *testing.T) {
	h := webtest.Open(t)
	live, trial := client(t, h, "Live", false), client(t, h, "Trial", true)
	outcome := &intake.Sandbox{Outcome: onboarding.Approved}
	for name, c := range map[string]struct {
		by      intake.Caller
		outcome *intake.Sandbox
	}{
		"a live client":                    {intake.Caller{ClientID: live}, nil},
		"a live client that says it isn't": {intake.Caller{ClientID: live, Sandbox: true}, outcome},
		"no outcome":                       {intake.Caller{ClientID: trial, Sandbox: true}, nil},
	} {
		c.by.Company = "acme"
		_, err := h.Console.Intake.CreateLink(t.Context(), c.by, intake.LinkRequest{
			Function: onboarding.LiveFaceCheck,
			Sandbox:  c.outcome,
			Specimen: "face",
		})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	by := intake.Caller{Company: "acme", ClientID: trial, Sandbox: true}
	plain := intake.LinkRequest{Function: onboarding.LiveFaceCheck, Sandbox: outcome}
	made, err := h.Console.Intake.CreateLink(t.Context(), by, plain)
	if err != nil {
		t.Fatal(err)
	}
	_, secret, _ := strings.Cut(made.URL, "#")
	shown, err := h.Console.Intake.OpenLink(t.Context(), made.ID, secret)
	if err != nil || shown.Specimen != "" {
		t.Errorf("a link of the API plays %q, %v", shown.Specimen, err)
	}
	h.As(access.Admin).Get(playground + "/" + made.ID).Want(http.StatusNotFound)
}

func TestPicturesOfASpecimenAreServedByTheirPlace(t *testing.T) {
	b := webtest.Open(t).Browser()
	b.Get("/docs/specimens/blurred/selfie").Want(200, `"/docs/specimens/blurred/selfie/0"`, `"order":[0`)
	if b.Get("/docs/specimens/blurred/selfie/0"); b.Status != 200 || !strings.HasPrefix(b.Body, "\xff\xd8") {
		t.Errorf("the picture is answered %d", b.Status)
	}
	if b.Get("/docs/specimens/voice"); b.Status != 200 || !strings.HasPrefix(b.Body, "RIFF") {
		t.Errorf("the voice is answered %d", b.Status)
	}
	for _, path := range []string{
		"blurred/selfie/9", "blurred/selfie/-1", "blurred/selfie/x", "blurred/video", "blurred/voice", "x/face",
	} {
		b.Get("/docs/specimens/" + path).Want(http.StatusNotFound)
	}
}
