package boot_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
)

func TestAStartPublishesTheSDKForHoldersOfARepositoryToken(t *testing.T) {
	w := boottest.New(t)
	made, err := w.Credentials.CreateRepositoryToken(t.Context(), "cli", boottest.Company, "Build",
		w.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	get := func(token string) (int, string) {
		address := w.Config.Public.String() + "/artifacts/"
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Private-Token", token)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	if status, body := get(made.Token); status != http.StatusOK || !strings.Contains(body, ".tgz") ||
		!strings.Contains(body, `"/artifacts/models/facemesh-`) {
		t.Errorf("with the token: %d %s", status, body)
	}
	if err := w.Credentials.RevokeRepositoryToken(t.Context(), "cli", boottest.Company, made.ID); err != nil {
		t.Fatal(err)
	}
	if status, body := get(made.Token); status != http.StatusUnauthorized || !strings.Contains(body, "Private-Token") {
		t.Errorf("with a token that was revoked: %d %s", status, body)
	}
}
