package credentials

import (
	"context"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// maxOrigins is how many origins a client may have.
const maxOrigins = 20

// maxOrigin is the maximum length of an origin: that of a host name, and what stands around it.
const maxOrigin = 300

// ParseOrigin returns the origin of web pages that a text names, such as https://bank.example, as browsers send it:
// scheme, host, and port where it is not the scheme's own. It must be https, or http on the same machine, and have no
// path.
func ParseOrigin(text string) (string, error) {
	text = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(text)), "/")
	if len(text) > maxOrigin {
		return "", fault.BadField("origins", "max_length", "an origin must have at most %d characters", maxOrigin)
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || strings.Contains(text, "*"):
		return "", fault.BadField("origins", "format", "%q is not an origin such as https://bank.example", text)
	case !isSecure(u):
		return "", fault.BadField("origins", "https", "%q must begin with https://", text)
	case u.User != nil || text != u.Scheme+"://"+u.Host:
		return "", fault.BadField("origins", "format",
			"%q must be a scheme and a host only: https://bank.example without a path", text)
	}
	if defaultPorts[u.Scheme] == u.Port() {
		return u.Scheme + "://" + strings.TrimSuffix(u.Host, ":"+u.Port()), nil
	}
	return u.Scheme + "://" + u.Host, nil
}

// defaultPorts are the ports that browsers leave out of an origin.
var defaultPorts = map[string]string{"https": "443", "http": "80"}

// isSecure reports whether browsers let pages of an address use a camera: https, and http of the machine itself.
func isSecure(u *url.URL) bool {
	return u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())
}

// isLoopback reports whether a host is the machine itself.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// AllowOrigins sets the origins of the web pages from which browsers may call the API with a client's tokens. It
// returns a Conflict where they have changed since the caller read them.
func (g *Registry) AllowOrigins(ctx context.Context, actor, company, id string, was, origins []string) error {
	list := make([]string, 0, len(origins))
	for _, text := range origins {
		origin, err := ParseOrigin(text)
		if err != nil {
			return err
		}
		list = append(list, origin)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > maxOrigins {
		return fault.BadField("origins", "max_items", "a client may have at most %d origins", maxOrigins)
	}
	if _, err := g.Store.Client(ctx, company, id); err != nil {
		return err
	}
	return g.Store.Change(ctx, clientEntry(company, actor, "client.origins", id, map[string][]string{"origins": list}),
		func(tx *store.Tx) error {
			kept, err := tx.SetClientOrigins(ctx, company, id, was, list)
			if err == nil && kept && len(list) > 0 {
				err = notOnPages(ctx, tx, company, id, "origins")
			}
			if err == nil && !kept {
				return fault.New(fault.Conflict, "somebody else changed the origins of this client: review them and "+
					"save again")
			}
			return err
		})
}
