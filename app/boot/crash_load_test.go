package boot_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/onboarding"
)

// ledger is what the outside world was told, and what it asked for without an answer.
type ledger struct {
	mu       sync.Mutex
	jobs     map[string]bool              // acknowledged by 201
	captures map[string]map[string]string // job → URN → SHA-256 of its bytes, acknowledged by 201
	submits  map[string]bool              // acknowledged by 202
	keys     int                          // of idempotency: each makes one job
	verdicts []acknowledged
	wrong    []string
}

// acknowledged is a decision that an agent was told of.
type acknowledged struct {
	verdict
	undone  bool // taking it back was acknowledged
	unclear bool // taking it back was asked for without an answer
}

func (l *ledger) note(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

// worked reports whether anything was acknowledged that a kill could lose.
func (l *ledger) worked() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.submits) > 0 && len(l.verdicts) > 0
}

// complain notes an answer that no crash excuses.
func (l *ledger) complain(err error) {
	var refused *apiclient.Refused
	if errors.As(err, &refused) {
		l.note(func() { l.wrong = append(l.wrong, refused.Error()) })
	}
}

// load is everybody who uses the program while it is killed.
type load struct {
	*ledger
	app  *apiclient.App
	desk string // address at which agents decide
	http *http.Client
}

// insist repeats a call until it is answered, over any number of kills. What was answered with a refusal is not
// repeated.
func (l *load) insist(ctx context.Context, call func() error) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := call()
		var refused *apiclient.Refused
		if err == nil || errors.As(err, &refused) || ctx.Err() != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
}

// applicants makes jobs until told to stop; those begun are finished.
func (l *load) applicants(ctx context.Context, stop <-chan struct{}, random *rand.Rand, name string) {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return
		default:
		}
		if err := l.apply(ctx, random, fmt.Sprintf("%s-%d", name, n)); err != nil {
			l.complain(err)
		}
	}
}

func (l *load) apply(ctx context.Context, random *rand.Rand, key string) error {
	function, kind, contentType, body := drawn(random)
	request, err := json.Marshal(map[string]any{"function": function, "flavor": "LITE", "sdkVersion": "11.1.13.2.18"})
	if err != nil {
		return err
	}
	var job struct{ JobID string }
	l.note(func() { l.keys++ })
	header := map[string]string{"Content-Type": "application/json", "Idempotency-Key": key}
	if err := l.insist(ctx,
		func() error { return l.authorised(ctx, http.MethodPost, "/api/v4/jobs", header, request, &job) }); err != nil {
		return err
	}
	l.note(func() { l.jobs[job.JobID] = true })
	var taken struct{ URN string }
	path := "/api/v4/jobs/" + job.JobID + "/captures/" + string(kind)
	if err := l.insist(ctx, func() error {
		return l.authorised(ctx, http.MethodPut, path, map[string]string{"Content-Type": contentType}, body, &taken)
	}); err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	l.note(func() { l.captures[job.JobID] = map[string]string{taken.URN: hex.EncodeToString(sum[:])} })
	if random.IntN(12) == 0 {
		return nil // the applicant went away
	}
	if err := l.insist(ctx, func() error { return l.app.Submit(ctx, job.JobID) }); err != nil {
		return err
	}
	l.note(func() { l.submits[job.JobID] = true })
	return nil
}

func (l *load) authorised(
	ctx context.Context, method, path string, header map[string]string, body []byte, into any,
) error {
	token, err := l.app.Token(ctx)
	if err != nil {
		return err
	}
	header["Authorization"] = "Bearer " + token
	return l.app.Do(ctx, method, path, header, body, into)
}

// drawn makes an applicant's one capture: a signature that is one or a scrawl that is none, or a document, sharp, dark
// or cut off.
func drawn(random *rand.Rand) (onboarding.Function, onboarding.CaptureKind, string, []byte) {
	if random.IntN(2) == 0 {
		return onboarding.SignatureCapture, onboarding.Signature, "application/json", strokes(random)
	}
	picture := document(random)
	if random.IntN(5) == 0 {
		picture = picture[:len(picture)*2/3]
	}
	return onboarding.DocumentCapture, onboarding.Document, "image/png", picture
}

func strokes(random *rand.Rand) []byte {
	points := 2
	if random.IntN(2) == 0 {
		points = 60
	}
	var b strings.Builder
	b.WriteString(`{"strokes":[[`)
	for i := range points {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"x":%d,"y":%d,"t":%d}`, 4*i, 60+random.IntN(50), 15*i)
	}
	b.WriteString(`]]}`)
	return []byte(b.String())
}

func document(random *rand.Rand) []byte {
	const w, h = 220, 140
	img := image.NewGray(image.Rect(0, 0, w, h))
	base := []int{30, 120, 200}[random.IntN(3)]
	for i := range img.Pix {
		img.Pix[i] = uint8(base + random.IntN(50))
	}
	for x := 20; x < 200; x += 9 {
		for y := 30; y < 60; y++ {
			img.SetGray(x, y, color.Gray{Y: 10})
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// agents decide what waits until told to stop, and take some of it back.
func (l *load) agents(ctx context.Context, stop <-chan struct{}, random *rand.Rand, name string) {
	tick := time.NewTicker(60 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		outcome := []string{"Approved", "Declined", "Suspicious"}[random.IntN(3)]
		var v verdict
		if err := l.ask(ctx, "/decide", url.Values{"agent": {name}, "outcome": {outcome}}, &v); err != nil {
			continue // killed, or nothing waits
		}
		at := 0
		l.note(func() { at, l.verdicts = len(l.verdicts), append(l.verdicts, acknowledged{verdict: v}) })
		if random.IntN(3) > 0 {
			continue
		}
		err := l.ask(ctx, "/undo", url.Values{"agent": {name}, "job": {v.Job}}, nil)
		var refused *apiclient.Refused
		l.note(func() {
			l.verdicts[at].undone, l.verdicts[at].unclear = err == nil, err != nil && !errors.As(err, &refused)
		})
	}
}

// ask posts to the desk. Only "nothing waits" and "too late" are refusals that may happen.
func (l *load) ask(ctx context.Context, path string, form url.Values, into any) error {
	at := apiclient.App{Base: l.desk, HTTP: l.http}
	err := at.Do(ctx, http.MethodPost, path, map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		[]byte(form.Encode()), into)
	var refused *apiclient.Refused
	if errors.As(err, &refused) && refused.Status != http.StatusNotFound && refused.Status != http.StatusConflict {
		l.complain(err)
	}
	return err
}
