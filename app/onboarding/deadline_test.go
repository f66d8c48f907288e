package onboarding_test

import (
	"testing"
	"time"

	"proofdesk/app/onboarding"
)

func TestAFunctionsDeadlineTakesPrecedenceOverTheGeneralOne(t *testing.T) {
	both := onboarding.Deadlines{"": 60, onboarding.VideoID: 15}
	for _, tt := range []struct {
		d    onboarding.Deadlines
		f    onboarding.Function
		want time.Duration
	}{
		{nil, onboarding.VideoID, 4 * time.Hour},
		{both, onboarding.VideoID, 15 * time.Minute},
		{both, onboarding.Enrollment, time.Hour},
		{onboarding.Deadlines{onboarding.VideoID: 15}, onboarding.Enrollment, 4 * time.Hour},
	} {
		if got := tt.d.Of(tt.f, 4*time.Hour); got != tt.want {
			t.Errorf("%v of %s: %s, want %s", tt.d, tt.f, got, tt.want)
		}
	}
}
