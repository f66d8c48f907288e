package intake

import (
	"context"
	"crypto/rand"
	"math/big"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

const (
	// ChallengeMoves is how many moves one challenge asks for: three of five are sixty orders. Each has a turn or a
	// look upwards, which no flat picture makes. A blink in each would leave 36, of which a film that blinks throughout
	// follows three, and a second photograph blinks as well.
	ChallengeMoves = 3
	// ChallengeSeconds is for how long each of them is asked for.
	ChallengeSeconds = 4
	// mostChallenges is how many a job may ask for: four attempts that a call makes at most, and two that something
	// interrupts. A film with blinks between its moves follows three of the sixty orders, so that whoever asks without
	// filming gets one of them in a quarter of all jobs.
	mostChallenges = 6
	// ChallengeValidity is for how long a film may be sent for a challenge, so that nobody has the time to make one.
	ChallengeValidity = 10 * time.Minute
)

// IssuedChallenge is what an applicant is to do before the camera: the moves one after the other, each within so many
// seconds, at the end of the film.
type IssuedChallenge struct {
	ID       string               `json:"id"` // which the upload of the film names
	Moves    []string             `json:"moves"`
	Seconds  int                  `json:"seconds"`
	IssuedAt onboarding.Timestamp `json:"issuedAt"`
	// ExpiresAt is until when the film has to be there.
	ExpiresAt onboarding.Timestamp `json:"expiresAt"`
}

// NewChallenge issues the challenge of the next attempt at the film of a job, a Video ID's or that of a selfie, in an
// order that nobody can know before. It ends the one before: a film of that does not follow this one. The same key, if
// there is one, gets the same challenge as long as no film was sent for it, so that an answer that is lost on the way
// costs no attempt.
func (in *Intake) NewChallenge(ctx context.Context, c Caller, id, key string) (IssuedChallenge, error) {
	var f findings
	f.text("idempotency-key", key, maxKey)
	if err := fault.BadFields(f); err != nil {
		return IssuedChallenge{}, err
	}
	job, err := in.ownJob(ctx, c, id)
	if err != nil {
		return IssuedChallenge{}, err
	}
	if !filmed(c, job) {
		return IssuedChallenge{}, fault.New(fault.Conflict,
			"the job takes neither a selfie nor a video, so that it has no challenge")
	}
	moves, err := randomMoves()
	if err != nil {
		return IssuedChallenge{}, fault.Wrap(err, fault.Internal, "no challenge can be chosen")
	}
	next := onboarding.Challenge{ID: rand.Text(), Moves: moves, Seconds: ChallengeSeconds, Key: key}
	err = in.Store.Write(ctx, func(tx *store.Tx) error {
		if err := c.hold(ctx, tx, job); err != nil {
			return err
		}
		var request onboarding.RequestDetails
		if err := tx.ReadJobDoc(ctx, job.Company, job.ID, store.DocRequest, &request); err != nil {
			return err
		}
		of := c.request()
		if last := request.Challenges[of]; key != "" && last.Key == key && last.SHA256 == "" {
			next = last
			return nil
		}
		next.Attempt, next.IssuedAt = request.Challenges[of].Attempt+1, tx.Now
		if next.Attempt > mostChallenges {
			return badChallenge(fault.Field{
				Name:    "challenge",
				Rule:    "challenge_limit",
				Message: "the job has had all its challenges",
			})
		}
		if request.Challenges == nil {
			request.Challenges = map[string]onboarding.Challenge{}
		}
		request.Challenges[of] = next
		return tx.WriteJobDoc(ctx, job.Company, job.ID, store.DocRequest, request)
	})
	return IssuedChallenge{
		ID:        next.ID,
		Moves:     next.Moves,
		Seconds:   next.Seconds,
		IssuedAt:  stamp(next.IssuedAt),
		ExpiresAt: stamp(next.IssuedAt.Add(ChallengeValidity)),
	}, err
}

// checkChallenge refuses a challenge of a capture that can have none.
func checkChallenge(kind onboarding.CaptureKind, id string) error {
	if id == "" || kind == onboarding.Video {
		return nil
	}
	return fault.BadField("challenge", "unknown", "only a video has a challenge")
}

// badChallenge returns a Conflict that names what is wrong with a challenge by a rule.
func badChallenge(f fault.Field) error {
	return &fault.Error{Code: fault.Conflict, Message: f.Message, Fields: []fault.Field{f}}
}

// follows refuses a film with a SHA-256, which is empty where the upload does not name it, for a challenge at a time.
func (to target) follows(asked onboarding.Challenge, sha256 string, now time.Time) error {
	if asked.ID != to.challenge || asked.SHA256 != "" && sha256 != "" && asked.SHA256 != sha256 {
		return badChallenge(fault.Field{
			Name:    "challenge",
			Rule:    "challenge_replaced",
			Message: "the challenge is not the newest of the job, or another video was sent for it: film it again",
		})
	}
	if !now.Before(asked.IssuedAt.Add(ChallengeValidity)) {
		return badChallenge(fault.Field{
			Name:    "challenge",
			Rule:    "challenge_ended",
			Message: "the time of this video's challenge is over: film it again",
		})
	}
	return nil
}

// willFollow refuses a film before its bytes are read, where its challenge would be refused once they are there. A film
// that was taken before is asked for by current.
func (in *Intake) willFollow(ctx context.Context, to target) error {
	if to.challenge == "" {
		return nil
	}
	var request onboarding.RequestDetails
	if err := in.Store.ReadJobDoc(ctx, to.job.Company, to.job.ID, store.DocRequest, &request); err != nil {
		return err
	}
	asked := request.Challenges[to.by.request()]
	if asked.ID == to.challenge && asked.SHA256 != "" && to.sha256 == "" {
		return nil // it may be the same film again, which only its bytes tell
	}
	return to.follows(asked, to.sha256, in.Clock.Now())
}

// answer notes that a film is the one for the challenge that its upload names. Each challenge is for one film: one that
// was recorded for an earlier order, for another job or for a film before does not count for it.
func (to target) answer(ctx context.Context, tx *store.Tx, film onboarding.Capture) error {
	if to.challenge == "" {
		return nil
	}
	var request onboarding.RequestDetails
	if err := tx.ReadJobDoc(ctx, film.Company, film.JobID, store.DocRequest, &request); err != nil {
		return err
	}
	asked := request.Challenges[film.Request]
	again := asked.ID == to.challenge && asked.SHA256 == film.SHA256 // which was in time then
	if err := to.follows(asked, film.SHA256, tx.Now); err != nil && !again {
		return err
	}
	asked.SHA256 = film.SHA256
	request.Challenges[film.Request] = asked
	return tx.WriteJobDoc(ctx, film.Company, film.JobID, store.DocRequest, request)
}

// filmed reports whether a caller sends a film for a job.
func filmed(c Caller, job onboarding.Job) bool {
	if c.Asked != nil {
		return c.Asked.Takes(onboarding.Video)
	}
	return job.Function.Takes(onboarding.Video)
}

// randomMoves returns moves in an order that only a source of keys decides.
func randomMoves() ([]string, error) {
	all := engine.Moves()
	var chosen []string
	for range ChallengeMoves {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(all))))
		if err != nil {
			return nil, err
		}
		i := int(n.Int64())
		chosen = append(chosen, string(all[i]))
		all[i] = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return chosen, nil
}
