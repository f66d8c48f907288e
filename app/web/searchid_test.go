package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestSearchFindsAJobByWhatTheConsolePrintsOfItsID(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	for _, text := range []string{id[:4] + "…" + id[len(id)-4:], id[:4] + "..." + id[len(id)-4:], id[:13], id[:8]} {
		b.get("/jobs?q="+url.QueryEscape(text)).want(http.StatusOK, "/jobs/"+id)
	}
	bare := strings.ReplaceAll(id, "-", "")
	if b.get("/jobs?q=" + bare); b.status != http.StatusSeeOther || b.answer.Header.Get("Location") != "/jobs/"+id {
		t.Errorf("an id without dashes leads to %d %q", b.status, b.answer.Header.Get("Location"))
	}
	b.get("/jobs?q="+bare[:15]).want(http.StatusOK, "/jobs/"+id)
	b.get("/jobs?q="+url.QueryEscape(id[:4]+"…zzzz")).want(http.StatusOK, "Nothing found.")
}

func TestSearchFindsNamesAndNumbersAsPeopleTypeThem(t *testing.T) {
	h := open(t)
	h.job("acme", "WESLEY ODONNELL")
	h.job("acme", "JOERGEN OESTERGAARD")
	b := h.as(access.Agent)
	for text, want := range map[string]string{
		"O'Donnell":        "WESLEY ODONNELL",
		"Østergård":        "JOERGEN OESTERGAARD",
		"ostergard jørgen": "JOERGEN OESTERGAARD",
		"G-0998.8123":      "JOERGEN OESTERGAARD",
		"g 0998 8123":      "WESLEY ODONNELL",
	} {
		b.get("/jobs?q="+url.QueryEscape(text)).want(http.StatusOK, want)
	}
}

// lacks holds the page that was read last to say none of some texts.
func (b *browser) lacks(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		if strings.Contains(b.body, text) {
			b.t.Errorf("the page says %q", text)
		}
	}
}

func TestAListSaysWhatOfItsURLItIgnored(t *testing.T) {
	h := open(t)
	h.job("acme", "DOE, JANE")
	b := h.as(access.Senior)
	b.get("/jobs?score=-5").want(http.StatusOK, "DOE, JANE", "There is no filter “score”: it was ignored.")
	b.get("/jobs?before=zzz").want(http.StatusOK, "DOE, JANE",
		"“zzz” is not the start of a page: this is the first one.")
	b.get("/jobs?after=zzz&%3Ci%3E=1").want(http.StatusOK, "There is no filter “after”: it was ignored.", "“&lt;i&gt;”")
	b.lacks("<i>")
	b.get("/customers?limit=9&before=-1").want(http.StatusOK, "There is no filter “limit”",
		"“-1” is not the start of a page")
	b.get("/jobs").want(http.StatusOK, "DOE, JANE")
	b.lacks("was ignored", "start of a page")
}

func TestCustomersAreFoundByName(t *testing.T) {
	h := open(t)
	err := h.store.Write(t.Context(), func(tx *store.Tx) error {
		for i, name := range []string{
			"Małgorzata Müller", "WESLEY ODONNELL", "Ana Roe", "Ana Doe", "Ana Poe", "Ana Loe",
		} {
			c := onboarding.Customer{
				Company:      "acme",
				ID:           ids.UUID(),
				Seq:          tx.NextSeq(),
				UniqueNumber: "N-" + strconv.Itoa(i),
				FullName:     name,
				JobID:        "j",
				CreatedAt:    tx.Now,
				UpdatedAt:    tx.Now,
			}
			if err := tx.PutCustomer(t.Context(), c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := h.as(access.Senior)
	b.get("/customers?q=malgorzata+mueller").want(http.StatusOK, "Małgorzata Müller")
	b.lacks("ODONNELL")
	b.get("/customers?q="+url.QueryEscape("O'Donnell")).want(http.StatusOK, "WESLEY ODONNELL")
	b.lacks("Müller")
	b.get("/customers?q=malg").want(http.StatusOK, "Małgorzata Müller")
	b.get("/customers?q=n1").want(http.StatusOK, "WESLEY ODONNELL")
	b.get("/customers?q=nobody").want(http.StatusOK, "Nobody is enrolled under this number or name")
	b.get("/customers?q="+strings.Repeat("x", 201)).want(http.StatusBadRequest, "Search for at most 200 characters.",
		`name="q"`, strings.Repeat("x", 201))
	b.get("/customers?q="+url.QueryEscape(strings.Repeat("Ł", 200))).want(http.StatusOK, "Nobody is enrolled")
	b.get("/jobs?q=ana").want(http.StatusOK, "Enrolled customer:", "All enrolled customers with “ana”",
		"/customers?q=ana")
	b.get("/jobs?q=wesley").want(http.StatusOK, "/customers/N-1")
	b.lacks("All enrolled customers")
}

func TestACorrectedNameIsFoundAtOnce(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/jobs?q=bernard").want(http.StatusOK, "Nothing found.")
	b.get("/queue").post("/queue/next", nil).follow()
	b.correct(id, "VIZ", "lastName", "Bérnard").follow()
	b.get("/jobs?q=bernard").want(http.StatusOK, "/jobs/"+id)
	b.get("/jobs?q=jane").want(http.StatusOK, "/jobs/"+id)
}
