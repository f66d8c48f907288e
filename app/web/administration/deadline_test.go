package administration_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestACompanySetsTheTimeForAReviewByFunction(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/settings").Want(200, "Review deadline, in minutes", "Every function")
	form := func(video string) url.Values {
		return url.Values{
			"version":           {b.Field("version")},
			"name":              {"Acme"},
			"minimumAge":        {"18"},
			"deadline.":         {"60"},
			"deadline.VIDEO_ID": {video},
		}
	}
	b.Post("/settings", form("0")).Want(http.StatusBadRequest, "The deadline must be between 1 minute and 30 days.")
	b.Get("/settings").Post("/settings", form("soon")).Want(http.StatusBadRequest, "Enter a whole number of minutes.")
	unknown := form("15")
	unknown.Set("deadline.NOPE", "")
	b.Get("/settings").Post("/settings", unknown).Want(http.StatusBadRequest, "&#34;NOPE&#34; is not a function")
	b.Get("/settings").Post("/settings", form("15")).Follow().Want(200, `name="deadline.VIDEO_ID"`, `value="15"`,
		`value="60"`)
	if n := strings.Count(b.Body, "Leave empty to use"); n != 1 {
		t.Errorf("how a field may be left empty is told %d times", n)
	}
	h.As(access.Auditor).Get("/settings").Want(200, "Review deadline", "every function 60 min, Video ID 15 min")
}
