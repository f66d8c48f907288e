package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
)

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
