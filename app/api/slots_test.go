package api_test

import (
	"context"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/inspection"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// checking holds uploads while their pictures are checked.
type checking struct {
	begun chan struct{}
	end   chan struct{}
}

// checksSlowly makes each check of a picture wait for the end of all.
func checksSlowly(w *world) checking {
	c := checking{begun: make(chan struct{}), end: make(chan struct{})}
	w.in.Quality = func(context.Context, engine.Capture, engine.Thresholds) (intake.PictureQuality, error) {
		select {
		case c.begun <- struct{}{}:
			<-c.end
		case <-c.end:
		}
		return intake.PictureQuality{Outcome: "PASS"}, nil
	}
	return c
}

// uploads begins uploads and returns once all of them are being checked.
func (c checking) uploads(w *world, all *sync.WaitGroup, n int, path string, h headers, picture string) {
	for range n {
		all.Go(func() { w.call("PUT", path, h, picture) })
	}
	for range n {
		<-c.begun
	}
}

func TestALinkSendsTwoCapturesAtOnce(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	l, other := w.newLink(faceLink), w.newLink(faceLink)
	_, token := w.start(l)
	_, others := w.start(other)
	path := "/api/v4/jobs/" + l.JobID + "/captures/selfie"
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	slow.uploads(w, &all, 2, path, bearer(token), picture)
	a := w.call("PUT", path, bearer(token), picture)
	if a.status != 429 || a.header.Get("Retry-After") != "6" {
		t.Errorf("a third one: %d %s", a.status, a.body)
	}
	slow.uploads(w, &all, 1, "/api/v4/jobs/"+other.JobID+"/captures/selfie", bearer(others), picture)
	close(slow.end)
	all.Wait()
	if a := w.call("PUT", path, bearer(token), picture); a.status != 201 {
		t.Errorf("once they are done: %d %s", a.status, a.body)
	}
}

// fills has jobs of acme take half of the slots.
func (c checking) fills(w *world, all *sync.WaitGroup, picture string) {
	for range 3 {
		c.uploads(w, all, 8, "/api/v4/jobs/"+w.newJob(jobBody)+"/captures/selfie", bearer("acme"), picture)
	}
}

func TestAClientLeavesSlotsForUploadsToOthers(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	slow.fills(w, &all, picture)
	a := w.call("PUT", "/api/v4/jobs/"+w.newJob(jobBody)+"/captures/selfie", bearer("acme"), picture)
	if a.status != 429 || a.header.Get("Retry-After") != "1" || !strings.Contains(string(a.body), "tokens of this") {
		t.Errorf("half of the slots and one more: %d %s", a.status, a.body)
	}
	other := "/api/v4/jobs/" + w.newJobOf("acme2", jobBody) + "/captures/selfie"
	slow.uploads(w, &all, 1, other, bearer("acme2"), picture)
	close(slow.end)
	all.Wait()
}

func TestTheTokensOfAClientLeaveSlotsToItsCaptureLinks(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	slow.fills(w, &all, picture)
	send := func() (path string, h headers) {
		l := w.newLink(faceLink)
		_, token := w.start(l)
		return "/api/v4/jobs/" + l.JobID + "/captures/selfie", bearer(token)
	}
	for range 4 {
		path, h := send()
		slow.uploads(w, &all, 2, path, h, picture)
	}
	path, h := send()
	if a := w.call("PUT", path, h, picture); a.status != 429 || !strings.Contains(string(a.body), "once of this") {
		t.Errorf("two thirds of the slots and one more: %d %s", a.status, a.body)
	}
	other := "/api/v4/jobs/" + w.newJobOf("acme2", jobBody) + "/captures/selfie"
	slow.uploads(w, &all, 1, other, bearer("acme2"), picture)
	close(slow.end)
	all.Wait()
}

func TestTheCaptureLinksOfAClientLeaveSlotsToItsTokens(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	for i := range 13 {
		l := w.newLink(faceLink)
		_, token := w.start(l)
		path := "/api/v4/jobs/" + l.JobID + "/captures/selfie"
		if i < 12 {
			slow.uploads(w, &all, 2, path, bearer(token), picture)
			continue
		}
		a := w.call("PUT", path, bearer(token), picture)
		if a.status != 429 || a.header.Get("Retry-After") != "6" || !strings.Contains(string(a.body), "links of this") {
			t.Errorf("half of the slots and one more: %d %s", a.status, a.body)
		}
	}
	slow.uploads(w, &all, 8, "/api/v4/jobs/"+w.newJob(jobBody)+"/captures/selfie", bearer("acme"), picture)
	close(slow.end)
	all.Wait()
}

func TestAJobLeavesSlotsForUploadsToOtherJobs(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	job := w.newJob(jobBody)
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	slow.uploads(w, &all, 8, "/api/v4/jobs/"+job+"/captures/selfie", bearer("acme"), picture)
	for _, id := range []string{job, strings.ToUpper(job)} {
		a := w.call("PUT", "/api/v4/jobs/"+id+"/captures/id_front", bearer("acme"), picture)
		if a.status != 429 || a.header.Get("Retry-After") != "1" {
			t.Errorf("a ninth upload for one job: %d %s", a.status, a.body)
		}
	}
	slow.uploads(w, &all, 1, "/api/v4/jobs/"+w.newJob(jobBody)+"/captures/selfie", bearer("acme"), picture)
	close(slow.end)
	all.Wait()
}

func TestAnAutoFillTakesAsManySlotsAsItHoldsPictures(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	w := newWorld(t, capturing, func(w *world) {
		w.in.Extract = func(context.Context, []engine.Capture) (engine.Report, error) {
			select {
			case begun <- struct{}{}:
				<-end
			case <-end:
			}
			return engine.Report{}, nil
		}
	})
	contentType, body := form(t, "passport", string(jpegOf(t, 64, 40)))
	h := bearer("acme").with("Content-Type", contentType)
	var all sync.WaitGroup
	for range 8 { // 24 of 48 slots
		all.Go(func() { w.call("POST", "/api/v4/autofill", h, body) })
		<-begun
	}
	if a := w.call("POST", "/api/v4/autofill", h, body); a.status != 429 || a.header.Get("Retry-After") != "1" {
		t.Errorf("half of the slots and one more: %d %s", a.status, a.body)
	}
	close(end)
	all.Wait()
}

// listed lists an origin for the client of acme2, so that anybody may have its tokens.
func listed(w *world) {
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(w.t.Context(), "acme", "sdk2", nil, []string{"https://app.bank.example"})
		return err
	})
}

// addressed makes calls come from the address that they name.
func addressed(w *world) {
	w.api.Address = func(c *fiber.Ctx) netip.Addr {
		address, _ := netip.ParseAddr(c.Get("X-Address"))
		return address
	}
}

func TestANetworkLeavesSlotsOfAClientWithOriginsToOthers(t *testing.T) {
	for others, most := range map[int]int{0: 8, 24: 4} {
		var slow checking
		w := newWorld(t, capturing, listed, addressed, func(w *world) { slow = checksSlowly(w) })
		picture := string(jpegOf(t, 64, 40))
		path := func() string { return "/api/v4/jobs/" + w.newJobOf("acme2", jobBody) + "/captures/selfie" }
		from := func(address string) headers { return bearer("acme2").with("X-Address", address) }
		var all sync.WaitGroup
		if others > 0 {
			slow.fills(w, &all, picture) // from a single address: nobody but its servers has the tokens of acme
		}
		slow.uploads(w, &all, most, path(), from("2001:db8:0:1::1"), picture)
		a := w.call("PUT", path(), from("2001:db8:0:1::2"), picture)
		if a.status != 429 || a.header.Get("Retry-After") != "1" || !strings.Contains(string(a.body), "network") {
			t.Errorf("beside %d of others, one more than %d: %d %s", others, most, a.status, a.body)
		}
		link := w.newLinkOf("acme2", faceLink)
		_, token := w.start(link)
		sent := bearer(token).with("X-Address", "2001:db8:0:1::3")
		a = w.call("PUT", "/api/v4/jobs/"+link.JobID+"/captures/selfie", sent, picture)
		if a.status != 429 || a.header.Get("Retry-After") != "6" || !strings.Contains(string(a.body), "network") {
			t.Errorf("beside %d of others, one more with a link: %d %s", others, a.status, a.body)
		}
		for _, address := range []string{"2001:db8:0:2::1", "192.0.2.1", "192.0.2.2"} {
			slow.uploads(w, &all, 2, path(), from(address), picture)
		}
		close(slow.end)
		all.Wait()
		if a := w.call("PUT", path(), from("2001:db8:0:1::2"), picture); a.status != 201 {
			t.Errorf("once they are done: %d %s", a.status, a.body)
		}
	}
}

func TestTheEngineLearnsWhomItWorksFor(t *testing.T) {
	var of []inspection.Holder
	w := newWorld(t, capturing, func(w *world) {
		w.in.Quality = func(ctx context.Context, _ engine.Capture, _ engine.Thresholds) (intake.PictureQuality, error) {
			of = append(of, inspection.HolderOf(ctx))
			return intake.PictureQuality{Outcome: "PASS"}, nil
		}
		w.in.Extract = func(ctx context.Context, _ []engine.Capture) (engine.Report, error) {
			of = append(of, inspection.HolderOf(ctx))
			return engine.Report{}, nil
		}
	})
	job, picture := w.newJob(jobBody), string(jpegOf(t, 64, 40))
	w.put(job, "selfie", picture)
	contentType, body := form(t, "passport", picture)
	w.call("POST", "/api/v4/autofill", bearer("acme").with("Content-Type", contentType), body)
	if want := []inspection.Holder{{Company: "acme", Job: job}, {Company: "acme"}}; !slices.Equal(of, want) {
		t.Errorf("works for %+v, want %+v", of, want)
	}
}

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestAJobThatIsFullReadsNoBody(t *testing.T) {
	for name, c := range map[string]struct {
		had    []int64
		client bool
	}{
		"of a link, as many captures":   {slices.Repeat([]int64{1}, 60), false},
		"of a link, as many bytes":      {[]int64{299_999_999}, false},
		"of a client, as many captures": {slices.Repeat([]int64{1}, 60), true},
		"of a client, as many bytes":    {[]int64{299_999_999}, true},
	} {
		had := c.had
		w := newWorld(t, capturing)
		l := w.newLink(faceLink)
		_, token := w.start(l)
		by, err := w.in.LinkCaller(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		if c.client {
			token, by = "acme", intake.Caller{Company: "acme", ClientID: by.ClientID}
		}
		w.write(func(tx *store.Tx) error {
			for i, size := range had {
				if err := tx.InsertCapture(t.Context(), onboarding.Capture{
					Company:    "acme",
					ID:         fmt.Sprint("c", i),
					JobID:      l.JobID,
					Kind:       onboarding.Selfie,
					Size:       size,
					SHA256:     hexDigits,
					WrappedKey: []byte("k"),
					CreatedAt:  began,
				}); err != nil {
					return err
				}
			}
			return nil
		})
		picture := string(jpegOf(t, 64, 40))
		path := "/api/v4/jobs/" + l.JobID + "/captures/selfie"
		if a := w.call("PUT", path, bearer(token), picture); a.status != 409 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		part := intake.ByteRange{Size: kib16, Total: 1 << 20}
		for _, span := range []intake.ByteRange{part, {}} {
			if len(had) == 1 && span.Size == 0 {
				continue // how long a whole capture is is not known yet
			}
			_, err := w.in.ReceiveCapture(t.Context(), by, l.JobID, intake.Upload{
				Kind:  "selfie",
				Range: span,
				Body:  unread{t},
			})
			if !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if len(had) == 60 {
			if a := w.call("PUT", path+"?sha256="+hexDigits, bearer(token), picture); a.status != 400 {
				t.Errorf("what it has already, sent again with other bytes: %d %s", a.status, a.body)
			}
		}
	}
}
