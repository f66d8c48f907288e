package access

import (
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"
)

// Network returns what attempts from an address are counted under: an IPv4 address, or the /64 of an IPv6 address,
// which one customer owns as a whole. What is not an address is itself.
func Network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if a = a.Unmap(); a.Is4() {
		return a.String()
	}
	prefix, err := a.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}

// ThrottleScope names what attempts are counted for: a kind, and a digest of names that a stranger may have chosen.
func ThrottleScope(kind string, names ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(names, "\x00")))
	return kind + " " + hex.EncodeToString(sum[:16])
}
