package store_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// The companies of the tenant tests. The first has a row of every kind, the second has the same rows under the same
// ids, and the third has none and is the stranger who asks. The slugs are hexadecimal, as ids of jobs are.
const (
	owner    = "bbbb"
	twin     = "aaaa"
	stranger = "cccc"
)

// The hashes of an upload that nothing uses, and of one that the draft of p2 shows in an option.
var mediaHash, usedHash = strings.Repeat("0123456789abcdef", 4), strings.Repeat("a", 64)

const mediaOption = "idCaptureCustomizationOptions.imageOptions.retryScreenImage"

var (
	tenantNow    = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	tenantPast   = tenantNow.Add(-time.Hour)
	tenantFuture = tenantNow.Add(time.Hour)
)

// tenantRows are the rows of one company, a line each: the table, then its columns. {co} stands for the company's slug
// where a value has to differ between companies. What refers to such a value names the owner's in both companies, so
// that a statement which leaves out the company finds the twin's row beside the owner's.
const tenantRows = `
companies slug={co} name=Name wrapped_key=k created_at=1
applicant_keys id=bbbb-done wrapped_key=k created_at=1
applicant_keys id=bbbb-new wrapped_key=k created_at=1
applicant_keys id=cu1 wrapped_key=k created_at=1

agents id=anna email=anna@{co} display_name=Anna-{co} role=agent password_hash=h failed=1 totp_secret=t created_at=1
agents id=ben email=ben@{co} display_name=Ben-{co} role=agent password_hash=h created_at=1
agents id=cleo email=cleo@{co} display_name=Cleo-{co} role=admin password_hash=h created_at=1
sessions id_hash={co}-s1 agent_id=anna data={} address=a user_agent=u created_at=1 seen_at={past} expires_at={future}
sessions id_hash={co}-s2 agent_id=ben data={} address=a user_agent=u created_at=1 seen_at={future} expires_at={future}
clients id={co}-c1 name=Name-{co} secret_hash=s created_at=1 sandbox={sandbox}
integration_users username=u password_hash=h state=ACTIVE failed=1 created_at=1
api_keys id=k1 name=Key created_at=1
api_key_secrets key_id=k1 id=s1 mac=m hint=h created_at=1
idempotency_keys client_id=bbbb-c1 key=k request_sha256=x job_id=bbbb-new created_at={now}
submissions agent_id=anna key_sha256=k form_mac=m state=RUNNING http_status=0 location=/{co} actions=[] created_at={now}
preset_draws session_id=s1 client_id=bbbb-c1 preset=p1@1 named=0 drawn_at={now} in_force=

jobs id={co}-new seq=1 status=CAPTURING client_id=bbbb-c1
jobs id={co}-wait seq=2 status=QUEUED submitted_at={past} due_at={past}
jobs id={co}-work seq=3 status=PROCESSING submitted_at={past} due_at={future} lease=l attempts=1
jobs id={co}-review seq=4 status=REVIEW submitted_at=1 decided_at={past} folded=1 full_name=BAK client_id=aaaa-c1
jobs id={co}-mine seq=5 status=REVIEW submitted_at=1 decided_at={past} folded=2 client_id=aaaa-c1
jobs id={co}-esc seq=6 status=REVIEW submitted_at=1 decided_at={past} folded=2
jobs id={co}-prop seq=7 status=REVIEW submitted_at=1 decided_at={past} folded=2
jobs id={co}-held seq=8 status=Approved submitted_at=1 decided_at={past} reviewed_at={past} held_until={future} folded=2
jobs id={co}-done seq=9 status=APPROVED submitted_at=1 decided_at=1 folded=2 unique_number=4471 document_number=D1
jobs id={co}-set seq=12 status=APPROVED submitted_at=1 decided_at=1 folded=2 preset=p1@1 indexed=1
jobs id={co}-enrol seq=10 status=Approved submitted_at=1 decided_at=1 reviewed_at=1 enrol_at={past} folded=2 client_id=aaaa-c1
jobs id={co}-sand seq=11 status=APPROVED submitted_at=1 decided_at=1 folded=2 sandbox=APPROVED unique_number=4471 indexed=1
job_terms term=bak seq=4 job_id=bbbb-review
job_terms term=jane seq=4 job_id=bbbb-review
job_terms term=jane seq=1 job_id=bbbb-new
job_terms term=bak seq=9 job_id=bbbb-done
job_terms term=jane seq=9 job_id=bbbb-done
job_terms term=jane seq=8 job_id=bbbb-held
film_frames job_id=bbbb-done
film_frames job_id=bbbb-held
captures id=c1 job_id=bbbb-new kind=selfie object=2026/c1 quality=q link=bbbb-l1
captures id=c2 job_id=bbbb-done kind=selfie object=2026/c2
captures id=c3 job_id=bbbb-held kind=selfie object=2026/c3 link=bbbb-l3 request=bbbb-l3 replaced_at=0
captures id=c4 job_id=bbbb-held kind=passport object=2026/c4 superseded_by=l replaced_at=1
captures id=c5 job_id=bbbb-held kind=video object=2026/c5
capture_parts job_id={co}-new kind=voice start=0 size=5 object=2026/p1
capture_parts job_id={co}-new kind=nfc start=0 size=5 object=2026/p2
capture_links id={co}-l1 job_id={co}-new client_id={co}-c1 token_sha256=
capture_links id={co}-l3 job_id={co}-held client_id={co}-c1 token_sha256= asked_by=anna
capture_links id={co}-l5 job_id={co}-review client_id={co}-c1 token_sha256= asked_by=anna revoked_at={past}
capture_links id={co}-l4 job_id={co}-mine client_id={co}-c1 token_sha256= asked_by=anna submitted_at={past} due_at={past} lease=l
capture_links id={co}-l2 job_id={co}-done client_id={co}-c1 started_at={past} token_sha256=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
capture_handovers link_id={co}-l1 job_id={co}-new

customers id=cu1 seq=1 unique_number=4471 full_name=BAK document_number=D1 issuing_country=NLD job_id=bbbb-done
customers id=cu3 seq=6 unique_number=7 full_name=JANE job_id=bbbb-done
customers id=cu4 seq=7 unique_number=8 job_id=bbbb-done
customer_terms term=bak seq=1 customer_id=cu1
customer_terms term=jane seq=6 customer_id=cu3
customer_terms term=jane seq=1 customer_id=cu1
templates customer_id=cu1 kind=face model_sha256=m sealed=s created_at=1

review_cases job_id=bbbb-review seq=4 state=OPEN deadline_at={past} stakes=0 summary=glare client_id=bbbb-c1
review_cases job_id=bbbb-mine seq=5 state=OPEN holder=anna claim=s lease_until={future} version=3 evidence_digest=d
review_cases job_id=bbbb-esc seq=6 state=ESCALATED closed_from=OPEN version=2
review_cases job_id=bbbb-prop seq=7 state=PROPOSED proposer=ben
review_cases job_id=bbbb-held seq=8 state=DONE holder=anna closed_from=OPEN
review_cases job_id=bbbb-done seq=9 state=DONE holder=anna closed_from=OPEN
review_cases job_id=bbbb-set seq=12 state=DONE closed_from=OPEN
review_cases job_id=bbbb-work seq=3 state=OPEN returns_to=zoe returns_until={future}
review_skips job_id=bbbb-review agent_id=anna until={future}
review_skips job_id=bbbb-esc agent_id=anna until={past}
reveals job_id=bbbb-review agent_id=anna until={future}
reveals job_id=bbbb-esc agent_id=anna until={past}
reviews id=r1 job_id=bbbb-held agent_id=anna kind=DECISION outcome=Approved request_key=f1
reviews id=r2 job_id=bbbb-prop agent_id=ben kind=PROPOSAL outcome=Approved
reviews id=r12 job_id=bbbb-prop agent_id=cleo kind=DECISION outcome=Declined
reviews id=r3 job_id=bbbb-esc agent_id=anna kind=ESCALATION outcome=Approved
reviews id=r5 job_id=bbbb-prop agent_id=zoe kind=ESCALATION outcome=Approved
reviews id=r4 job_id=bbbb-done agent_id=anna kind=DECISION outcome=Approved
reviews id=r14 job_id=bbbb-mine agent_id=anna kind=DECISION outcome=Approved folded=1
drafts job_id=bbbb-review agent_id=anna body={} updated_at={past}
drafts job_id=bbbb-wait agent_id=anna body={} updated_at={past}
drafts job_id=bbbb-done agent_id=anna body={} updated_at={past}
drafts job_id=bbbb-set agent_id=anna body={} updated_at={past}
corrections job_id=bbbb-review id=co1 agent_id=anna source=VIZ field=f before_value=b after_value=a created_at=1
quality_checks id=q1 job_id=bbbb-held state=OPEN
quality_checks id=q2 job_id=bbbb-mine state=OPEN holder=ben claim=s lease_until={future}
quality_checks id=q3 job_id=bbbb-esc state=DONE second_id=ben closed_at={past}
quality_checks id=q7 job_id=bbbb-wait state=VOID closed_at={past} void=nobody_left
quality_checks id=q4 job_id=bbbb-prop state=DONE closed_at={past} verdict=FIRST judge_id=cleo verdict_at={past}
quality_checks id=q6 job_id=bbbb-work state=DONE holder=ben second_id=ben closed_at={past} verdict=SECOND judge_id=cleo verdict_at={past}

events id={co}-e1 job_id=bbbb-work
events id={co}-e2 job_id=bbbb-review
endpoints id=ep1 url=u host=h1 events=["application.decision"] created_at=1 updated_at=1
endpoints id=ep2 url=u host=h1 events=[] state=PAUSED created_at=1 updated_at=1
endpoint_keys endpoint_id=ep1 kid=k1 sealed_secret=s state=ACTIVE created_at=1
endpoint_keys endpoint_id=ep1 kid=k2 sealed_secret=s state=PENDING created_at=1
deliveries id={co}-d1 seq=1 event_id=bbbb-e2 endpoint_id=ep1 job_id=bbbb-review state=pending due_at={past}
deliveries id={co}-d2 seq=2 event_id=bbbb-e1 endpoint_id=ep2 job_id=bbbb-work state=pending due_at={future} lease=l
deliveries id={co}-d3 seq=3 event_id=bbbb-e1 endpoint_id=ep2 job_id=bbbb-work state=paused due_at={past}
deliveries id={co}-d4 seq=4 event_id=bbbb-e1 endpoint_id=ep1 job_id=bbbb-work state=failed due_at=1 finished_at={past}
deliveries id={co}-d5 seq=5 event_id=bbbb-e1 endpoint_id=ep1 job_id=bbbb-work state=pending due_at={past} expires_at=1
deliveries id={co}-d7 seq=7 event_id=bbbb-e1 endpoint_id=ep3 job_id=bbbb-mine state=pending due_at={past} lease=l
attempts delivery_id=bbbb-d4 n=1 started_at={past} latency_ms=1 class=timeout
redeliveries id=rd1 actor=cli state=failed first_at=1 last_at=2 stage=RUNNING after=5 before=9 total=1 created_at=1

audit id=1A at={past} actor=agent:anna action=job.export target=job:bbbb-work position=1 previous=p hash=h
audit id=2A at={past} actor=agent:anna action=job.export target=job:bbbb-work
audit id=9K at={past} actor=agent:{co} action=apikey.create target=apikey:k1
rollups metric=m hour=92 label=a count=1
rollups metric=m|d hour=96 label=a count=1
saved_views id=v1 scope= owner=anna page=queue name=Shared folded=shared query=q created_at=1
saved_views id=v2 scope=anna owner=anna page=queue name=Own folded=own query=q created_at=1
viewers job_id=bbbb-review agent_id=anna seen_at={now}
viewers job_id=bbbb-review agent_id=ben seen_at={now}
viewers job_id=bbbb-esc agent_id=ben seen_at=1
retention_rules job_days=30 capture_days=0 version=1 looked_at={past}
retention_runs id=rr1 actor=cli stage=RUNNING job_days=30 capture_days=0
removed_objects object=2026/o9 removed_at={past}

presets name=p1 description={co} draft={} draft_from=0 latest=1 revision=1 created_at=1 updated_at=1 updated_by=cli
preset_editions preset=p1 number=1 content={} defaults={} catalogue={co} note=n origin=API published_by=a published_at=1
preset_assignments preset=p1 client_id=bbbb-c1 function= edition=0 from_at=0 percent=50
preset_media sha256={sha256} object=2026/m1 name={co}
presets name=p2 description={co} draft={shown} draft_from=0 latest=1 revision=1 created_at=1 updated_at=1 updated_by=cli
preset_holds preset=p1 client_id=bbbb-c1 function= retry_rate=0.2 error_rate=1 min_jobs=2 window_ms=3600000
`

// ownerRows are further rows of the owner alone. Some name a row of the twin, which no statement may then find.
const ownerRows = `
quality_checks id=q8 job_id=bbbb-enrol agent_id=anna state=OPEN drawn_at=1
endpoints id=ep3 url=u host=h3 events=[] created_at=1 updated_at=1
deliveries id=bbbb-d9 seq=9 event_id=bbbb-e1 endpoint_id=ep1 job_id=bbbb-work state=delivered host=h9 due_at=1 created_at={now}
audit id=4A at={past} actor=agent:ben action=job.export target=job:bbbb-enrol
audit id=5A at={past} actor=agent:cleo action=job.export target=job:bbbb-enrol
start_views agent_id=anna view_id=v2
job_terms term=bak seq=20 job_id=aaaa-new
job_terms term=jane seq=20 job_id=aaaa-new
customer_terms term=bak seq=5 customer_id=cu2
review_cases job_id=aaaa-new seq=1 state=OPEN
review_cases job_id=aaaa-work seq=3 state=OPEN holder=anna lease_until={future}
attempts delivery_id=aaaa-d4 n=1 started_at={past} latency_ms=1 class=gone
`

// twinRows are further rows of the twin alone, which would change what the owner is told or may do.
const twinRows = `
agents id= email=nobody@aaaa display_name=Nobody role=agent password_hash=h created_at=1
agents id=zoe email=zoe@aaaa display_name=Zoe role=agent password_hash=h created_at=1
sessions id_hash=aaaa-s3 agent_id=anna data={} address=a user_agent=u created_at=1 seen_at={future} expires_at={future}
integration_users username=w password_hash=h state=ACTIVE created_at=1
jobs id=bbbb-z seq=21 status=QUEUED
presets name=p3 description=x draft={shown} draft_from=0 latest=1 revision=1 created_at=1 updated_at=1 updated_by=cli
preset_editions preset=p3 number=2 content={content} defaults={} catalogue=c note=n origin=API published_by=a published_at=1
captures id=c9 job_id=bbbb-set kind=selfie object=2026/c9 replaced_at=1
job_terms term=bak seq=8 job_id=bbbb-held
job_terms term=janx seq=7 job_id=bbbb-prop
customers id=cu2 seq=5 unique_number=6 job_id=bbbb-done
customer_terms term=bak seq=6 customer_id=cu3
customer_terms term=janx seq=7 customer_id=cu4
review_cases job_id=bbbb-wait seq=2 state=DONE
review_cases job_id=bbbb-sand seq=11 state=OPEN deadline_at=1 stakes=0 opened_at=1
review_skips job_id=bbbb-held agent_id=cleo until={future}
review_skips job_id=bbbb-work agent_id=zoe until={future}
review_cases job_id=aaaa-sand seq=0 state=OPEN returns_to=zoe returns_until={future}
review_skips job_id=bbbb-review agent_id=cleo until={future}
reviews id=r8 job_id=bbbb-held agent_id=cleo kind=ESCALATION outcome=Approved
reviews id=r9 job_id=bbbb-new agent_id=anna kind=DECISION outcome=Approved
reviews id=r10 job_id=bbbb-enrol agent_id=anna kind=DECISION outcome=Approved
reviews id=r11 job_id=bbbb-review agent_id=anna kind=DECISION outcome=Approved
reviews id=q1 job_id=bbbb-held agent_id=zoe kind=ESCALATION outcome=Approved overrides=[{}]
reviews id=q2 job_id=bbbb-mine agent_id=zoe kind=ESCALATION outcome=Approved overrides=[{}]
reviews id=q4 job_id=bbbb-prop agent_id=zoe kind=ESCALATION outcome=Approved overrides=[{}]
reviews id=q6 job_id=bbbb-work agent_id=zoe kind=ESCALATION outcome=Approved overrides=[{}]
reviews id=q7 job_id=bbbb-wait agent_id=zoe kind=ESCALATION outcome=Approved overrides=[{}]
quality_checks id=q0 job_id=bbbb-sand state=OPEN drawn_at=1
quality_checks id=q5 job_id=bbbb-done state=OPEN
quality_checks id=q9 job_id=bbbb-prop state=OPEN
quality_checks id=q10 job_id=bbbb-set state=OPEN holder=anna
endpoints id=ep3 url=u host=h9 events=[] state=PAUSED created_at=1 updated_at=1
deliveries id=aaaa-d6 seq=6 event_id=bbbb-e2 endpoint_id=ep1 job_id=bbbb-done state=pending due_at={past} attempts=1
deliveries id=aaaa-d9 seq=9 event_id=bbbb-e1 endpoint_id=ep1 job_id=bbbb-work state=delivered host=h9 due_at=1 created_at={past}
audit id=3A at={past} actor=agent:cleo action=job.view target=job:bbbb-held
start_views agent_id=anna view_id=v1
`

// tenantDefaults are columns that the rows of a table share.
var tenantDefaults = map[string]string{
	"jobs":         "function=ID_VALIDATION flavor=LITE line=11 sdk_version=1 created_at={past} document_type=PASSPORT",
	"captures":     "content_type=image/png size=1 sha256=x created_at=1 wrapped_key=k",
	"film_frames":  "sha256=" + strings.Repeat("f", 64),
	"customers":    "created_at=1 updated_at=1",
	"review_cases": "function=ID_VALIDATION stakes=1 deadline_at={future} opened_at={past} document_type=PASSPORT",
	"reviews":      "started_at={past} completed_at={now} reasons=[{\"code\":\"data.expired\"}] event_id=bbbb-e1",
	"quality_checks": "function=ID_VALIDATION agent_id=anna outcome=Approved reasons=x reviewed_at=1 rate=5 " +
		"drawn_at={past}",
	"events":     "type=application.decision occurred_at={past} body={}",
	"deliveries": "type=application.decision host=h1 expires_at={future} created_at=1",
	"preset_media": "kind=image content_type=image/png size=1 width=1 height=1 wrapped_key=k created_at=1 " +
		"created_by=cli",
	"capture_links": "secret_sha256=" + strings.Repeat("a", 64) + " created_at={past} expires_at={future} " +
		"opened_at=0 started_at=0 revoked_at=0 language= return_url= reference= consent=",
	"capture_handovers": "desk_sha256=" + strings.Repeat("d", 64) + " phone_sha256=" + strings.Repeat("c", 64) +
		" browser=x started_at={past} ticket_sha256= ticket_before= ticket_until=0 code=12 choices=12 joined_at=1 " +
		"picked_at=0 seen_at=1 handed_at=0 misses=0",
	"capture_parts":  "total=9 sha256= wrapped_key=k created_at=1",
	"retention_runs": "jobs_before=1 captures_before=0 phase=JOBS jobs_due=1 captures_due=1 created_at=1",
}

// youngRows are further rows of one company, of tables that came after the keys of jobs.
const youngRows = `
repository_tokens id=t1 name=Token mac={co} hint=h created_at=1 created_by=cli expires_at={future}
`

// sharedRows are rows that belong to no company.
const sharedRows = `
breakers host=h1 state=open body={} updated_at=1
breaker_history host=h1 at={past} id=1 from_state=closed to_state=open reason=r
sdk_versions version=v0 published_at=1 deprecated=
sdk_files version=v0 name=f sha256=h size=1 packed=p
`

// tenantDocs are the documents of jobs, which are stored compressed. The last is the twin's alone.
var tenantDocs = []struct{ job, kind string }{
	{"bbbb-new", store.DocRequest},
	{"bbbb-held", store.DocPayloadBefore},
	{"bbbb-done", store.DocPayload},
	{"bbbb-review", store.DocPayload},
}

// seedAll inserts the rows of companies, and those of no company with them.
func seedAll(tx *store.Tx, companies []string) error {
	run := func(query string, args ...any) error { return store.Run(tx, context.Background(), query, args...) }
	if len(companies) > 0 {
		if err := seedRows(run, sharedRows, ""); err != nil {
			return err
		}
	}
	for _, company := range companies {
		further, docs := ownerRows, tenantDocs[:len(tenantDocs)-1]
		if company == twin {
			further, docs = twinRows, tenantDocs
		}
		for _, rows := range []string{tenantRows, youngRows, further} {
			if err := seedRows(run, rows, company); err != nil {
				return err
			}
		}
		for _, doc := range docs {
			if err := tx.PutJobDoc(context.Background(), company, doc.job, doc.kind, []byte(`{"a":1}`)); err != nil {
				return err
			}
		}
	}
	return nil
}

// seedRows inserts rows as tenantRows writes them, with a function that runs a statement.
func seedRows(run func(query string, args ...any) error, rows, company string) error {
	sandbox := "0"
	if company == twin {
		sandbox = "1"
	}
	fill := strings.NewReplacer("{co}", company, "{sha256}", mediaHash, "{shown}",
		`{"`+mediaOption+`":{"v":"`+preset.MediaRef(usedHash)+`"}}`,
		"{content}",
		`{"`+mediaOption+`":"`+preset.MediaRef(usedHash)+`"}`, "{sandbox}", sandbox, "{now}", unixMillis(tenantNow),
		"{past}", unixMillis(tenantPast), "{future}", unixMillis(tenantFuture))
	for line := range strings.Lines(rows) {
		table, columns, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		if company != "" && table != "companies" {
			columns += " company=" + company
		}
		query, args := insertion(table, fill.Replace(columns), fill.Replace(tenantDefaults[table]))
		if err := run(query, args...); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// insertion returns the statement that inserts a row, with what it is bound to.
func insertion(table, columns, defaults string) (string, []any) {
	var names []string
	var args []any
	given := map[string]bool{}
	for _, column := range strings.Fields(columns + " " + defaults) {
		name, value, _ := strings.Cut(column, "=")
		if given[name] {
			continue
		}
		given[name] = true
		names = append(names, name)
		if name == "wrapped_key" || name == "totp_secret" { // they are compared with bytes
			args = append(args, []byte(value))
			continue
		}
		args = append(args, value)
	}
	marks := strings.Repeat(", ?", len(args))[2:]
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + marks + ")", args
}

func unixMillis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }
