package access

import (
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"
)

// Network returns the key under which attempts from an address are counted: an IPv4 address, or the /64 of an IPv6
// address, which belongs to one customer as a whole. It returns a text that is not an address as it is.
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

// ThrottleScope returns the key of a throttle: a kind, and a digest of names that a stranger may have chosen.
func ThrottleScope(kind string, names ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(names, "\x00")))
	return kind + " " + hex.EncodeToString(sum[:16])
}
