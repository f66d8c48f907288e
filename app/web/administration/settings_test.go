package administration_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/intake"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestSettingsAreSavedCheckedAndReadOnlyForAuditors(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/settings").Want(200, "PROOFDESK_REVIEW_DEADLINE", "Automatic declines", ">4 h <")
	form := url.Values{
		"version":    {b.Field("version")},
		"name":       {"Acme Bank"},
		"minimumAge": {"old"},
		"declineOn":  {engine.CodeExpiry},
	}
	b.Post("/settings", form).Want(http.StatusBadRequest,
		`id="field-minimumAge-problem">Enter the age in whole years`, "Nothing was saved", "autofocus",
		`value="Acme Bank"`)
	form.Set("minimumAge", "21")
	form.Del("csrf")
	for _, level := range []string{"1", "0"} { // 0 is what a form sends for a check whose level stays
		form.Set("accepted.nope", level)
		b.Post("/settings", form).Want(http.StatusBadRequest, "&#34;nope&#34; is not a check")
		form.Del("csrf")
	}
	form.Del("accepted.nope")
	form.Set("accepted.", "1")
	b.Post("/settings", form).Want(http.StatusBadRequest, "&#34;&#34; is not a check")
	form.Del("accepted.")
	form.Del("csrf")
	form.Set("phrase", strings.Repeat("a", 201))
	b.Post("/settings", form).Want(http.StatusBadRequest, "The phrase can have at most 200 characters")
	form.Del("csrf")
	form.Set("phrase", "I am Ann")
	form.Set("moves", "on")
	b.Post("/settings", form).Want(http.StatusSeeOther)
	b.Get("/settings").Want(200, `value="Acme Bank"`, `value="I am Ann"`, `value="1" checked id="field-moves"`,
		`value="21"`, "Rules version 2")
	form.Del("csrf")
	b.Post("/settings", form).Want(http.StatusConflict, "Somebody else changed the settings")
	auditor := h.As(access.Auditor)
	auditor.Get("/settings").Want(200, "Minimum age", "I am Ann", "Asks for moves with each selfie")
	if strings.Contains(auditor.Body, `action="/settings"`) {
		t.Error("an auditor is offered to save")
	}
	auditor.Post("/settings", form).Want(http.StatusForbidden)
	h.As(access.Senior).Get("/settings").Want(http.StatusForbidden)
}

// An applicant reads the built-in phrase in the language of the page, which the settings say in that of the admin.
func TestTheSettingsSayInWhichLanguageTheBuiltInPhraseIs(t *testing.T) {
	b := webtest.Open(t).As(access.Admin)
	b.Get("/settings").Want(http.StatusOK,
		"applicants read one in the language of their page, in English: “"+intake.BuiltInPhrase("EN")+"”")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/settings").Want(http.StatusOK, "los solicitantes leen una en el idioma de su página, en inglés: «"+
		intake.BuiltInPhrase("EN")+"»")
}

func TestASentenceAboutManySettingsStandsOnce(t *testing.T) {
	b := webtest.Open(t).As(access.Admin)
	b.Get("/settings").Want(http.StatusOK)
	for _, sentence := range []string{"another agent confirms", "declines the job automatically"} {
		if n := strings.Count(b.Body, sentence); n != 1 {
			t.Errorf("%q stands %d times", sentence, n)
		}
	}
}

func TestSettingsThatAreSentInPartsKeepTheirLists(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/settings").PostFiles("/settings", url.Values{
		"name":         {"Acme"},
		"minimumAge":   {"18"},
		"version":      {b.Field("version")},
		"declineOn":    {engine.CodeExpiry},
		"secondReview": {"Approved", "Declined"},
	}, nil, nil).Want(http.StatusSeeOther)
	now, err := h.Store.Company(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	rules := now.Rules()
	if len(rules.SecondReview) != 2 || len(rules.DeclineOn) != 1 {
		t.Errorf("%v need a second agent, %v decline", rules.SecondReview, rules.DeclineOn)
	}
}
