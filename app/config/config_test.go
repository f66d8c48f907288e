package config_test

import (
	"strings"
	"testing"

	"proofdesk/app/config"
)

func TestDefaultsAreAWorkingConfiguration(t *testing.T) {
	c, err := config.Parse(map[string]string{})
	if err != nil || c.Public.String() != "http://127.0.0.1:8080" || c.MasterKeys != "data/master.keys" {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestAllMistakesAreReportedAtOnce(t *testing.T) {
	_, err := config.Parse(map[string]string{
		"PROOFDESK_LISTEN":          "nowhere",
		"PROOFDESK_TLS_CERT":        "a.pem",
		"PROOFDESK_PUBLIC_URL":      "ftp://x/y",
		"PROOFDESK_NODE":            "many",
		"PROOFDESK_TRUSTED_PROXIES": "10.0.0.0/8,everyone",
		"PROOFDESK_LISTN":           "x",
		"PROOFDESK_REGION":          "EU West",
		"PROOFDESK_EVIDENCE_URL":    "ftp://x",
		"PROOFDESK_UNDO_HOLD":       "1h",
		"PROOFDESK_LOG_LEVEL":       "loud",
		"PROOFDESK_UNSUBMITTED_GB":  "-1",
	})
	if err == nil {
		t.Fatal("nothing was wrong with it")
	}
	for _, name := range []string{
		"LISTEN:", "TLS_CERT:", "PUBLIC_URL:", "NODE:", "TRUSTED_PROXIES:", "LISTN:", "REGION:", "EVIDENCE_URL:",
		"UNDO_HOLD:", "LOG_LEVEL:", "UNSUBMITTED_GB:",
	} {
		if !strings.Contains(err.Error(), "PROOFDESK_"+name) {
			t.Errorf("%s is not in: %v", name, err)
		}
	}
}

func TestAnAddressAloneIsANetworkOfOne(t *testing.T) {
	c, err := config.Parse(map[string]string{"PROOFDESK_WEBHOOK_ALLOW_CIDRS": "127.0.0.1, 10.1.2.3/8"})
	if err != nil || len(c.AllowCIDRs) != 2 || c.AllowCIDRs[0].String() != "127.0.0.1/32" ||
		c.AllowCIDRs[1].String() != "10.0.0.0/8" {
		t.Errorf("got %v, %v", c.AllowCIDRs, err)
	}
}
