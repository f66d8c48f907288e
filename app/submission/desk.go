package submission

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"sync"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// Validity is how long a key refers to the form that was sent with it.
const Validity = 24 * time.Hour

// Longest is how long a form may be carried out: the time of a request, and some for recording its answer.
const Longest = time.Minute

const (
	minKey     = 16 // bytes
	maxKey     = 128
	retryAfter = time.Second
	purgeBatch = 10_000
)

// Desk takes forms. Its zero value with a store is ready to use; one desk serves all requests of a program.
type Desk struct {
	Store *store.Store

	mu      sync.Mutex
	running map[identity]bool // the forms that this program is carrying out
}

// identity is what a form is recognised by.
type identity struct{ company, agent, keySHA256 string }

// Form is one submission of a form by an agent.
type Form struct {
	Company string
	AgentID string
	Key     string // that the page made for this submission
	Content string // what was filled in, and where it was sent to
}

// row returns the form as it is stored. The key is 128 random bits, so that its hash reveals nothing of it, and the MAC
// under it nothing of what was filled in, which may be a password.
func (f Form) row() store.Submission {
	key := sha256.Sum256([]byte(f.Key))
	mac := hmac.New(sha256.New, []byte(f.Key))
	mac.Write([]byte(f.Content))
	return store.Submission{
		Company:   f.Company,
		AgentID:   f.AgentID,
		KeySHA256: hex.EncodeToString(key[:]),
		FormMAC:   hex.EncodeToString(mac.Sum(nil)),
	}
}

// seal returns a location as it is stored: it may name a person, who may be erased before the row is.
func (f Form) seal(location string) string {
	if location == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(vault.Seal(f.sealer(), []byte(location), "location"))
}

// open returns what seal was given; empty for the row of an older program, whose location is plain.
func (f Form) open(sealed string) string {
	text, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return ""
	}
	location, _ := vault.Open(f.sealer(), text, "location")
	return string(location)
}

// sealer returns the key of what is stored of the answer. Only who has the form's key can derive it.
func (f Form) sealer() vault.Key {
	mac := hmac.New(sha256.New, []byte(f.Key))
	mac.Write([]byte("submission answer")) // never what was filled in, which begins with a path
	return vault.Key(mac.Sum(nil))
}

func (f Form) identity() identity {
	row := f.row()
	return identity{row.Company, row.AgentID, row.KeySHA256}
}

// Begin claims the key of a form that is about to be carried out, and returns true; Finish or Release has to follow.
// Where the key was used before, Begin returns that submission and false: it is done, or it has failed or is still
// running, which here means that the program ended while it ran. A form that is being carried out right now is a
// Conflict with RetryAfter, and a key that was used for another form a Conflict without. Programs that share a database
// do not know whether another still runs: there, what has begun lately counts as being carried out.
func (d *Desk) Begin(ctx context.Context, f Form) (store.Submission, bool, error) {
	if len(f.Key) < minKey || len(f.Key) > maxKey {
		return store.Submission{}, false, fault.BadField("idempotency-key", "range",
			"this form's key must have %d to %d characters: reload the page and send the form again", minKey, maxKey)
	}
	if !d.enter(f) {
		return store.Submission{}, false, errRunning
	}
	var taken store.Submission
	var fresh, elsewhere bool
	row := f.row()
	err := d.Store.Write(ctx, func(tx *store.Tx) (err error) {
		taken, fresh, err = tx.ClaimSubmission(ctx, row, Validity)
		elsewhere = !fresh && d.mayRun(taken, tx.Now)
		return err
	})
	switch {
	case err != nil:
	case taken.FormMAC != row.FormMAC:
		err = fault.New(fault.Conflict,
			"this form was already sent with other entries: reload the page, look at what was saved, and send it again")
	case elsewhere:
		err = errRunning
	}
	if err != nil || !fresh {
		d.exit(f)
	}
	if taken.Location != "" {
		taken.Location = f.open(taken.Location)
	}
	return taken, fresh && err == nil, err
}

var errRunning = &fault.Error{
	Code:       fault.Conflict,
	Message:    "this form was sent before and is being carried out",
	RetryAfter: retryAfter,
}

// mayRun reports whether another program may be carrying out a form: never with SQLite, which has one program alone.
func (d *Desk) mayRun(sent store.Submission, now time.Time) bool {
	return sent.State == store.SubmissionRunning && d.Store.Dialect() != "sqlite" &&
		now.Before(sent.CreatedAt.Add(Longest))
}

// Answer is how a form was answered.
type Answer struct {
	Failed   bool // whether it ended with an error after something was written
	Status   int
	Location string
	Actions  []store.SubmittedAction
}

// Finish records how a form was answered that Begin let through.
func (d *Desk) Finish(ctx context.Context, f Form, a Answer) error {
	defer d.exit(f)
	row := f.row()
	row.State, row.Status, row.Location, row.Actions = store.SubmissionDone, a.Status, f.seal(a.Location), a.Actions
	if a.Failed {
		row.State = store.SubmissionFailed
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error { return tx.FinishSubmission(ctx, row) })
}

// Release forgets a form that Begin let through and that was refused, so that it can be sent again.
func (d *Desk) Release(ctx context.Context, f Form) error {
	defer d.exit(f)
	row := f.row()
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.ReleaseSubmission(ctx, row.Company, row.AgentID, row.KeySHA256)
	})
}

// Purge forgets forms whose keys have expired.
func (d *Desk) Purge(ctx context.Context) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PurgeSubmissions(ctx, tx.Now.Add(-Validity), purgeBatch)
		return err
	})
}

// enter notes that a form is being carried out; false where it is already.
func (d *Desk) enter(f Form) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := f.identity()
	if d.running[id] {
		return false
	}
	if d.running == nil {
		d.running = map[identity]bool{}
	}
	d.running[id] = true
	return true
}

func (d *Desk) exit(f Form) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.running, f.identity())
}
