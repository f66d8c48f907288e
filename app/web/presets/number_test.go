package presets_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/web/webtest"
)

func TestAVersionHasOneAddress(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	for _, text := range []string{"+1", "01", "-1", "00", "4294967297"} {
		for _, path := range []string{
			"/versions/", "/compare?to=draft&from=", "/compare?from=1&to=", "/export?version=",
		} {
			b.Get("/presets/retail" + path + url.QueryEscape(text)).Want(http.StatusNotFound)
		}
		tag := versionOf(b.Get("/presets/retail/use"), "replace")
		b.Post("/presets/retail/versions/"+url.PathEscape(text)+"/rollback",
			url.Values{"version": {tag}, "note": {"back"}}).Want(http.StatusNotFound)
	}
	b.Get("/presets/retail/compare?from=0&to=1").Want(http.StatusOK, "glareDetectionThreshold")
}

func TestADayFromWhichAPresetCountsIsEmptyOrADay(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail/use")
	for _, day := range []string{
		"0001-01-01", "1 Jan 0001", "0000-12-31", "0001-01-02", "1969-12-31", "tomorrow", "-",
	} {
		b.Post("/presets/retail/assignments", url.Values{"number": {"0"}, "percent": {"100"}, "from": {day}})
		b.Want(http.StatusBadRequest, "nter ")
		all, err := h.Store.PresetAssignments(t.Context(), "acme")
		if err != nil || len(all) > 0 {
			t.Fatalf("%s: %v %v", day, all, err)
		}
	}
	b.Post("/presets/retail/assignments", url.Values{"number": {"0"}, "percent": {"100"}, "from": {" "}}).Follow()
	b.Want(http.StatusOK, "at once")
}
