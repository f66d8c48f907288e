package presets_test

import (
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/webtest"
)

// assignedTo sends the form that assigns the preset retail, with a hold rule.
func assignedTo(b *webtest.Browser, fields url.Values) *webtest.Browser {
	b.Get("/presets/retail/use")
	form := url.Values{
		"number":  {"0"},
		"percent": {"30"},
		"minJobs": {"3"},
		"window":  {"24h"},
	}
	for name, values := range fields {
		form[name] = values
	}
	return b.Post("/presets/retail/assignments", form)
}

// checked lets the program check the hold rules.
func checked(h *webtest.Fixture) int {
	h.T.Helper()
	h.Clock.Advance(5 * time.Minute)
	g := &presets.HoldWatcher{Store: h.Store, Clock: h.Clock, Log: slog.New(slog.DiscardHandler)}
	n, err := g.Turn(h.T.Context())
	if err != nil {
		h.T.Fatal(err)
	}
	return n
}

func TestAHeldAssignmentIsToldWhereverPresetsAreAndIsResumedByAnAdmin(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	assignedTo(b, url.Values{"retryRate": {"12,5"}}).Follow().Want(http.StatusOK,
		"captured again over 12.5%, of at least 3 jobs in 1 d")
	for range 2 {
		began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13", submitted: true, retaken: true})
	}
	if n := checked(h); n != 0 {
		t.Fatalf("%d held for two jobs", n)
	}
	b.Get("/presets").Want(http.StatusOK, "company default: 30% of applicants")
	began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13", submitted: true})
	if n := checked(h); n != 1 {
		t.Fatalf("%d held for three jobs", n)
	}
	why := "2 of 3 submitted jobs of version 1 were captured again (67%, the limit is 12.5%)"
	b.Get("/presets").Want(http.StatusOK, "held since", "Held: "+why,
		`<a class="link" href="/presets/retail/use"><span class="tag warn"`)
	b.Get("/dashboard").Want(http.StatusOK, "retail is held since", why, `href="/presets/retail/use"`,
		`<a href="/presets/retail">retail</a>`)
	h.As(access.Auditor).Get("/presets/retail/use").Want(http.StatusOK, why)
	b.Get("/presets/retail/use").Want(http.StatusOK, "Company default is held since", why,
		"New applicants get the defaults instead.", "/presets/retail/assignments/resume")
	resume := url.Values{"version": {versionOf(b, "assignments/resume")}, "place": {"0"}}
	b.Post("/presets/retail/assignments/resume", url.Values{"version": {"1"}, "place": {"0"}})
	b.Want(http.StatusConflict, "Somebody else has changed this assignment")
	b.Post("/presets/retail/assignments/resume", url.Values{"version": resume["version"], "place": {"7"}})
	b.Want(http.StatusConflict, "This assignment no longer exists")
	h.As(access.Admin).Get("/presets/retail").Post("/presets/retail",
		url.Values{"base": {"{}"}, "v:language": {"HI"}}).Follow()
	b.Get("/presets/retail/use").Post("/presets/retail/assignments/resume", resume).Follow()
	b.Want(http.StatusOK, "The assignment is used again.")
	if strings.Contains(b.Body, "held since") || strings.Contains(b.Body, "/assignments/resume") {
		t.Error("it is still shown as held")
	}
	b.Get("/audit").Want(http.StatusOK, "held an assignment of a preset", "resumed an assignment of a preset",
		"the program")
}

func TestAnAssignmentThatIsTypedWrongIsShownAgain(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	for _, tt := range []struct {
		fields url.Values
		want   string
	}{
		{url.Values{"retryRate": {"150"}}, "Enter a percentage from 0 to 100, or leave it empty for no limit."},
		{url.Values{"errorRate": {"few"}}, "Enter a percentage from 0 to 100, or leave it empty for no limit."},
		{url.Values{"retryRate": {"20"}, "minJobs": {"0"}}, "Enter a whole number of jobs from 1 to 1,000,000."},
		{url.Values{"from": {"1960-01-01"}}, "Enter a day from 1970 on, or leave the field empty."},
	} {
		assignedTo(b, tt.fields).Want(http.StatusBadRequest, tt.want)
	}
	all := url.Values{"percent": {"101"}, "retryRate": {"-1"}, "errorRate": {"101"}, "minJobs": {"x"}, "from": {"soon"}}
	assignedTo(b, all).Want(http.StatusBadRequest)
	for field := range all {
		b.Want(http.StatusBadRequest, `id="field-`+field+`-problem"`)
	}
	assignedTo(b, nil).Follow().Want(http.StatusOK, "never held")
}

func TestAnAssignmentOfAProgramIsChangedWithoutLosingWhatAFormHasNoChoiceFor(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	p := published(h, "retail")
	hold := &preset.Hold{RetryRate: .125, ErrorRate: 1, MinJobs: 30, Window: 12 * time.Hour}
	from := h.Clock.Now().Add(-30 * time.Hour)
	_, err := h.Console.Presets.Assign(t.Context(), "apikey:1", "acme", "retail", p.Revision,
		[]preset.Assignment{{Percent: 40, From: from, Hold: hold}})
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin).Get("/presets/retail/use")
	b.Want(http.StatusOK, `href="/presets/retail/use?change=0#assignments"`)
	b.Get("/presets/retail/use?change=0").Want(http.StatusOK, "You are changing an assignment: company default.",
		`value="12.5"`, `<option value="12h" selected>`, `value="40"`, `value="30"`)
	sent := url.Values{
		"version":   {b.Field("version")},
		"change":    {"0"},
		"number":    {"0"},
		"percent":   {"60"},
		"retryRate": {"12.5"},
		"minJobs":   {"30"},
		"window":    {"12h"},
		"from":      {from.Format(time.DateOnly)},
	}
	sent.Set("retryRate", "much")
	b.Post("/presets/retail/assignments", sent)
	b.Want(http.StatusBadRequest, "Enter a percentage", "You are changing an assignment", `value="much"`, `value="60"`)
	sent.Set("retryRate", "12.5")
	sent.Set("version", b.Field("version"))
	b.Post("/presets/retail/assignments", sent).Follow().Want(http.StatusOK, "60 %")
	all, err := h.Store.PresetAssignments(t.Context(), "acme")
	if err != nil || len(all) != 1 {
		t.Fatalf("%d assignments: %v", len(all), err)
	}
	if a := all[0]; a.Percent != 60 || !a.From.Equal(from) || a.Hold == nil || !a.Hold.Same(*hold) {
		t.Errorf("%+v, hold %+v", a, a.Hold)
	}
	sent.Set("change", "1")
	b.Get("/presets/retail/use")
	sent.Set("version", b.Field("version"))
	b.Post("/presets/retail/assignments", sent).Want(http.StatusConflict, "This assignment no longer exists.")
}

func TestAnAssignmentIsChangedOrRemovedAsItWasSeen(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	one, two := h.As(access.Admin), h.As(access.Admin)
	assignedTo(one, nil).Follow()
	const path = "/presets/retail/assignments"
	form := func(b *webtest.Browser, percent string) url.Values {
		b.Get("/presets/retail/use?change=0")
		return url.Values{
			"version": {html.UnescapeString(changeForm.FindStringSubmatch(b.Body)[1])},
			"change":  {"0"},
			"number":  {"0"},
			"percent": {percent},
			"minJobs": {"3"},
			"window":  {"24h"},
		}
	}
	first, second := form(one, "40"), form(two, "50")
	two.Get("/presets/retail/use")
	removal := url.Values{"version": {two.Field("version")}, "place": {"0"}}
	edit := preset.Edit{Path: glare, Base: .3, Value: .4}
	if _, _, err := h.Console.Presets.EditDraft(t.Context(), "cli", "acme", "retail", []preset.Edit{edit}); err != nil {
		t.Fatal(err)
	}
	one.Post(path, first).Follow().Want(http.StatusOK, "40 %")
	two.Post(path, second).Want(http.StatusConflict, "Saved meanwhile: 40", `value="50"`)
	two.Post(path+"/remove", removal).Want(http.StatusConflict, "look at it again")
	second.Del("version")
	two.Post(path, second).Want(http.StatusConflict)
	for _, wrong := range []string{"", "+1", "01", "newest"} {
		sent := form(two, "50")
		sent.Set("number", wrong)
		two.Post(path, sent).Want(http.StatusBadRequest)
	}
	two.Post(path, form(two, "50")).Follow().Want(http.StatusOK, "50 %")
}

// changeForm finds the version in the form that changes an assignment.
var changeForm = regexp.MustCompile(`name="version" value="([^"]*)"[^>]*><input type="hidden" name="change"`)

func TestAnOldVersionIsChosenByItsNumber(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	for i := range 16 {
		edit := preset.Edit{Path: glare, Base: .3 + float64(i)/100, Value: .3 + float64(i+1)/100}
		if _, _, err := h.Console.Presets.EditDraft(t.Context(), "cli", "acme", "retail",
			[]preset.Edit{edit}); err != nil {
			t.Fatal(err)
		}
		published(h, "retail")
	}
	b := h.As(access.Admin).Get("/presets/retail/compare")
	b.Want(http.StatusOK, `<option value="17" selected>`, `<option value="3">`, "Before: older version")
	b.Lacks(`<option value="2">`)
	b.Get("/presets/retail/compare?from=17&fromOlder=+2&to=draft&toOlder=").Want(http.StatusOK,
		`<option value="2" selected>`)
	b.Get("/presets/retail/compare?from=17&fromOlder=99&to=draft").Want(http.StatusNotFound)
	assignedTo(b, url.Values{"number": {"0"}, "older": {"two"}}).Want(http.StatusBadRequest,
		"Enter the number of a version, or leave it empty.")
	assignedTo(b, url.Values{"number": {"0"}, "older": {"99"}}).Want(http.StatusBadRequest)
	assignedTo(b, url.Values{"number": {"0"}, "older": {"2"}}).Follow().Want(http.StatusOK, "version 2",
		`href="/presets/retail/versions/2"`)
}

func TestAssignmentsThatProtectLessAreApprovedByASecondPersonInTheConsole(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{"isDebugMode": true})
	published(h, "retail")
	if _, err := h.Console.Presets.Approve(t.Context(), "agent:ben", "acme", "retail", -1); err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin)
	assignedTo(b, nil).Follow().Want(http.StatusOK, "The assignments wait for a second person", "Waits for approval",
		"company default: 30% of applicants", "isDebugMode", "You proposed it", "It is assigned to nobody.")
	b.Lacks("Approve and assign")
	b.Get("/presets/retail").Want(http.StatusOK, "proposed wait for approval")
	b.Get("/presets/retail/publish").Want(http.StatusOK, "Waits for approval", "Nothing has changed since version 1")
	b.Get("/presets/retail/compare?from=1&to=proposal").Want(http.StatusNotFound)
	if _, err := h.Console.Presets.Approve(t.Context(), "agent:ben", "acme", "retail", -1); err != nil {
		t.Fatal(err)
	}
	b.Get("/presets/retail/use").Want(http.StatusOK, "never held")
	b.Lacks("Waits for approval")
	b.Get("/audit").Want(http.StatusOK, "assigned")
}
