package credentials_test

import (
	"errors"
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
)

func TestTheNameOfAnIntegrationUserHasItsBoundsAndIsNoPassword(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		for _, tt := range []struct{ name, password, rule string }{
			{"abc", "", ""},
			{strings.Repeat("a", 100), "", ""},
			{"9.robot_of-the@bank", "", ""},
			{"ab", "", "format"},
			{strings.Repeat("a", 101), "", "format"},
			{".robot", "", "format"},
			{"Robot", "", "format"},
			{"payments-robot-1", "payments-robot-1", "guessable"},
		} {
			_, err := o.Credentials.CreateIntegrationUser(t.Context(), "cli", "acme", tt.name, tt.password)
			rule := ""
			var f *fault.Error
			if errors.As(err, &f) && len(f.Fields) > 0 {
				rule = f.Fields[0].Rule
			}
			if rule != tt.rule || (err != nil) != (tt.rule != "") {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.rule)
			}
		}
	})
}
