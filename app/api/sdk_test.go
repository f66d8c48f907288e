package api_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/api"
	"proofdesk/app/evidence"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

func (w *world) put(job, kind, body string) answer {
	w.t.Helper()
	return w.call("PUT", "/api/v4/jobs/"+job+"/captures/"+kind, bearer("acme").with("Content-Type", "image/jpeg"), body)
}

func TestAJobGoesFromInitializeToSubmit(t *testing.T) {
	w := newWorld(t)
	session := w.call("POST", "/api/v4/initialize", bearer("acme"),
		`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","enableGPS":true}`)
	if session.status != 200 {
		t.Fatalf("initialize: %d %s", session.status, session.body)
	}
	job := w.newJob(jobBody)
	front := jpegOf(t, 64, 40)
	for _, kind := range []string{"passport", "selfie"} {
		a := w.put(job, kind, string(front))
		var taken intake.CaptureTaken
		a.into(t, &taken)
		sum := sha256.Sum256(front)
		if a.status != 201 || taken.SHA256 != hex.EncodeToString(sum[:]) || taken.Width != 64 || taken.Height != 40 ||
			taken.ContentType != "image/jpeg" ||
			!strings.HasPrefix(taken.URN, "urn:documentsv1:test:eu:acme:") || taken.Quality == nil ||
			taken.Quality.Outcome != "NOT_RUN" {
			t.Fatalf("%s: %d %s", kind, a.status, a.body)
		}
	}
	first := w.call("POST", "/api/v4/jobs/"+job+"/submit", bearer("acme"), "")
	if first.status != 202 || !strings.Contains(string(first.body), `"QUEUED"`) {
		t.Fatalf("submit: %d %s", first.status, first.body)
	}
	select {
	case <-w.nudges:
	default:
		t.Error("nothing says that a job waits")
	}
	w.clock.Advance(time.Minute)
	again := w.call("POST", "/api/v4/jobs/"+job+"/submit", bearer("acme"), "{}")
	if again.status != 202 || !bytes.Equal(again.body, first.body) {
		t.Fatalf("second submit: %d %s, first %s", again.status, again.body, first.body)
	}
	stored, err := w.store.Job(context.Background(), "acme", job)
	if err != nil || stored.Status != onboarding.Queued || !stored.SubmittedAt.Equal(began) {
		t.Fatalf("stored: %+v, %v", stored, err)
	}
	w.trail(job, "job.create", "job.submit") // once, by whichever submit was first
	var status intake.JobStatus
	w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(t, &status)
	if status.Status != onboarding.Queued || len(status.Captures) != 2 || len(status.Missing) != 0 {
		t.Fatalf("status: %+v", status)
	}
	if a := w.put(job, "selfie", string(front)); a.status != 409 {
		t.Errorf("a capture after the submit: %d", a.status)
	}
	if a := w.call("PUT", "/api/v4/jobs/"+job+"/results", bearer("acme"), oneResult); a.status != 409 {
		t.Errorf("results after the submit: %d", a.status)
	}
}

var oneResult = `{"nonce":"n","results":[{"capability":"liveness_detect","outcome":"PASS","score":0.97,` +
	`"provider":"sdk","version":"1","capture":"selfie","captureSha256":"` + strings.Repeat("0", 64) + `"}]}`

// nonce returns the nonce of a job in CAPTURING.
func (w *world) nonce(job string) string {
	w.t.Helper()
	var status intake.JobStatus
	w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(w.t, &status)
	return status.Nonce
}

func TestThePlanOfEveryFlavorIsTheSourcesTable(t *testing.T) {
	w := newWorld(t)
	const d, s, n = "DEVICE", "SERVER", "N/A"
	rows := map[string][]string{ // version + flavor → plan in the order of the tables
		"11.1.5.2.29 VIDEO_ID":                 {d, d, d, d, d, d, d, d, d, d},
		"11.1.5.2.29 VIDEO_ID_WITHOUT_MODELS":  {d, d, d, d, d, d, d, d, d, d},
		"11.1.13.2.18 MEDIUM":                  {d, s, d, s, d, s, d, d, s, n},
		"11.1.13.2.18 MEDIUM_WITHOUT_MODELS":   {d, s, d, s, d, s, d, d, s, n},
		"11.1.13.2.18 LITE":                    {d, d, s, s, d, s, d, d, s, n},
		"11.1.13.2.18 LITE_WITHOUT_MODELS":     {d, d, s, s, d, s, d, d, s, n},
		"11.1.13.2.18 LIVENESS":                {n, n, n, n, n, n, d, d, s, n},
		"11.1.13.2.18 LIVENESS_WITHOUT_MODELS": {n, n, n, n, n, n, d, d, s, n},
		"9.6.24.2.15 FULL":                     {d, d, d, d, d, s, d, d, d, n},
		"9.6.24.2.15 MEDIUM":                   {d, s, s, s, d, s, d, d, s, n},
		"9.6.24.2.15 LITE":                     {d, s, s, s, s, s, d, d, s, n},
		"9.6.24.2.15 VIDEO_ID":                 {d, d, d, d, d, s, d, d, d, d},
	}
	for name, want := range rows {
		version, flavor, _ := strings.Cut(name, " ")
		a := w.call("POST", "/api/v4/initialize", bearer("acme"),
			fmt.Sprintf(`{"flavor":%q,"sdkVersion":%q}`, flavor, version))
		var session intake.SDKSession
		a.into(t, &session)
		var got []string
		for _, step := range session.Plan {
			got = append(got, string(step.RunsOn))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if downloads := strings.HasSuffix(flavor, "_WITHOUT_MODELS"); downloads != (len(session.Models) > 0) {
			t.Errorf("%s: %d models", name, len(session.Models))
		}
		if video := strings.HasPrefix(flavor,
			"VIDEO_ID"); video != (session.VideoID != nil && session.VideoID.Phrase != "") {
			t.Errorf("%s: video id session %v", name, session.VideoID)
		}
		if session.Voice.Phrase == "" {
			t.Errorf("%s: no phrase to read aloud", name)
		}
		if got := focusThreshold(session.Customization); got != 0.98 {
			t.Errorf("%s: focusThreshold %v", name, got)
		}
	}
}

func focusThreshold(c map[string]any) any {
	capture, _ := c["idCaptureCustomizationOptions"].(map[string]any)
	options, _ := capture["captureOptions"].(map[string]any)
	return options["focusThreshold"]
}

func TestTheSameIdempotencyKeyIsTheSameJobForADay(t *testing.T) {
	w := newWorld(t)
	create := func(who, key, body string) answer {
		return w.call("POST", "/api/v4/jobs", bearer(who).with("Idempotency-Key", key), body)
	}
	first, again := create("acme", "k1", jobBody), create("acme", "k1", jobBody)
	if first.status != 201 || again.status != 201 || !bytes.Equal(first.body, again.body) ||
		first.header.Get("Location") != again.header.Get("Location") {
		t.Fatalf("%d %s, %d %s", first.status, first.body, again.status, again.body)
	}
	if a := create("acme", "k1", strings.Replace(jobBody, "MEDIUM", "LITE", 1)); a.status != 409 {
		t.Errorf("another request: %d %s", a.status, a.body)
	}
	for _, who := range []string{"acme2", "other"} {
		if a := create(who, "k1", jobBody); a.status != 201 || bytes.Equal(a.body, first.body) {
			t.Errorf("%s got acme's job: %s", who, a.body)
		}
	}
	w.clock.Advance(24*time.Hour - time.Millisecond)
	if a := create("acme", "k1", jobBody); !bytes.Equal(a.body, first.body) {
		t.Errorf("just within the day: %s", a.body)
	}
	w.clock.Advance(2 * time.Millisecond)
	if a := create("acme", "k1", jobBody); a.status != 201 || bytes.Equal(a.body, first.body) {
		t.Errorf("after the day: %d %s", a.status, a.body)
	}
	jobs, err := w.store.Jobs(context.Background(), "acme", 0, 10)
	if err != nil || len(jobs) != 3 {
		t.Errorf("%d jobs of acme, %v; want the first, the other client's and the next day's", len(jobs), err)
	}
}

func TestAReplacedCaptureIsKeptAndTheNewOneIsUsed(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	var before, after intake.CaptureTaken
	w.put(job, "selfie", string(jpegOf(t, 30, 30))).into(t, &before)
	w.put(job, "selfie", string(pngOf(t, 31, 31))).into(t, &after)
	var status intake.JobStatus
	w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(t, &status)
	if len(status.Captures) != 1 || status.Captures[0].URN != after.URN ||
		status.Captures[0].ContentType != "image/png" {
		t.Fatalf("status: %+v", status.Captures)
	}
	if a := w.call("GET", "/api/documents/"+before.URN, apiKey("acme"), ""); a.status != 200 {
		t.Errorf("the replaced one: %d", a.status)
	}
}

func TestAnIncompleteJobIsNotSubmittedAndTheFaultNamesWhatIsMissing(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	w.put(job, "selfie", string(jpegOf(t, 30, 30)))
	a := w.call("POST", "/api/v4/jobs/"+job+"/submit", bearer("acme"), "")
	p := a.problem(t)
	if a.status != 400 || len(p.Errors) != 1 ||
		p.Errors[0].Message != "ID_VALIDATION_FACE_MATCH needs the capture passport or id_front" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if stored, _ := w.store.Job(context.Background(), "acme", job); stored.Status != onboarding.Capturing {
		t.Errorf("status %s", stored.Status)
	}
}

func TestAJobWithoutAnyCaptureIsNotSubmitted(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	if a := w.call("POST", "/api/v4/jobs/"+job+"/submit", bearer("acme"), ""); a.status != 400 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if stored, err := w.store.Job(t.Context(), "acme", job); err != nil || stored.Status != onboarding.Capturing {
		t.Errorf("status %s, %v", stored.Status, err)
	}
	w.trail(job, "job.create")
}

// trail fails the test unless a job's audit entries are these actions of the client sdk, oldest first.
func (w *world) trail(job string, actions ...string) {
	w.t.Helper()
	rows, err := w.store.AuditOf(w.t.Context(), "acme", "job:"+job, "", 10)
	if err != nil {
		w.t.Fatal(err)
	}
	slices.Reverse(rows)
	var got []string
	for _, r := range rows {
		got = append(got, r.Action)
		if r.Actor != "client:sdk" {
			w.t.Errorf("%s of %s is by %s", r.Action, job, r.Actor)
		}
	}
	if !slices.Equal(got, actions) {
		w.t.Errorf("the trail of %s: %q, want %q", job, got, actions)
	}
}

func TestThePlanDecidesWhichResultsAreAccepted(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	of := func(kind string) string {
		return `,"capture":"` + kind + `","captureSha256":"` + strings.Repeat("0", 64) + `"}`
	}
	a := w.call("PUT", "/api/v4/jobs/"+job+"/results", bearer("acme"), `{"nonce":"`+w.nonce(job)+`","results":[
		{"capability":"liveness_detect","outcome":"PASS","score":0.97,"provider":"sdk","version":"1"`+of("selfie")+`,
		{"capability":"front_ocr","outcome":"PASS","provider":"sdk","version":"1","values":{"lastName":"ERIKSSON"}`+
		of("id_front")+`,
		{"capability":"video_id","outcome":"FAIL","provider":"sdk","version":"1"`+of("video")+`]}`)
	var taken intake.ResultsTaken
	a.into(t, &taken)
	if a.status != 200 || len(taken.Results) != 3 || !taken.Results[0].Accepted || taken.Results[1].Accepted ||
		taken.Results[2].Accepted {
		t.Fatalf("%d %s", a.status, a.body)
	}
	var kept onboarding.RequestDetails
	if err := w.store.ReadJobDoc(context.Background(), "acme", job, store.DocRequest, &kept); err != nil {
		t.Fatal(err)
	}
	if len(kept.Results) != 3 || kept.Results[1].Values["lastName"] != "ERIKSSON" ||
		kept.Settings["focusThreshold"] != 0.98 {
		t.Errorf("kept: %+v", kept)
	}
}

func TestTheQualityVerdictIsReturnedAndItsFailureLosesNothing(t *testing.T) {
	verdicts := []intake.PictureQuality{
		{Outcome: "FAIL", Prompts: []string{"tooMuchGlare"}, Scores: map[string]float64{"glare": 0.4}}, {},
	}
	calls := 0
	w := newWorld(t, func(w *world) {
		w.in.Quality = func(context.Context, engine.Capture, engine.Thresholds) (intake.PictureQuality, error) {
			calls++
			if calls == 2 {
				return intake.PictureQuality{}, errors.New("the child died")
			}
			return verdicts[calls-1], nil
		}
	})
	job := w.newJob(jobBody)
	var told, silent intake.CaptureTaken
	w.put(job, "id_front", string(jpegOf(t, 30, 30))).into(t, &told)
	w.put(job, "selfie", string(jpegOf(t, 30, 30))).into(t, &silent)
	if told.Quality.Outcome != "FAIL" || len(told.Quality.Prompts) != 1 || told.Quality.Prompts[0] != "tooMuchGlare" {
		t.Errorf("told: %+v", told.Quality)
	}
	if silent.Quality.Outcome != "NOT_RUN" {
		t.Errorf("silent: %+v", silent.Quality)
	}
}

func TestAFullDiskStopsCapturesAndNothingElse(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	w.in.Evidence.Store.(*evidence.Folder).Reserve = 1 << 62
	if a := w.put(job, "selfie", string(jpegOf(t, 30, 30))); a.status != 507 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), ""); a.status != 200 ||
		strings.Contains(string(a.body), "selfie\",") {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

func TestModelsAreServedWholeInPartOrNotAgain(t *testing.T) {
	w := newWorld(t)
	tag := `"` + strings.Repeat("ab", 32) + `"`
	cases := []struct {
		header, value string
		status        int
		body, span    string
	}{
		{"", "", 200, "0123456789", ""},
		{"Range", "bytes=2-4", 206, "234", "bytes 2-4/10"},
		{"Range", "bytes=7-", 206, "789", "bytes 7-9/10"},
		{"Range", "bytes=-3", 206, "789", "bytes 7-9/10"},
		{"Range", "bytes=-30", 206, "0123456789", "bytes 0-9/10"},
		{"Range", "bytes=5-99", 206, "56789", "bytes 5-9/10"},
		{"Range", "bytes=0-0", 206, "0", "bytes 0-0/10"},
		{"Range", "bytes=10-", 416, "", "bytes */10"},
		{"Range", "bytes=-0", 416, "", "bytes */10"},
		{"Range", "bytes=4-2", 200, "0123456789", ""},
		{"Range", "bytes=0-1,3-4", 200, "0123456789", ""},
		{"Range", "lines=1-2", 200, "0123456789", ""},
		{"Range", "bytes=99999999999999999999-", 200, "0123456789", ""},
		{"If-None-Match", tag, 304, "", ""},
		{"If-None-Match", `W/"x", W/` + tag, 304, "", ""},
		{"If-None-Match", `"other"`, 200, "0123456789", ""},
	}
	for _, c := range cases {
		h := headers{"Authorization": "Bearer acme"}
		if c.header != "" {
			h[c.header] = c.value
		}
		a := w.call("GET", "/api/v4/models/face/1.0", h, "")
		if a.status != c.status || a.status < 400 && string(a.body) != c.body ||
			a.header.Get("Content-Range") != c.span || a.header.Get("ETag") != tag {
			t.Errorf("%s %s: %d %q %q", c.header, c.value, a.status, a.body, a.header.Get("Content-Range"))
		}
	}
	if a := w.call("GET", "/api/v4/models/face/1.0",
		headers{"Authorization": "Bearer acme", "Range": "bytes=2-4", "If-Range": `"old"`}, ""); a.status != 200 {
		t.Errorf("a range of an older file: %d", a.status)
	}
	if a := w.call("GET", "/api/v4/models/face/2.0", headers{"Authorization": "Bearer acme"}, ""); a.status != 404 {
		t.Errorf("another version: %d", a.status)
	}
}

func TestAModelIsReadOnlyToBeDownloaded(t *testing.T) {
	w := newWorld(t)
	const path = "/api/v4/models/face/1.0"
	acme := bearer("acme")
	made := w.call("POST", "/api/v4/initialize", acme, `{"flavor":"MEDIUM_WITHOUT_MODELS","sdkVersion":"11.1"}`)
	if made.status != 200 || !strings.Contains(string(made.body), `"size":10`) {
		t.Fatalf("%d %s", made.status, made.body)
	}
	w.call("GET", path, headers{"Authorization": "Bearer acme", "If-None-Match": `"` + hexDigits + `"`}, "")
	if n := w.reads.Load(); n != 0 {
		t.Errorf("it was read %d times before anybody downloads it", n)
	}
	w.call("GET", path, acme, "")
	if n := w.reads.Load(); n != 1 {
		t.Errorf("it was read %d times for one download", n)
	}
}

// form makes a multipart body of parts name, bytes, name, bytes …
func form(t *testing.T, parts ...string) (contentType, body string) {
	t.Helper()
	var b bytes.Buffer
	f := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		p, err := f.CreateFormFile(parts[i], "x.jpg")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = p.Write([]byte(parts[i+1]))
	}
	_ = f.Close()
	return f.FormDataContentType(), b.String()
}

func TestACallerBeyondItsRateWaits(t *testing.T) {
	w := newWorld(t, func(w *world) { w.api.Rate = api.Rate{PerSecond: 0.001, Burst: 2} })
	for i, want := range []int{404, 404, 429} {
		a := w.call("GET", "/api/v4/jobs/x", bearer("acme"), "")
		if a.status != want {
			t.Errorf("call %d: %d", i, a.status)
		}
		if want == 429 && a.header.Get("Retry-After") == "" {
			t.Error("429 without Retry-After")
		}
	}
	if a := w.call("GET", "/api/v4/jobs/x", bearer("other"), ""); a.status != 404 {
		t.Errorf("another caller: %d", a.status)
	}
}

func TestTheOpenAPIDocumentIsServedAndTagged(t *testing.T) {
	w := newWorld(t)
	a := w.call("GET", "/api/openapi.json", nil, "")
	if a.status != http.StatusOK || !bytes.Equal(a.body, api.OpenAPI()) {
		t.Fatalf("%d", a.status)
	}
	if a := w.call("GET", "/api/openapi.json", headers{"If-None-Match": a.header.Get("ETag")}, ""); a.status != 304 {
		t.Errorf("again: %d", a.status)
	}
	for _, want := range []string{`"webhooks"`, `"application.decision"`, `"application.reviewed"`, `"3.1.0"`} {
		if !strings.Contains(string(api.OpenAPI()), want) {
			t.Errorf("%s is not in it", want)
		}
	}
}

func TestTheOpenAPIDocumentHasEveryRouteAndNoOther(t *testing.T) {
	w := newWorld(t)
	var doc struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(api.OpenAPI(), &doc); err != nil {
		t.Fatal(err)
	}
	parameter := regexp.MustCompile(`:(\w+)`)
	mounted := map[string]bool{}
	for _, r := range w.routes {
		path := parameter.ReplaceAllString(r.Path, "{$1}")
		if r.Method == http.MethodHead {
			continue // comes with every GET
		}
		mounted[r.Method+" "+path] = true
		if doc.Paths[path][strings.ToLower(r.Method)] == nil {
			t.Errorf("%s %s is not documented", r.Method, path)
		}
	}
	for path, operations := range doc.Paths {
		for method := range operations {
			if !mounted[strings.ToUpper(method)+" "+path] && !strings.HasPrefix(path, "/auth/") {
				t.Errorf("%s %s is documented and not served", method, path)
			}
		}
	}
}

func TestACaptureOfATimeToComeIsRefused(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	for ahead, want := range map[time.Duration]int{23 * time.Hour: 201, 25 * time.Hour: 400} {
		at := w.clock.Now().Add(ahead).UTC().Format(time.RFC3339)
		path := "/api/v4/jobs/" + job + "/captures/selfie?capturedAt=" + at
		a := w.call("PUT", path, bearer("acme"), string(jpegOf(t, 30, 30)))
		if a.status != want || want == 400 && a.rule(t) != "capturedAt:format" {
			t.Errorf("a capture taken %s from now: %d %s", ahead, a.status, a.body)
		}
	}
}
