package processing

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"slices"
	"sync"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/preset"
	"proofdesk/engine"
	"proofdesk/engine/face/drawn"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

const (
	idOptions     = "idCaptureCustomizationOptions."
	idLogic       = idOptions + "captureOptions."
	selfieLogic   = "selfieCaptureCustomizationOptions.captureOptions."
	notAsked      = "not asked"
	wholePortrait = 700 // width in pixels of the drawn selfies
)

var inspectionDay = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// thresholdRow is an option with two values, and what a job's capture comes to under each. The capture's measurement
// lies between the two.
type thresholdRow struct {
	path       string
	one, other any
	see        func(*testing.T, engine.Thresholds) string
	seen       [2]string
}

// prompted reports whether the verdict on an upload asks for something.
func prompted(kind, prompt string, file func() []byte) func(*testing.T, engine.Thresholds) string {
	return func(_ *testing.T, th engine.Thresholds) string {
		r := engine.Assess(engine.Capture{ID: kind, Kind: kind, Bytes: file()}, th)
		if slices.Contains(r.Prompts, prompt) {
			return prompt
		}
		return notAsked
	}
}

// judged returns the outcome of a check of one capture, with its first reason.
func judged(kind, code string, file func() []byte) func(*testing.T, engine.Thresholds) string {
	return func(t *testing.T, th engine.Thresholds) string {
		return outcome(inspected(t, th, engine.Capture{ID: kind, Kind: kind, Bytes: file()}), code)
	}
}

func inspected(t *testing.T, th engine.Thresholds, captures ...engine.Capture) engine.Report {
	return engine.Inspect(t.Context(), engine.Submission{
		Captures:   captures,
		Thresholds: th,
		Today:      inspectionDay,
		MinimumAge: 18,
	})
}

func outcome(r engine.Report, code string) string {
	for _, c := range r.Checks {
		if c.Code != code {
			continue
		}
		if len(c.Reasons) > 0 {
			return string(c.Outcome) + " " + c.Reasons[0]
		}
		return string(c.Outcome)
	}
	return "no check"
}

// reviewed returns the outcome of a check of a selfie, and of a job that requires nothing more than the selfie.
func reviewed(code string, file func() []byte) func(*testing.T, engine.Thresholds) string {
	return func(t *testing.T, th engine.Thresholds) string {
		r := inspected(t, th, engine.Capture{ID: "selfie", Kind: "selfie", Bytes: file()})
		found := outcome(r, code)
		d := policy.Decide(policy.Policy{Requirements: map[onboarding.Function][]policy.Requirement{
			onboarding.LiveFaceCheck: {{Check: engine.CodeSelfie, Assurance: engine.Heuristic}},
		}}, policy.Input{
			Function: onboarding.LiveFaceCheck,
			Captures: []onboarding.CaptureKind{onboarding.Selfie},
			Report:   r,
		})
		return found + ", " + string(d.Outcome)
	}
}

// once draws a file when it is first needed.
func once(draw func() []byte) func() []byte { return sync.OnceValue(draw) }

func specimenOf(kind specimen.Kind, seed uint64, c specimen.Case, capture string) func() []byte {
	return once(func() []byte {
		made, _ := specimen.ApplicantWith(kind, seed, c, inspectionDay).Capture(capture)
		return made.Bytes
	})
}

// filling returns a card's front that takes a share of the picture in its tighter direction.
func filling(share float64) func() []byte {
	return once(func() []byte {
		card := specimen.ApplicantWith(specimen.CardTD1, 3, specimen.Good, inspectionDay).Document.Front()
		return specimen.JPEG(specimen.Photograph(card, specimen.Conditions{Fill: share}), 90, 1)
	})
}

func selfie(o drawn.Options) func() []byte {
	return once(func() []byte {
		if o.Size == 0 {
			o.Size = wholePortrait
		}
		return specimen.JPEG(drawn.Portrait(3, o), 90, 1)
	})
}

// blurred returns a picture out of focus.
func blurred(file func() []byte, sigma float64) func() []byte {
	return once(func() []byte {
		m, _, err := raster.Decode(file(), raster.DefaultLimits())
		if err != nil {
			panic(err)
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, raster.GaussianBlur(m.Gray(), sigma), nil); err != nil {
			panic(err)
		}
		return b.Bytes()
	})
}

// crop returns the part of a licence's back that holds its barcode.
func crop(file func() []byte) func() []byte {
	return once(func() []byte {
		m, _, err := raster.Decode(file(), raster.DefaultLimits())
		if err != nil {
			panic(err)
		}
		w, h := m.Size()
		var b bytes.Buffer
		part := m.RGBA().SubImage(image.Rect(w/12, h*2/5, w*11/12, h))
		if err := jpeg.Encode(&b, part, &jpeg.Options{Quality: 90}); err != nil {
			panic(err)
		}
		return b.Bytes()
	})
}

// lively returns what the policy does with a device's pass of the liveness check with a score.
func lively(score float64) func(*testing.T, engine.Thresholds) string {
	return func(_ *testing.T, th engine.Thresholds) string {
		c := engine.Check{
			Code:      engine.CodeLiveness,
			Group:     engine.GroupLiveness,
			Provider:  "sdk",
			Assurance: engine.Calibrated,
			RanOn:     engine.OnDevice,
			Outcome:   engine.Pass,
			Score:     &score,
		}
		c = atThreshold(c, th.Floor(c.Code, string(onboarding.Selfie)))
		p := policy.Policy{Requirements: map[onboarding.Function][]policy.Requirement{
			onboarding.LiveFaceCheck: {{Check: engine.CodeLiveness, Assurance: engine.Calibrated}},
		}}
		return string(policy.Decide(p, policy.Input{
			Function: onboarding.LiveFaceCheck,
			Captures: []onboarding.CaptureKind{onboarding.Selfie},
			Report:   engine.Report{Checks: []engine.Check{c}},
		}).Outcome)
	}
}

func thresholdRows() []thresholdRow {
	card := specimenOf(specimen.CardTD1, 3, specimen.Good, "id_front")
	back := specimenOf(specimen.CardTD1, 3, specimen.Good, "id_back")
	licence := specimenOf(specimen.Licence, 3, specimen.Good, "id_back")
	unsharp := blurred(licence, 5)
	return []thresholdRow{
		{
			path:  idOptions + "enableRealIDDetection",
			one:   true,
			other: false,
			see:   judged("id_front", engine.CodeRealness, card),
			seen:  [2]string{"PASS", "NOT_RUN"},
		},
		{
			path:  idLogic + "frontRealnessThreshold",
			one:   .1,
			other: 1.,
			see:   judged("id_front", engine.CodeRealness, card),
			seen:  [2]string{"PASS", "FAIL document.realness_unsure"},
		},
		{
			path:  idLogic + "backRealnessThreshold",
			one:   .1,
			other: 1.,
			see:   judged("id_back", engine.CodeRealness, back),
			seen:  [2]string{"PASS", "FAIL document.realness_unsure"},
		},
		{
			path:  idLogic + "frontDocumentConfidence",
			one:   .1,
			other: 1.,
			see:   judged("id_front", engine.CodeDocument, card),
			seen:  [2]string{"PASS", "WARN document.outline_unsure"},
		},
		{
			path:  idLogic + "backDocumentConfidence",
			one:   .1,
			other: 1.,
			see:   judged("id_back", engine.CodeDocument, back),
			seen:  [2]string{"PASS", "WARN document.outline_unsure"},
		},
		{
			path:  idLogic + "lowerWidthThresholdTolerance",
			one:   .2,
			other: .0,
			see:   prompted("id_front", "moveCloser", filling(.46)),
			seen:  [2]string{notAsked, "moveCloser"},
		},
		{
			path:  idLogic + "upperWidthThresholdTolerance",
			one:   .05,
			other: .0,
			see:   prompted("id_front", "moveAway", filling(.97)),
			seen:  [2]string{notAsked, "moveAway"},
		},
		{
			path:  idLogic + "focusThreshold",
			one:   .0,
			other: 1.,
			see:   prompted("id_front", "tooBlurry", specimenOf(specimen.CardTD1, 3, specimen.OutOfFocus, "id_front")),
			seen:  [2]string{notAsked, "tooBlurry"},
		},
		{
			path:  idLogic + "fingerDetectionThreshold",
			one:   .3,
			other: .1,
			see: prompted("id_front", "fingerDetectedOnIdText",
				specimenOf(specimen.CardTD1, 2, specimen.Slanted, "id_front")),
			seen: [2]string{notAsked, "fingerDetectedOnIdText"},
		},
		{
			path:  idLogic + "glareDetectionThreshold",
			one:   1.,
			other: .0,
			see: prompted("id_front", "tooMuchGlare",
				specimenOf(specimen.CardTD1, 3, specimen.Reflecting, "id_front")),
			seen: [2]string{notAsked, "tooMuchGlare"},
		},
		{
			path:  idLogic + "minMrzConfidence",
			one:   .1,
			other: 1.,
			see:   judged("id_back", engine.CodeMRZ, back),
			seen:  [2]string{"PASS", "WARN mrz.unsure"},
		},
		{
			path:  idLogic + "minBarcodeConfidence",
			one:   .1,
			other: 1.,
			see:   judged("id_back", engine.CodeBarcode, blurred(licence, 2.5)),
			seen:  [2]string{"PASS", "WARN barcode.unsure"},
		},
		{
			path:  idLogic + "documentBackComponentConfidence",
			one:   .3,
			other: .999,
			see:   prompted("id_back", "moveCloserBarcode", unsharp),
			seen:  [2]string{"moveCloserBarcode", notAsked},
		},
		{
			path:  idLogic + "isBarcodeRecoveryEnabled",
			one:   true,
			other: false,
			see: func(t *testing.T, th engine.Thresholds) string {
				r := inspected(t, th, engine.Capture{ID: "id_back", Kind: "id_back", Bytes: unsharp()},
					engine.Capture{ID: "document", Kind: "document", Bytes: crop(licence)()})
				return prompted("id_back", "moveCloserBarcode", unsharp)(t, th) + ", " + outcome(r, engine.CodeBarcode)
			},
			seen: [2]string{"moveCloserBarcode, PASS", notAsked + ", no check"},
		},
		{
			path:  selfieLogic + "minFaceWidth",
			one:   .3,
			other: 1.,
			see:   prompted("selfie", "moveCloser", selfie(drawn.Options{Zoom: .5})),
			seen:  [2]string{notAsked, "moveCloser"},
		},
		{
			path:  selfieLogic + "eyeOpenProbability",
			one:   .0,
			other: .9,
			see:   prompted("selfie", "eyesClosed", selfie(drawn.Options{Expression: drawn.EyesClosed})),
			seen:  [2]string{notAsked, "eyesClosed"},
		},
		{
			path:  selfieLogic + "minHeadEulerAngle",
			one:   -30.,
			other: -5.,
			see:   judged("selfie", engine.CodeFaceQuality, selfie(drawn.Options{Roll: -14})),
			seen:  [2]string{"PASS", "WARN face.roll"},
		},
		{
			path:  selfieLogic + "maxHeadEulerAngle",
			one:   30.,
			other: 5.,
			see:   prompted("selfie", "straightenHead", selfie(drawn.Options{Roll: 18})),
			seen:  [2]string{notAsked, "straightenHead"},
		},
		{
			path:  selfieLogic + "minRelativeNoseHeight",
			one:   .2,
			other: .66,
			see:   prompted("selfie", "moveFaceDown", selfie(drawn.Options{})),
			seen:  [2]string{notAsked, "moveFaceDown"},
		},
		{
			path:  selfieLogic + "maxRelativeNoseHeight",
			one:   .9,
			other: .49,
			see:   prompted("selfie", "moveFaceUp", selfie(drawn.Options{})),
			seen:  [2]string{notAsked, "moveFaceUp"},
		},
		{
			path:  selfieLogic + "labelsConfidenceThreshold",
			one:   1.,
			other: .5,
			see:   prompted("selfie", "glassesDetected", selfie(drawn.Options{Glasses: drawn.WithGlasses})),
			seen:  [2]string{notAsked, "glassesDetected"},
		},
		{
			path:  selfieLogic + "faceMaskProbabilityThreshold",
			one:   .98,
			other: .9,
			see:   reviewed(engine.CodeMask, selfie(drawn.Options{})),
			seen:  [2]string{"no check, APPROVED", "NOT_RUN face.mask_not_judged, REVIEW"},
		},
		{
			path:  selfieLogic + "liveFaceProbabilityThreshold",
			one:   .8,
			other: .9,
			see:   lively(.85),
			seen:  [2]string{"APPROVED", "REVIEW"},
		},
		{
			path:  selfieLogic + "lightIntensityThreshold",
			one:   .0,
			other: 1.,
			see:   prompted("selfie", "tooDark", selfie(drawn.Options{Light: .3})),
			seen:  [2]string{notAsked, "tooDark"},
		},
		{
			path:  selfieLogic + "focusFaceThreshold",
			one:   .0,
			other: 1.,
			see:   prompted("selfie", "faceNotInFocus", blurred(selfie(drawn.Options{}), 3)),
			seen:  [2]string{notAsked, "faceNotInFocus"},
		},
	}
}

// thresholdsUnder returns the thresholds of a job whose preset sets one option.
func thresholdsUnder(t *testing.T, path string, value any) engine.Thresholds {
	t.Helper()
	o, ok := preset.Find(path)
	if _, mistake := o.Check(value); !ok || mistake != nil {
		t.Fatalf("%s can't be %v: %v", path, value, mistake)
	}
	v, _ := preset.ParseVersion(preset.CurrentSDK)
	options := preset.Content{Values: preset.Values{path: value}}.Effective(v)
	stored, err := json.Marshal(onboarding.RequestDetails{Settings: options.ForServer()})
	if err != nil {
		t.Fatal(err)
	}
	var request onboarding.RequestDetails
	if err := json.Unmarshal(stored, &request); err != nil {
		t.Fatal(err)
	}
	th, err := engine.ThresholdsOf(request.Settings)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// withholding are the options that keep pictures on the device, with the function that needs only those.
var withholding = map[string]onboarding.Function{
	idOptions + "enableUploadIDData": onboarding.IDValidation,
	selfieLogic + "uploadFaceData":   onboarding.LiveFaceCheck,
}

func TestAJobIsReviewedWithoutWhatItsPresetKeepsOnTheDevice(t *testing.T) {
	v, _ := preset.ParseVersion(preset.CurrentSDK)
	for path, function := range withholding {
		for value, want := range map[bool]onboarding.Status{true: onboarding.Errored, false: onboarding.Review} {
			options := preset.Content{Values: preset.Values{path: value}}.Effective(v)
			d := policy.Decide(policy.Default(), policy.Input{
				Function: function,
				Captures: onboarding.ServerOptions(options.ForServer()).Withheld(),
				Report:   inspected(t, engine.DefaultThresholds()),
			})
			if d.Outcome != want {
				t.Errorf("%s = %v: %s %v, want %s", path, value, d.Outcome, d.Reasons, want)
			}
		}
	}
}

const secondID = idOptions + "isSecondaryID"

func TestAJobIsReviewedWithoutTheSecondIDThatItsPresetAsksFor(t *testing.T) {
	v, _ := preset.ParseVersion(preset.CurrentSDK)
	passport := []onboarding.Capture{{Kind: onboarding.Passport}}
	for asked, want := range map[bool]string{true: "capture.second_missing", false: ""} {
		options := preset.Content{Values: preset.Values{secondID: asked}}.Effective(v)
		request := onboarding.RequestDetails{Settings: options.ForServer()}
		d := policy.Decide(policy.Default(), policy.Input{
			Function: onboarding.IDValidation,
			Captures: []onboarding.CaptureKind{onboarding.Passport},
			Due:      request.Due(onboarding.IDValidation, passport),
			Report:   inspected(t, engine.DefaultThresholds()),
		})
		got := ""
		for _, r := range d.Reasons {
			if r.Code == "capture.second_missing" {
				got = r.Code
			}
		}
		if got != want || asked && d.Outcome != onboarding.Review {
			t.Errorf("a second ID is asked for: %v; %s %v", asked, d.Outcome, d.Reasons)
		}
	}
}

func TestEveryOptionOfTheServerChangesWhatAJobComesTo(t *testing.T) {
	rows := map[string]bool{}
	for _, row := range thresholdRows() {
		rows[row.path] = true
		for i, value := range []any{row.one, row.other} {
			if got := row.see(t, thresholdsUnder(t, row.path, value)); got != row.seen[i] {
				t.Errorf("%s = %v: %s, want %s", row.path, value, got, row.seen[i])
			}
		}
	}
	for path := range withholding {
		rows[path] = true
	}
	rows[secondID] = true
	for _, o := range preset.Options() {
		if acts := slices.Contains(o.Acts, preset.Server); acts != rows[o.Path] {
			t.Errorf("%s: the catalogue says that it acts on the server: %v; a row proves it: %v", o.Path, acts,
				rows[o.Path])
		}
	}
}

// What a replay says about a threshold is only true if the kept measurement decides as the engine did.
func TestAKeptMeasurementPromptsWhereTheEngineDoes(t *testing.T) {
	files := map[onboarding.CaptureKind][]func() []byte{
		onboarding.IDFront: {
			specimenOf(specimen.CardTD1, 2, specimen.Slanted, "id_front"),
			specimenOf(specimen.CardTD1, 3, specimen.Reflecting, "id_front"),
			specimenOf(specimen.CardTD1, 3, specimen.OutOfFocus, "id_front"),
		},
		onboarding.Selfie: {
			selfie(drawn.Options{}), selfie(drawn.Options{Roll: -14}), selfie(drawn.Options{Light: .3}),
			selfie(drawn.Options{Expression: drawn.EyesClosed}), selfie(drawn.Options{Zoom: .5}),
			blurred(selfie(drawn.Options{}), 3),
		},
	}
	prompts := map[string][]string{
		"focusThreshold":           {"tooBlurry"},
		"glareDetectionThreshold":  {"tooMuchGlare"},
		"fingerDetectionThreshold": {"fingerDetectedOnIdText"},
		"minFaceWidth":             {"moveCloser"},
		"eyeOpenProbability":       {"eyesClosed", "leftEyeClosed", "rightEyeClosed"},
		"minHeadEulerAngle":        {"straightenHead"},
		"maxHeadEulerAngle":        {"straightenHead"},
		"minRelativeNoseHeight":    {"moveFaceDown"},
		"maxRelativeNoseHeight":    {"moveFaceUp"},
		"lightIntensityThreshold":  {"tooDark", "tooMuchLight"},
		"focusFaceThreshold":       {"faceNotInFocus"},
	}
	for _, row := range thresholdRows() {
		m, kept := preset.MeasureOf(row.path)
		o, _ := preset.Find(row.path)
		if !kept {
			continue
		}
		for _, value := range []any{row.one, row.other} {
			th := thresholdsUnder(t, row.path, value)
			if o.Name == "maxHeadEulerAngle" { // both angles have one prompt
				th.MinHeadEulerAngle = -90
			} else if o.Name == "minHeadEulerAngle" {
				th.MaxHeadEulerAngle = 90
			}
			for i, file := range files[m.Kinds[0]] {
				if testing.Short() && i%2 > 0 {
					continue
				}
				kind := string(m.Kinds[0])
				r := engine.Assess(engine.Capture{ID: kind, Kind: kind, Bytes: file()}, th)
				score, measured := r.Scores[m.Score]
				asked := slices.ContainsFunc(r.Prompts,
					func(p string) bool { return slices.Contains(prompts[o.Name], p) })
				if said := measured && m.Prompts(score, value.(float64)); said != asked {
					t.Errorf("%s = %v, capture %d measured at %v: the engine prompts %v, the replay %v",
						row.path, value,
						i, score, r.Prompts, said)
				}
			}
		}
	}
}
