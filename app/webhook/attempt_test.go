package webhook_test

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"proofdesk/app/webhook"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestDelayGrowsThreefoldUpToEighteenHours(t *testing.T) {
	nominal := []time.Duration{
		10 * time.Second, 30 * time.Second, 90 * time.Second, 270 * time.Second, 810 * time.Second,
		2430 * time.Second, 7290 * time.Second, 21870 * time.Second, 18 * time.Hour, 18 * time.Hour,
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i, want := range nominal {
		low, high := 48*time.Hour, time.Duration(0)
		for range 2000 {
			got := webhook.Delay(i+1, random)
			low, high = min(low, got), max(high, got)
		}
		if least := want * 8 / 10; low < least || low > least+want/50 {
			t.Errorf("attempt %d: shortest wait %s, want just over %s", i+1, low, least)
		}
		if most := want * 12 / 10; high > most || high < most-want/50 {
			t.Errorf("attempt %d: longest wait %s, want just under %s", i+1, high, most)
		}
	}
	if got := webhook.Delay(1_000_000, random); got > 22*time.Hour {
		t.Errorf("a late attempt waits %s", got)
	}
}

func TestRetryAfterReadsSecondsAndDatesWithinADay(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"":                        0,
		"0":                       0,
		"1":                       time.Second,
		"120":                     2 * time.Minute,
		" 120 ":                   2 * time.Minute,
		"86400":                   24 * time.Hour,
		"86401":                   24 * time.Hour,
		"99999999999999999999999": 24 * time.Hour,
		"9223372036854775807":     24 * time.Hour,
		"-5":                      0,
		"+5":                      0,
		"1.5":                     0,
		"1e3":                     0,
		"soon":                    0,
		"0x10":                    0,
		"１２":                      0,
		noon.Add(time.Minute).Format(http.TimeFormat):      time.Minute,
		noon.Add(-time.Minute).Format(http.TimeFormat):     0,
		noon.Add(1000 * time.Hour).Format(http.TimeFormat): 24 * time.Hour,
		noon.Add(time.Hour).Format(time.RFC850):            time.Hour,
		noon.Add(time.Hour).Format(time.ANSIC):             time.Hour,
	} {
		if got := webhook.RetryAfter(value, noon); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

func TestClassOfAStatusAndWhetherItCountsAgainstTheHost(t *testing.T) {
	for status, want := range map[int]struct {
		class webhook.Class
		host  bool
	}{
		200: {webhook.Success, false},
		204: {webhook.Success, false},
		299: {webhook.Success, false},
		300: {webhook.Redirect, false},
		302: {webhook.Redirect, false},
		304: {webhook.Redirect, false},
		400: {webhook.ClientError, false},
		404: {webhook.ClientError, false},
		410: {webhook.Gone, false},
		429: {webhook.Throttled, true},
		500: {webhook.ServerError, true},
		503: {webhook.ServerError, true},
		599: {webhook.ServerError, true},
		999: {webhook.ServerError, true},
		150: {webhook.ClientError, false},
	} {
		class := webhook.ClassOf(status)
		if class != want.class || class.AgainstHost() != want.host {
			t.Errorf("%d: %s against host %v, want %s %v", status, class, class.AgainstHost(), want.class, want.host)
		}
	}
	for _, class := range []webhook.Class{
		webhook.Timeout, webhook.ConnectError, webhook.TLSError, webhook.DNSError, webhook.ProtocolError,
		webhook.AddressError,
	} {
		if !class.AgainstHost() {
			t.Errorf("%s does not speak against the host", class)
		}
	}
}
