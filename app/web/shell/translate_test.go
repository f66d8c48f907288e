package shell_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestWhatIsWrongIsSaidInTheLanguageOfThePage(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Headers["Accept-Language"] = "es-MX"
	form := url.Values{
		"url":     {"https://hooks.example/in"},
		"event":   {"application.decision"},
		"headers": {"Host: evil"},
	}
	b.Get("/webhooks").Post("/webhooks", form).Want(http.StatusBadRequest,
		`id="headers-problem">La cabecera Host la fija Proofdesk y no se puede cambiar.`, "No se guardó nada")
	b.Post("/users", url.Values{"email": {"nowhere"}, "role": {"agent"}}).Want(http.StatusBadRequest,
		"Escriba una dirección de correo válida.")
	b.Post("/settings/reasons/add", url.Values{"band": {"DATA"}, "text": {" "}}).Want(http.StatusBadRequest,
		"Escriba el texto que leerán los agentes y recibirán las aplicaciones.")
}

func TestAPageOfAFailureIsInTheLanguageOfItsReader(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Headers["Accept-Language"] = "es-MX"
	b.Headers["Accept"] = "text/html"
	b.Get("/webhooks/hosts/nowhere.example").Want(http.StatusNotFound, "Ninguno de sus destinos está en este host.")
	b.Get("/queue?why="+strings.Repeat("x", 2000)).Want(http.StatusBadRequest, "Un filtro tiene")
}
