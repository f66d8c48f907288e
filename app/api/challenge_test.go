package api_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/companies"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine"
)

const filmBody = `{"function":"VIDEO_ID","flavor":"VIDEO_ID","sdkVersion":"11.1.13.2.18","uniqueNumber":"31"}`

const cardBody = `{"function":"ID_VALIDATION","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`

func TestTheSameKeyGetsTheSameChallengeAndCostsOneAttempt(t *testing.T) {
	w := newWorld(t)
	path := "/api/v4/jobs/" + w.newJob(filmBody) + "/challenge"
	ask := func(key string) (issued intake.IssuedChallenge) {
		t.Helper()
		w.call("POST", path, bearer("acme").with("Idempotency-Key", key), "").into(t, &issued)
		return issued
	}
	first := ask("a")
	for range 8 {
		if again := ask("a"); first.ID == "" || again.ID != first.ID || !slices.Equal(again.Moves, first.Moves) {
			t.Errorf("%+v after %+v", again, first)
		}
	}
	if other := ask("b"); other.ID == first.ID || other.ID == "" {
		t.Errorf("another attempt: %+v", other)
	}
	long := bearer("acme").with("Idempotency-Key", strings.Repeat("k", 129))
	if a := w.call("POST", path, long, ""); a.status != 400 || a.rule(t) != "idempotency-key:max_length" {
		t.Errorf("a key that is too long: %d %s", a.status, a.body)
	}
}

func TestEachAttemptGetsAChallengeInANewOrderThatEndsTheOneBefore(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(filmBody)
	path := "/api/v4/jobs/" + job + "/challenge"
	orders := map[string]bool{}
	var last intake.IssuedChallenge
	for range 6 {
		a := w.call("POST", path, bearer("acme"), "")
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		last = intake.IssuedChallenge{}
		a.into(t, &last)
		distinct := map[string]bool{}
		for _, m := range last.Moves {
			distinct[m] = engine.Move(m).Known()
		}
		if len(distinct) != 3 || slices.Contains([]bool{
			distinct[last.Moves[0]], distinct[last.Moves[1]], distinct[last.Moves[2]],
		}, false) || last.Seconds < 1 {
			t.Errorf("the challenge is %+v", last)
		}
		orders[strings.Join(last.Moves, " ")] = true
	}
	if len(orders) < 2 {
		t.Errorf("six attempts have one order: %v", orders)
	}
	if a := w.call("POST", path, bearer("acme"), ""); a.status != 409 || a.rule(t) != "challenge:challenge_limit" {
		t.Errorf("the seventh: %d %s", a.status, a.body)
	}
	var kept onboarding.RequestDetails
	if err := w.store.ReadJobDoc(context.Background(), "acme", job, store.DocRequest, &kept); err != nil {
		t.Fatal(err)
	}
	if got := kept.Challenges[""]; !slices.Equal(got.Moves, last.Moves) || got.Attempt != 6 || kept.Nonce == "" {
		t.Errorf("kept %+v, want %v", kept, last.Moves)
	}
}

func TestAJobWithoutAFilmHasNoChallenge(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		path string
		want int
	}{
		"a job without a film": {"/api/v4/jobs/" + w.newJob(cardBody) + "/challenge", 409},
		"a job with a selfie":  {"/api/v4/jobs/" + w.newJob(jobBody) + "/challenge", 201},
		"no job":               {"/api/v4/jobs/123/challenge", 404},
		"with a query":         {"/api/v4/jobs/" + w.newJob(filmBody) + "/challenge?order=blink", 400},
	} {
		if a := w.call("POST", c.path, bearer("acme"), ""); a.status != c.want {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

func TestTheSessionTellsWhetherSelfiesHaveMovesAndWhatIsSpoken(t *testing.T) {
	w := newWorld(t)
	in := func(language string) (s intake.SDKSession) {
		w.call("POST", "/api/v4/initialize", bearer("acme"),
			`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","language":"`+language+`"}`).into(t, &s)
		return s
	}
	session := func() intake.SDKSession { return in("EN") }
	if s := session(); !s.Selfie.Moves || s.Voice.Phrase != intake.BuiltInPhrase("EN") {
		t.Errorf("a company that has set nothing: moves %t, %q", s.Selfie.Moves, s.Voice.Phrase)
	}
	spoken := map[string]bool{}
	for _, language := range preset.Languages() {
		if s := in(language); s.Voice.Phrase != intake.BuiltInPhrase(language) || spoken[s.Voice.Phrase] {
			t.Errorf("in %s the phrase is %q", language, s.Voice.Phrase)
		}
		spoken[intake.BuiltInPhrase(language)] = true
	}
	of, err := w.store.Company(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	rules := of.Rules()
	rules.Moves, rules.Phrase = false, "I am Ann"
	if err := (&companies.Registry{Store: w.store}).SetRules(t.Context(), "cli", "acme", rules); err != nil {
		t.Fatal(err)
	}
	if s := session(); s.Selfie.Moves || s.Voice.Phrase != "I am Ann" {
		t.Errorf("after the change: moves %t, %q", s.Selfie.Moves, s.Voice.Phrase)
	}
}

func TestARecordingStaysWithThePhraseOfItsTime(t *testing.T) {
	w := newWorld(t, capturing)
	job := w.newJob(`{"function":"VOICE_CAPTURE","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`)
	wants := func(phrase string) {
		of, err := w.store.Company(t.Context(), "acme")
		if err != nil {
			t.Fatal(err)
		}
		rules := of.Rules()
		rules.Phrase = phrase
		if err := (&companies.Registry{Store: w.store}).SetRules(t.Context(), "cli", "acme", rules); err != nil {
			t.Fatal(err)
		}
	}
	noted := func() string {
		var r onboarding.RequestDetails
		if err := w.store.ReadJobDoc(t.Context(), "acme", job, store.DocRequest, &r); err != nil {
			t.Fatal(err)
		}
		phrase, is := r.Phrases[""]
		return fmt.Sprint(phrase, " ", is)
	}
	if got := noted(); got != " false" {
		t.Errorf("before a recording %q is noted", got)
	}
	records := func(of string) {
		sound := bearer("acme").with("Content-Type", "audio/wav")
		a := w.call("PUT", "/api/v4/jobs/"+job+"/captures/voice", sound, "RIFF\x24\x00\x00\x00WAVEfmt "+of)
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	wants("I am Ann")
	records("1")
	wants("I am Bob")
	if got := noted(); got != "I am Ann true" {
		t.Errorf("of a recording %q is noted", got)
	}
	records("2")
	if got := noted(); got != "I am Bob true" {
		t.Errorf("of another recording %q is noted", got)
	}
}

func TestAChallengeIsForOneVideoOfItsJob(t *testing.T) {
	w := newWorld(t)
	ask := func(job string) string {
		a := w.call("POST", "/api/v4/jobs/"+job+"/challenge", bearer("acme"), "")
		var issued intake.IssuedChallenge
		a.into(t, &issued)
		if a.status != 201 || issued.ID == "" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return issued.ID
	}
	job, other := w.newJob(filmBody), w.newJob(strings.Replace(filmBody, "31", "32", 1))
	film := func(n byte) string { return "\x1a\x45\xdf\xa3" + string(n) }
	first, foreign := ask(job), ask(other)
	second := ask(job)
	for _, c := range []struct {
		name, kind, challenge, body string
		want                        int
	}{
		{"an earlier attempt's", "video", first, film(1), 409},
		{"another job's", "video", foreign, film(1), 409},
		{"nobody's", "video", "x", film(1), 409},
		{"the newest", "video", second, film(1), 201},
		{"the same video again", "video", second, film(1), 201},
		{"another video", "video", second, film(2), 409},
		{"none, as older clients", "video", "", film(3), 201},
		{"the one from before, whose challenge it is", "video", second, film(1), 201},
		{"a picture's", "selfie", second, string(jpegOf(t, 64, 40)), 400},
	} {
		path := "/api/v4/jobs/" + job + "/captures/" + c.kind
		if c.challenge != "" {
			path += "?challenge=" + c.challenge
		}
		if a := w.call("PUT", path, bearer("acme"), c.body); a.status != c.want {
			t.Errorf("%s: %d %s", c.name, a.status, a.body)
		}
	}
	// In parts, the request that completes the video counts.
	third, long := ask(job), film(4)+strings.Repeat("x", 3*intake.MinPart)
	path := "/api/v4/jobs/" + job + "/captures/video?challenge="
	part := func(challenge string, from, to int) answer {
		span := fmt.Sprintf("bytes %d-%d/%d", from, to-1, len(long))
		return w.call("PUT", path+challenge, bearer("acme").with("Content-Range", span), long[from:to])
	}
	half := 2 * intake.MinPart
	for i, got := range []answer{part("", 0, half), part(second, half, len(long)), part(third, half, len(long))} {
		if want := []int{308, 409, 201}[i]; got.status != want {
			t.Errorf("part %d: %d %s", i, got.status, got.body)
		}
	}
	sum := sha256.Sum256([]byte(long))
	var kept onboarding.RequestDetails
	if err := w.store.ReadJobDoc(context.Background(), "acme", job, store.DocRequest, &kept); err != nil {
		t.Fatal(err)
	}
	if got := kept.Challenges[""]; got.SHA256 != hex.EncodeToString(sum[:]) || got.ID != third {
		t.Errorf("kept %+v", got)
	}
}

func TestAVideoForAChallengeWhoseTimeIsOverIsRefusedBeforeItsBytes(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { refusesLateFilms(newWorld(t)) })
	t.Run("postgres", func(t *testing.T) { refusesLateFilms(worldOn(t, storetest.Postgres)) })
}

func refusesLateFilms(w *world) {
	t := w.t
	job := w.newJob(filmBody)
	ask := func() intake.IssuedChallenge {
		var issued intake.IssuedChallenge
		w.call("POST", "/api/v4/jobs/"+job+"/challenge", bearer("acme"), "").into(t, &issued)
		return issued
	}
	first := ask()
	issued, expires := time.Time(first.IssuedAt), time.Time(first.ExpiresAt)
	if life := expires.Sub(issued); life < 2*time.Minute || life > time.Hour {
		t.Fatalf("a challenge is good for %s", life)
	}
	film := "\x1a\x45\xdf\xa3" + strings.Repeat("f", 2*intake.MinPart)
	path := func(id string) string {
		return "/api/v4/jobs/" + job + "/captures/video?challenge=" + id + "&sha256=" + sumOf(film)
	}
	part := func(id, span, body string) answer {
		return w.call("PUT", path(id), bearer("acme").with("Content-Range", "bytes "+span), body)
	}
	whole := fmt.Sprintf("*/%d", len(film))
	head := fmt.Sprintf("0-%d/%d", intake.MinPart-1, len(film))
	w.clock.Advance(expires.Sub(w.clock.Now()) - time.Millisecond)
	if a := part(first.ID, head, film[:intake.MinPart]); a.status != 308 {
		t.Fatalf("in time: %d %s", a.status, a.body)
	}
	w.clock.Advance(time.Millisecond)
	rest := fmt.Sprintf("%d-%d/%d", intake.MinPart, len(film)-1, len(film))
	for name, a := range map[string]answer{
		"the question":  part(first.ID, whole, ""),
		"the next part": part(first.ID, rest, film[intake.MinPart:]),
		"as a whole":    w.call("PUT", path(first.ID), bearer("acme"), film),
	} {
		if a.status != 409 || a.rule(t) != "challenge:challenge_ended" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	second := ask()
	if a := part(first.ID, whole, ""); a.status != 409 || a.rule(t) != "challenge:challenge_replaced" {
		t.Errorf("the one before: %d %s", a.status, a.body)
	}
	if a := w.call("PUT", path(second.ID), bearer("acme"), film); a.status != 201 {
		t.Errorf("the new one: %d %s", a.status, a.body)
	}
	w.clock.Advance(time.Hour)
	for name, a := range map[string]answer{
		"asked again":      part(second.ID, whole, ""),
		"sent again":       w.call("PUT", path(second.ID), bearer("acme"), film),
		"without its hash": w.call("PUT", strings.Split(path(second.ID), "&")[0], bearer("acme"), film),
	} {
		if a.status != 201 {
			t.Errorf("what is there already, %s: %d %s", name, a.status, a.body)
		}
	}
}

func TestTheAnswerToAFilmTellsWhetherItsMovesAreSeen(t *testing.T) {
	var looked engine.Capture
	w := newWorld(t, func(w *world) {
		w.in.Quality = func(_ context.Context, c engine.Capture, _ engine.Thresholds) (intake.PictureQuality, error) {
			looked = c
			return intake.PictureQuality{Outcome: "FAIL", Prompts: []string{"followMoves"}}, nil
		}
	})
	job := w.newJob(filmBody)
	var issued intake.IssuedChallenge
	w.call("POST", "/api/v4/jobs/"+job+"/challenge", bearer("acme"), "").into(t, &issued)
	path := "/api/v4/jobs/" + job + "/captures/video"
	for range 2 { // the same film again is answered alike
		var taken intake.CaptureTaken
		w.call("PUT", path+"?challenge="+issued.ID, bearer("acme"), "\x1a\x45\xdf\xa3film").into(t, &taken)
		if q := taken.Quality; q == nil || q.Outcome != "FAIL" || !slices.Equal(q.Prompts, []string{"followMoves"}) {
			t.Errorf("told %+v", q)
		}
	}
	asked := looked.Challenge
	if looked.Kind != "video" || len(asked.Moves) != len(issued.Moves) || string(asked.Moves[0]) != issued.Moves[0] ||
		asked.Each != time.Duration(issued.Seconds)*time.Second {
		t.Errorf("the engine was asked for %+v of %+v", asked, issued)
	}
	// Another film for a challenge that has one is refused before it is looked at, whose time an attacker would take.
	looked = engine.Capture{}
	if a := w.call("PUT", path+"?challenge="+issued.ID, bearer("acme"), "\x1a\x45\xdf\xa3more"); a.status != 409 {
		t.Errorf("another film is answered %d %s", a.status, a.body)
	}
	if looked.Kind != "" {
		t.Error("the engine looked at a film that is refused")
	}
	// Of a film for no challenge nothing is known.
	var other intake.CaptureTaken
	w.call("PUT", path, bearer("acme"), "\x1a\x45\xdf\xa3other").into(t, &other)
	if other.Quality != nil {
		t.Errorf("of another film is told %+v", other.Quality)
	}
}

func TestWhoNeverAsksForMovesOnAPageThatDoesIsMissed(t *testing.T) {
	w := newWorld(t, capturing)
	due := func() (string, []onboarding.CaptureKind) {
		t.Helper()
		l := w.newLink(faceLink)
		_, token := w.start(l)
		picture := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
		path := "/api/v4/jobs/" + l.JobID + "/captures/selfie"
		if a := w.call("PUT", path, picture, string(jpegOf(t, 64, 40))); a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		captures, err := w.store.Captures(t.Context(), "acme", l.JobID)
		if err != nil {
			t.Fatal(err)
		}
		return l.JobID, w.request(l.JobID).Due(onboarding.LiveFaceCheck, captures)
	}
	if job, got := due(); !slices.Equal(got, []onboarding.CaptureKind{onboarding.Video}) {
		t.Errorf("of %s is due: %v", job, got)
	}
	w.asksForMoves(false)
	if job, got := due(); got != nil {
		t.Errorf("of %s is due: %v", job, got)
	}
}
