package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/intake"
	"proofdesk/engine"
)

func TestAThresholdIsReplayedOverTheCapturesOfThirtyDays(t *testing.T) {
	var measured []map[string]float64
	w := newWorld(t, func(w *world) {
		w.in.Quality = func(context.Context, engine.Capture, engine.Thresholds) (intake.PictureQuality, error) {
			scores := measured[0]
			measured = measured[1:]
			return intake.PictureQuality{Outcome: "PASS", Scores: scores}, nil
		}
	})
	send := func(kind string, scores map[string]float64) {
		measured = append(measured, scores)
		w.put(w.newJob(jobBody), kind, string(jpegOf(t, 30, 30)))
	}
	send("id_front", map[string]float64{"glare": .9}) // too long ago
	w.clock.Advance(31 * 24 * time.Hour)
	for _, glare := range []float64{.05, .12, .13, .4} {
		send("id_front", map[string]float64{"glare": glare, "focus": .5})
	}
	send("id_back", nil) // a picture that could not be read
	send("selfie", map[string]float64{"glare": .9, "least_angle": -14, "focus": .5})
	const document, face = "idCaptureCustomizationOptions.captureOptions.",
		"selfieCaptureCustomizationOptions.captureOptions."
	for parameters, want := range map[string]string{
		"path=" + document + "glareDetectionThreshold&value=0.12": `"captures":4,"prompted":2,"partial":false`,
		"path=" + document + "focusThreshold&value=0.5":           `"captures":4,"prompted":0,"partial":false`,
		"path=" + document + "focusThreshold&value=0.6":           `"captures":4,"prompted":4,"partial":false`,
		"path=" + face + "minHeadEulerAngle&value=-10":            `"captures":1,"prompted":1,"partial":false`,
		"path=" + face + "minHeadEulerAngle&value=-20":            `"captures":1,"prompted":0,"partial":false`,
		"path=" + face + "eyeOpenProbability&value=0.4":           `"captures":0,"prompted":0,"partial":false`,
	} {
		a := w.call("GET", "/api/presets/catalogue/replay?"+parameters, admin(""), "")
		if a.status != http.StatusOK || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d %s, want %s", parameters, a.status, a.body, want)
		}
	}
	for parameters, want := range map[string]string{
		"value=1":             "path:required",
		"path=x":              "value:required",
		"path=x&value=1":      "path:one_of",
		"path=language&value": "value:required",
		"path=" + document + "glareDetectionThreshold&value=2":   "value:range",
		"path=" + document + "glareDetectionThreshold&value=NaN": "value:type",
		"path=" + document + "glareDetectionThreshold&value=low": "value:type",
	} {
		a := w.call("GET", "/api/presets/catalogue/replay?"+parameters, admin(""), "")
		if a.status != http.StatusBadRequest || a.rule(t) != want {
			t.Errorf("%s: %d %s, want %s", parameters, a.status, a.body, want)
		}
	}
	foreign := headers{"X-Api-Key-Id": "other", "X-Api-Key-Secret": "right"}
	a := w.call("GET", "/api/presets/catalogue/replay?path="+document+"glareDetectionThreshold&value=0", foreign, "")
	if !strings.Contains(string(a.body), `"captures":0`) {
		t.Errorf("another company: %s", a.body)
	}
}
