package policy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// passing returns a report in which everything that a function needs is passed at the assurance asked for.
func passing(f onboarding.Function) policy.Input {
	in := policy.Input{Function: f}
	for _, need := range f.Needs() {
		in.Captures = append(in.Captures, need[0])
	}
	for _, need := range policy.Default().Requirements[f] {
		in.Report.Checks = append(in.Report.Checks, engine.Check{
			Code:      need.Check,
			Provider:  "p",
			Assurance: need.Assurance,
			Outcome:   engine.Pass,
		})
	}
	return in
}

func set(in policy.Input, code string, change func(*engine.Check)) policy.Input {
	checks := append([]engine.Check(nil), in.Report.Checks...)
	for i := range checks {
		if checks[i].Code == code {
			change(&checks[i])
		}
	}
	in.Report.Checks = checks
	return in
}

func virtualCamera() engine.Check {
	return engine.Check{
		Code:      engine.CodeCamera,
		Group:     engine.GroupCapture,
		Provider:  "p",
		Assurance: engine.Heuristic,
		Outcome:   engine.Warn,
		Reasons:   []string{"device.virtual_camera"},
	}
}

// film returns what the server found of the moves in a film.
func film(outcome engine.Outcome, reasons ...string) engine.Check {
	return engine.Check{
		Code:     engine.CodeVideo,
		Group:    engine.GroupVideo,
		Provider: "p",
		RanOn:    engine.OnServer,
		Outcome:  outcome,
		Reasons:  reasons,
	}
}

func enrolledFace() engine.Check {
	return engine.Check{
		Code:      engine.CodeDuplicate,
		Group:     engine.GroupFace,
		Provider:  "p",
		Assurance: engine.Model,
		Outcome:   engine.Warn,
		Reasons:   []string{"customer.same_face"},
	}
}

func with(in policy.Input, c engine.Check) policy.Input {
	in.Report.Checks = append(slices.Clone(in.Report.Checks), c)
	return in
}

func without(in policy.Input, due onboarding.CaptureKind) policy.Input {
	in.Due = append(in.Due, due)
	return in
}

func chip(outcome engine.Outcome, reason string) engine.Check {
	c := engine.Check{
		Code:      engine.CodeChip,
		Group:     engine.GroupChip,
		Provider:  "p",
		Assurance: engine.Calibrated,
		Outcome:   outcome,
	}
	if reason != "" {
		c.Reasons = []string{reason}
	}
	return c
}

func secondID(outcome engine.Outcome, reasons ...string) engine.Check {
	return engine.Check{
		Code:      engine.CodeSecond,
		Group:     engine.GroupData,
		Provider:  "p",
		Assurance: engine.Model,
		Outcome:   outcome,
		Reasons:   reasons,
	}
}

func portrait(outcome engine.Outcome, reason string) engine.Check {
	return engine.Check{
		Code:      engine.CodeChipPortrait,
		Group:     engine.GroupChip,
		Provider:  "p",
		Assurance: engine.Model,
		Outcome:   outcome,
		Reasons:   []string{reason},
	}
}

func TestOutcomes(t *testing.T) {
	fail := func(c *engine.Check) { c.Outcome = engine.Fail }
	enrolment := passing(onboarding.Enrollment)
	unreadable := passing(onboarding.IDValidation)
	unreadable.Report.Captures = []engine.CaptureReport{{Kind: string(unreadable.Captures[0]), Fault: "corrupt"}}
	existing, stranger := enrolment, enrolment
	existing.Existing = &policy.Existing{CustomerID: "c", By: "document", FacePass: true}
	stranger.Existing = &policy.Existing{CustomerID: "c", By: "unique_number"}
	cases := map[string]struct {
		in     policy.Input
		want   onboarding.Status
		reason string
	}{
		"everything passed": {passing(onboarding.IDValidation), onboarding.Approved, ""},
		"a second ID that the preset asks for is missing": {
			without(passing(onboarding.IDValidation), onboarding.SecondaryFront), onboarding.Review,
			"capture.second_missing",
		},
		"the film of the moves is missing": {
			without(enrolment, onboarding.Video), onboarding.Review, "capture.film_missing",
		},
		"the portraits of both IDs may differ": {
			with(passing(onboarding.IDValidation), engine.Check{
				Code: engine.CodeSecondFace, Group: engine.GroupFace, Outcome: engine.Warn,
				Reasons: []string{"face.second_unsure"},
			}), onboarding.Review, "face.second_unsure",
		},
		"a picture of another applicant": {
			with(passing(onboarding.IDValidation), engine.Check{
				Code: engine.CodeOriginal, Group: engine.GroupCapture, Outcome: engine.Fail,
				Reasons: []string{"capture.other_applicant"},
			}), onboarding.Review, "capture.other_applicant",
		},
		"expired document": {
			set(passing(onboarding.IDValidation), engine.CodeExpiry, fail), onboarding.Declined, engine.CodeExpiry,
		},
		"contradicting check digit": {
			set(passing(onboarding.IDValidation), engine.CodeCheckDigits, fail), onboarding.Declined,
			engine.CodeCheckDigits,
		},
		"weak provider's fail": {
			set(passing(onboarding.IDValidation), engine.CodeRealness, fail), onboarding.Review, engine.CodeRealness,
		},
		"calibrated provider's fail": {
			set(enrolment, engine.CodeLiveness, fail), onboarding.Declined, engine.CodeLiveness,
		},
		"liveness below what is asked": {
			set(enrolment, engine.CodeLiveness, func(c *engine.Check) { c.Assurance = 1 }), onboarding.Review,
			"liveness.unproven",
		},
		"liveness not run": {
			set(enrolment, engine.CodeLiveness, func(c *engine.Check) { c.Outcome = engine.NotRun }),
			onboarding.Review, "liveness.not_run",
		},
		"unreadable capture": {unreadable, onboarding.Errored, "capture.corrupt"},
		"the first document as a second one": {
			with(passing(onboarding.IDValidation), secondID(engine.Fail, "data.same_document")),
			onboarding.Review, "data.same_document",
		},
		"a second document that could not be read": {
			with(passing(onboarding.IDValidation), secondID(engine.Inconclusive, "data.second_unread")),
			onboarding.Review, "data.second_unread",
		},
		"a second document of the same person": {
			with(passing(onboarding.IDValidation), secondID(engine.Pass)), onboarding.Approved, "",
		},
		"chip of an unknown State": {
			with(passing(onboarding.IDValidation), chip(engine.Inconclusive, "chip.unknown_country")),
			onboarding.Review, "chip.unknown_country",
		},
		"chip without its signature": {
			with(passing(onboarding.IDValidation), chip(engine.Inconclusive, "chip.missing")), onboarding.Review,
			"chip.missing",
		},
		"forged chip": {
			with(passing(onboarding.IDValidation), chip(engine.Fail, "chip.hash_mismatch")), onboarding.Declined,
			"chip.hash_mismatch",
		},
		"chip of a trusted State": {
			with(passing(onboarding.IDValidation), chip(engine.Pass, "")), onboarding.Approved, "",
		},
		"other portrait in the chip": {
			with(passing(onboarding.IDValidation), portrait(engine.Fail, "chip.portrait_mismatch")), onboarding.Review,
			"chip.portrait_mismatch",
		},
		"portrait in the chip in doubt": {
			with(passing(onboarding.IDValidation), portrait(engine.Warn, "chip.portrait_unsure")), onboarding.Review,
			"chip.portrait_unsure",
		},
		"portrait in the chip too small": {
			with(passing(onboarding.IDValidation), portrait(engine.Inconclusive, "chip.portrait_small")),
			onboarding.Approved, "",
		},
		"identifier and face known": {existing, onboarding.ExistingCustomer, "customer.document"},
		"identifier and face known, document on a screen": {
			set(existing, engine.CodeRealness, fail), onboarding.Review, engine.CodeRealness,
		},
		"identifier and face known, and the film that is due missing": {
			without(existing, onboarding.Video), onboarding.Review, "capture.film_missing",
		},
		"identifier and face known, which is enrolled as the customer's": {
			with(existing, enrolledFace()), onboarding.ExistingCustomer, "customer.document",
		},
		"identifier and face known, and no liveness": {
			set(existing, engine.CodeLiveness, func(c *engine.Check) { c.Outcome = engine.NotRun }),
			onboarding.Review, "liveness.not_run",
		},
		"a film whose moves can't be followed": {
			with(passing(onboarding.LiveFaceCheck), film(engine.NotRun, "video.few_poses")), onboarding.Review,
			"video.few_poses",
		},
		"a film for which no moves were asked for": {
			with(passing(onboarding.LiveFaceCheck), film(engine.NotRun)), onboarding.Approved, "",
		},
		"identifier and face known, a virtual camera": {
			with(existing, virtualCamera()), onboarding.Review, "device.virtual_camera",
		},
		"identifier known, face unknown": {stranger, onboarding.Review, "customer.unique_number_known"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			d := policy.Decide(policy.Default(), c.in)
			if d.Outcome != c.want {
				t.Fatalf("outcome %s, want %s (%+v)", d.Outcome, c.want, d.Reasons)
			}
			if c.reason != "" && d.Reasons[0].Code != c.reason {
				t.Errorf("first reason %s, want %s", d.Reasons[0].Code, c.reason)
			}
		})
	}
}

func TestAReviewNamesTheCustomerWhomItsApprovalWouldChange(t *testing.T) {
	in := passing(onboarding.Enrollment)
	in.Existing = &policy.Existing{CustomerID: "c", By: "document", FacePass: true}
	d := policy.Decide(policy.Default(), set(in, engine.CodeLiveness, func(c *engine.Check) {
		c.Outcome = engine.NotRun
	}))
	named := func(r policy.Reason) bool { return r.Code == "customer.document" }
	if d.Outcome != onboarding.Review || !slices.ContainsFunc(d.Reasons, named) {
		t.Errorf("%s %+v", d.Outcome, d.Reasons)
	}
	if d.Customer != "" {
		t.Errorf("customer %s of no EXISTING_CUSTOMER", d.Customer)
	}
}

func randomInput(r *rand.Rand) policy.Input {
	functions := onboarding.Functions()
	in := passing(functions[r.IntN(len(functions))])
	if r.IntN(2) == 0 {
		in = with(in, chip(engine.Pass, ""))
	}
	outcomes := []engine.Outcome{
		engine.Pass, engine.Pass, engine.Pass, engine.Pass, engine.Warn, engine.Fail, engine.Inconclusive,
		engine.NotRun,
	}
	for i := range in.Report.Checks {
		c := &in.Report.Checks[i]
		c.Outcome, c.Assurance = outcomes[r.IntN(len(outcomes))], engine.Assurance(r.IntN(5))
	}
	return in
}

func TestLoweringAnythingNeverApproves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	lower := map[engine.Outcome]engine.Outcome{
		engine.Pass:         engine.Warn,
		engine.Warn:         engine.Inconclusive,
		engine.Inconclusive: engine.NotRun,
		engine.NotRun:       engine.NotRun,
		engine.Fail:         engine.Fail,
	}
	for range 20000 {
		in := randomInput(r)
		before := policy.Decide(policy.Default(), in)
		if len(in.Report.Checks) == 0 || before.Outcome == onboarding.Approved {
			continue
		}
		code := in.Report.Checks[r.IntN(len(in.Report.Checks))].Code
		after := policy.Decide(policy.Default(), set(in, code, func(c *engine.Check) {
			if r.IntN(2) == 0 && c.Assurance > 0 {
				c.Assurance--
			} else {
				c.Outcome = lower[c.Outcome]
			}
		}))
		if after.Outcome == onboarding.Approved {
			t.Fatalf("lowering %s turned %s into APPROVED: %+v", code, before.Outcome, in)
		}
	}
}

func TestNoLivenessFlowIsApprovedByBuiltInProviders(t *testing.T) {
	for _, f := range onboarding.Functions() {
		in := set(passing(f), engine.CodeLiveness, func(c *engine.Check) { c.Assurance = engine.Model })
		needsLiveness := len(in.Report.Checks) > 0 && policy.Decide(policy.Default(), in).Outcome != onboarding.Approved
		for _, need := range policy.Default().Requirements[f] {
			if need.Check == engine.CodeLiveness && !needsLiveness {
				t.Errorf("%s was approved with an uncalibrated liveness provider", f)
			}
		}
	}
}

func TestAnAcceptedLowerAssuranceIsNamedOnTheDecision(t *testing.T) {
	p := policy.Default()
	p.Accepted = map[string]engine.Assurance{engine.CodeLiveness: engine.Heuristic}
	in := set(passing(onboarding.LiveFaceCheck), engine.CodeLiveness,
		func(c *engine.Check) { c.Assurance = engine.Heuristic })
	d := policy.Decide(p, in)
	if d.Outcome != onboarding.Approved || len(d.Accepted) != 1 || d.Accepted[0] != engine.CodeLiveness {
		t.Errorf("got %s with %v", d.Outcome, d.Accepted)
	}
}

func TestThatThereIsNotOneWholeDocumentIsTheFirstReason(t *testing.T) {
	for _, reason := range []string{"document.cut", "document.multiple"} {
		for _, outcome := range []engine.Outcome{engine.Warn, engine.Inconclusive, engine.Fail} {
			found := engine.Check{
				Code:      engine.CodeDocument,
				Group:     engine.GroupDocument,
				Assurance: engine.Heuristic,
				Outcome:   outcome,
				Reasons:   []string{reason},
			}
			for _, f := range []onboarding.Function{onboarding.IDValidation, onboarding.DocumentCapture} {
				in := set(passing(f), engine.CodeRealness,
					func(c *engine.Check) { c.Outcome, c.Group = engine.Fail, engine.GroupDocument })
				in.Report.Checks = append(slices.DeleteFunc(in.Report.Checks,
					func(c engine.Check) bool { return c.Code == found.Code }), found)
				d := policy.Decide(policy.Default(), in)
				if d.Outcome != onboarding.Review || d.Reasons[0].Code != reason {
					t.Errorf("%s with %s of a %s: %s, %+v", f, reason, outcome, d.Outcome, d.Reasons)
				}
			}
		}
	}
}

func TestADocumentOfNoKindThatWasNotFoundIsReviewed(t *testing.T) {
	in := passing(onboarding.DocumentCapture)
	for outcome, reason := range map[engine.Outcome]string{
		engine.Fail:         "document.none",
		engine.Inconclusive: "document.outline_unknown",
	} {
		d := policy.Decide(policy.Default(),
			set(in, engine.CodeDocument, func(c *engine.Check) { c.Outcome, c.Reasons = outcome, []string{reason} }))
		if d.Outcome != onboarding.Review || d.Reasons[0].Code != reason {
			t.Errorf("%s: %s, %+v", outcome, d.Outcome, d.Reasons)
		}
	}
}

// TestAFilmNeverApprovesAlone guards that what a browser filmed may stand against an applicant and never for one.
func TestAFilmNeverApprovesAlone(t *testing.T) {
	film := []string{engine.CodeFilmFaces, engine.CodeFilmPerson, engine.CodeFilmMotion}
	for _, code := range film {
		for outcome, want := range map[engine.Outcome]string{
			engine.Fail:         code,
			engine.Warn:         code,
			engine.Inconclusive: code + ".unproven",
			engine.NotRun:       code + ".not_run",
		} {
			d := policy.Decide(policy.Default(), set(passing(onboarding.VideoID), code,
				func(c *engine.Check) { c.Outcome = outcome }))
			if d.Outcome != onboarding.Review || len(d.Reasons) != 1 || d.Reasons[0].Code != want {
				t.Errorf("%s %s: %s %+v", code, outcome, d.Outcome, d.Reasons)
			}
		}
	}
	for _, code := range []string{engine.CodeVideo, engine.CodeLiveness, engine.CodePhrase, engine.CodeCustomerFace} {
		d := policy.Decide(policy.Default(), set(passing(onboarding.VideoID), code,
			func(c *engine.Check) { c.Outcome = engine.NotRun }))
		if d.Outcome != onboarding.Review {
			t.Errorf("without %s a film is %s", code, d.Outcome)
		}
	}
}
