package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/signature"
)

func TestASignatureIsJudgedByItsVerdict(t *testing.T) {
	for verdict, w := range map[signature.Verdict]want{
		signature.Plausible: {finding.Pass, ""},
		signature.Blank:     {finding.Fail, "signature.blank"},
		signature.Dot:       {finding.Fail, "signature.dot"},
		signature.Line:      {finding.Fail, "signature.line"},
	} {
		expect(t, string(verdict), check.Signature("signature", signature.Report{Verdict: verdict}), w)
	}
}
