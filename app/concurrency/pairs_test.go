package concurrency_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// rounds is how often a pair meets, on rows of its own each time: once with -short.
func rounds() int {
	if testing.Short() {
		return 1
	}
	return 3
}

// pair is two use cases that change the same rows. Six requests of each are sent at the same instant, and whatever
// their order, no invariant is broken and no request is answered with anything but success, Conflict or NotFound.
type pair struct {
	name  string
	stage func(w *world) (one, other func(i int) error)
	rows  string // query that counts the rows of which one must be left; empty for none
}

// invariants count the rows that break a rule, by the rule that they break. Each takes the company.
var invariants = []struct{ rule, broken string }{
	{"a key belongs to an endpoint", `
		SELECT count(*)
		FROM endpoint_keys k
		LEFT JOIN endpoints e ON e.company = k.company AND e.id = k.endpoint_id
		WHERE k.company = $1 AND e.id IS NULL`},
	{"one key of an endpoint signs", `
		SELECT count(*)
		FROM endpoints e
		WHERE e.company = $1 AND 1 <> (
			SELECT count(*)
			FROM endpoint_keys k
			WHERE k.company = e.company AND k.endpoint_id = e.id AND k.state = 'ACTIVE'
		)`},
	{"a delivery is paused only while its endpoint is", `
		SELECT count(*)
		FROM deliveries d
		LEFT JOIN endpoints e ON e.company = d.company AND e.id = d.endpoint_id AND e.state = 'PAUSED'
		WHERE d.company = $1 AND d.state = 'paused' AND e.id IS NULL`},
	{"an archived preset is assigned to nobody", `
		SELECT count(*)
		FROM presets p
		JOIN preset_assignments a ON a.company = p.company AND a.preset = p.name
		WHERE p.company = $1 AND p.archived <> 0`},
	{"a preset has each of its versions", `
		SELECT count(*)
		FROM presets p
		WHERE p.company = $1 AND p.latest <> (
			SELECT count(*)
			FROM preset_editions e
			WHERE e.company = p.company AND e.preset = p.name AND e.number BETWEEN 1 AND p.latest
		)`},
	{"captures that were sent are looked at before a decision", `
		SELECT count(*)
		FROM capture_links l
		JOIN jobs j ON j.company = l.company AND j.id = l.job_id
		WHERE l.company = $1 AND l.asked_by <> '' AND l.submitted_at > 0 AND l.checked_at = 0
			AND (j.status <> 'REVIEW' OR l.revoked_at > 0)`},
	{"the captures of a link stay once they are submitted", `
		SELECT count(*)
		FROM capture_links l
		JOIN jobs j ON j.company = l.company AND j.id = l.job_id
		WHERE l.company = $1 AND l.asked_by = '' AND j.submitted_at > 0 AND NOT EXISTS (
			SELECT 1
			FROM captures c
			WHERE c.company = j.company AND c.job_id = j.id
		)`},
	{"a capture that is kept can be opened", `
		SELECT count(*)
		FROM (
			SELECT company, job_id FROM captures WHERE object <> ''
			UNION ALL
			SELECT company, job_id FROM capture_parts
		) AS c
		LEFT JOIN applicant_keys k ON k.company = c.company AND k.id = c.job_id AND k.destroyed_at IS NULL
		WHERE c.company = $1 AND k.id IS NULL`},
	{"a client that web pages use is trusted in nothing", `
		SELECT count(*)
		FROM clients
		WHERE company = $1 AND origins <> '[]' AND device_assurance <> '{}'`},
	{"a template belongs to a customer", `
		SELECT count(*)
		FROM templates t
		LEFT JOIN customers c ON c.company = t.company AND c.id = t.customer_id
		WHERE t.company = $1 AND c.id IS NULL`},
	{"a word of a customer belongs to one", `
		SELECT count(*)
		FROM customer_terms t
		LEFT JOIN customers c ON c.company = t.company AND c.id = t.customer_id
		WHERE t.company = $1 AND c.id IS NULL`},
	{"a customer and nobody else has a key, as far as no job has it", `
		SELECT count(*)
		FROM applicant_keys k
		LEFT JOIN customers c ON c.company = k.company AND c.id = k.id
		WHERE k.company = $1 AND (c.id IS NULL) = (k.destroyed_at IS NULL)
			AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.company = k.company AND j.id = k.id)`},
	{"no decision is sent while it can be undone", `
		SELECT count(*)
		FROM deliveries d
		JOIN jobs j ON j.company = d.company AND j.id = d.job_id
		WHERE d.company = $1 AND d.state = 'pending' AND d.lease = '' AND d.due_at < j.held_until`},
	{"what was sent is not sent again to an endpoint that was removed", `
		SELECT count(*)
		FROM deliveries d
		LEFT JOIN endpoints e ON e.company = d.company AND e.id = d.endpoint_id
		WHERE d.company = $1 AND d.state = 'pending' AND d.attempts > 0 AND e.id IS NULL`},
	{"what was settled is not sent again with a window", `
		SELECT count(*)
		FROM audit a
		JOIN deliveries d ON d.company = a.company AND a.target = 'delivery:' || d.id
		WHERE a.company = $1 AND a.action = 'delivery.settle' AND d.settled_at = 0`},
	{"a removal by a rule goes by the rule that is set", `
		SELECT count(*)
		FROM retention_runs r
		JOIN retention_rules u ON u.company = r.company
		WHERE r.company = $1 AND r.stage = 'RUNNING' AND r.actor <> 'cli' AND r.job_days <> u.job_days`},
	{"an agent has one job besides those that an undo brought back, and at most reserves another", `
		SELECT count(*)
		FROM (
			SELECT holder
			FROM review_cases c
			WHERE company = $1 AND holder <> '' AND state <> 'DONE' AND claim NOT LIKE 'ahead.%' AND NOT EXISTS (
				SELECT 1 FROM reviews r WHERE r.company = c.company AND r.job_id = c.job_id AND r.undone_at > 0
			)
			GROUP BY holder
			HAVING count(*) > 1
		) AS held`},
	{"a start page is a view that exists", `
		SELECT count(*)
		FROM start_views s
		LEFT JOIN saved_views v ON v.company = s.company AND v.id = s.view_id
		WHERE s.company = $1 AND v.id IS NULL`},
}

func TestPairsThatChangeTheSameRowsKeepEveryInvariant(t *testing.T) {
	for _, name := range racing() {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(noon)
			e := open(t, name, now)
			for i, tt := range pairs() {
				t.Run(tt.name, func(t *testing.T) {
					w := newWorld(t, e, now, i)
					for range rounds() {
						w.meet(tt)
					}
				})
			}
		})
	}
}

// meet sends the requests of a pair once and checks what they answer and leave.
func (w *world) meet(p pair) {
	w.Helper()
	one, other := p.stage(w)
	answers := make([]string, requests)
	together(func(i int) {
		write := one
		if i%2 == 1 {
			write = other
		}
		answers[i] = answer(write(i / 2))
	})
	for i, got := range answers {
		if got != "ok" && got != "conflict" && got != "not_found" {
			w.Errorf("request %d: %s", i, got)
		}
	}
	for _, check := range invariants {
		if n := w.count(check.broken); n > 0 {
			w.Errorf("%d rows break the rule: %s", n, check.rule)
		}
	}
	if p.rows != "" && w.count(p.rows) == 0 {
		w.Errorf("nothing is left of: %s", p.rows)
	}
}

// count runs a query for one number about the company.
func (w *world) count(query string) (n int) {
	w.Helper()
	w.must(w.engine.raw.QueryRowContext(w.Context(), query, w.slug).Scan(&n))
	return n
}

// emit writes an event of the company, as a decision does.
func (w *world) emit() error {
	return w.Store.Write(w.Context(), func(tx *store.Tx) error {
		return storetest.Emit(w.Context(), tx, webhook.Event{
			Company:    w.slug,
			ID:         ids.ULID(tx.Now),
			JobID:      ids.UUID(),
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte(`{}`),
		}, tx.Now)
	})
}

// endpointWork returns what may happen to one endpoint at the same time, by name.
func (w *world) endpointWork() map[string]func(i int) error {
	w.Helper()
	ctx, made := w.Context(), w.hook()
	for range 3 {
		w.must(w.emit())
	}
	kids := make([]string, requests/2)
	for i := range kids {
		key, err := w.Endpoints.AddEndpointKey(ctx, "cli", w.slug, made.ID)
		w.must(err)
		kids[i] = key.KID
	}
	on := w.Endpoints
	return map[string]func(i int) error{
		"emit":   func(int) error { return w.emit() },
		"pause":  func(int) error { return on.PauseEndpoint(ctx, "cli", w.slug, made.ID, "") },
		"resume": func(int) error { return on.ResumeEndpoint(ctx, "cli", w.slug, made.ID) },
		"delete": func(int) error { return on.DeleteEndpoint(ctx, "cli", w.slug, made.ID) },
		"header": func(i int) error {
			return on.SetEndpointHeader(ctx, "cli", w.slug, made.ID, "X-"+word(i), "1", nil)
		},
		"form": func(i int) error {
			return on.UpdateEndpoint(ctx, "cli", made.ID, endpoints.DescriptionOf(made),
				endpointRequest(w.slug, "https://"+word(i)+".example/in"))
		},
		"add key": func(int) error {
			_, err := on.AddEndpointKey(ctx, "cli", w.slug, made.ID)
			return err
		},
		"promote":  func(i int) error { return on.PromoteEndpointKey(ctx, "cli", w.slug, made.ID, kids[i]) },
		"drop key": func(i int) error { return on.DropEndpointKey(ctx, "cli", w.slug, made.ID, kids[i]) },
	}
}

// pairs lists the pairs of use cases that change the same rows.
func pairs() []pair {
	all := []pair{
		viewPair(), reasonPair(), administratorPair(), decisionPair(), againPair(), windowPair(), removedPair(),
		askedPair(), endedPair(), lateCapturePair(), rulePair(), trustPair(),
	}
	all = append(all, presetPairs()...)
	all = append(all, enrolmentPairs()...)
	all = append(all, nextPairs()...)
	all = append(all, recheckPairs()...)
	for _, names := range [][2]string{
		{"form", "header"},
		{"form", "pause"},
		{"form", "delete"},
		{"header", "pause"},
		{"header", "delete"},
		{"pause", "resume"},
		{"pause", "delete"},
		{"pause", "promote"},
		{"resume", "delete"},
		{"add key", "delete"},
		{"add key", "promote"},
		{"promote", "delete"},
		{"promote", "drop key"},
		{"emit", "pause"},
		{"emit", "resume"},
		{"emit", "delete"},
	} {
		all = append(all, pair{
			name: names[0] + " with " + names[1],
			stage: func(w *world) (one, other func(i int) error) {
				work := w.endpointWork()
				if names[1] == "resume" {
					w.must(work["pause"](0))
				}
				return work[names[0]], work[names[1]]
			},
		})
	}
	return all
}

// rulePair starts the removal by a rule while the rule is changed.
func rulePair() pair {
	return pair{name: "start a removal with a change of its rule", stage: func(w *world) (one, other func(int) error) {
		w.old(2)
		rule, err := w.Store.RetentionRule(w.Context(), w.slug)
		w.must(err)
		start := func(int) error { return w.retention.Start(w.Context(), "agent:ada", w.slug, rule.Version) }
		return start, func(i int) error {
			changed := rule
			changed.JobDays = 100 + i
			return w.retention.SetRule(w.Context(), "agent:ada", changed)
		}
	}}
}

// trustPair trusts the devices of a client while web pages are let use it. Who comes second is refused.
func trustPair() pair {
	return pair{name: "trust a client with its origins", stage: func(w *world) (one, other func(int) error) {
		id := w.client()
		trust := onboarding.Trust{onboarding.LivenessDetect: 3}
		return func(int) error {
				return exclusiveIs(w.Credentials.TrustClient(w.Context(), "cli", w.slug, id, nil, trust), "trust")
			}, func(i int) error {
				origins := []string{"https://" + word(i) + ".example"}
				return exclusiveIs(w.Credentials.AllowOrigins(w.Context(), "cli", w.slug, id, nil, origins), "origins")
			}
	}}
}

// exclusiveIs returns nil in place of the refusal of a field that can't be set beside another.
func exclusiveIs(err error, field string) error {
	if answer(err) == string(fault.Invalid)+" "+field+" exclusive" {
		return nil
	}
	return err
}

func viewPair() pair {
	return pair{name: "start with a view with its removal", stage: func(w *world) (one, other func(i int) error) {
		agents := w.reviewers(access.Senior)
		request := view("Ours " + ids.ULID(w.now.Now()))
		request.Shared = true
		v, err := w.desk.SaveView(w.Context(), agents[0], request)
		w.must(err)
		return func(i int) error {
				_, err := w.desk.StartWith(w.Context(), agents[i], v.ID, true)
				return err
			}, func(i int) error {
				_, err := w.desk.DeleteView(w.Context(), agents[i], v.ID)
				return err
			}
	}}
}

// reasonPair checks that a reason which was added is still there after the rules were saved.
func reasonPair() pair {
	return pair{name: "add a reason with set rules", stage: func(w *world) (one, other func(i int) error) {
		own, err := w.Store.Company(w.Context(), w.slug)
		w.must(err)
		return func(i int) error {
				text := fmt.Sprintf("Reason %d %s", own.Version, word(i))
				if err := w.Companies.AddReason(w.Context(), "cli", w.slug, onboarding.Fraud, text); err != nil {
					return err
				}
				return w.hasReason(text)
			}, func(i int) error {
				rules := own.Rules()
				rules.MinimumAge = 18 + i
				return w.Companies.SetRules(w.Context(), "cli", w.slug, rules)
			}
	}}
}

// hasReason returns an error if the company has no active reason with a text.
func (w *world) hasReason(text string) error {
	own, err := w.Store.Company(w.Context(), w.slug)
	if err != nil {
		return err
	}
	for _, r := range own.Settings.ActiveReasons() {
		if r.Text == text {
			return nil
		}
	}
	return fmt.Errorf("the reason %q is lost", text)
}

// administratorPair demotes and disables the only two administrators of a company.
func administratorPair() pair {
	left := `SELECT count(*) FROM agents WHERE company = $1 AND role = 'admin' AND state = 'ACTIVE'`
	return pair{name: "demote with disable", rows: left, stage: func(w *world) (one, other func(i int) error) {
		w.demoteAll()
		all := []store.Agent{w.user(access.Admin), w.user(access.Admin)}
		return func(i int) error {
				return w.Accounts.SetUserRole(w.Context(), "cli", w.slug, all[i%2].ID, access.Admin, "agent")
			}, func(i int) error {
				return w.Accounts.SetUserState(w.Context(), "cli", w.slug, all[(i+1)%2].ID, access.StateDisabled)
			}
	}}
}

// demoteAll leaves the company without an administrator.
func (w *world) demoteAll() {
	w.Helper()
	w.write(func(tx *store.Tx) error {
		all, err := tx.Agents(w.Context(), w.slug)
		for _, a := range all {
			if err == nil {
				err = tx.SetAgentRole(w.Context(), w.slug, a.ID, access.Agent)
			}
		}
		return err
	})
}

func decisionPair() pair {
	return pair{name: "decide with pause and resume", stage: func(w *world) (one, other func(i int) error) {
		e := w.hook()
		w.must(w.Endpoints.PauseEndpoint(w.Context(), "cli", w.slug, e.ID, ""))
		agents := w.reviewers(access.Agent)
		decisions := make([]review.DecisionRequest, requests/2)
		for i := range decisions {
			decisions[i] = decision(w.claimed(agents[i], w.waiting()), onboarding.ReviewApproved)
		}
		return func(i int) error {
				_, err := w.desk.Decide(w.Context(), agents[i], decisions[i])
				return err
			}, func(int) error {
				if err := w.Endpoints.PauseEndpoint(w.Context(), "cli", w.slug, e.ID, ""); err != nil {
					return err
				}
				return w.Endpoints.ResumeEndpoint(w.Context(), "cli", w.slug, e.ID)
			}
	}}
}

// againPair sends the events of decisions again that can still be undone.
func againPair() pair {
	return pair{name: "send again with undo", stage: func(w *world) (one, other func(i int) error) {
		w.hook()
		agents := w.reviewers(access.Agent)
		jobs, deliveries := make([]string, requests/2), make([]string, requests/2)
		for i := range jobs {
			jobs[i] = w.waiting()
			held := w.claimed(agents[i], jobs[i])
			_, err := w.desk.Decide(w.Context(), agents[i], decision(held, onboarding.ReviewApproved))
			w.must(err)
			sent, err := w.Store.DeliveriesOfJob(w.Context(), w.slug, jobs[i])
			w.must(err)
			deliveries[i] = sent[0].ID
		}
		return func(i int) error {
				_, err := w.Endpoints.Redeliver(w.Context(), "cli", w.slug, deliveries[i:i+1])
				return err
			}, func(i int) error {
				if i%2 == 1 {
					return nil
				}
				return w.desk.Undo(w.Context(), agents[i], jobs[i], "")
			}
	}}
}

// windowPair sends the failures of a window again, while somebody settles them.
func windowPair() pair {
	return pair{name: "send a window again with settle", stage: func(w *world) (one, other func(i int) error) {
		const each = 5
		_, failed := w.failed(each * requests / 2)
		window := endpoints.DeliveryWindow{
			State: webhook.Failed,
			From:  w.now.Now().Add(-time.Minute),
			Until: w.now.Now().Add(time.Minute),
		}
		shown, err := w.Endpoints.PreviewWindow(w.Context(), w.slug, window)
		w.must(err)
		_, err = w.Endpoints.StartRedelivery(w.Context(), "cli", w.slug, window, shown.Total)
		w.must(err)
		return func(int) error { return w.Endpoints.StepRedeliveries(w.Context()) }, func(i int) error {
			_, err := w.Endpoints.Settle(w.Context(), "cli", w.slug, failed[i*each:(i+1)*each], "known outage")
			return err
		}
	}}
}

// removedPair sends the failures of a window again, while their endpoints are removed.
func removedPair() pair {
	return pair{name: "send a window again with delete", stage: func(w *world) (one, other func(i int) error) {
		removed := make([]string, requests/2)
		for i := range removed {
			e, _ := w.failed(1)
			removed[i] = e.ID
		}
		window := endpoints.DeliveryWindow{
			State: webhook.Failed,
			From:  w.now.Now().Add(-time.Minute),
			Until: w.now.Now().Add(time.Minute),
		}
		shown, err := w.Endpoints.PreviewWindow(w.Context(), w.slug, window)
		w.must(err)
		_, err = w.Endpoints.StartRedelivery(w.Context(), "cli", w.slug, window, shown.Total)
		w.must(err)
		return func(int) error { return w.Endpoints.StepRedeliveries(w.Context()) }, func(i int) error {
			return w.Endpoints.DeleteEndpoint(w.Context(), "cli", w.slug, removed[i])
		}
	}}
}

// askedPair decides on a job, as pages that were just loaded do, while its applicant sends what was asked for.
func askedPair() pair {
	const name = "decide with the captures that were asked for"
	return pair{name: name, stage: func(w *world) (one, other func(i int) error) {
		asking, agent, _ := w.asking()
		by := w.answering(asking)
		_, err := w.intake.PutCapture(w.Context(), by, asking.JobID, "passport", "", bytes.NewReader(w.picture(1)))
		w.must(err)
		return func(int) error {
				shown, err := w.Store.ReviewCase(w.Context(), w.slug, asking.JobID)
				if err != nil {
					return err
				}
				_, err = w.desk.Decide(w.Context(), agent, decision(shown, onboarding.ReviewApproved))
				return err
			}, func(int) error {
				_, err := w.intake.Submit(w.Context(), by, asking.JobID)
				return lateIs(err)
			}
	}}
}
