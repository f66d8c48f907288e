package api_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/api"
	"proofdesk/app/ids"
)

func TestASecretInThePathOfALinkIsNeverLogged(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	json := headers{"Content-Type": "application/json"}
	damaged := "/capture/" + l.ID + "%23" + l.secret
	for _, call := range []string{"open", "start", "move", "offer", "follow", "join", "pick", "attend", "other"} {
		if a := w.call("POST", damaged+"/"+call, json, "{}"); a.status != 404 {
			t.Errorf("%s: %d %s", call, a.status, a.body)
		}
	}
	links := "/api/v4/capture-links/" + l.ID + "%23" + l.secret
	for _, method := range []string{"GET", "DELETE"} {
		if a := w.call(method, links, bearer("acme"), ""); a.status != 404 {
			t.Errorf("%s: %d %s", method, a.status, a.body)
		}
	}
	w.openLink(l, l.secret)
	log := w.log.String()
	if strings.Contains(log, l.secret) {
		t.Errorf("the log has the secret:\n%s", log)
	}
	if !strings.Contains(log, "link="+l.ID) {
		t.Error("the log does not have the id of the link")
	}
}

// from is the header that holds the address of a test's caller.
const from = "X-From"

// limited lets three calls pass, of addresses that the tests choose.
func limited(w *world) {
	w.api.LinkRate = api.Rate{PerSecond: .001, Burst: 3}
	w.api.Address = func(c *fiber.Ctx) netip.Addr { return netip.MustParseAddr(c.Get(from, "192.0.2.1")) }
}

func TestARepeatedCallIsLimitedByItsLinkHoweverItIsWritten(t *testing.T) {
	w := newWorld(t, capturing, limited)
	h, other := w.handover(cardLink), w.handover(cardLink)
	h.ticket()
	other.ticket()
	body := func(of handover) string { return `{"secret":"` + of.secret + `","desk":"` + of.desk + `"}` }
	json := headers{"Content-Type": "application/json"}
	for i, id := range []string{h.ID, strings.ToUpper(h.ID), h.ID, strings.ToUpper(h.ID)} {
		want := 200
		if i == 3 {
			want = 429
		}
		if a := w.call("POST", "/capture/"+id+"/follow", json, body(h)); a.status != want {
			t.Errorf("call %d: %d %s", i, a.status, a.body)
		}
	}
	if a := other.follow(); a.status != 200 {
		t.Errorf("another applicant behind the same address: %d %s", a.status, a.body)
	}
	if a := w.call("POST", "/capture/"+h.ID+"/follow", json.with(from, "192.0.2.2"), body(h)); a.status != 200 {
		t.Errorf("the same link elsewhere: %d %s", a.status, a.body)
	}
}

func TestAnAddressThatGuessesLinksIsRefusedBeforeTheyAreLookedUp(t *testing.T) {
	w := newWorld(t, capturing, limited)
	h := w.handover(cardLink)
	h.ticket()
	json := headers{"Content-Type": "application/json"}
	for i, want := range []int{404, 404, 404, 429} {
		guess := "/capture/" + ids.UUID() + "/attend"
		if a := w.call("POST", guess, json, `{"secret":"x"}`); a.status != want {
			t.Errorf("guess %d: %d %s", i, a.status, a.body)
		}
	}
	if a := h.follow(); a.status != 429 {
		t.Errorf("a link that is there: %d %s", a.status, a.body)
	}
}

func TestTheAddressesOfOneIPv6NetworkAreLimitedTogether(t *testing.T) {
	w := newWorld(t, capturing, limited)
	l := w.newLink(faceLink)
	for i, address := range []string{"2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8:0:1::4"} {
		want := 200
		if i == 3 {
			want = 429
		}
		a := w.call("POST", "/capture/"+l.ID+"/open",
			headers{"Content-Type": "application/json", from: address}, `{"secret":"`+l.secret+`"}`)
		if a.status != want {
			t.Errorf("%s: %d %s", address, a.status, a.body)
		}
	}
}
