package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
)

func TestACompanySetsTheTimeForAReviewByFunction(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/settings").want(200, "Time for a review, in minutes", "Every function")
	form := func(video string) url.Values {
		return url.Values{
			"version":           {b.field("version")},
			"name":              {"Acme"},
			"minimumAge":        {"18"},
			"deadline.":         {"60"},
			"deadline.VIDEO_ID": {video},
		}
	}
	b.post("/settings", form("0")).want(http.StatusBadRequest, "A review may take 1 minute to 30 days.")
	b.get("/settings").post("/settings", form("soon")).want(http.StatusBadRequest, "Give the time in whole minutes.")
	b.get("/settings").post("/settings", form("15")).follow().want(200, `name="deadline.VIDEO_ID"`, `value="15"`,
		`value="60"`)
	h.as(access.Auditor).get("/settings").want(200, "Time for a review", "every function 60 min, Video ID 15 min")
}
