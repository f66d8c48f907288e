package access_test

import (
	"strings"
	"testing"

	"proofdesk/app/access"
)

func TestAttemptsAreCountedByAddressOrByTheNetworkOfOneCustomer(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7":                "192.0.2.7",
		"::ffff:192.0.2.7":         "192.0.2.7",
		"2001:db8:1:2:3:4:5:6":     "2001:db8:1:2::/64",
		"2001:db8:1:2::1":          "2001:db8:1:2::/64",
		"fe80::1%eth0":             "fe80::/64",
		"@":                        "@",
		"":                         "",
		"2001:db8:1:2:3:4:5:6:7:8": "2001:db8:1:2:3:4:5:6:7:8",
	} {
		if got := access.Network(address); got != want {
			t.Errorf("Network(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestAThrottleIsOfItsNamesAlone(t *testing.T) {
	scope := access.ThrottleScope("token account", "acme", "ann")
	if scope != access.ThrottleScope("token account", "acme", "ann") {
		t.Error("the scope of one account changes")
	}
	if !strings.HasPrefix(scope, "token account ") || strings.Contains(scope, "acme") {
		t.Errorf("the scope is %q: a kind and no name", scope)
	}
	for _, other := range []string{
		access.ThrottleScope("token address", "acme", "ann"),
		access.ThrottleScope("token account", "acmea", "nn"),
		access.ThrottleScope("token account", "acmeann"),
	} {
		if other == scope {
			t.Errorf("two accounts share %q", scope)
		}
	}
}

func TestTheHashOfASecretDependsOnItsPepper(t *testing.T) {
	secret := access.NewAPIKeySecret()
	hash := access.MACHex([32]byte{1}, secret)
	if hash != access.MACHex([32]byte{1}, secret) || len(hash) != 64 {
		t.Errorf("the hash %q is not one of 32 bytes that stays the same", hash)
	}
	if hash == access.MACHex([32]byte{2}, secret) {
		t.Error("two peppers make the same hash")
	}
}
