package policy_test

import (
	"encoding/json"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// found returns an enrolment that passes everything but one check.
func found(code string, group engine.Group, outcome engine.Outcome, reasons ...string) policy.Input {
	in := passing(onboarding.Enrollment)
	changed := set(in, code, func(c *engine.Check) { c.Group, c.Outcome, c.Reasons = group, outcome, reasons })
	for _, c := range in.Report.Checks {
		if c.Code == code {
			return changed
		}
	}
	return with(in, engine.Check{Code: code, Group: group, Outcome: outcome, Reasons: reasons, Assurance: 1})
}

func TestTheBandOfAReasonIsWhatIsAtStake(t *testing.T) {
	stranger := passing(onboarding.Enrollment)
	stranger.Existing = &policy.Existing{CustomerID: "c", By: "document"}
	for name, c := range map[string]struct {
		in   policy.Input
		want policy.Band
	}{
		"a wrong face": {
			found(engine.CodeFaceMatch, engine.GroupFace, engine.Fail, "face.mismatch"), policy.BandFraud,
		},
		"a face that may differ": {
			found(engine.CodeFaceMatch, engine.GroupFace, engine.Warn, "face.unsure"), policy.BandFraud,
		},
		"a face enrolled already": {
			found(engine.CodeDuplicate, engine.GroupFace, engine.Warn, "customer.same_face"), policy.BandFraud,
		},
		"another person's document": {stranger, policy.BandFraud},
		"a photocopy": {
			found(engine.CodeRealness, engine.GroupDocument, engine.Fail, "document.photocopy"), policy.BandFraud,
		},
		"another portrait in the chip": {
			found(engine.CodeChipPortrait, engine.GroupChip, engine.Fail, "chip.portrait_mismatch"), policy.BandFraud,
		},
		"a chip of an unknown State": {
			found(engine.CodeChip, engine.GroupChip, engine.Inconclusive, "chip.unknown_country"), policy.BandPolicy,
		},
		"sources that differ": {
			found(engine.CodeConsistency, engine.GroupData, engine.Fail, "data.mismatch.lastName"), policy.BandData,
		},
		"the wrong side": {
			found(engine.CodeKind, engine.GroupDocument, engine.Fail, "document.wrong_side"), policy.BandData,
		},
		"glare": {
			found(engine.CodeGlare, engine.GroupQuality, engine.Warn, "quality.glare"), policy.BandQuality,
		},
		"a selfie off centre": {
			found(engine.CodeFaceQuality, engine.GroupFace, engine.Warn, "face.yaw"), policy.BandQuality,
		},
		"print that was not read": {
			found(engine.CodePrint, engine.GroupDocument, engine.NotRun, "document.print_late"), policy.BandQuality,
		},
		"half a document": {
			found(engine.CodeDocument, engine.GroupDocument, engine.Warn, "document.cut"), policy.BandQuality,
		},
		"a disagreement about a face": {
			found(engine.CodeDisagreement, engine.GroupFace, engine.Warn, "device.disagreement.face.match"),
			policy.BandFraud,
		},
		"a disagreement about the light": {
			found(engine.CodeDisagreement, engine.GroupQuality, engine.Warn, "device.disagreement.quality.glare"),
			policy.BandQuality,
		},
		"unproven liveness": {
			found(engine.CodeLiveness, engine.GroupLiveness, engine.Inconclusive), policy.BandPolicy,
		},
	} {
		d := policy.Decide(policy.Default(), c.in)
		if len(d.Reasons) != 1 || d.Reasons[0].Band != c.want || d.Stakes() != c.want.Stakes() {
			t.Errorf("%s: %+v at stakes %d, want %s", name, d.Reasons, d.Stakes(), c.want)
		}
	}
}

func TestTheGravestReasonIsAtStake(t *testing.T) {
	for want, reasons := range map[int][]policy.Reason{
		0: {{Band: policy.BandQuality}, {Band: policy.BandFraud}, {Band: policy.BandData}},
		1: {{Band: policy.BandPolicy}, {Band: policy.BandData}},
		2: {{Band: policy.BandQuality}},
		3: nil,
	} {
		if got := (policy.Decision{Reasons: reasons}).Stakes(); got != want {
			t.Errorf("%+v: %d, want %d", reasons, got, want)
		}
	}
}

func TestAStoredDecisionOfTheFormerBandIsReadInItsNewOne(t *testing.T) {
	for text, want := range map[string]policy.Band{
		`{"code": "face.mismatch", "check": "face.match", "band": "match"}`:              policy.BandFraud,
		`{"code": "customer.same_face", "check": "customer.duplicate", "band": "match"}`: policy.BandFraud,
		`{"code": "customer.document_known", "band": "match"}`:                           policy.BandFraud,
		`{"code": "customer.document", "band": "match"}`:                                 policy.BandPolicy,
		`{"code": "face.yaw", "check": "face.quality", "band": "match"}`:                 policy.BandQuality,
		`{"code": "data.expired", "check": "data.expiry", "band": "data"}`:               policy.BandData,
	} {
		var r policy.Reason
		if err := json.Unmarshal([]byte(text), &r); err != nil || r.Band != want {
			t.Errorf("%s: %q, %v, want %q", text, r.Band, err, want)
		}
	}
}
