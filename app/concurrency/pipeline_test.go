package concurrency_test

import (
	"bytes"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/apikey"
	"proofdesk/app/artifact"
	"proofdesk/app/audit"
	"proofdesk/app/audittrail"
	"proofdesk/app/dashboard"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/processing"
	"proofdesk/app/retention"
	"proofdesk/app/store"
	"proofdesk/app/token"
	"proofdesk/app/webhook"
	"proofdesk/static"
)

// timed returns a submit with what a device measured.
func timed() intake.SubmitRequest {
	took, alone := 3000, true
	return intake.SubmitRequest{Timings: &intake.SubmitTimings{Captures: []intake.SubmitCapture{
		{Capture: onboarding.Signature, Automatic: &alone, Milliseconds: &took},
	}}}
}

func intakeWriters() []writer {
	return []writer{
		{name: "intake.Intake.PurgeKeys", stage: func(w *world) func(int) error {
			_, err := w.intake.CreateJob(w.Context(), w.caller(), jobRequest, "once", []byte("{}"))
			w.must(err)
			return func(int) error { return w.intake.PurgeKeys(w.Context()) }
		}},
		{name: "intake.Intake.Initialize", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.intake.Initialize(w.Context(), w.caller(), intake.InitializeRequest{
					Flavor:     "MEDIUM",
					SDKVersion: preset.CurrentSDK,
				})
				return err
			}
		}},
		{name: "intake.Intake.CreateJob", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.intake.CreateJob(w.Context(), w.caller(), jobRequest, "", nil)
				return err
			}
		}},
		{name: "intake.Intake.CreateJob with one idempotency key", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.intake.CreateJob(w.Context(), w.caller(), jobRequest, "once", []byte("{}"))
				return err
			}
		}},
		{name: "intake.Intake.PutCapture", stage: func(w *world) func(int) error {
			job := w.capturing()
			return func(int) error {
				_, err := w.intake.PutCapture(w.Context(), w.caller(), job, "signature", "",
					bytes.NewReader([]byte(strokes)))
				return err
			}
		}},
		{name: "intake.Intake.PutCapture while the job is submitted", stage: func(w *world) func(int) error {
			job := w.capturing()
			w.signed(job)
			return func(i int) error {
				if i == requests-1 {
					_, err := w.intake.Submit(w.Context(), w.caller(), job)
					return err
				}
				_, err := w.intake.PutCapture(w.Context(), w.caller(), job, "signature", "",
					bytes.NewReader([]byte(strokes)))
				if fault.Is(err, fault.Conflict) { // after the submit
					return nil
				}
				return err
			}
		}, skip: `^captures `}, // how many came before the submit depends on the order
		{name: "intake.Intake.PutResults", stage: func(w *world) func(int) error {
			job := w.capturing()
			nonce := w.nonce(job)
			return func(i int) error {
				_, err := w.intake.PutResults(w.Context(), w.caller(), job,
					intake.ResultsRequest{Nonce: nonce, Results: []intake.Result{{
						Capability:    onboarding.FaceDetect,
						Outcome:       "PASS",
						Provider:      word(i),
						Version:       "1",
						Capture:       onboarding.Selfie,
						CaptureSHA256: strings.Repeat("0", 64),
					}}})
				return err
			}
		}},
		{
			name: "intake.Intake.SubmitWith",
			also: []string{"intake.Intake.Submit"},
			stage: func(w *world) func(int) error {
				job := w.capturing()
				w.signed(job)
				return func(int) error {
					_, err := w.intake.SubmitWith(w.Context(), w.caller(), job, timed())
					return err
				}
			},
		},
		{
			name: "processing.Worker: claim and decide",
			also: []string{"processing.Worker.Run", "processing.Worker.Turn"},
			stage: func(w *world) func(int) error {
				w.hook()
				w.must(w.process("drain", 1000)) // what other tests left
				for range 6 {                    // fewer than workers
					w.queued()
				}
				return func(i int) error { return w.process("lease "+word(i), 1) }
			},
		},
		{
			name: "processing.Indexer.Index",
			also: []string{"processing.Indexer.Run"},
			stage: func(w *world) func(int) error {
				w.waiting()
				x := &processing.Indexer{Store: w.Store, Clock: w.now, Log: w.log}
				return func(int) error {
					_, err := x.Index(w.Context())
					return err
				}
			},
		},
		{name: "customer.Registry.Erase", stage: func(w *world) func(int) error {
			w.enrolled("4711004711")
			return w.erasing("4711004711")
		}},
		{name: "customer.Registry.Erase of who was never enrolled", stage: func(w *world) func(int) error {
			request := jobRequest
			request.UniqueNumber = "4711004711"
			_, err := w.intake.CreateJob(w.Context(), w.caller(), request, "", nil)
			w.must(err)
			return w.erasing("4711004711")
		}},
	}
}

// erasing returns what erases the person with a unique number as they are now.
func (w *world) erasing(number string) func(int) error {
	record, err := w.customers.Record(w.Context(), w.slug, number)
	w.must(err)
	return func(int) error {
		_, err := w.customers.Erase(w.Context(), "cli", w.slug, number, record.Digest(), 100)
		if fault.Is(err, fault.NotFound) { // gone already, or going
			err = fault.New(fault.Conflict, "gone")
		}
		return err
	}
}

// queued adds a job that waits to be processed.
func (w *world) queued() string {
	w.Helper()
	job := w.capturing()
	w.signed(job)
	_, err := w.intake.Submit(w.Context(), w.caller(), job)
	w.must(err)
	return job
}

// process does what a worker writes: it claims what is due, and decides it.
func (w *world) process(lease string, limit int) error {
	ctx := w.Context()
	var claimed []store.ClaimedJob
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		claimed, err = tx.ClaimJobs(ctx, lease, tx.Now.Add(time.Minute), limit)
		return err
	})
	if err != nil {
		return err
	}
	for _, job := range claimed {
		err := w.Store.Write(ctx, func(tx *store.Tx) error {
			decided := job.Job
			decided.Status, decided.DecidedAt = onboarding.Approved, tx.Now
			if done, err := tx.DecideJob(ctx, decided, lease); err != nil || !done {
				return err
			}
			id := ids.ULID(tx.Now)
			return tx.EmitEvent(ctx, webhook.Event{
				Company:    job.Company,
				ID:         id,
				JobID:      job.ID,
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       []byte(`{"event":{"id":"` + id + `"}}`),
			}, tx.Now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// enrolled adds a customer under a unique number, with a job.
func (w *world) enrolled(number string) {
	w.Helper()
	ctx, job := w.Context(), w.queued()
	row, _, err := w.Keys.NewApplicantKey(ctx, w.slug, ids.UUID())
	w.must(err)
	w.write(func(tx *store.Tx) error {
		claimed, err := tx.ClaimJobs(ctx, "enrol", tx.Now.Add(time.Minute), 100)
		if err != nil {
			return err
		}
		for _, c := range claimed {
			if c.ID != job {
				continue
			}
			decided := c.Job
			decided.Status, decided.DecidedAt, decided.UniqueNumber = onboarding.Approved, tx.Now, number
			if _, err := tx.DecideJob(ctx, decided, "enrol"); err != nil {
				return err
			}
		}
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		return tx.PutCustomer(ctx, onboarding.Customer{
			ID:           row.ID,
			Company:      w.slug,
			UniqueNumber: number,
			FullName:     "ROEHRIG, JANELLE",
			CreatedAt:    tx.Now,
		})
	})
}

func deliveryWriters() []writer {
	return []writer{
		{
			name: "dispatch.Worker: claim and finish",
			also: []string{"dispatch.Worker.Run", "dispatch.Worker.Turn"},
			stage: func(w *world) func(int) error {
				e, failed := w.failed(30)
				_, err := w.Endpoints.Redeliver(w.Context(), "cli", w.slug, failed)
				w.must(err)
				return func(i int) error { return w.deliver(e.Host, "lease "+word(i)) }
			},
		},
		{name: "dispatch.Worker: the probe of a host", stage: func(w *world) func(int) error {
			host := w.hook().Host
			b, err := w.Store.Breaker(w.Context(), host)
			w.must(err)
			for range 5 {
				b.Record(w.now.Now(), true, "503")
			}
			w.write(func(tx *store.Tx) error {
				_, err := tx.PutBreaker(w.Context(), b, webhook.Closed)
				return err
			})
			w.now.Advance(time.Minute)
			return func(int) error {
				b, err := w.Store.Breaker(w.Context(), host)
				if err != nil {
					return err
				}
				from := b.State
				if !b.Probe(w.now.Now()) {
					return fault.New(fault.Conflict, "somebody else probes")
				}
				return w.Store.Write(w.Context(), func(tx *store.Tx) error {
					kept, err := tx.PutBreaker(w.Context(), b, from)
					if err == nil && !kept {
						err = fault.New(fault.Conflict, "somebody else probes")
					}
					return err
				})
			}
		}},
	}
}

// deliver does what a worker of a lane writes: it claims what is due, and finishes each attempt.
func (w *world) deliver(host, lease string) error {
	ctx := w.Context()
	var claimed []webhook.Delivery
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		claimed, err = tx.ClaimDeliveries(ctx, host, lease, tx.Now.Add(time.Minute), 5)
		return err
	})
	if err != nil {
		return err
	}
	for _, d := range claimed {
		err := w.Store.Write(ctx, func(tx *store.Tx) error {
			done := d
			done.State, done.Attempts, done.FinishedAt = webhook.Delivered, d.Attempts+1, tx.Now
			a := webhook.Attempt{Company: w.slug, DeliveryID: d.ID, N: done.Attempts, StartedAt: tx.Now, KID: "k"}
			return tx.FinishAttempt(ctx, done, a)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func upkeepWriters() []writer {
	return []writer{
		{name: "retention.Sweeper.SetRule", stage: func(w *world) func(int) error {
			rule, err := w.Store.RetentionRule(w.Context(), w.slug)
			w.must(err)
			return func(i int) error {
				r := rule
				r.JobDays = 100 + i
				return w.retention.SetRule(w.Context(), "cli", r)
			}
		}, blur: regexp.MustCompile(`\b1(0\d|1[01])\b`)},
		{name: "retention.Sweeper.Start", stage: func(w *world) func(int) error {
			w.old(3)
			return func(int) error { return w.retention.Start(w.Context(), "agent:ada", w.slug, 1) }
		}},
		{name: "retention.Sweeper.Stop", stage: func(w *world) func(int) error {
			w.old(3)
			w.must(w.retention.Start(w.Context(), "agent:ada", w.slug, 1))
			running, err := w.Store.RunningRetentions(w.Context(), 100)
			w.must(err)
			id := ""
			for _, r := range running {
				if r.Company == w.slug {
					id = r.ID
				}
			}
			return func(int) error { return w.retention.Stop(w.Context(), "agent:ada", w.slug, id) }
		}},
		{
			name: "retention.Sweeper.Turn",
			also: []string{"retention.Sweeper.Run", "retention.Sweeper.Purge"},
			stage: func(w *world) func(int) error {
				w.old(5)
				w.now.Advance(2 * retention.LookEvery)
				nodes := make([]*retention.Sweeper, requests)
				for i := range nodes {
					nodes[i] = &retention.Sweeper{Store: w.Store, Clock: w.now, Safe: w.safe, Log: w.log}
				}
				return func(i int) error {
					if err := nodes[i].Turn(w.Context()); err != nil {
						return err
					}
					w.now.Advance(time.Minute) // the lease of the node that worked has run out
					return nil
				}
			},
			skip: `^singletons `, // who holds the lease last
		},
		{
			name: "dashboard.Aggregator.Fold",
			also: []string{"dashboard.Aggregator.Run"},
			stage: func(w *world) func(int) error {
				for range 4 {
					w.queued()
				}
				return func(int) error {
					f := &dashboard.Aggregator{Store: w.Store, Clock: w.now, Log: w.log}
					_, err := f.Fold(w.Context())
					w.now.Advance(time.Minute)
					return err
				}
			},
			skip: `^singletons `, // who holds the lease last
		},
		{
			name: "audittrail.Trail.Seal",
			also: []string{"audittrail.Trail.Run", "audittrail.Trail.Verify"},
			stage: func(w *world) func(int) error {
				for range 20 {
					w.write(func(tx *store.Tx) error {
						return tx.Audit(w.Context(), audit.NewEntry(w.slug, "cli", "test", "job:1", nil))
					})
				}
				return func(int) error {
					verdicts, err := w.Trail.Verify(w.Context(), w.slug)
					if err == nil && !verdicts[0].OK() {
						return fault.New(fault.Conflict, "%s", verdicts[0].Reason)
					}
					return err
				}
			},
		},
		{name: "audittrail.Trail.NoteVerification", stage: func(w *world) func(int) error {
			trail := &audittrail.Trail{Store: w.Store, Log: w.log}
			return func(int) error {
				return trail.NoteVerification(w.Context(), "cli", audit.Verification{Company: w.slug})
			}
		}},
		{name: "keyring.Keys.Rewrap", stage: func(w *world) func(int) error {
			keys := &keyring.Keys{Store: w.Store, Master: master}
			return func(int) error {
				_, err := keys.Rewrap(w.Context())
				return err
			}
		}},
	}
}

// old adds finished jobs that the company's rule removes.
func (w *world) old(n int) {
	w.Helper()
	for range n {
		w.queued()
	}
	w.must(w.process("old", 1000))
	rule, err := w.Store.RetentionRule(w.Context(), w.slug)
	w.must(err)
	rule.JobDays = 1
	w.must(w.retention.SetRule(w.Context(), "cli", rule))
	w.now.Advance(48 * time.Hour)
}

func rotations(w *world) func(int) error {
	w.must(w.tokens.EnsureKey(w.Context()))
	return func(i int) error {
		if testing.Short() && i >= 3 {
			return nil // a key takes a third of a second
		}
		_, err := w.tokens.Rotate(w.Context())
		return err
	}
}

func tokenWriters() []writer {
	return []writer{
		{
			name: "token.Service.Grant",
			also: []string{"token.Service.EnsureKey", "token.Service.KeySet", "token.Service.Realm"},
			stage: func(w *world) func(int) error {
				w.must(w.tokens.EnsureKey(w.Context()))
				g := w.grant(password)
				return func(int) error {
					_, err := w.tokens.Grant(w.Context(), g)
					return err
				}
			},
		},
		{name: "token.Service.Grant with a wrong password", stage: func(w *world) func(int) error {
			w.tokens.Limits.Account, w.tokens.Limits.Address, w.tokens.Limits.LockAfter = 1000, 1000, 5
			g := w.grant("wrong")
			return func(int) error {
				_, err := w.tokens.Grant(w.Context(), g)
				return err
			}
		}, skip: `^integration_users `}, // guesses that were under way when it locked are counted
		{
			name: "token.Service.Revoke",
			also: []string{"token.Service.Introspect"},
			stage: func(w *world) func(int) error {
				g := w.grant(password)
				made, err := w.tokens.Grant(w.Context(), g)
				w.must(err)
				form, err := url.ParseQuery(string(g.Body))
				w.must(err)
				r := g
				r.Body = []byte(url.Values{
					"client_id": form["client_id"], "client_secret": form["client_secret"], "token": {made.AccessToken},
				}.Encode())
				return func(int) error { return w.tokens.Revoke(w.Context(), r) }
			},
		},
		{
			name:  "token.Service.Rotate",
			also:  []string{"token.Service.Maintain"},
			stage: rotations,
		},
		{name: "apikey.Verifier.Verify", stage: func(w *world) func(int) error {
			v := w.verifier()
			id, _ := w.key()
			urn := w.Credentials.KeyURN(w.slug, id)
			return func(int) error {
				_, err := v.Verify(w.Context(), urn, access.NewAPIKeySecret(), w.address)
				return err
			}
		}},
		{name: "apikey.Verifier.VerifyToken", stage: func(w *world) func(int) error {
			v := w.verifier()
			return func(int) error {
				_, err := v.VerifyToken(w.Context(), access.NewRepositoryToken(), w.address)
				return err
			}
		}},
		{
			name: "apikey.Verifier.Flush",
			also: []string{"apikey.Verifier.Run"},
			stage: func(w *world) func(int) error {
				v := w.verifier()
				made, err := w.Credentials.CreateAPIKey(w.Context(), "cli", w.slug, "Server", time.Time{})
				w.must(err)
				_, err = v.Verify(w.Context(), made.ID, made.Secret, w.address)
				w.must(err)
				return func(int) error { return v.Flush(w.Context()) }
			},
		},
		{
			name: "session.Browsers.Start",
			also: []string{"session.rows.New", "session.rows.Save"},
			stage: func(w *world) func(int) error {
				a := w.user(access.Agent)
				return func(int) error {
					_, err := w.sessions.Start(w.Context(), "", a, w.address, "test")
					return err
				}
			},
		},
		{name: "session.Browsers.Keep", stage: func(w *world) func(int) error {
			cookie := w.signedIn()
			return func(i int) error { // each page keeps a text of its own
				current, err := w.sessions.Current(w.Context(), cookie)
				if err != nil {
					return err
				}
				return w.sessions.Keep(w.Context(), current, map[string]string{word(i): "kept"})
			}
		}},
		{name: "session.Browsers.Current", stage: func(w *world) func(int) error {
			cookie := w.signedIn()
			w.now.Advance(5 * time.Minute)
			return func(int) error {
				_, err := w.sessions.Current(w.Context(), cookie)
				return err
			}
		}},
		{name: "session.Browsers.End", stage: func(w *world) func(int) error {
			cookie := w.signedIn()
			return func(int) error {
				_, err := w.sessions.End(w.Context(), cookie)
				return err
			}
		}},
		{name: "session.Browsers.Purge", stage: func(w *world) func(int) error {
			w.signedIn()
			w.now.Advance(24 * time.Hour)
			return func(int) error { return w.sessions.Purge(w.Context()) }
		}},
	}
}

// signedIn signs somebody in and returns the browser's cookie.
func (w *world) signedIn() string {
	w.Helper()
	header, err := w.sessions.Start(w.Context(), "", w.user(access.Agent), w.address, "test")
	w.must(err)
	return regexp.MustCompile(`^[^;]+`).FindString(header)
}

func shelfWriters() []writer {
	return []writer{
		{name: "artifact.Shelf.Publish", stage: func(w *world) func(int) error {
			shelf := w.shelf() // which has published: worlds share the versions, and the first time is tested beside it
			return func(int) error { return shelf.Publish(w.Context()) }
		}},
		{name: "artifact.Shelf.Deprecate", stage: func(w *world) func(int) error {
			shelf := w.shelf()
			w.must(shelf.Deprecate(w.Context(), shelf.Assets.Version, ""))
			return func(i int) error { return shelf.Deprecate(w.Context(), shelf.Assets.Version, word(i)) }
		}},
	}
}

// shelf returns the SDK's versions, to which this build belongs.
func (w *world) shelf() *artifact.Shelf {
	w.Helper()
	assets, err := static.Load()
	w.must(err)
	shelf := &artifact.Shelf{Store: w.Store, Assets: assets, Log: w.log}
	w.must(shelf.Publish(w.Context()))
	return shelf
}

func (w *world) verifier() *apikey.Verifier {
	return &apikey.Verifier{
		Store:       w.Store,
		Clock:       w.now,
		Master:      master,
		Environment: "test",
		Region:      "local",
		Log:         w.log,
	}
}

// grant is a password grant of a new client and a new integration user.
func (w *world) grant(with string) token.Request {
	w.Helper()
	client, err := w.Credentials.CreateClient(w.Context(), "cli", w.slug, "App", false)
	w.must(err)
	return token.Request{
		Address:     w.address,
		ContentType: "application/x-www-form-urlencoded",
		Body: []byte(url.Values{
			"grant_type":    {"password"},
			"client_id":     {client.ClientID},
			"client_secret": {client.ClientSecret},
			"username":      {w.robot()},
			"password":      {with},
		}.Encode()),
	}
}
