package presets_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

var tags = regexp.MustCompile(`<[^>]*>`)

// sentences returns the changes on a page as its reader reads them, one a line.
func sentences(b *webtest.Browser) string {
	_, list, _ := strings.Cut(b.Body, `<ul class="changes">`)
	list, _, _ = strings.Cut(list, "</ul>")
	var all []string
	for item := range strings.SplitSeq(list, "</li>") {
		if text := strings.Join(strings.Fields(tags.ReplaceAllString(item, " ")), " "); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

// measured adds jobs of a company with one capture each, of which the verdict holds a measurement of glare.
func measured(h *webtest.Fixture, company string, glare ...float64) {
	h.T.Helper()
	ctx := h.T.Context()
	h.Change(func(tx *store.Tx) error {
		for _, g := range glare {
			id := ids.UUID()
			err := tx.InsertJob(ctx, onboarding.Job{
				ID:        id,
				Seq:       tx.NextSeq(),
				Company:   company,
				Function:  onboarding.IDValidation,
				Line:      onboarding.CurrentLine,
				Preset:    "retail@1",
				Status:    onboarding.Capturing,
				CreatedAt: tx.Now,
			})
			if err != nil {
				return err
			}
			err = tx.InsertCapture(ctx, onboarding.Capture{
				ID:         ids.UUID(),
				Company:    company,
				JobID:      id,
				Kind:       onboarding.IDFront,
				WrappedKey: []byte("k"),
				CreatedAt:  tx.Now,
				Quality:    fmt.Appendf(nil, `{"outcome":"PASS","prompts":[],"scores":{"focus":0.991,"glare":%g}}`, g),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func TestEachChangeIsASentenceWithItsEffect(t *testing.T) {
	h := webtest.Open(t)
	measured(h, "acme", .9) // too long ago
	h.Clock.Advance(31 * 24 * time.Hour)
	measured(h, "acme", .05, .15, .25, .4)
	measured(h, "globex", .5, .5, .5)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail").Post("/presets/retail", map[string][]string{
		"base": {`{"` + glare + `":0.3}`}, "v:" + glare: {"0.12"}, "v:" + ground: {"#102030"}, "v:" + closer: {"Nearer"},
		"v:" + preset.TextPath("HI", closer):         {"पास लाएँ"},
		"v:" + logic + ".missingBarcodeTimeInterval": {"7"}, "v:" + logic + ".minMrzConfidence": {"0.4"},
		"v:selfieCaptureCustomizationOptions.captureOptions.minFaceWidth": {"0.5"},
		"v:idCaptureCustomizationOptions.enableUploadIDData":              {""},
	})
	b.Get("/presets/retail/publish").Want(http.StatusOK)
	got := sentences(b)
	for _, want := range []string{
		"glareDetectionThreshold 0.3 → 0.12 (prompts sooner); shown on 5 screens 0.12 would have prompted for 3 of 4 " +
			"captures of the last 30 days, 0.3 for 1. ID capture · Logic: ",
		"missingBarcodeTimeInterval default (5 s) → 7 s (gives up later); shown on 3 screens Past captures " +
			"can&#39;t tell: it acts on the device, which does not send what it measures.",
		"minMrzConfidence default (0.5) → 0.4 (warns less often); shown on 1 screen Past captures can&#39;t tell: " +
			"what it is compared with is not kept with them.",
		"minFaceWidth default (0.6) → 0.5 (prompts later); shown on 2 screens Past captures can&#39;t tell: none of " +
			"the last 30 days has this measurement.",
		"captureScreenBgColor default (#111827) → #102030 shown on ",
		"moveCloser default (Move closer) → “Nearer” shown on ",
		"moveCloser as in the other languages → “पास लाएँ” shown on ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	b.Get("/presets/retail/compare?from=draft&to=1").Want(http.StatusOK)
	want := "0.12 → 0.3 (prompts later); shown on 5 screens 0.3 would have prompted for 1 of 4 captures"
	if got := sentences(b); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

func TestPicturesGetWhatIsSetBeforeAndAfter(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Auditor)
	b.Get("/presets/retail/pictures?from=0&to=draft").Want(http.StatusOK)
	var sent struct {
		Catalogue     map[string]struct{ Default any }
		Before, After struct{ Values, Texts map[string]any }
		Media         string
	}
	if err := json.Unmarshal([]byte(b.Body), &sent); err != nil {
		t.Fatal(err)
	}
	if len(sent.Catalogue) != len(preset.Options()) || len(sent.Before.Values) != 0 || sent.After.Values[glare] != .3 {
		t.Errorf("%d options, before %v, after %v", len(sent.Catalogue), sent.Before, sent.After)
	}
	if sent.Media != "/api/v4/media/acme/" {
		t.Errorf("uploads are at %q", sent.Media)
	}
	for path, want := range map[string]int{
		"/presets/retail/pictures?from=7":      http.StatusNotFound,
		"/presets/retail/pictures?to=proposal": http.StatusNotFound,
		"/presets/nothing/pictures":            http.StatusNotFound,
	} {
		b.Get(path).Want(want)
	}
	made(h, "globex", "secret", preset.Values{glare: .3})
	b.Get("/presets/secret/pictures").Want(http.StatusNotFound)
	h.As(access.Agent).Get("/presets/retail/pictures").Want(http.StatusForbidden)
}

func TestAProposalIsShownAgainstTheVersionInUse(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{"isDebugMode": true})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail/publish").Want(http.StatusOK, "isDebugMode", "weakens a protection", "Screens that change")
	if all := sentences(b); !strings.Contains(all, "isDebugMode") || !strings.Contains(all, "weakens a protection") {
		t.Errorf("the list of changes does not say which of them weakens a protection:\n%s", all)
	}
	b.Lacks("Screens that the proposal changes") // they are those of the draft
	b.Get("/presets/retail/pictures?to=proposal").Want(http.StatusOK)
	b.Get("/presets/retail").Post("/presets/retail", map[string][]string{"base": {"{}"}, "v:language": {"HI"}})
	b.Get("/presets/retail/publish").Want(http.StatusOK, "Screens that change", "Screens that the proposal changes")
}

// A copy of what is set, or of what is in force, for each difference would have 30 kB and more.
func TestADifferenceIsShownWithoutACopyOfAllOptions(t *testing.T) {
	const differences, most = 400, 20_000 // bytes for each
	h := webtest.Open(t)
	some := preset.Values{}
	for _, o := range preset.Options()[:differences] {
		some[o.Path] = o.Default
	}
	made(h, "acme", "retail", some)
	b := h.As(access.Admin)
	b.Get("/presets/retail/compare?from=0&to=draft") // what is made once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b.Get("/presets/retail/compare?from=0&to=draft").Want(http.StatusOK)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > differences*most {
		t.Errorf("%d bytes for each difference", used/differences)
	}
}

// BenchmarkPublishing measures the page of a draft that changes two thresholds, with a hundred thousand captures of the
// last 30 days.
func BenchmarkPublishing(b *testing.B) {
	h := webtest.Open(b)
	for range 100 {
		some := make([]float64, 1000)
		for i := range some {
			some[i] = float64(i) / 1000
		}
		measured(h, "acme", some...)
	}
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	made(h, "acme", "plain", preset.Values{"language": "HI"})
	published(h, "plain")
	browser := h.As(access.Admin)
	browser.Get("/presets/retail").Post("/presets/retail", map[string][]string{
		"base": {`{"` + glare + `":0.3}`}, "v:" + glare: {"0.12"}, "v:" + logic + ".focusThreshold": {"0.5"},
	})
	for _, name := range []string{"retail", "plain"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				browser.Get("/presets/" + name + "/publish").Want(http.StatusOK)
			}
		})
	}
}
