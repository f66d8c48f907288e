package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web"
	"proofdesk/views/words"
)

// same are sentences that are spelt alike in both languages.
var same = []string{"Roles", "Webhooks"}

func TestSentencesOfTablesHaveTheirSpanish(t *testing.T) {
	for _, text := range web.Tables() {
		if words.Spanish.T(text) == text && !slices.Contains(same, text) {
			t.Errorf("%q has no Spanish", text)
		}
	}
}

func TestWhatIsWrongIsSaidInTheLanguageOfThePage(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.headers["Accept-Language"] = "es-MX"
	form := url.Values{
		"url":     {"https://hooks.example/in"},
		"event":   {"application.decision"},
		"headers": {"Host: evil"},
	}
	b.get("/webhooks").post("/webhooks", form).want(http.StatusBadRequest,
		`id="headers-problem">El encabezado Host lo fija Proofdesk y no se puede cambiar.`, "No se guardó nada")
	b.post("/users", url.Values{"email": {"nowhere"}, "role": {"agent"}}).want(http.StatusBadRequest,
		"La dirección no es de correo electrónico.")
	b.post("/settings/reasons/add", url.Values{"band": {"DATA"}, "text": {" "}}).want(http.StatusBadRequest,
		"Escriba el texto que leerán agentes y clientes.")
}
