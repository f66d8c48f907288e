package api_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"proofdesk/app/intake"
)

// bad is one malformed request and its exact answer. Rule is "field:rule" of the first error; empty where the answer
// names none.
type bad struct {
	name   string
	head   headers // on top of what the route needs
	body   string
	status int
	rule   string
}

// jsonTable is what every route that reads JSON refuses alike. Valid is a body that it takes.
func jsonTable(valid, field string) []bad {
	return []bad{
		{"no body", nil, "", 400, "body:required"},
		{"spaces only", nil, " \n ", 400, "body:required"},
		{"no JSON", nil, "hello", 400, "body:syntax"},
		{"cut off", nil, valid[:len(valid)-1], 400, "body:syntax"},
		{"an array", nil, "[" + valid + "]", 400, "body:type"},
		{"a string", nil, `"x"`, 400, "body:type"},
		{"null", nil, "null", 400, "body:type"},
		{"trailing data", nil, valid + "{}", 400, "body:trailing"},
		{"trailing text", nil, valid + " x", 400, "body:trailing"},
		{"bad UTF-8", nil, strings.Replace(valid, `"`+field+`"`, "\"\xff\":1,\""+field+`"`, 1), 400, "body:utf8"},
		{"half a surrogate pair", nil, fmt.Sprintf(`{%q:"\ud800"}`, field), 400, field + ":utf8"},
		{"a key twice", nil, strings.Replace(valid, "{", fmt.Sprintf(`{%q:"x",`, field), 1), 400, field + ":unique"},
		{
			"a key in another case", nil, strings.Replace(valid, field, strings.ToUpper(field), 1), 400,
			strings.ToUpper(field) + ":case",
		},
		{"an unknown key", nil, strings.Replace(valid, "{", `{"nonsense":1,`, 1), 400, "nonsense:unknown"},
		{"an unprintable key", nil, strings.Replace(valid, "{", `{"a\u0000b":1,`, 1), 400, "body:unknown"},
		{"an empty key", nil, strings.Replace(valid, "{", `{"":1,`, 1), 400, "body:unknown"},
		{"a number for a string", nil, fmt.Sprintf(`{%q:1}`, field), 400, field + ":type"},
		{"null for a string", nil, fmt.Sprintf(`{%q:null}`, field), 400, field + ":type"},
		{"an object for a string", nil, fmt.Sprintf(`{%q:{}}`, field), 400, field + ":type"},
		{
			"deep nesting", nil, fmt.Sprintf(`{%q:%s}`, field, strings.Repeat("[", 1500)+strings.Repeat("]", 1500)),
			400, field + ":type",
		},
		{"another content type", headers{"Content-Type": "text/plain"}, valid, 415, ""},
		{"no content type", headers{"Content-Type": ""}, valid, 415, ""},
		{"another charset", headers{"Content-Type": "application/json; charset=latin1"}, valid, 415, ""},
		{"an encoded body", headers{"Content-Encoding": "gzip"}, valid, 415, ""},
	}
}

func (w *world) refuses(method, path string, h headers, table []bad) {
	w.t.Helper()
	for _, c := range table {
		head := h
		for name, value := range c.head {
			head = head.with(name, value)
		}
		a := w.call(method, path, head, c.body)
		if a.status != c.status {
			w.t.Errorf("%s %s, %s: %d %s, want %d", method, path, c.name, a.status, a.body, c.status)
			continue
		}
		if got := a.rule(w.t); got != c.rule {
			w.t.Errorf("%s %s, %s: %s, want %s", method, path, c.name, got, c.rule)
		}
	}
}

// field is a malformed body that is named by itself.
func field(body, rule string) bad { return bad{body, nil, body, 400, rule} }

func TestInitializeRefuses(t *testing.T) {
	w := newWorld(t)
	const valid = `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`
	w.refuses("POST", "/api/v4/initialize", bearer("acme"), append(jsonTable(valid, "flavor"),
		field(`{"flavor":"MEDIUM"}`, "sdkVersion:required"),
		field(`{"flavor":"MEDIUM","sdkVersion":"eleven"}`, "sdkVersion:format"),
		field(`{"sdkVersion":"11.1.13.2.18"}`, "flavor:required"),
		field(`{"flavor":"FULL","sdkVersion":"11.1.13.2.18"}`, "flavor:one_of"),
		field(`{"flavor":"LIVENESS","sdkVersion":"9.6.24.2.15"}`, "flavor:one_of"),
		field(`{"flavor":"medium","sdkVersion":"11.1.13.2.18"}`, "flavor:one_of"),
		field(`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","line":"9.x"}`, "line:match"),
		field(`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","enableGPS":"yes"}`, "enableGPS:type"),
		field(`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","preset":"p"}`, "preset:one_of"),
		field(`{"flavor":"LIVENESS","sdkVersion":"11.1.13.2.18","function":"ID_VALIDATION"}`, "function:flavor"),
		bad{"huge", nil, strings.Repeat(" ", 70<<10) + valid, 413, ""}))
	const named = `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","sdkCustomizationOptions":`
	set := func(json, mistake string) bad { return field(named+json+"}", "sdkCustomizationOptions"+mistake) }
	of := func(what, json, mistake string) bad {
		return set(`{"`+what+`":`+json+`}`, "."+what+"."+mistake)
	}
	const id, finger = "idCaptureCustomizationOptions", "fourFingerConfiguration"
	w.refuses("POST", "/api/v4/initialize", bearer("acme"), []bad{
		set(`[]`, ":type"),
		set(`{"language":"DE"}`, ".language:one_of"),
		set(`{"isDebugMode":"yes"}`, ".isDebugMode:type"),
		set(`{"languge":"EN"}`, ".languge:unknown"),
		set(`{"language":"EN","language":"ES"}`, ".language:unique"),
		of(id, `{"captureOptions":{"focusThreshold":7}}`, "captureOptions.focusThreshold:range"),
		of(id, `{"colorOptions":{"captureScreenBgColor":"red"}}`, "colorOptions.captureScreenBgColor:format"),
		of(id, `{"imageOptions":{"captureScreenCancelBtnImage":"https://bank.example/x.png"}}`,
			"imageOptions.captureScreenCancelBtnImage:address"),
		of(id, `{"imageOptions":{"captureScreenCancelBtnImage":"media:sha256-`+strings.Repeat("0", 64)+`"}}`,
			"imageOptions.captureScreenCancelBtnImage:unknown_media"),
		of(finger, `{"CFC_PROCESS_INDEX_FINGER":"MAYBE"}`, "CFC_PROCESS_INDEX_FINGER:one_of"),
		of(finger, `{"CFC_PROCESS_INDEX_FINGER":"N","CFC_KEEP_INDEX_FINGER":"Y"}`, "CFC_KEEP_INDEX_FINGER:match"),
		of("selfieCaptureCustomizationOptions", `{"captureOptions":{"minHeadEulerAngle":40}}`,
			"captureOptions.minHeadEulerAngle:range"),
	})
	w.refuses("POST", "/api/v4/initialize?x=1", bearer("acme"), []bad{{"a query", nil, valid, 400, "query:unknown"}})
}

func TestCreatingAJobRefuses(t *testing.T) {
	w := newWorld(t)
	with := func(more string) string { return strings.TrimSuffix(jobBody, "}") + "," + more + "}" }
	w.refuses("POST", "/api/v4/jobs", bearer("acme"), append(jsonTable(jobBody, "function"),
		field(`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`, "function:required"),
		field(`{"function":"DANCE","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`, "function:one_of"),
		field(`{"function":"ID_VALIDATION","flavor":"LIVENESS","sdkVersion":"11.1.13.2.18"}`, "function:flavor"),
		field(`{"function":"ENROLLMENT","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`, "uniqueNumber:required"),
		field(with(`"uniqueNumber":"`+strings.Repeat("9", 65)+`"`), "uniqueNumber:max_length"),
		field(with(`"uniqueNumber":"a\u0007b"`), "uniqueNumber:characters"),
		field(with(`"uniqueNumber":" 1"`), "uniqueNumber:trimmed"),
		field(with(`"uniqueNumber":"-5"`), "uniqueNumber:format"),
		field(with(`"uniqueNumber":"abc<b>"`), "uniqueNumber:format"),
		field(with(`"location":{"latitude":91,"longitude":0}`), "location.latitude:range"),
		field(with(`"location":{"latitude":0,"longitude":-181}`), "location.longitude:range"),
		field(with(`"location":{"latitude":0,"longitude":1e999}`), "location.longitude:range"),
		field(with(`"location":{"latitude":"0"}`), "location.latitude:type"),
		field(with(`"location":{"lat":0}`), "location.lat:unknown"),
		field(with(`"device":{"model":"`+strings.Repeat("x", 129)+`"}`), "device.model:max_length"),
		field(with(`"device":[]`), "device:type"),
		field(with(`"submitted":{"nickname":"x"}`), "submitted:unknown"),
		field(with(`"submitted":{"dateOfBirth":"12.8.1974"}`), "submitted.dateOfBirth:format"),
		field(with(`"submitted":{"dateOfBirth":"1974-02-30"}`), "submitted.dateOfBirth:format"),
		field(with(`"submitted":{"lastName":"a","lastName":"b"}`), "submitted.lastName:unique"),
		field(with(`"submitted":{"lastName":""}`), "submitted.lastName:required"),
		field(with(`"submitted":{"dateOfBirth":"2400-01-01"}`), "submitted.dateOfBirth:past"),
		field(with(`"submitted":{"dateOfBirth":"0197-01-01"}`), "submitted.dateOfBirth:past"),
		field(with(`"submitted":{"issueDate":"2400-01-01"}`), "submitted.issueDate:past"),
		field(with(`"submitted":{"issueDate":"2020-05-02","expiryDate":"2020-05-01"}`), "submitted.issueDate:order"),
		field(with(`"submitted":{"dateOfBirth":"1990-01-01","issueDate":"1990-01-01"}`), "submitted.issueDate:order"),
		field(with(`"submitted":{"dateOfBirth":"1990-01-01","expiryDate":"1980-01-01"}`),
			"submitted.expiryDate:order"),
		field(with(`"submitted":{"lastName":1}`), "submitted.lastName:type"),
		bad{"an unprintable key of a map", nil, with("\"submitted\":{\"\x7f\":\"x\"}"), 400, "submitted:unknown"},
		bad{"an empty key of a map", nil, with(`"submitted":{"":"x"}`), 400, "submitted:unknown"},
		bad{
			"a long key of a map", nil, with(`"submitted":{"` + strings.Repeat("x", 65) + `":"x"}`), 400,
			"submitted:unknown",
		},
		field(with(`"submitted":{"lastName":"`+strings.Repeat("x", 201)+`"}`), "submitted.lastName:max_length"),
		field(with(`"preset":"p"`), "preset:one_of"),
		bad{
			"a long idempotency key",
			headers{"Idempotency-Key": strings.Repeat("k", 129)},
			jobBody, 400,
			"idempotency-key:max_length",
		},
		bad{"huge", nil, strings.Repeat(" ", 70<<10) + jobBody, 413, ""}))
	jobs, err := w.store.Jobs(t.Context(), "acme", 0, 10)
	if err != nil || len(jobs) != 0 {
		t.Errorf("%d jobs were made of malformed requests, %v", len(jobs), err)
	}
}

func TestResultsRefuse(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	path := "/api/v4/jobs/" + job + "/results"
	nonce := w.nonce(job)
	request := func(results string) string { return `{"nonce":"` + nonce + `","results":` + results + `}` }
	face := func(more string) string {
		return `{"capability":"face_detect","outcome":"PASS","provider":"p","version":"1","capture":"selfie",` +
			`"captureSha256":"` + strings.Repeat("0", 64) + `"` + more + `}`
	}
	with := func(result, rule string) bad {
		return bad{name: result, body: request("[" + result + "]"), status: 400, rule: rule}
	}
	changed := func(from, to, rule string) bad { return with(strings.Replace(face(""), from, to, 1), rule) }
	w.refuses("PUT", path, bearer("acme"), []bad{
		field(`{}`, "nonce:required"), field(request(`[]`), "results:required"),
		field(`{"results":[`+face("")+`]}`, "nonce:required"),
		field(`{"nonce":"`+w.nonce(w.newJob(jobBody))+`","results":[`+face("")+`]}`, "nonce:match"),
		field(request(`{}`), "results:type"), field(request(`[1]`), "results[0]:type"),
		changed("face_detect", "dance", "results[0].capability:one_of"),
		changed("PASS", "pass", "results[0].outcome:one_of"),
		changed(`"p"`, `""`, "results[0].provider:required"),
		changed("selfie", "ear", "results[0].capture:one_of"),
		changed(`"capture":"selfie",`, "", "results[0].capture:one_of"),
		changed("00", "A0", "results[0].captureSha256:format"),
		changed("00", "0", "results[0].captureSha256:format"),
		with(face(`,"score":"0.9"`), "results[0].score:type"),
		with(face(`,"score":1e400`), "results[0].score:range"),
		with(face(`,"score":1.01`), "results[0].score:range"), with(face(`,"score":-0.01`), "results[0].score:range"),
		with(face(`,"values":{"shoe":"44"}`), "results[0].values:unknown"),
		with(face("")+","+face(""), "results[1].capability:unique"),
		with(strings.Repeat(face("")+",", 64)+"{}", "results:max_items"),
		{"huge", nil, strings.Repeat(" ", 300<<10), 413, ""},
	})
	if a := w.call("PUT", path, bearer("acme"), request("["+face("")+"]")); a.status != 200 {
		t.Errorf("a sound result: %d %s", a.status, a.body)
	}
}

func TestTheSnapshotRefuses(t *testing.T) {
	w := newWorld(t)
	const valid = `{"jobId":"0198c9a2-7d3a-7000-8000-000000000001"}`
	w.refuses("POST", "/api/get-job-data", apiKey("acme"), append(jsonTable(valid, "jobId"),
		field(`{}`, "jobId:required"), field(`{"jobId":""}`, "jobId:required"), field(`{"jobId":"17"}`, "jobId:format"),
		field(`{"jobId":"{0198c9a2-7d3a-7000-8000-00000000000}"}`, "jobId:format"),
		field(`{"jobId":"urn:uuid:0198c9a2-7d3a-7000-8000-000000000001"}`, "jobId:format"),
		bad{"an unknown job", nil, valid, 404, ""},
		bad{"huge", nil, strings.Repeat(" ", 5<<10) + valid, 413, ""}))
	w.refuses("POST",
		"/api/get-job-data?jobId=0198c9a2-7d3a-7000-8000-000000000001", apiKey("acme"),
		[]bad{{"a query", nil, valid, 400, "query:unknown"}})
}

func TestUnauthorisedCallersAllGetTheSameAnswer(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	routes := [][2]string{
		{"POST", "/api/v4/initialize"},
		{"POST", "/api/v4/jobs"},
		{"GET", "/api/v4/jobs/" + job},
		{"PUT", "/api/v4/jobs/" + job + "/captures/selfie"},
		{"PUT", "/api/v4/jobs/" + job + "/results"},
		{"POST", "/api/v4/jobs/" + job + "/submit"},
		{"POST", "/api/v4/autofill"},
		{"GET", "/api/v4/models/face/1.0"},
	}
	for _, r := range routes {
		for _, value := range []string{
			"", "Bearer", "Bearer ", "Bearer nobody", "Basic acme", "acme", "Bearer acme acme",
		} {
			a := w.call(r[0], r[1], headers{"Authorization": value}, "")
			if a.status != 401 || !strings.HasPrefix(a.header.Get("WWW-Authenticate"), "Bearer realm=") {
				t.Errorf("%s %s with %q: %d %q", r[0], r[1], value, a.status, a.header.Get("WWW-Authenticate"))
			}
		}
		if a := w.call(r[0], r[1], headers{"Authorization": "Bearer weak"}, ""); a.status != 403 ||
			!strings.Contains(a.header.Get("WWW-Authenticate"), "insufficient_scope") {
			t.Errorf("%s %s without the scope: %d", r[0], r[1], a.status)
		}
		if a := w.call(r[0], r[1]+"?access_token=acme", nil, ""); a.status != 401 {
			t.Errorf("%s %s with the token in the address: %d", r[0], r[1], a.status)
		}
	}
	for _, r := range [][2]string{
		{"POST", "/api/get-job-data"},
		{"GET", "/api/documents/urn:documentsv1:test:eu:acme:" + job},
	} {
		details := map[string]bool{}
		for _, h := range []headers{
			nil,
			{"X-Api-Key-Id": "acme"},
			{"X-Api-Key-Secret": "right"},
			{"X-Api-Key-Id": "acme", "X-Api-Key-Secret": "wrong"},
			{"X-Api-Key-Id": "nobody", "X-Api-Key-Secret": "right"},
		} {
			a := w.call(r[0], r[1], h, "")
			if a.status != 401 {
				t.Errorf("%s %s with %v: %d", r[0], r[1], h, a.status)
			}
			details[a.problem(t).Detail] = true
		}
		if len(details) != 1 {
			t.Errorf("%s %s: %d different answers", r[0], r[1], len(details))
		}
	}
}

func TestForeignRecordsAreNotFound(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	var taken intake.CaptureTaken
	w.put(job, "selfie", string(jpegOf(t, 20, 20))).into(t, &taken)
	none := "0198c9a2-7d3a-7000-8000-000000000001"
	same := func(name string, foreign, missing answer) {
		t.Helper()
		f, m := foreign.problem(t), missing.problem(t)
		f.Instance, m.Instance = "", ""
		if foreign.status != 404 || missing.status != 404 || fmt.Sprint(f) != fmt.Sprint(m) {
			t.Errorf("%s: %d %s and %d %s", name, foreign.status, foreign.body, missing.status, missing.body)
		}
	}
	selfie := string(jpegOf(t, 20, 20))
	calls := []struct{ method, path, body string }{
		{"GET", "", ""},
		{"PUT", "/captures/selfie", selfie},
		{"PUT", "/results", oneResult},
		{"POST", "/submit", ""},
	}
	for _, c := range calls {
		missing := w.call(c.method, "/api/v4/jobs/"+none+c.path, bearer("other"), c.body)
		same(c.method+" "+c.path, w.call(c.method, "/api/v4/jobs/"+job+c.path, bearer("other"), c.body), missing)
		same(c.method+" "+c.path+" of no UUID", w.call(c.method, "/api/v4/jobs/1'--"+c.path, bearer("other"), c.body),
			missing)
	}
	same("snapshot", w.call("POST", "/api/get-job-data", apiKey("other"), `{"jobId":"`+job+`"}`),
		w.call("POST", "/api/get-job-data", apiKey("other"), `{"jobId":"`+none+`"}`))
	missing := w.call("GET", "/api/documents/urn:documentsv1:test:eu:other:"+none, apiKey("other"), "")
	id := taken.URN[strings.LastIndex(taken.URN, ":")+1:]
	for _, urn := range []string{
		taken.URN, "urn:documentsv1:test:eu:other:" + id, "urn:documentsv1:prod:eu:other:" + none,
		"urn:documentsv1:test:us:other:" + none,
		"urn:apikeysv1:test:eu:other:" + none, none, "urn:documentsv1:test:eu:other:%2e%2e",
	} {
		same("document "+urn, w.call("GET", "/api/documents/"+urn, apiKey("other"), ""), missing)
	}
}

// claimed is the start of a PNG that claims a size.
func claimed(w, h uint32) string {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	head = append(binary.BigEndian.AppendUint32(head, h), 8, 6, 0, 0, 0)
	chunk := append(binary.BigEndian.AppendUint32(nil, 13), head...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(head))
	return "\x89PNG\r\n\x1a\n" + string(chunk) + "\x00\x00\x00\x00IEND\xaeB`\x82"
}

func TestFilesThatAreNoPicturesAreRefusedWithTheReason(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	path := "/api/v4/jobs/" + job + "/captures/"
	jpeg := string(jpegOf(t, 200, 100))
	cases := []struct {
		name, kind, body string
		status           int
		rule             string
	}{
		{"empty", "selfie", "", 400, "body:required"},
		{"half a JPEG header", "selfie", jpeg[:100], 400, "body:truncated"},
		{"two bytes of a JPEG", "selfie", jpeg[:2], 400, "body:truncated"},
		{"a bomb by its side", "selfie", claimed(60_000, 10), 400, "body:too_large"},
		{"a bomb by its pixels", "selfie", claimed(11_000, 11_000), 400, "body:too_many_pixels"},
		{"no size at all", "selfie", claimed(0, 0), 400, "body:corrupt"},
		{"a GIF", "id_front", "GIF89a\x01\x00\x01\x00", 415, "body:unsupported"},
		{"a HEIC", "id_front", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", 415, "body:unsupported"},
		{"a PDF", "document", "%PDF-1.7", 415, "body:unsupported"},
		{"a WebP", "selfie", "RIFF\x20\x00\x00\x00WEBPVP8 ", 415, "body:unsupported"},
		{"text", "passport", "hello", 415, "body:unsupported"},
		{"a program", "passport", "\x7fELF\x02\x01", 415, "body:unsupported"},
		{"a recording for a picture", "selfie", "RIFF\x20\x00\x00\x00WAVEfmt ", 415, "body:unsupported"},
		{"a picture for a voice", "voice", jpeg, 415, ""},
		{"a picture for a video", "video", jpeg, 415, ""},
		{"a picture for a chip", "nfc", jpeg, 415, ""},
		{"strokes that are no JSON", "signature", `{"coordinates":`, 400, "body:syntax"},
		{"a chip in bad UTF-8", "nfc", "{\"a\":\"\xff\"}", 400, "body:syntax"},
		{"more than 20 MB", "selfie", jpeg + strings.Repeat("x", 20_000_000), 413, ""},
		{"an unknown kind", "ear", jpeg, 404, ""},
	}
	for _, c := range cases {
		a := w.call("PUT", path+c.kind, bearer("acme").with("Content-Type", "image/jpeg"), c.body)
		if a.status != c.status || a.rule(t) != c.rule {
			t.Errorf("%s: %d %s, want %d %s", c.name, a.status, a.body, c.status, c.rule)
		}
	}
	for _, q := range []string{
		"?capturedAt=yesterday", "?capturedAt=2999-01-01T00:00:00Z", "?capturedAt=1812-01-01T00:00:00Z",
	} {
		if a := w.call("PUT", path+"selfie"+q, bearer("acme"), jpeg); a.status != 400 ||
			a.rule(t) != "capturedAt:format" {
			t.Errorf("%s: %d %s", q, a.status, a.body)
		}
	}
	for q, rule := range map[string]string{
		"?capturedAt=2026-05-04T10:00:00Z&capturedAt=x": "capturedAt:unique",
		"?kind=selfie": "query:unknown",
		"?virtualCamera=" + strings.Repeat("x", 101): "virtualCamera:max_length",
		"?virtualCamera=OBS%07":                      "virtualCamera:characters",
		"?virtualCamera=%20OBS":                      "virtualCamera:trimmed",
	} {
		if a := w.call("PUT", path+"selfie"+q, bearer("acme"), jpeg); a.status != 400 || a.rule(t) != rule {
			t.Errorf("%s: %d %s", q, a.status, a.body)
		}
	}
	if captures, err := w.store.Captures(t.Context(), "acme", job); err != nil || len(captures) != 0 {
		t.Errorf("%d captures were kept, %v", len(captures), err)
	}
}

func TestATruncatedPictureIsAcceptedAndFlagged(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	for _, whole := range [][]byte{jpegOf(t, 200, 100), pngOf(t, 200, 100)} {
		a := w.put(job, "selfie", string(whole[:len(whole)-40]))
		var taken intake.CaptureTaken
		a.into(t, &taken)
		if a.status != 201 || taken.Width != 200 || taken.Quality.Outcome != "FAIL" ||
			taken.Quality.Fault != "truncated" {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}

func TestCapturesAreRecognisedByTheirBytesNotTheirLabel(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	cases := []struct{ kind, label, body, want string }{
		{"selfie", "image/png", string(jpegOf(t, 20, 20)), "image/jpeg"},
		{"selfie", "text/html", string(pngOf(t, 20, 20)), "image/png"},
		{"selfie", "", string(pngOf(t, 20, 20)), "image/png"},
		{"voice", "audio/mpeg", "RIFF\x24\x00\x00\x00WAVEfmt ", "audio/wav"},
		{"voice", "audio/wav", "fLaC\x00\x00\x00\x22", "audio/flac"},
		{"video", "video/webm", "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00", "video/mp4"},
		{"video", "video/mp4", "\x1a\x45\xdf\xa3\x01", "video/webm"},
		{"signature", "image/png", ` {"coordinates":"1,2"}`, "application/json"},
		{"signature", "application/json", string(pngOf(t, 20, 20)), "image/png"},
		{"fingerprints", "application/json", `{"right_index":"AA=="}`, "application/json"},
		{"nfc", "application/octet-stream", `{"DG1":"AA=="}`, "application/json"},
	}
	for _, c := range cases {
		a := w.call("PUT", "/api/v4/jobs/"+job+"/captures/"+c.kind, bearer("acme").with("Content-Type", c.label),
			c.body)
		var taken intake.CaptureTaken
		a.into(t, &taken)
		if a.status != 201 || taken.ContentType != c.want ||
			(taken.Quality != nil) != strings.HasPrefix(c.want, "image/") {
			t.Errorf("%s labelled %q: %d %s, want %s", c.kind, c.label, a.status, a.body, c.want)
		}
	}
}

const aTiming = `{"capture":"selfie","automatic":true,"milliseconds":1}`

// timed is a submit with one timing that a field of is wrong.
func timed(timing, want string) bad {
	return field(`{"timings":{"captures":[{`+timing+`}]}}`, "timings.captures[0]."+want)
}

func TestSubmitRefuses(t *testing.T) {
	w := newWorld(t)
	path := "/api/v4/jobs/" + w.newJob(jobBody) + "/submit"
	w.refuses("POST", path, bearer("acme"), []bad{
		field(`{"force":true}`, "force:unknown"), field(`[]`, "body:type"), field(`{}{}`, "body:trailing"),
		field("\xff", "body:utf8"),
		{"another content type", headers{"Content-Type": "text/plain"}, "{}", 415, ""},
		{"huge", nil, strings.Repeat(" ", 70<<10), 413, ""},
		field(`{"timings":1}`, "timings:type"), field(`{"timings":{"frames":1}}`, "timings.frames:unknown"),
		field(`{"timings":{"engine":{"downloaded":true}}}`, "timings.engine.milliseconds:required"),
		field(`{"timings":{"engine":{"milliseconds":1}}}`, "timings.engine.downloaded:required"),
		field(`{"timings":{"engine":{"milliseconds":-1,"downloaded":true}}}`, "timings.engine.milliseconds:range"),
		field(`{"timings":{"engine":{"milliseconds":3600001,"downloaded":true}}}`, "timings.engine.milliseconds:range"),
		field(`{"timings":{"engine":{"milliseconds":1.5,"downloaded":true}}}`, "timings.engine.milliseconds:type"),
		timed(`"capture":"ear","automatic":true,"milliseconds":1`, "capture:one_of"),
		timed(`"automatic":true,"milliseconds":1`, "capture:one_of"),
		timed(`"capture":"selfie","milliseconds":1`, "automatic:required"),
		timed(`"capture":"selfie","automatic":true`, "milliseconds:required"),
		timed(`"capture":"selfie","automatic":true,"milliseconds":1,"framesPerSecond":0`, "framesPerSecond:range"),
		timed(`"capture":"selfie","automatic":true,"milliseconds":1,"framesPerSecond":241`, "framesPerSecond:range"),
		field(`{"timings":{"captures":[`+aTiming+`,`+aTiming+`]}}`, "timings.captures[1].capture:unique"),
		field(`{"timings":{"captures":[`+strings.Repeat(aTiming+",", 16)+aTiming+`]}}`, "timings.captures:max_items"),
	})
	w.refuses("POST", path+"?now=1", bearer("acme"), []bad{{"a query", nil, "", 400, "query:unknown"}})
}

func TestAutoFillRefuses(t *testing.T) {
	w := newWorld(t)
	jpeg := string(jpegOf(t, 20, 20))
	send := func(name string, status int, rule string, parts ...string) {
		t.Helper()
		contentType, body := form(t, parts...)
		a := w.call("POST", "/api/v4/autofill", bearer("acme").with("Content-Type", contentType), body)
		if a.status != status || a.rule(t) != rule {
			t.Errorf("%s: %d %s, want %d %s", name, a.status, a.body, status, rule)
		}
	}
	send("nothing can read", 503, "", "passport", jpeg)
	w.in.Extract = nothingRead
	send("no parts", 400, "body:required")
	send("a part of another name", 400, "body:unknown", "selfie", jpeg)
	send("a part twice", 400, "passport:unique", "passport", jpeg, "passport", jpeg)
	send("an empty part", 400, "passport:required", "passport", "")
	send("a part cut within its header", 400, "id_back:truncated", "id_front", jpeg, "id_back", jpeg[:100])
	send("a part that is no picture", 415, "passport:unsupported", "passport", "hello")
	send("a part over its limit", 413, "", "passport", jpeg+strings.Repeat("x", 20_000_000))
	w.refuses("POST", "/api/v4/autofill", bearer("acme"), []bad{
		{"another content type", nil, "{}", 415, ""},
		{"no boundary", headers{"Content-Type": "multipart/form-data"}, "--x\r\n", 400, ""},
		{
			"cut off",
			headers{"Content-Type": "multipart/form-data; boundary=x"},
			"--x\r\nContent-Disposition: form-data; name=\"passport\"\r\n\r\nabc", 400, "",
		},
	})
}

func TestAnApplicantWhoLookedOverWhatWasReadGivesNameAndNumber(t *testing.T) {
	w := newWorld(t)
	const job = `{"function":"AUTO_FILL","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"`
	w.refuses("POST", "/api/v4/jobs", bearer("acme"), []bad{
		field(job+`,"submitted":{}}`, "submitted.documentNumber:required"),
		field(job+`,"submitted":{"documentNumber":"L898902C3"}}`, "submitted.lastName:required"),
		field(job+`,"submitted":{"documentNumber":"L898902C3","lastName":"","firstName":"ANNA"}}`,
			"submitted.lastName:required"),
	})
	for _, said := range []string{
		"", // the host application has no form
		`,"submitted":{"documentNumber":"L898902C3","lastName":"ERIKSSON"}`,
		`,"submitted":{"documentNumber":"L898902C3","fullName":"ANNA ERIKSSON"}`,
		`,"submitted":{"documentNumber":"L898902C3","lastName":"ERIKSSON","dateOfBirth":"1974-08-12",` +
			`"issueDate":"2020-05-01","expiryDate":"2020-05-01"}`,
	} {
		if a := w.call("POST", "/api/v4/jobs", bearer("acme"), job+said+"}"); a.status != 201 {
			t.Errorf("%s: %d %s", said, a.status, a.body)
		}
	}
}
