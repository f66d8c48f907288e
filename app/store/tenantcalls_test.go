package store_test

import (
	"slices"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/preference"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// call is one way to call a method of Tx or Store, with arguments that fit the rows of tenantRows.
type call struct {
	method string
	spans  string // why it reads or writes rows of every company, or none of any; empty where it serves one company
	args   []any  // those after the context
}

// askingCompany is the placeholder, among the arguments of a call, of the company that calls. In a struct that is the
// field Company.
type askingCompany struct{}

var co askingCompany

func of(method string, args ...any) call { return call{method: method, args: args} }

func spanning(why, method string, args ...any) call {
	return call{method: method, spans: why, args: args}
}

// Why a call may reach the rows of every company.
const (
	byWorker   = "workers serve the jobs and deliveries of every company"
	byGuard    = "the hold rules of every company are checked together"
	byFold     = "counters are folded from the rows of every company"
	bySweep    = "what is out of date is removed for every company"
	bySignIn   = "the company is not known before somebody has signed in"
	bySession  = "whoever knows the hash of a session's id holds the session"
	byLink     = "an applicant has a link and its secret, and no company"
	byToken    = "whoever knows a token holds it, and its row names the company"
	byAdmin    = "the installation's operator administers every company"
	byObject   = "objects are stored under names that are unique over the installation"
	sharedHost = "receivers' hosts are shared by the companies"
	shared     = "these rows belong to no company"
)

// tenantCalls calls every method of Tx and Store that sends a statement.
var tenantCalls = slices.Concat(identityCalls, intakeCalls, jobCalls, reviewCalls, qualityCalls, webhookCalls,
	recordCalls, companyCalls, presetCalls)

var presetCalls = []call{
	of("Preset", co, "p1"),
	of("Presets", co),
	of("CountPresets", co),
	of("InsertPreset", preset.Preset{Name: "new"}),
	of("ChangePreset", co, "p1", func(p *preset.Preset) (store.PresetChange, error) {
		p.Latest++
		return store.PresetChange{
			Entry:   audit.NewEntry(p.Company, "cli", "preset.publish", "preset:p1", nil),
			Edition: &preset.Edition{Number: p.Latest},
			Assignments: &[]preset.Assignment{{
				Client:  "bbbb-c1",
				Percent: 100,
				Hold:    &preset.Hold{RetryRate: .2, ErrorRate: 1, MinJobs: 1, Window: time.Hour},
			}},
		}, nil
	}),
	of("PresetEdition", co, "p1", 1),
	of("PresetContent", co, "p1", 1),
	of("PresetEditions", co, "p1", 9, 9),
	of("PresetAssignments", co),
	spanning(byGuard, "WatchedAssignments"),
	of("PresetOutcomes", co, store.PresetJobs{Preset: "p1@1"}, time.Time{}),
	of("PresetUses", co, time.Time{}, tenantFuture),
	of("CaptureVerdicts", co, time.UnixMilli(0), 9),
	of("LatestPresetEditions", co),
	of("PresetMedia", co, mediaHash),
	of("AllPresetMedia", co),
	of("CountPresetMedia", co),
	of("HoldPresetMedia", co, mediaHash),
	of("PresetMediaUses", co),
	of("UsesOfPresetMedia", co, usedHash),
	of("InsertPresetMedia", preset.Media{
		SHA256:      strings.Repeat("f", 64),
		Kind:        preset.MediaFont,
		ContentType: "font/ttf",
		Size:        1,
		Object:      "2026/m2",
		WrappedKey:  []byte("k"),
	}),
	of("RemovePresetMedia", co, mediaHash),
}

var companyCalls = []call{
	of("Company", co),
	of("LockCompany", co),
	of("ChangeCompany", co, func(c *company.Company) (audit.Entry, error) {
		c.Name = "Other"
		return audit.NewEntry(c.Slug, "cli", "company.settings", "company", nil), nil
	}),
	of("RewrapCompany", co, []byte("k"), []byte("l")),
	spanning(byAdmin, "Companies"),
	spanning(byAdmin, "InsertCompany", company.Company{Slug: "dddd", Name: "New", WrappedKey: []byte("k")}),
}

var identityCalls = []call{
	of("Agent", co, "anna"),
	of("Agents", co),
	of("AgentName", co, "anna"),
	of("CountOthersWithRole", co, "anna", "agent"),
	of("InsertAgent", store.Agent{ID: "dora", Email: "dora@dddd"}),
	of("AgentFailed", co, "anna", 1, tenantFuture),
	of("AgentSignedIn", co, "anna"),
	of("SetAgentPassword", co, "anna", "other", true),
	of("RehashAgent", co, "anna", "h", "other"),
	of("UnlockAgent", co, "anna"),
	of("SetAgentState", co, "anna", access.StateDisabled),
	of("SetAgentRole", co, "anna", "senior"),
	of("ReplaceAgentPassword", co, "anna", "h", "other"),
	of("LockAgent", co, "anna"),
	of("ChangePreferences", co, "anna", func(p *preference.Preferences) error { p.Blur = true; return nil }),
	of("SetAgentTOTP", co, "anna", []byte("x"), []string{}),
	of("SetAgentRecovery", co, "anna", []string{"1"}),
	of("SetRecovery", co, "anna", []byte("t"), []string{"1"}),
	of("RenameAgent", co, "anna", "Other"),
	of("UseTOTPStep", co, "anna", 5),
	of("SetAvailability", co, "anna", store.OnBreak),
	of("Attendances", co, tenantNow, tenantPast.Add(-time.Hour)),
	spanning(bySignIn, "AgentByEmail", "anna@bbbb"),

	of("Sessions", co, 9),
	of("SessionsOf", co, "anna"),
	of("InsertSession", store.Session{IDHash: "new", AgentID: "anna", Data: []byte("{}")}),
	of("EndSessionOf", co, "anna", "bbbb-s1"),
	of("EndSessions", co, "anna", ""),
	spanning(bySession, "Session", "bbbb-s1"),
	spanning(bySession, "TouchSession", "bbbb-s1"),
	spanning(bySession, "ChangeSessionData", "bbbb-s1", func(data map[string]string) { data["a"] = "b" }),
	spanning(bySession, "EndSession", "bbbb-s1"),
	spanning(bySweep, "PurgeSessions", tenantFuture),

	of("Client", co, "bbbb-c1"),
	of("Clients", co),
	of("InsertClient", store.Client{ID: "new"}),
	of("SetClientState", co, "bbbb-c1", access.StateDisabled),
	of("SetClientSecret", co, "bbbb-c1", "other"),
	of("SetClientTrust", co, "bbbb-c1", onboarding.Trust{}, onboarding.Trust{"a": 1}),
	of("SetClientOrigins", co, "bbbb-c1", []string{}, []string{"https://bank.example"}),
	spanning(bySignIn, "KnownOrigin", "https://bank.example"),
	of("TokenStatus", "jti", co, "bbbb-c1", "u"),
	of("TokenStatus", "jti", co, "bbbb-c1", "w"),
	spanning(bySignIn, "ClientByID", "bbbb-c1"),
	spanning(bySignIn, "ClientUsed", "bbbb-c1", time.Minute),

	of("IntegrationUser", co, "u"),
	of("IntegrationUsers", co),
	of("LockIntegrationUser", co, "u"),
	of("InsertIntegrationUser", store.IntegrationUser{Username: "new"}),
	of("IntegrationUserFailed", co, "u", 1, tenantFuture),
	of("IntegrationUserUsed", co, "u"),
	of("SetIntegrationUserState", co, "u", access.StateDisabled),
	of("SetIntegrationUserPassword", co, "u", "other"),
	of("RehashIntegrationUser", co, "u", "h", "other"),

	of("APIKey", co, "k1"),
	of("APIKeys", co),
	of("APIKeySecrets", co, "k1"),
	of("APIKeyWithSecrets", co, "k1"),
	of("LockAPIKey", co, "k1"),
	of("InsertAPIKey", store.APIKey{ID: "new"}),
	of("InsertAPIKeySecret", store.APIKeySecret{KeyID: "k1", ID: "new", MAC: []byte("m")}),
	of("RevokeAPIKeySecret", co, "k1", "s1"),
	of("SetAPIKeyState", co, "k1", access.StateDisabled),
	of("APIKeyUsed", co, "k1", tenantNow),
	of("RepositoryTokens", co),
	of("InsertRepositoryToken", store.RepositoryToken{ID: "new", MAC: []byte("new"), ExpiresAt: tenantFuture}),
	of("RevokeRepositoryToken", co, "t1"),
	of("RepositoryTokenUsed", co, "t1", tenantNow),
	spanning(byToken, "RepositoryTokenByMAC", []byte("bbbb")),

	of("ApplicantKey", co, "cu1"),
	of("InsertApplicantKey", store.ApplicantKey{ID: "new"}),
	of("DestroyApplicantKey", co, "cu1"),

	spanning(shared, "SDKVersions"),
	spanning(shared, "SDKFiles"),
	spanning(shared, "SDKFile", "v0", "f"),
	spanning(shared, "SDKFileNamed", "f"),
	spanning(shared, "PublishSDK", "v", []store.SDKFile{{Name: "f", Packed: []byte("p")}}),
	spanning(shared, "DeprecateSDK", "v0", "reason"),
	spanning(shared, "SigningKeys"),
	spanning(shared, "InsertSigningKey", store.SigningKey{KID: "k", SealedKey: []byte("s")}, tenantFuture),
	spanning(shared, "ResealSigningKey", "k", []byte("s")),
	spanning(bySweep, "PurgeSigningKeys"),
	spanning(shared, "RevokeToken", "jti", tenantFuture),
	spanning(bySweep, "PurgeRevokedTokens"),
	spanning(shared, "ThrottledFor", []store.Throttle{{Scope: "s"}}, tenantNow),
	spanning(shared, "CountAttempt", store.Throttle{Scope: "s"}),
	spanning(shared, "CountAttempts", []store.Throttle{{Scope: "s"}}),
	spanning(bySweep, "PurgeThrottles"),
}

var intakeCalls = []call{
	of("ClaimIdempotencyKey", store.IdempotencyKey{ClientID: "bbbb-c1", Key: "k"}, time.Hour),
	of("HoldCapturing", co, "bbbb-new"),
	of("Snapshot", co, "bbbb-held", tenantNow),
	of("Snapshot", co, "bbbb-review", tenantNow),
	of("Captures", co, "bbbb-new"),
	of("Capture", co, "c1"),
	of("CaptureKinds", co, "bbbb-new"),
	of("CapturesSent", co, "bbbb-new", ""),
	of("InsertCapture", onboarding.Capture{ID: "new", JobID: "bbbb-new", Kind: "selfie", WrappedKey: []byte("k")}),
	of("InsertCapture", onboarding.Capture{
		ID: "again", JobID: "bbbb-held", Kind: "selfie", Request: "bbbb-l3", WrappedKey: []byte("k"),
	}),
	of("CaptureOfContent", co, "bbbb-new", "selfie", int64(1), "x"),
	of("IsFilmOfAnotherJob", onboarding.Capture{JobID: "bbbb-new", SHA256: "x"}),
	of("CaptureParts", co, "bbbb-new", "voice"),
	of("InsertCapturePart", store.CapturePart{
		JobID:      "bbbb-new",
		Kind:       "voice",
		Start:      5,
		Size:       1,
		Total:      9,
		Object:     "2026/p3",
		WrappedKey: []byte("k"),
	}),
	of("DropCaptureParts", co, "bbbb-new", "voice"),
	of("DropUploads", co, "bbbb-new"),
	of("CaptureLink", co, "bbbb-l1"),
	of("CaptureLinks", co, "", 9),
	spanning(byLink, "CaptureLinkByID", "bbbb-l1"),
	of("InsertCaptureLink", store.CaptureLink{
		ID:           "new",
		JobID:        "bbbb-work",
		ClientID:     "bbbb-c1",
		SecretSHA256: strings.Repeat("a", 64),
		ExpiresAt:    tenantFuture,
		Desktop:      onboarding.DesktopAllowed,
	}),
	of("OpenCaptureLink", co, "bbbb-l1"),
	of("TakeCaptureLink", co, "bbbb-l1", strings.Repeat("b", 64), "1"),
	of("RevokeCaptureLink", co, "bbbb-l1"),
	spanning(bySweep, "EndedLinks", tenantFuture.Add(time.Hour), store.EndedLink{}, 9),
	of("SettleLink", co, "bbbb-l1"),
	of("RemoveSent", co, "bbbb-new", "bbbb-l1"),
	of("RemoveSent", co, "bbbb-held", "bbbb-l3"),
	of("Handover", co, "bbbb-l1"),
	of("SaveHandover", store.Handover{
		LinkID: "bbbb-l1", JobID: "bbbb-new", DeskSHA256: strings.Repeat("d", 64), StartedAt: tenantNow,
	}),
	of("PhoneSeen", co, "bbbb-l1", strings.Repeat("c", 64)),
	of("FreeCaptureLink", co, "bbbb-l2"),
	of("OfferMove", co, "bbbb-l2", strings.Repeat("e", 64), tenantFuture),
	of("OpenRequest", co, "bbbb-held"),
	of("LastRequest", co, "bbbb-held"),
	of("SubmitRequest", store.CaptureLink{ID: "bbbb-l3", JobID: "bbbb-held"}),
	of("SubmitRequest", store.CaptureLink{ID: "bbbb-l3", JobID: "bbbb-review"}),
	spanning(byWorker, "ClaimRequest", "lease", tenantFuture),
	of("ExtendRequest", store.ClaimedRequest{ID: "bbbb-l4", Lease: "l"}, tenantFuture),
	of("ReturnRequest", store.ClaimedRequest{ID: "bbbb-l4", Lease: "l"}, tenantFuture),
	of("FinishRequest", store.ClaimedRequest{ID: "bbbb-l4", Lease: "l"}),
	of("RevokeRequest", co, "bbbb-held"),
	of("WaitForApplicant", co, "bbbb-held", tenantFuture),
	of("StagedCaptures", co, "bbbb-held", "bbbb-l3"),
	of("StagedOfContent", co, "bbbb-held", "bbbb-l3", onboarding.Selfie, int64(1), "x"),
	of("LandCaptures", store.ClaimedRequest{ID: "bbbb-l3", JobID: "bbbb-held"},
		[]onboarding.CaptureKind{onboarding.Selfie}),
	of("LandCaptures", store.ClaimedRequest{ID: "bbbb-l3", JobID: "bbbb-new"},
		[]onboarding.CaptureKind{onboarding.Selfie}),
	of("SupersededCaptures", co, "bbbb-held"),
	of("RecheckJob", onboarding.Job{ID: "bbbb-review", FullName: "NEW"}),
	of("ReturnCase", store.ReviewCase{JobID: "bbbb-esc", Summary: "new", ReturnsTo: "anna"}),
	of("OfferToAll", co, "bbbb-work"),
	of("ClaimReturned", store.Claim{Agent: "zoe", Secret: "s", Until: tenantFuture}),
	spanning(bySweep, "StaleUploads", tenantFuture, 9),
	spanning(bySweep, "PurgeIdempotencyKeys", tenantFuture, 9),
	of("InsertPresetDraw", store.PresetDraw{SessionID: "new", ClientID: "bbbb-c1", Preset: "p1@1"}),
	of("PresetDraw", co, "s1"),
	spanning(bySweep, "PurgePresetDraws", tenantFuture, 9),
	of("ClaimSubmission", store.Submission{AgentID: "anna", KeySHA256: "k"}, time.Hour),
	of("FinishSubmission", store.Submission{AgentID: "anna", KeySHA256: "k", State: store.SubmissionDone}),
	of("ReleaseSubmission", co, "anna", "k"),
	spanning(bySweep, "PurgeSubmissions", tenantFuture, 9),
	spanning(byObject, "CaptureObjectExists", "2026/c1"),
	spanning(byObject, "KnownObjects", []string{"2026/c1"}),
	spanning(byObject, "KnownObjects", []string{"2026/m1"}),
	spanning(byObject, "KnownObjects", []string{"2026/p1"}),

	of("Customer", co, "cu1"),
	of("CustomerByNumber", co, "4471"),
	of("CustomersByDocument", co, "D1", "NLD"),
	of("Customers", co, 0, 9),
	of("CountCustomers", co, "ben"),
	of("FindCustomers", co, "4471", 0, 9),
	of("FindCustomers", co, "D1", 0, 9),
	of("FindCustomers", co, "bak", 0, 9),
	of("FindCustomers", co, "jane bak", 0, 9),
	of("FindCustomersBeginning", co, "jan", 0, 9),
	of("PutCustomer", onboarding.Customer{ID: "cu1", Seq: 1, UniqueNumber: "4471", FullName: "ROE"}),
	of("TakeCustomer", co, "cu1"),
	of("EraseCustomer", co, "cu1"),
	spanning(byWorker, "IndexCustomers", 9),

	of("Templates", co, "cu1"),
	of("TemplatesOf", co, "face", "m", "", 9),
	of("TemplateAges", co, "cu1"),
	of("TemplateMark", co, "face", "m"),
	of("PutTemplate", store.SealedTemplate{CustomerID: "cu1", Kind: "face", ModelSHA256: "m", Sealed: []byte("t")}),
}

var jobCalls = []call{
	of("Job", co, "bbbb-new"),
	of("Jobs", co, 0, 99),
	of("JobsByStatus", co, onboarding.Review, 0, 9),
	of("JobsByNumber", co, "4471", 9),
	of("SandboxJobsByNumber", co, "4471", 9),
	of("JobsByID", co, "", "bbbb", "", 1),
	of("JobOfEvent", co, "bbbb-e1"),
	of("SandboxJobs", co, "", 9),
	of("UndecidedJobs", co),
	of("FindJobs", co, store.JobFilter{}, 0, 99),
	of("FindJobs", co, store.JobFilter{Text: "bak"}, 0, 99),
	of("FindJobs", co, store.JobFilter{Text: "jane bak"}, 0, 99),
	of("FindJobs", co, store.JobFilter{Text: "jan", Begin: true}, 0, 99),
	of("FindJobs", co, store.JobFilter{Agent: "anna", Reason: "data.expired"}, 0, 99),
	of("FindJobs", co, store.JobFilter{Agent: "anna", Status: onboarding.Approved}, 0, 99),
	of("FindJobs", co, store.JobFilter{Agent: "anna", Text: "jane"}, 0, 99),
	of("FindJobs", co, store.JobFilter{Agent: "anna", Text: "jane bak"}, 0, 99),
	of("FindJobs", co, store.JobFilter{Agent: "anna", Text: "jan", Begin: true}, 0, 99),
	of("CountJobs", co, store.JobFilter{}, 99),
	of("CountJobs", co, store.JobFilter{Agent: "anna", Status: onboarding.Approved}, 99),
	of("CountJobs", co, store.JobFilter{Agent: "anna", Text: "jane"}, 99),
	of("CountAllJobs", co, store.JobFilter{Agent: "anna"}, 99),
	of("CountAllJobs", co, store.JobFilter{Text: "jan", Begin: true}, 99),
	of("CountAllJobs", co, store.JobFilter{Agent: "anna", Status: onboarding.Approved}, 99),
	of("CountAllJobs", co, store.JobFilter{Agent: "anna", Text: "jan", Begin: true}, 99),
	of("InsertJob", onboarding.Job{ID: "new", Seq: 99}),
	of("SubmitJob", co, "bbbb-new"),
	of("DecideJob", onboarding.Job{ID: "bbbb-work", Status: onboarding.Approved}, "l"),
	of("ReviewJob", co, "bbbb-review", onboarding.ReviewApproved, 1, tenantFuture),
	of("UnreviewJob", co, "bbbb-held"),
	of("FinishEnrolment", co, "bbbb-enrol"),
	of("PostponeEnrolment", co, "bbbb-enrol", tenantNow),
	of("IndexJob", onboarding.Job{ID: "bbbb-review", Seq: 4}, "roe"),
	spanning(byWorker, "ClaimJobs", "lease", tenantFuture, 9),
	spanning(byWorker, "ExtendJob", "bbbb-work", "l", tenantFuture),
	spanning(byWorker, "ReturnJob", "bbbb-work", "l", tenantFuture),
	spanning(byWorker, "EnrolmentsDue", tenantNow, 9),
	spanning(byWorker, "UnindexedJobs", 9),
	spanning(byWorker, "CasesWithoutWords", 9),
	of("SetCaseWords", store.ReviewCase{JobID: "bbbb-review", Words: "glare"}),

	of("JobDoc", co, "bbbb-done", store.DocPayload),
	of("JobDocs", co, store.DocPayload, []string{"bbbb-done"}),
	of("ReadJobDoc", co, "bbbb-done", store.DocPayload, &map[string]any{}),
	of("PutJobDoc", co, "bbbb-done", store.DocPayload, []byte(`{"a":2}`)),
	of("WriteJobDoc", co, "bbbb-done", store.DocPayload, map[string]int{"a": 2}),
	of("MoveJobDoc", co, "bbbb-done", store.DocPayload, store.DocPayloadBefore),
	of("MoveJobDoc", co, "bbbb-held", store.DocPayload, store.DocPayloadBefore),

	of("JobData", co, "bbbb-new"),
	of("JobData", co, "bbbb-review"),
	of("HoldJob", co, "bbbb-new"),
	of("TakeJob", co, "bbbb-new"),
	of("EraseJob", co, "bbbb-new"),
	of("EraseJob", co, "bbbb-work"),
	of("EraseJob", co, "bbbb-review"),
	of("EraseJob", co, "bbbb-held"),
	of("RemoveCaptures", co, "bbbb-done"),
	of("CountRemovedObjects", co, tenantNow),
	of("ForgetObjects", co, []string{"2026/o9"}),
	spanning(bySweep, "RemovedObjects", store.RemovedObject{}, 9),

	of("CountDispositions", store.RetentionScope{Before: tenantNow}, 99),
	of("CountDispositions", store.RetentionScope{Before: tenantNow, Captured: true}, 99),
	of("DueJobs", store.RetentionScope{Before: tenantNow}, 0, 99),
	of("DueJobs", store.RetentionScope{Before: tenantNow, Captured: true}, 0, 99),
	of("DispositionOf", co, "bbbb-done", tenantNow),
	of("RetentionRule", co),
	of("SetRetentionRule", store.RetentionRule{JobDays: 9}),
	of("SetRetentionRule", store.RetentionRule{JobDays: 9, Version: 1}),
	of("HoldRetentionRule", store.RetentionRule{Version: 1}),
	of("MarkRetentionRuleChecked", store.RetentionRule{Version: 1, CheckedAt: tenantPast}),
	of("RetentionRun", co, "rr1"),
	of("RetentionRuns", co, 9),
	of("RunningRetention", co),
	of("InsertRetentionRun", store.RetentionRun{ID: "new", Stage: store.RetentionRunning}),
	of("StepRetentionRun", store.RetentionRun{ID: "rr1", Phase: store.RemovingJobs, Jobs: 5}),
	of("EndRetentionRun", store.RetentionRun{ID: "rr1"}, store.RetentionDone, ""),
	spanning(bySweep, "UncheckedRetentionRules", tenantNow),
	spanning(bySweep, "RunningRetentions", 9),
}

// Who holds a case or a quality check in tenantRows, and cleo, who holds none yet.
var (
	annasClaim = store.Claim{Agent: "anna", Secret: "s", Until: tenantFuture}
	bensClaim  = store.Claim{Agent: "ben", Secret: "s", Until: tenantFuture}
	cleosClaim = store.Claim{Agent: "cleo", Secret: "new", Until: tenantFuture}
	annasLock  = store.CaseLock{JobID: "bbbb-mine", Agent: "anna", Claim: "s", Version: 3, Digest: "d"}
)

var reviewCalls = []call{
	of("ReviewCase", co, "bbbb-review"),
	of("LockCase", co, "bbbb-review"),
	of("OpenReviewCase", store.ReviewCase{JobID: "bbbb-review", Seq: 4}),
	of("OpenReviewCase", store.ReviewCase{JobID: "bbbb-sand", Seq: 11}),
	of("OpenReviewCase", store.ReviewCase{JobID: "bbbb-enrol", Seq: 10}),
	of("ClaimNext", cleosClaim, store.CaseOpen),
	of("ClaimCase", cleosClaim, "bbbb-review"),
	of("RenewClaim", annasClaim, "bbbb-mine"),
	of("ReleaseClaim", co, "bbbb-mine", "anna"),
	of("HeldCases", co, "anna"),
	of("CloseCase", annasLock),
	of("EscalateCase", annasLock),
	of("ProposeCase", annasLock),
	of("ReopenCase", annasClaim, "bbbb-held"),
	of("RecallCase", cleosClaim, "bbbb-esc", 2),
	of("CountOpenCases", co),
	of("WaitingAges", co, tenantNow, [5]time.Duration{1, 2, 3, 4, 5}),
	of("QueueCounts", co, "anna", tenantNow),
	of("Queue", co, "anna", store.QueueFilter{View: store.ViewOpen}, tenantNow, store.QueueCursor{}, 9),
	of("Queue", co, "anna", store.QueueFilter{Order: store.LongestWaiting}, tenantNow, store.QueueCursor{}, 9),
	of("Queue", co, "anna", store.QueueFilter{Order: store.NearestDeadline}, tenantNow, store.QueueCursor{}, 9),
	of("Queue", co, "anna", store.QueueFilter{View: store.ViewMine}, tenantNow, store.QueueCursor{}, 9),
	of("Queue", co, "anna", store.QueueFilter{View: store.ViewMine, Order: store.LongestWaiting}, tenantNow,
		store.QueueCursor{}, 9),
	of("Queue", co, "anna", store.QueueFilter{View: store.ViewMine, Order: store.NearestDeadline}, tenantNow,
		store.QueueCursor{}, 9),
	of("CountQueue", co, "anna", store.QueueFilter{View: store.ViewOpen}, tenantNow, 9),
	of("CountQueue", co, "anna", store.QueueFilter{View: store.ViewOpen, Document: "PASSPORT"}, tenantNow, 9),
	of("CountQueue", co, "anna", store.QueueFilter{View: store.ViewMine}, tenantNow, 9),
	of("CountQueue", co, "anna", store.QueueFilter{View: store.ViewOpen, Client: "bbbb-c1"}, tenantNow, 9),
	of("CountQueue", co, "anna", store.QueueFilter{View: store.ViewMine, Document: "PASSPORT"}, tenantNow, 9),
	of("SkipCase", co, "bbbb-review", "anna", tenantNow),
	of("Skipped", co, "anna", tenantNow),
	of("PurgeSkips", co, "anna"),

	of("Reviews", co, "bbbb-held"),
	of("StandingDecision", co, "bbbb-held"),
	of("ReviewOfForm", co, "bbbb-held", "anna", "f1"),
	of("StandingProposal", co, "bbbb-prop"),
	of("StandingEscalation", co, "bbbb-esc"),
	of("Escalations", co, []string{"bbbb-esc", "bbbb-prop"}),
	of("Proposals", co, []string{"bbbb-esc", "bbbb-prop"}),
	of("HandledBy", co, "anna", tenantPast, tenantFuture, 9),
	of("Confirmations", co, "ben", tenantPast, tenantFuture, 9),
	of("InsertReview", store.Review{ID: "new", JobID: "bbbb-held", AgentID: "anna", CompletedAt: tenantNow}),
	of("UndoReview", co, "r1", "anna"),
	of("Draft", co, "bbbb-review", "anna"),
	of("PutDraft", co, "bbbb-review", "anna", `{"a":1}`),
	of("DeleteDraft", co, "bbbb-review", "anna"),
	of("PurgeDrafts", co, tenantNow, tenantNow),
	of("Corrections", co, "bbbb-review"),
	of("InsertCorrection", store.Correction{ID: "new", JobID: "bbbb-review"}),
	of("Reveal", co, "bbbb-review", "anna", tenantNow),
	of("RevealedUntil", co, "bbbb-review", "anna"),
	of("Watch", co, "bbbb-review", "anna", tenantPast),
	of("Unwatch", co, "bbbb-review", "anna"),
	of("Viewers", co, "anna", tenantPast),
	of("SavedViews", co, "anna", "queue"),
	of("SavedView", co, "anna", "v1"),
	of("StartView", co, "anna"),
	of("CountSavedViews", co, "anna"),
	of("InsertSavedView", store.SavedView{ID: "new", Owner: "anna", Name: "New"}),
	of("RenameSavedView", store.SavedView{ID: "v1", Name: "Other", Shared: true}, "Shared"),
	of("DeleteSavedView", co, "v1"),
	of("DeleteSavedView", co, "v2"),
	of("SetStartView", co, "anna", "v1"),
	of("SetStartView", co, "anna", ""),
}

var qualityCalls = []call{
	of("CountVoidChecks", co, tenantPast, tenantNow),
	of("VoidChecks", co, tenantPast, tenantNow, 9),
	of("VoidCheck", co, "q8", "nobody_left", store.IdleAdmins{Since: tenantNow, Drawn: tenantNow}),
	of("QualityCheck", co, "q1"),
	of("QualityCheckOf", co, "bbbb-held"),
	of("LockCheck", co, "bbbb-held"),
	of("HeldChecks", co, "ben"),
	of("ClaimCheck", cleosClaim),
	of("OpenChecks", co, "cleo", 9),
	of("CountChecks", co, "cleo", 9),
	of("ChecksWaiting", co, "cleo"),
	of("CheckTallies", co, tenantPast, tenantFuture),
	of("Disagreements", co, tenantPast, tenantFuture, store.CheckCursor{}, 9),
	of("ChecksOf", co, "anna", tenantPast, tenantFuture),
	of("OverruledChecks", co, "anna", tenantPast, tenantFuture, 9),
	of("JudgedChecks", co, "anna", 9),
	of("CountJudged", co, "anna", tenantPast),
	of("MarkDrawn", co, "r1"),
	of("InsertQualityCheck", store.Undrawn{Review: store.Review{ID: "new", JobID: "bbbb-done"}}, 5),
	of("RenewCheck", store.Claim{Agent: "ben", Secret: "s", Until: tenantNow}, "bbbb-mine"),
	of("ReleaseCheck", co, "bbbb-mine", "ben"),
	of("CloseCheck", bensClaim, "bbbb-mine", store.Judgement{AgentID: "ben"}),
	of("JudgeCheck", store.QualityCheck{ID: "q3", Verdict: store.VerdictFirst, JudgeID: "cleo"}),
	spanning(byFold, "UndrawnReviews", tenantNow, 9),
	spanning("the sampler closes the checks of every company", "ChecksOfNobody", tenantNow,
		store.IdleAdmins{Since: tenantNow, Drawn: tenantNow}, 9),
}

// delivery is the one that a worker holds.
var delivery = webhook.Delivery{ID: "bbbb-d2", Lease: "l", State: webhook.Delivered}

var webhookCalls = []call{
	of("Event", co, "bbbb-e1"),
	of("EventsOfJob", co, "bbbb-work"),
	of("LatestEvent", co, onboarding.ApplicationDecision, tenantNow),
	of("EmitEvent",
		webhook.Event{ID: "new", JobID: "bbbb-work", Type: onboarding.ApplicationDecision, Body: []byte("{}")},
		tenantNow),
	of("EmitTo", webhook.Event{ID: "late", JobID: "bbbb-work", Body: []byte("{}")},
		webhook.Endpoint{ID: "ep2", State: webhook.EndpointPaused}),
	of("EmitTo", webhook.Event{ID: "new", JobID: "bbbb-work", Body: []byte("{}")}, webhook.Endpoint{ID: "ep1"}),
	of("EmitTo", webhook.Event{ID: "of", JobID: "bbbb-sand", Body: []byte("{}")}, webhook.Endpoint{ID: "ep1"}),
	of("EmitTo", webhook.Event{ID: "by", JobID: "bbbb-review", Body: []byte("{}")}, webhook.Endpoint{ID: "ep1"}),
	of("RecallEvent", co, "bbbb-e2"),

	of("Endpoint", co, "ep1"),
	of("Endpoints", co),
	of("InsertEndpoint", webhook.Endpoint{ID: "new"}),
	of("LockEndpoint", co, "ep1"),
	of("UpdateEndpoint", webhook.Endpoint{ID: "ep1", URL: "v", Host: "h2", Version: 1}),
	of("PauseEndpoint", co, "ep1", "why"),
	of("ResumeEndpoint", co, "ep2"),
	of("DeleteEndpoint", co, "ep1"),
	of("EndpointKeys", co, "ep1"),
	of("InsertEndpointKey", webhook.EndpointKey{EndpointID: "ep1", KID: "new", SealedSecret: []byte("s")}),
	of("PromoteEndpointKey", co, "ep1", "k2"),
	of("DropEndpointKey", co, "ep1", "k2"),

	of("Delivery", co, "bbbb-d1"),
	of("Deliveries", co, webhook.State(""), 0, 9),
	of("Deliveries", co, webhook.Failed, 0, 9),
	of("DeliveriesOfEndpoint", co, "ep1", webhook.Pending, 0, 9),
	of("DeliveriesOfJob", co, "bbbb-work"),
	of("CountDeliveries", co, webhook.Failed, 9),
	of("LiveDeliveriesOfEndpoint", co, "ep1", webhook.Failed, 9),
	of("CountDeliveriesOfEndpoint", co, "ep1", webhook.Pending, 9),
	of("NextOfEndpoint", co, "ep1", 9),
	of("NextDeliveryTo", co, "h9", tenantPast.Add(-time.Hour)),
	of("CountDeliveriesForHost", co, "h1", 9),
	of("DeliveriesForHost", co, "h1", 9),
	of("CountHeldDeliveries", co, 9),
	of("Attempts", co, "bbbb-d4"),
	of("AttemptClasses", co, "ep1", webhook.Failed, tenantPast, 9),
	of("ReleaseDelivery", co, "bbbb-d2", "l", tenantNow, "why"),
	of("ParkDelivery", delivery),
	of("ParkDelivery", webhook.Delivery{ID: "bbbb-d7", Lease: "l"}),
	of("FinishAttempt", delivery, webhook.Attempt{DeliveryID: "bbbb-d2", N: 1}),
	of("FinishGone", webhook.Delivery{ID: "bbbb-d2", EndpointID: "ep1", Lease: "l", State: webhook.Paused},
		webhook.Attempt{DeliveryID: "bbbb-d2", N: 1}, "u", "gone"),
	of("SettleDelivery", co, "bbbb-d4", "cli", "why"),
	of("UnsettledDeliveries", co, "ep1", 9),
	of("CountUnsettledDeliveries", co, "ep1", 9),
	of("Redeliver", co, "bbbb-d4"),
	of("Redeliver", co, "bbbb-d7"),
	of("RedeliverIn", co, "bbbb-d4", webhook.Failed),
	of("RedeliverIn", co, "bbbb-d7", webhook.Pending),
	of("CountDeliveriesInWindow", co, webhook.Failed, "", 0, 99, 9),
	of("CountDeliveriesInWindow", co, webhook.Failed, "ep1", 0, 99, 9),
	of("DeliveriesInWindow", co, webhook.Failed, "", 0, 99, 9),
	of("DeliveriesInWindow", co, webhook.Failed, "ep1", 0, 99, 9),
	of("Redelivery", co, "rd1"),
	of("LockRedelivery", co, "rd1"),
	of("Redeliveries", co, 9),
	of("InsertRedelivery", store.Redelivery{ID: "new"}),
	of("StepRedelivery", store.Redelivery{ID: "rd1", Stage: store.RedeliveryRunning, After: 7}, 5),
	spanning(byWorker, "RunningRedeliveries", 9),
	spanning(byWorker, "DueHosts"),
	spanning(byWorker, "ClaimDeliveries", "h1", "lease", tenantFuture, 9),
	spanning(byWorker, "ExpireDeliveries", webhook.Expired, "late", 9),

	of("HostsOf", co),
	spanning(sharedHost, "HostShared", co, "h1"),
	spanning(sharedHost, "Breaker", "h1"),
	spanning(sharedHost, "LockBreaker", "h1"),
	spanning(sharedHost, "Breakers"),
	spanning(sharedHost, "PutBreaker", store.HostBreaker{Host: "h1", Version: 1}, webhook.Open),
	spanning(sharedHost, "BreakerHistory", "h1", 9),
	spanning(sharedHost, "BreakerSince", "h1", tenantNow, 9),
}

var recordCalls = []call{
	of("Audit", audit.Entry{Actor: "cli", Action: "a.b", Target: "t"}),
	of("AuditPage", co, "", 9),
	of("AuditOf", co, "job:bbbb-work", "", 9),
	of("SawKeySecrets", co, "apikey:k1"),
	of("AuditActions", co),
	of("VerifyAudit", co),
	of("SearchAudit", co, store.AuditFilter{}, "", 9),
	of("SearchAudit", co, store.AuditFilter{Actors: []string{"agent:anna"}}, "", 9),
	of("SearchAudit", co, store.AuditFilter{Target: "job:bbbb-work"}, "", 9),
	of("SearchAudit", co, store.AuditFilter{Action: "job.export"}, "", 9),
	spanning(bySweep, "SealAudit", 9),

	of("AddRollups", []store.Rollup{{Metric: "m", Hour: 92, Label: "a", Count: 1}}),
	of("FirstRollup", co, "m"),
	of("RollupSteps", co, "m", 90, 130, 6),
	of("RollupTotals", co, "m", 90, 94),
	of("RollupTotals", co, "m", 90, 130),
	of("MarkSubmission", store.UnfoldedJob{ID: "bbbb-wait"}),
	of("MarkDecision", store.UnfoldedJob{ID: "bbbb-review"}),
	of("MarkReview", store.UnfoldedReview{ID: "r1"}),
	of("MarkAttempt", store.UnfoldedAttempt{DeliveryID: "bbbb-d4", N: 1}),
	of("MarkDelivery", store.UnfoldedDelivery{ID: "bbbb-d4", State: webhook.Failed}),
	spanning(byFold, "UnfoldedSubmissions", 9),
	spanning(byFold, "UnfoldedDecisions", 9),
	of("FoldedReviews", co, "bbbb-mine"),
	spanning(byFold, "UnfoldedReviews", tenantFuture.Add(time.Hour), 9),
	spanning(byFold, "UnfoldedAttempts", 9),
	spanning(byFold, "UnfoldedDeliveries", 9),
	spanning(byFold, "HoldWork", "fold", "node", tenantFuture),
	spanning(byWorker, "ReleaseLeases"),
}

// tenantSilent are the methods that send no statement about rows.
var tenantSilent = []string{
	"At", "Change", "Close", "CopyTo", "Dialect", "EmptyLog", "EndTransaction", "NextSeq", "Ping", "Synchronous",
	"Write",
}
