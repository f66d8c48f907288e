package presets_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

// job holds what the figures of presets need to know of a job.
type job struct {
	company   string
	preset    string
	sdk       string
	sandbox   string
	submitted bool
	retaken   bool
	asked     string // how far a request of an agent for another capture came: open or landed
}

// began adds a job at the time of the fixture's clock, and returns its id.
func began(h *webtest.Fixture, j job) string {
	h.T.Helper()
	id, ctx := ids.UUID(), h.T.Context()
	h.Change(func(tx *store.Tx) error {
		err := tx.InsertJob(ctx, onboarding.Job{
			ID:         id,
			Seq:        tx.NextSeq(),
			Company:    j.company,
			Function:   onboarding.IDValidation,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: j.sdk,
			Status:     onboarding.Capturing,
			Sandbox:    onboarding.Status(j.sandbox),
			Preset:     j.preset,
			CreatedAt:  tx.Now,
		})
		captures := 1
		if j.retaken {
			captures = 2
		}
		for i := 0; i < captures && err == nil; i++ {
			err = tx.InsertCapture(ctx, onboarding.Capture{
				ID:         ids.UUID(),
				Company:    j.company,
				JobID:      id,
				Kind:       onboarding.IDFront,
				WrappedKey: []byte("k"),
				CreatedAt:  tx.Now,
			})
		}
		if err == nil && j.submitted {
			_, err = tx.SubmitJob(ctx, j.company, id)
		}
		if err != nil || j.asked == "" {
			return err
		}
		err = tx.InsertCapture(ctx, onboarding.Capture{
			ID:         ids.UUID(),
			Company:    j.company,
			JobID:      id,
			Kind:       onboarding.IDFront,
			Request:    "r" + id,
			WrappedKey: []byte("k"),
			CreatedAt:  tx.Now,
		})
		if err == nil && j.asked == "landed" {
			request := store.ClaimedRequest{ID: "r" + id, Company: j.company, JobID: id}
			err = tx.LandCaptures(ctx, request, []onboarding.CaptureKind{onboarding.IDFront})
		}
		return err
	})
	return id
}

func TestFiguresOfAPresetCountWhatIsKnownAndNothingElse(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3, "idCaptureCustomizationOptions.enablePassportNfc": true})
	made(h, "globex", "retail", preset.Values{glare: .3})
	published(h, "retail")
	h.Clock.Advance(-31 * 24 * time.Hour)
	began(h, job{company: "acme", preset: "retail@1", sdk: "11.1", submitted: true}) // too old
	h.Clock.Advance(29 * 24 * time.Hour)
	for range 4 {
		began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13", submitted: true})
	}
	for _, asked := range []string{"open", "landed"} { // the applicant took these once, until an agent asked
		began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13", submitted: true, asked: asked})
	}
	began(h, job{company: "acme", preset: "retail@1", sdk: "9.5.6", submitted: true, retaken: true})
	began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13"}) // given up
	began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13", sandbox: "APPROVED", submitted: true})
	began(h, job{company: "acme", sdk: "11.1.13", submitted: true}) // without a preset
	began(h, job{company: "globex", preset: "retail@1", sdk: "11.1.13", submitted: true})
	h.Clock.Advance(2 * 24 * time.Hour)
	began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13"}) // has time left
	// quick ones say nothing yet: those that take longer, or are given up, are not known
	for range 2 {
		began(h, job{company: "acme", preset: "retail@1", sdk: "11.1.13", submitted: true})
	}
	b := h.As(access.Auditor)
	b.Get("/presets/retail/use").Want(http.StatusOK, "88%", "11%", "9.5.6 (1 job): enablePassportNfc")
	if !regexp.MustCompile(`data-label="Jobs"\s*>\s*<a[^>]*>11</a>`).MatchString(b.Body) {
		t.Errorf("not 11 jobs: %s", b.Body)
	}
	b.Get("/presets/retail/publish").Want(http.StatusOK, "SDK 9.5.6 does not have it: 1 job in 30 days.",
		"Used for: nobody.")
	b.Get("/dashboard").Want(http.StatusOK, `id="presets"`)
	b.Get("/dashboard/presets.csv")
	if want := "retail,1,–,as published,9.5.6: enablePassportNfc,11,87.5,11.1"; !strings.Contains(b.Body, want) {
		t.Errorf("no %q in %s", want, b.Body)
	}
}

// Whether a change helped is seen where the versions before and after it stand below each other.
func TestTheVersionsOfAPresetAreComparedWhereverTheirFiguresAre(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .1})
	published(h, "retail")
	_, _, err := h.Console.Presets.EditDraft(t.Context(), "agent:ann", "acme", "retail",
		[]preset.Edit{{Path: glare, Base: .1, Value: .3}})
	if err != nil {
		t.Fatal(err)
	}
	published(h, "retail")
	_, _, err = h.Console.Presets.EditDraft(t.Context(), "agent:ann", "acme", "retail",
		[]preset.Edit{{Path: glare, Base: .3, Value: .2}})
	if err != nil {
		t.Fatal(err)
	}
	for n, retaken := range map[string]int{"retail@1": 3, "retail@2": 1} {
		for i := range 4 {
			began(h, job{company: "acme", preset: n, sdk: preset.CurrentSDK, submitted: true, retaken: i < retaken})
		}
	}
	h.Clock.Advance(25 * time.Hour)
	b := h.As(access.Admin)
	assignedTo(b, nil).Follow()
	b.Get("/dashboard/presets.csv")
	for _, want := range []string{
		"retail,2,company default: 30% of applicants,1 unpublished change,–,4,100.0,25.0,–",
		"retail,1,,,–,4,100.0,75.0,–",
	} {
		if !strings.Contains(b.Body, want) {
			t.Errorf("no %q in %s", want, b.Body)
		}
	}
	b.Get("/presets/retail/use").Want(http.StatusOK, "25%", "75%")
	b.Get("/presets").Want(http.StatusOK, "version 2", "1 unpublished change",
		"company default: 30% of applicants")
	if jobs := regexp.MustCompile(`data-label="Jobs, 30 days">(\d+)`).FindStringSubmatch(b.Body); len(jobs) != 2 ||
		jobs[1] != "8" {
		t.Errorf("the list says %q jobs", jobs)
	}
}

func TestAJobLeadsToTheVersionThatItWasCapturedWith(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	id := began(h, job{company: "acme", preset: "retail@1", sdk: "11.1", submitted: true})
	for role, link := range map[access.Role]bool{access.Agent: false, access.Senior: true, access.Auditor: true} {
		b := h.As(role)
		b.Get("/jobs/" + id)
		if b.Status != http.StatusOK || !strings.Contains(b.Body, "retail@1") ||
			strings.Contains(b.Body, `href="/presets/retail/versions/1"`) != link {
			t.Errorf("%s: %d, link wanted: %v", role, b.Status, link)
		}
	}
}

func TestTheJobsOfAPresetAreFoundByItsNameAndVersion(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	first := began(h, job{company: "acme", preset: "retail@1", sdk: "11.1", submitted: true})
	b := h.As(access.Admin)
	b.Get("/presets/retail/use").Want(http.StatusOK, "Used by", "/jobs?from=2026-10-21&amp;preset=retail",
		"preset=retail%401")
	began(h, job{company: "acme", preset: "retail@11", sdk: "11.1", submitted: true})
	began(h, job{company: "acme", preset: "retail-two@1", sdk: "11.1", submitted: true})
	began(h, job{company: "acme", sdk: "11.1", submitted: true})
	for query, rows := range map[string]int{
		"preset=retail":                     2,
		"preset=retail%401":                 1,
		"preset=retail%407":                 0,
		"q=preset%3Aretail%4011":            1,
		"preset=retail&function=enrollment": 0,
		"by=":                               4,
	} {
		b.Get("/jobs?" + query).Want(http.StatusOK)
		if n := strings.Count(b.Body, "<tr data-row"); n != rows {
			t.Errorf("%s finds %d jobs, want %d", query, n, rows)
		}
	}
	b.Get("/jobs?preset=retail%401").Want(http.StatusOK, first)
	b.Get("/jobs?preset=Retail+One").Want(http.StatusBadRequest,
		"Enter a preset as its name, or as its name, @ and a version, such as kiosk@3.")
	b.Get("/jobs?client=nobody").Want(http.StatusBadRequest, "Choose a client from the list.")
}

func TestAVersionOfAProgramNamesItsAPIKey(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	key, err := h.Console.Credentials.CreateAPIKey(t.Context(), "cli", "acme", "Release pipeline", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Console.Presets.Publish(t.Context(), "apikey:"+key.ID[len(key.ID)-len(ids.UUID()):], "acme", "branded",
		presets.AnyRevision,
		presets.Publication{Note: "First", Origin: preset.ByAPI})
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Auditor)
	b.Get("/presets/branded/versions").Want(http.StatusOK, "API key Release pipeline")
	b.Get("/presets").Want(http.StatusOK, "API key Release pipeline")
}

func TestAPresetWhoseOptionsAProgramSetsIsMarkedAndCanBeEdited(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Admin)
	b.Get("/presets/retail").Lacks("set options here")
	edits := []preset.Edit{{Path: closer, Value: "Closer"}}
	if _, _, err := h.Console.Presets.EditDraft(t.Context(), "apikey:gone", "acme", "retail", edits); err != nil {
		t.Fatal(err)
	}
	b.Get("/presets").Want(http.StatusOK, "2 options set, managed by API")
	b.Get("/presets/retail").Want(http.StatusOK, "API key gone set options here", "data-editable")
}

func TestAnAssignmentOfZeroPercentIsShownAsKeptForLater(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail/use")
	b.Post("/presets/retail/assignments", url.Values{
		"function": {"VIDEO_ID"}, "number": {"0"}, "percent": {"0"},
	}).Follow()
	b.Want(http.StatusOK, "The assignments were saved.", "0 %", "kept for later")
	if !regexp.MustCompile(`<dt>Functions</dt><dd[^>]*>\s*(<[^>]*>)?no function`).MatchString(b.Body) {
		t.Error("it is used for functions")
	}
	b.Get("/presets").Want(http.StatusOK, "video ID: 0% of applicants")
}
