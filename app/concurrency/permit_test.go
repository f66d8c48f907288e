package concurrency_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/token"
)

// losing are the ways in which a person may no longer do what they were let to, with what they are told.
var losing = map[string]struct {
	do   func(ctx context.Context, w *world, a store.Agent) error
	told fault.Code
}{
	"is disabled": {
		do: func(ctx context.Context, w *world, a store.Agent) error {
			return w.Accounts.SetUserState(ctx, "cli", w.slug, a.ID, access.StateDisabled)
		},
		told: fault.Unauthenticated,
	},
	"is signed out everywhere": {
		do: func(ctx context.Context, w *world, a store.Agent) error {
			_, err := w.Accounts.EndUserSessions(ctx, "cli", w.slug, a.ID)
			return err
		},
		told: fault.Unauthenticated,
	},
	"gets another role": {
		do: func(ctx context.Context, w *world, a store.Agent) error {
			return w.Accounts.SetUserRole(ctx, "cli", w.slug, a.ID, a.Role, string(access.Auditor))
		},
		told: fault.Forbidden,
	},
}

func TestARequestThatWaitsWritesNothingOnceItsSenderMayNoLonger(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		now := clock.NewManual(noon)
		e, n := open(t, name, now), 0
		for what, lost := range losing {
			n++
			t.Run(name+" who "+what, func(t *testing.T) {
				w := newWorld(t, e, now, n)
				a := w.user(access.Agent)
				ctx := store.WithPermit(t.Context(), w.current(a).Permit)
				job := w.waiting()
				shown := w.claimed(w.reviewer(a), job)
				decide := func() error {
					_, err := w.desk.Decide(ctx, w.reviewer(a), decision(shown, onboarding.ReviewApproved))
					return err
				}
				var err error
				if name == "sqlite" { // its transactions come one after the other
					w.must(lost.do(t.Context(), w, a))
					err = decide()
				} else {
					err = w.waits(w.holdsCase(job), decide, func() error { return lost.do(t.Context(), w, a) })
				}
				if !fault.Is(err, lost.told) {
					t.Errorf("the decision was answered %v", err)
				}
				now, err := w.Store.Job(t.Context(), w.slug, job)
				if err != nil || now.Status != onboarding.Review {
					t.Errorf("the job is %s: %v", now.Status, err)
				}
			})
		}
	}
}

// holdsCase returns what keeps the case of a job.
func (w *world) holdsCase(job string) func(tx *store.Tx) error {
	return func(tx *store.Tx) error {
		_, err := tx.LockCase(w.Context(), w.slug, job)
		return err
	}
}

// waits starts a request that waits for what hold keeps, does something meanwhile, and returns what the request was
// told.
func (w *world) waits(hold func(tx *store.Tx) error, request, meanwhile func() error) error {
	w.Helper()
	answer := make(chan error, 1)
	w.write(func(tx *store.Tx) error {
		if err := hold(tx); err != nil {
			return err
		}
		go func() { answer <- request() }()
		w.engine.waitForALock(w.T)
		return meanwhile()
	})
	return <-answer
}

// endings are the ways in which an API key ends.
var endings = map[string]func(w *world, key string) error{
	"is disabled": func(w *world, key string) error {
		return w.Credentials.SetAPIKeyState(w.Context(), "cli", w.slug, key, access.StateDisabled)
	},
	"has its secret revoked": func(w *world, key string) error {
		secrets, err := w.Store.APIKeySecrets(w.Context(), w.slug, key)
		w.must(err)
		return w.Credentials.RevokeAPIKeySecret(w.Context(), "cli", w.slug, key, secrets[0].ID)
	},
	"expires": func(w *world, _ string) error {
		w.now.Advance(time.Hour)
		return nil
	},
}

func TestARequestThatWaitsWritesNothingOnceItsAPIKeyHasEnded(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		now := clock.NewManual(noon)
		e, n := open(t, name, now), 0
		for what, end := range endings {
			n++
			t.Run(name+" which "+what, func(t *testing.T) {
				w := newWorld(t, e, now, n)
				made, err := w.Credentials.CreateAPIKey(t.Context(), "cli", w.slug, "Server", now.Now().Add(time.Hour))
				w.must(err)
				v := w.verifier()
				holder, err := v.Verify(t.Context(), made.ID, made.Secret, w.address)
				w.must(err)
				ctx := store.WithPermit(t.Context(), v.Permit(made.ID, made.Secret))
				p, err := w.Presets.Create(ctx, "apikey:"+holder.KeyID, w.slug, presets.NewPreset{Name: "branded"})
				w.must(err)
				describe := func() error {
					_, err := w.Presets.Describe(ctx, "apikey:"+holder.KeyID, w.slug, p.Name, p.Revision, "changed")
					return err
				}
				ends := func() error { return end(w, holder.KeyID) }
				if name == "sqlite" { // its transactions come one after the other
					w.must(ends())
					err = describe()
				} else {
					err = w.waits(func(tx *store.Tx) error {
						_, err := tx.ChangePreset(t.Context(), w.slug, p.Name,
							func(*preset.Preset) (store.PresetChange, error) {
								return store.PresetChange{Nothing: true}, nil
							})
						return err
					}, describe, ends)
				}
				if !fault.Is(err, fault.Unauthenticated) {
					t.Errorf("the request was answered %v", err)
				}
				left, err := w.Store.Preset(t.Context(), w.slug, p.Name)
				if err != nil || left.Description != "" {
					t.Errorf("the preset is described as %q: %v", left.Description, err)
				}
			})
		}
	}
}

// current signs a user in and returns the session as the console reads it.
func (w *world) current(a store.Agent) *session.Current {
	w.Helper()
	set, err := w.sessions.Start(w.Context(), "", a, w.address, "test")
	w.must(err)
	cookies, _, _ := strings.Cut(set, ";")
	current, err := w.sessions.Current(w.Context(), cookies)
	w.must(err)
	return current
}

// until returns a permit that ends with the first transaction under it.
func until(ctx context.Context) context.Context {
	asked := 0
	return store.WithPermit(ctx, func(context.Context, store.Reads) error {
		if asked++; asked > 1 {
			return fault.New(fault.Unauthenticated, "your session has ended: sign in again")
		}
		return nil
	})
}

// What is removed goes with its files, even where the person who removed it is signed out, or leaves, right after.
func TestFilesGoWithTheirRowsWhateverBecomesOfWhoRemovedThem(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			w := newWorld(t, open(t, name, now), now, 0)
			for what, remove := range map[string]func() error{
				"an upload": func() error {
					m, _, err := w.library.Upload(t.Context(), "ann", w.slug, "logo.png", w.picture(1))
					w.must(err)
					return w.library.Remove(until(t.Context()), "ann", w.slug, m.SHA256)
				},
				"a person": func() error {
					request := jobRequest
					request.UniqueNumber = "4711004711"
					made, err := w.intake.CreateJob(t.Context(), w.caller(), request, "", nil)
					w.must(err)
					w.signed(made.JobID)
					w.enrolled(request.UniqueNumber)
					shown, err := w.customers.Record(t.Context(), w.slug, request.UniqueNumber)
					w.must(err)
					_, err = w.customers.Erase(until(t.Context()), "cli", w.slug, request.UniqueNumber,
						shown.Digest(), 100)
					return err
				},
			} {
				if err := remove(); err != nil {
					t.Errorf("remove %s: %v", what, err)
				}
				listed, err := w.Store.RemovedObjects(t.Context(), store.RemovedObject{}, 9)
				if err != nil || len(listed) > 0 {
					t.Errorf("%s is gone, and %d files are still listed: %v", what, len(listed), err)
				}
				w.everyFileHasARow()
			}
		})
	}
}

func TestPeopleEndTheirOwnSessionAndRole(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		now := clock.NewManual(noon)
		e, n := open(t, name, now), 0
		for what, lost := range losing {
			n++
			t.Run(name+" who "+what, func(t *testing.T) {
				w := newWorld(t, e, now, n)
				w.user(access.Admin)
				a := w.user(access.Admin)
				w.must(lost.do(store.WithPermit(t.Context(), w.current(a).Permit), w, a))
			})
		}
	}
}

// closing is the last part of a body, which does something before it ends.
type closing func() error

func (c closing) Read([]byte) (int, error) {
	if err := c(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

func TestNoCaptureIsKeptOfAClientThatIsDisabledWhileItArrives(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			w := newWorld(t, open(t, name, now), now, 0)
			w.must(w.tokens.EnsureKey(t.Context()))
			grant, err := w.tokens.Grant(t.Context(), w.grant(password))
			w.must(err)
			identity, err := w.tokens.Verify(t.Context(), grant.AccessToken)
			w.must(err)
			ctx := store.WithPermit(t.Context(), token.Permit(identity))
			caller := intake.Caller{Company: w.slug, ClientID: identity.ClientID}
			job, err := w.intake.CreateJob(ctx, caller, jobRequest, "", nil)
			w.must(err)
			body := io.MultiReader(strings.NewReader(strokes), closing(func() error {
				return w.Credentials.SetClientState(t.Context(), "cli", w.slug, identity.ClientID, access.StateDisabled)
			}))
			_, err = w.intake.PutCapture(ctx, caller, job.JobID, "signature", "", body)
			if !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("the capture was answered %v", err)
			}
			kept, err := w.Store.Captures(t.Context(), w.slug, job.JobID)
			if err != nil || len(kept) > 0 {
				t.Errorf("%d captures are kept: %v", len(kept), err)
			}
			w.everyFileHasARow()
		})
	}
}
