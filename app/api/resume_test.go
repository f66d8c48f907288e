package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/store"
)

// recording returns size bytes that are taken for a FLAC file.
func recording(size int) string {
	random := rand.NewChaCha8([32]byte{byte(size), byte(size >> 8)})
	b := make([]byte, size)
	_, _ = random.Read(b)
	return "fLaC" + string(b[4:])
}

func sumOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// step is a request for the capture voice and its answer: the status, and what comes with it.
type step struct {
	span   string // Content-Range without "bytes "; empty for a request without
	body   string
	sum    string // the parameter sha256
	status int
	want   string // with 308, the last byte that is held or nothing; else field:rule
}

// resume sends a request for the capture voice of a job.
func (w *world) resume(job string, s step) answer {
	w.t.Helper()
	h := bearer("acme").with("Content-Type", "application/octet-stream")
	if s.span != "" {
		h = h.with("Content-Range", "bytes "+s.span)
	}
	path := "/api/v4/jobs/" + job + "/captures/voice"
	if s.sum != "" {
		path += "?sha256=" + s.sum
	}
	return w.call("PUT", path, h, s.body)
}

// files counts the files of captures and of parts.
func (w *world) files() int {
	w.t.Helper()
	n := 0
	err := filepath.WalkDir(w.folder().Root, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return n
}

func (w *world) folder() *evidence.Folder { return w.in.Evidence.Store.(*evidence.Folder) }

const kib16 = intake.MinPart

func TestUploadsFollowTheProtocolOfParts(t *testing.T) {
	a, b := recording(50_000), recording(50_001)
	first, rest := a[:kib16], a[kib16:]
	begun := step{"0-16383/50000", first, "", 308, "16383"}
	named := step{"0-16383/50000", first, sumOf(a), 308, "16383"}
	done := step{"16384-49999/50000", rest, "", 201, ""}
	ask := step{"*/50000", "", "", 308, ""}
	for name, tt := range map[string]struct {
		steps []step
		files int // that are kept
	}{
		"in two parts": {[]step{begun, done}, 1},
		"in three, the last of them short": {[]step{
			begun,
			{"16384-49998/50000", a[kib16:49_999], "", 308, "49998"},
			{"49999-49999/50000", a[49_999:], "", 201, ""},
		}, 1},
		"in one part":                  {[]step{{"0-49999/50000", a, "", 201, ""}}, 1},
		"a part that came before":      {[]step{begun, begun, done}, 1},
		"a gap":                        {[]step{begun, {"20000-49999/50000", a[20_000:], "", 308, "16383"}, done}, 1},
		"a gap at the beginning":       {[]step{{"16384-49999/50000", rest, "", 308, ""}, begun, done}, 1},
		"an overlap":                   {[]step{begun, {"100-49999/50000", a[100:], "", 308, "16383"}, done}, 1},
		"a question before and within": {[]step{ask, begun, {"*/50000", "", "", 308, "16383"}, done}, 1},
		"a question about another":     {[]step{begun, {"*/50001", "", "", 308, ""}, done}, 1},
		"a question with a body":       {[]step{{"*/50000", "x", "", 400, "content-range:match"}}, 0},
		"another total begins anew": {[]step{
			begun,
			{"0-16383/50001", b[:kib16], "", 308, "16383"},
			{"16384-49999/50000", rest, "", 308, ""},
			{"16384-50000/50001", b[kib16:], "", 201, ""},
		}, 1},
		"another total in the middle": {[]step{begun, {"16384-50000/50001", b[kib16:], "", 308, ""}, done}, 1},
		"another sha256 begins anew": {[]step{
			{"0-16383/50000", first, sumOf(b), 308, "16383"},
			named,
			{"16384-49999/50000", rest, sumOf(a), 201, ""},
		}, 1},
		"another sha256 in the middle": {[]step{
			named,
			done.refused(308, ""),
			{"16384-49999/50000", rest, sumOf(b), 308, ""},
			{"*/50000", "", sumOf(a), 308, "16383"},
		}, 1},
		"a body that is too short": {[]step{{"0-49999/50000", first, "", 400, "content-range:match"}, ask}, 0},
		"a body that is too long":  {[]step{{"0-16383/50000", a, "", 400, "content-range:match"}, ask}, 0},
		"a small part": {[]step{
			{"0-16382/50000", a[:kib16-1], "", 400, "content-range:min_length"}, ask,
		}, 0},
		"a total over the limit": {[]step{{"0-16383/20000001", first, "", 413, ""}}, 0},
		"a question over it":     {[]step{{"*/20000001", "", "", 413, ""}}, 0},
		"bytes of another sha256": {[]step{
			{"0-16383/50000", first, sumOf(b), 308, "16383"},
			{"16384-49999/50000", rest, sumOf(b), 400, "sha256:match"},
			{"*/50000", "", sumOf(b), 308, ""},
		}, 0},
		"bytes that are no capture of the kind": {[]step{
			{"0-16383/50000", rest[:kib16], "", 308, "16383"},
			{"16384-49999/50000", rest, "", 415, ""},
			ask,
		}, 0},
		"a whole capture of another sha256": {[]step{{"", a, sumOf(b), 400, "sha256:match"}}, 0},
		"a whole capture with its sha256": {[]step{
			{"", a, sumOf(a), 201, ""},
			{"", a, sumOf(a), 201, ""},
			{"", b, sumOf(a), 400, "sha256:match"},
			{"*/50000", "", sumOf(a), 201, ""},
			named.refused(201, ""),
		}, 1},
		"a whole capture twice without one": {[]step{{"", a, "", 201, ""}, {"", a, "", 201, ""}}, 2},
		"a whole capture in the middle":     {[]step{begun, {"", a, "", 201, ""}, ask}, 1},
		"a lost 201, with a sha256": {
			[]step{named, {"16384-49999/50000", rest, sumOf(a), 201, ""}, named.refused(201, "")}, 1,
		},
		"a lost 201, without":                 {[]step{begun, done, done.refused(308, "")}, 1},
		"a sha256 that is not one":            {[]step{{"", a, strings.ToUpper(sumOf(a)), 400, "sha256:format"}}, 0},
		"a sha256 that is not one, in a part": {[]step{{"0-16383/50000", first, "ab", 400, "sha256:format"}}, 0},
		"first byte after the last":           {[]step{{"9-8/50000", "", "", 400, "content-range:format"}}, 0},
		"the last byte at the total":          {[]step{{"0-50000/50000", a, "", 400, "content-range:format"}}, 0},
		"no total":                            {[]step{{"0-16383/*", first, "", 400, "content-range:format"}}, 0},
		"a total of nothing":                  {[]step{{"*/0", "", "", 400, "content-range:format"}}, 0},
		"a total of 20 digits": {
			[]step{{"*/" + strings.Repeat("9", 20), "", "", 400, "content-range:format"}}, 0,
		},
		"a range without a beginning": {[]step{{"-16383/50000", first, "", 400, "content-range:format"}}, 0},
		"a sign":                      {[]step{{"+0-16383/50000", first, "", 400, "content-range:format"}}, 0},
		"two ranges":                  {[]step{{"0-1,2-3/50000", first, "", 400, "content-range:format"}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			job := w.newJob(jobBody)
			for i, s := range tt.steps {
				got := w.resume(job, s)
				want := s.want
				if s.status == 308 && want != "" {
					want = "bytes=0-" + want
				}
				if said := got.said(t); got.status != s.status || said != want {
					t.Errorf("step %d: %d %q, want %d %q: %s", i, got.status, said, s.status, want, got.body)
				}
			}
			if n := w.files(); n != tt.files {
				t.Errorf("%d files are kept, want %d", n, tt.files)
			}
		})
	}
}

// refused returns a step with another answer.
func (s step) refused(status int, want string) step {
	s.status, s.want = status, want
	return s
}

// said returns what an answer says beside its status: what is held, or which rule was broken.
func (a answer) said(t testing.TB) string {
	t.Helper()
	switch {
	case a.status == 308 && len(a.body) == 0:
		return a.header.Get("Range")
	case a.status >= 400:
		return a.rule(t)
	}
	return ""
}

func TestContentRangeHasTheUnitBytes(t *testing.T) {
	w := newWorld(t)
	path := "/api/v4/jobs/" + w.newJob(jobBody) + "/captures/voice"
	for header, want := range map[string]int{
		"bytes */50000":  308,
		"Bytes */50000":  308,
		"lines */50000":  400,
		"*/50000":        400,
		"bytes=*/50000":  400,
		"bytes  */50000": 400,
		"bytes":          400,
	} {
		if a := w.call("PUT", path, bearer("acme").with("Content-Range", header), ""); a.status != want {
			t.Errorf("%q: %d, want %d", header, a.status, want)
		}
	}
}

func TestACaptureInPartsIsTheSameAsAWholeOne(t *testing.T) {
	w := newWorld(t)
	job, content := w.newJob(jobBody), recording(50_000)
	w.resume(job, step{span: "0-16383/50000", body: content[:kib16], sum: sumOf(content)})
	last := step{span: "16384-49999/50000", body: content[kib16:], sum: sumOf(content)}
	a := w.resume(job, last)
	var taken intake.CaptureTaken
	a.into(t, &taken)
	if a.status != 201 || taken.SHA256 != sumOf(content) || taken.Size != 50_000 || taken.ContentType != "audio/flac" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	w.clock.Advance(time.Minute)
	for i, again := range []step{last, {body: content, sum: sumOf(content)}} {
		if b := w.resume(job, again); b.status != 201 || !bytes.Equal(b.body, a.body) {
			t.Errorf("again, in way %d: %d %s, first %s", i, b.status, b.body, a.body)
		}
	}
	if got := w.call("GET", "/api/documents/"+taken.URN, apiKey("acme"), ""); string(got.body) != content {
		t.Errorf("the document has %d bytes: %d", len(got.body), got.status)
	}
}

func TestTheVerdictComesAgainWithARepeatedPicture(t *testing.T) {
	w := newWorld(t)
	job, picture := w.newJob(jobBody), string(jpegOf(t, 64, 40))
	path := "/api/v4/jobs/" + job + "/captures/selfie?sha256=" + sumOf(picture)
	first := w.call("PUT", path, bearer("acme").with("Content-Type", "image/jpeg"), picture)
	again := w.call("PUT", path, bearer("acme").with("Content-Type", "image/jpeg"), picture)
	if first.status != 201 || !bytes.Equal(first.body, again.body) || !strings.Contains(string(again.body), "quality") {
		t.Errorf("%d %s, then %d %s", first.status, first.body, again.status, again.body)
	}
}

func TestPartsEndWithTheirJobsCapturing(t *testing.T) {
	w := newWorld(t)
	job, content := w.newJob(jobBody), recording(50_000)
	w.put(job, "selfie", string(jpegOf(t, 64, 40)))
	w.put(job, "passport", string(jpegOf(t, 64, 40)))
	part := step{span: "0-16383/50000", body: content[:kib16]}
	if a := w.resume(job, part); a.status != 308 || w.files() != 3 {
		t.Fatalf("%d, %d files", a.status, w.files())
	}
	if a := w.call("POST", "/api/v4/jobs/"+job+"/submit", bearer("acme"), ""); a.status != 202 {
		t.Fatalf("submit: %d %s", a.status, a.body)
	}
	if n := w.files(); n != 2 {
		t.Errorf("%d files are kept, want the two captures", n)
	}
	listed, err := w.store.RemovedObjects(t.Context(), store.RemovedObject{}, 9)
	if err != nil || len(listed) != 0 {
		t.Errorf("removed objects are still listed: %v, %v", listed, err)
	}
	for name, s := range map[string]step{"a part": part, "a question": {span: "*/50000"}} {
		if a := w.resume(job, s); a.status != 409 {
			t.Errorf("%s after the submit: %d", name, a.status)
		}
	}
}

// overtaking is a body that ends once something else has happened.
type overtaking struct {
	io.Reader
	happens func()
}

// Read implements io.Reader.
func (o *overtaking) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		o.happens()
	}
	return n, err
}

func TestABodyThatItsJobsSubmitOvertakesLeavesNoFile(t *testing.T) {
	content := recording(50_000)
	for name, tt := range map[string]struct {
		body string
		span intake.ByteRange
	}{
		"whole":  {content, intake.ByteRange{}},
		"a part": {content[:kib16], intake.ByteRange{Size: kib16, Total: 50_000}},
	} {
		w := newWorld(t)
		job := w.newJob(jobBody)
		w.put(job, "selfie", string(jpegOf(t, 64, 40)))
		w.put(job, "passport", string(jpegOf(t, 64, 40)))
		by := intake.Caller{Company: "acme", ClientID: "sdk"}
		body := &overtaking{strings.NewReader(tt.body), func() {
			if _, err := w.in.Submit(t.Context(), by, job); err != nil {
				t.Errorf("%s: submit: %v", name, err)
			}
		}}
		_, err := w.in.ReceiveCapture(t.Context(), by, job, intake.Upload{Kind: "voice", Range: tt.span, Body: body})
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: the capture of a submitted job: %v", name, err)
		}
		if n := w.files(); n != 2 {
			t.Errorf("%s: %d files are kept, want the two captures of before", name, n)
		}
	}
}

func TestPartsOfAForeignJobAreNotFound(t *testing.T) {
	w := newWorld(t)
	path := "/api/v4/jobs/" + w.newJob(jobBody) + "/captures/voice"
	for _, header := range []string{"bytes 0-16383/50000", "bytes */50000"} {
		if a := w.call("PUT", path, bearer("other").with("Content-Range", header), ""); a.status != 404 {
			t.Errorf("%s: %d", header, a.status)
		}
	}
}

func TestPartsAreSealedOnTheDisk(t *testing.T) {
	w := newWorld(t)
	job, content := w.newJob(jobBody), recording(50_000)
	w.resume(job, step{span: "0-16383/50000", body: content[:kib16]})
	found := 0
	err := filepath.WalkDir(w.folder().Root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if found++; bytes.Contains(b, []byte(content[100:132])) {
			t.Errorf("%s holds plain bytes", path)
		}
		return err
	})
	if err != nil || found != 1 {
		t.Errorf("%d files: %v", found, err)
	}
}

// fewestSplits is how many random uploads the property is tried with.
const fewestSplits = 12

// TestEverySplitEndsInOneCaptureWithItsHash sends random contents in random parts, as a client that loses answers,
// repeats requests and starts again would, to a server that is killed now and then. Half of them name their hash.
func TestEverySplitEndsInOneCaptureWithItsHash(t *testing.T) {
	w := newWorld(t)
	for seed := range uint64(fewestSplits) {
		random := rand.New(rand.NewPCG(seed, 7))
		content := recording(1 + 4 + random.IntN(120_000))
		job := w.newJob(jobBody)
		before, sum, name := w.files(), sumOf(content), ""
		if seed%2 == 0 {
			name = sum
		}
		taken := w.sendSomehow(job, content, name, random)
		w.sweep(w.folder())
		if taken.SHA256 != sum || taken.Size != int64(len(content)) {
			t.Errorf("seed %d: %d bytes with %s arrived", seed, taken.Size, taken.SHA256)
		}
		var status intake.JobStatus
		w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(t, &status)
		if len(status.Captures) != 1 || status.Captures[0].URN != taken.URN || name != "" && w.files() != before+1 {
			t.Errorf("seed %d: %d captures, %d files", seed, len(status.Captures), w.files()-before)
		}
	}
}

// sendSomehow sends parts of random sizes until the capture is complete. Half of the answers are lost, which a client
// without a hash notices as an upload that begins anew.
func (w *world) sendSomehow(job, content, sum string, random *rand.Rand) (taken intake.CaptureTaken) {
	w.t.Helper()
	total, at, folder := len(content), 0, w.folder()
	for range 1000 {
		end := min(total, at+kib16+random.IntN(40_000))
		s := step{span: fmt.Sprintf("%d-%d/%d", at, end-1, total), body: content[at:end], sum: sum}
		switch random.IntN(8) {
		case 0:
			s = step{span: fmt.Sprintf("*/%d", total), sum: sum}
		case 1: // the client starts again
			s = step{
				span: fmt.Sprintf("0-%d/%d", min(total, kib16)-1, total),
				body: content[:min(total, kib16)],
				sum:  sum,
			}
		case 2:
			w.in.Evidence.Store = &killed{folder, random.IntN(2)}
		}
		a := w.resume(job, s)
		w.in.Evidence.Store = folder
		if random.IntN(2) == 0 || a.status == 503 {
			continue // the answer is lost
		}
		switch a.status {
		case 201:
			a.into(w.t, &taken)
			return taken
		case 308:
			at = 0
			if held := a.header.Get("Range"); held != "" {
				if _, err := fmt.Sscanf(held, "bytes=0-%d", &at); err != nil {
					w.t.Fatal(held, err)
				}
				at++
			}
		default:
			w.t.Fatalf("%+v: %d %s", s.span, a.status, a.body)
		}
	}
	w.t.Fatal("the upload never ends")
	return taken
}
