package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

// The classes of forms, by what becomes of two that are sent at the same instant.
const (
	compares = "compares"   // refuses what was filled before somebody else changed it
	appends  = "appends"    // adds something of its own, whatever else there is
	settles  = "idempotent" // leaves the same whatever was there before, as its button says
	own      = "own"        // of the visitor alone, and the last one counts
	removes  = "removes"    // the second is told that it is gone
	ends     = "ends"       // signs the other browsers of the visitor out
)

// writes is every route of the console that changes what is stored, with the class of its form.
var writes = map[string]string{
	"/audit/verify":                            settles,
	"/capture-links":                           appends,
	"/capture-links/:id/revoke":                settles,
	"/clients":                                 appends,
	"/clients/:id/origins":                     compares,
	"/clients/:id/secret":                      appends,
	"/clients/:id/state":                       settles,
	"/clients/:id/trust":                       compares,
	"/customers/:number/erase":                 settles,
	"/deliveries/:id/redeliver":                settles,
	"/deliveries/:id/settle":                   settles,
	"/deliveries/redeliver":                    settles,
	"/deliveries/settle":                       settles,
	"/deliveries/window":                       compares,
	"/deliveries/window/stop":                  settles,
	"/docs/playground":                         appends,
	"/docs/signature":                          settles, // nothing at all is stored
	"/integration-users":                       appends,
	"/integration-users/password":              settles,
	"/integration-users/state":                 settles,
	"/jobs/:id/ask":                            compares,
	"/jobs/:id/claim":                          settles,
	"/jobs/:id/correct":                        own,
	"/jobs/:id/decide":                         compares,
	"/jobs/:id/draft":                          compares,
	"/jobs/:id/draft/discard":                  own,
	"/jobs/:id/escalate":                       compares,
	"/jobs/:id/heartbeat":                      settles,
	"/jobs/:id/leave":                          settles,
	"/jobs/:id/reveal":                         settles,
	"/jobs/:id/skip":                           settles,
	"/jobs/:id/undo":                           settles,
	"/jobs/:id/unwatch":                        own,
	"/jobs/:id/watch":                          own,
	"/jobs/:id/withdraw":                       settles,
	"/keys":                                    appends,
	"/keys/:id/revoke":                         settles,
	"/keys/:id/secret":                         appends,
	"/keys/:id/state":                          settles,
	"/login":                                   appends,
	"/repository-tokens":                       appends,
	"/repository-tokens/:id/revoke":            settles,
	"/login/look":                              own,
	"/login/totp":                              appends,
	"/logout":                                  settles,
	"/me":                                      compares,
	"/me/keys":                                 compares,
	"/me/language":                             own,
	"/me/password":                             ends,
	"/me/sessions":                             settles,
	"/me/status":                               own,
	"/me/theme":                                own,
	"/me/totp":                                 own,
	"/me/totp/codes":                           settles,
	"/me/totp/confirm":                         ends,
	"/me/totp/off":                             settles,
	"/presets":                                 appends,
	"/presets/:name":                           compares,
	"/presets/:name/approve":                   compares,
	"/presets/:name/archive":                   compares,
	"/presets/:name/assignments":               compares,
	"/presets/:name/assignments/remove":        compares,
	"/presets/:name/assignments/resume":        compares,
	"/presets/:name/copy":                      appends,
	"/presets/:name/describe":                  compares,
	"/presets/media":                           appends,
	"/presets/media/:sha256/delete":            settles,
	"/presets/:name/media":                     appends,
	"/presets/:name/publish":                   compares,
	"/presets/:name/replace":                   compares,
	"/presets/:name/restore":                   compares,
	"/presets/:name/versions/:number/rollback": compares,
	"/presets/:name/watch":                     own,
	"/presets/:name/withdraw":                  compares,
	"/presets/import":                          appends,
	"/quality/checks/next":                     settles,
	"/quality/disagreements/:check":            compares,
	"/quality/rates":                           compares,
	"/queue/ahead":                             settles,
	"/queue/next":                              settles,
	"/retention":                               compares,
	"/retention/run":                           compares,
	"/retention/stop":                          settles,
	"/sandbox":                                 appends,
	"/sandbox/client":                          appends,
	"/sessions/end":                            settles,
	"/settings":                                compares,
	"/settings/reasons/add":                    appends,
	"/settings/reasons/move":                   compares,
	"/settings/reasons/rename":                 compares,
	"/settings/reasons/restore":                settles,
	"/settings/reasons/retire":                 settles,
	"/users":                                   appends,
	"/users/:id/password":                      settles,
	"/users/:id/role":                          compares,
	"/users/:id/sessions":                      settles,
	"/users/:id/state":                         settles,
	"/users/:id/totp":                          settles,
	"/users/:id/unlock":                        settles,
	"/views":                                   appends,
	"/views/:id":                               compares,
	"/webhooks":                                appends,
	"/webhooks/:id":                            compares,
	"/webhooks/:id/check":                      settles,
	"/webhooks/:id/delete":                     removes,
	"/webhooks/:id/headers":                    compares,
	"/webhooks/:id/keys":                       appends,
	"/webhooks/:id/keys/drop":                  settles,
	"/webhooks/:id/keys/promote":               settles,
	"/webhooks/:id/pause":                      settles,
	"/webhooks/:id/resume":                     settles,
	"/webhooks/:id/test":                       appends,
	"/webhooks/hosts/:host/pause":              settles,
	"/webhooks/hosts/:host/resume":             settles,
}

func TestEveryRouteThatWritesSaysWhatBecomesOfTwoForms(t *testing.T) {
	h := webtest.Open(t)
	met := map[string]bool{}
	for _, r := range h.Server.App.GetRoutes(true) {
		if slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, r.Method) {
			met[r.Path] = true
			if writes[r.Path] == "" {
				t.Errorf("%s %s is of no class", r.Method, r.Path)
			}
		}
	}
	for path := range writes {
		if !met[path] {
			t.Errorf("there is no route %s", path)
		}
	}
}

// button is a form of one button, with the field that says what its page shows.
type button struct {
	page, path string
	field      string
	more       url.Values // what is typed, and the button where the form has several
}

// buttons returns forms of one button, for the action of a view and an endpoint.
func buttons(view, hook string) []button {
	return []button{
		{page: "/settings/reasons", path: "/settings/reasons/move", field: "past"},
		{
			page:  "/jobs?status=review",
			path:  view,
			field: "version",
			more:  url.Values{"act": {"rename"}, "name": {"Later"}},
		},
		{
			page:  "/webhooks/" + hook,
			path:  "/webhooks/" + hook + "/headers",
			field: "version",
			more:  url.Values{"name": {"X-One"}, "value": {"1"}},
		},
		{page: "/presets/retail/use", path: "/presets/retail/archive", field: "version"},
		{page: "/presets/retail/use", path: "/presets/retail/restore", field: "version"},
	}
}

func TestAFormThatDoesNotSayWhatItsPageShowsIsRefused(t *testing.T) {
	h, _ := open(t)
	ctx, b := t.Context(), h.As(access.Admin)
	h.Job("acme", "DOE, JANE")
	for _, reason := range []string{"The first", "The second"} {
		if err := h.Console.Companies.AddReason(ctx, "cli", "acme", "FRAUD", reason); err != nil {
			t.Fatal(err)
		}
	}
	b.Get("/jobs").Post("/views",
		url.Values{"page": {"jobs"}, "query": {"status=review"}, "name": {"To do"}}).Want(http.StatusSeeOther)
	hook := h.Hook("acme", "https://hooks.example/other").ID
	view := viewAction.FindStringSubmatch(b.Get("/jobs?status=review").Body)
	if view == nil {
		t.Fatal("the list has no form for its view")
	}
	for _, f := range buttons(view[1], hook) {
		sent := filled(t, b.Get(f.page), f.path, edit{page: f.page, field: f.field, more: f.more})
		shown := sent.Get(f.field)
		for _, wrong := range []string{"", shown + "1"} {
			sent.Set(f.field, wrong)
			if b.Post(f.path, sent); b.Status != http.StatusBadRequest && b.Status != http.StatusConflict {
				t.Errorf("%s with %s %q: %d", f.path, f.field, wrong, b.Status)
			}
		}
		sent.Set(f.field, shown)
		b.Post(f.path, sent).Want(http.StatusSeeOther)
	}
}

var viewAction = regexp.MustCompile(`action="(/views/[0-9A-Z]{26})"`)
