package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/voice"
)

func TestAVoiceIsJudgedByItsVerdict(t *testing.T) {
	for verdict, w := range map[voice.Verdict]want{
		voice.Speech:   {finding.Pass, ""},
		voice.Silence:  {finding.Fail, "voice.silence"},
		voice.Noise:    {finding.Fail, "voice.noise"},
		voice.Clipping: {finding.Fail, "voice.clipping"},
	} {
		expect(t, string(verdict), check.Voice("voice", voice.Report{Verdict: verdict}), w)
	}
	expect(t, "phrase", check.Phrase("voice"), notRun(""))
}
