package httpserver

import (
	"net"
	"net/netip"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// forwardedFor is trusted only when a trusted proxy sent it.
const forwardedFor = "X-Forwarded-For"

// Address returns the client's address: the nearest one that is not a trusted proxy. It is the zero address where it
// can't be determined.
func (s *Server) Address(c *fiber.Ctx) netip.Addr { return s.address(c.Context()) }

func (s *Server) address(ctx *fasthttp.RequestCtx) netip.Addr {
	var chain []string
	for _, line := range ctx.Request.Header.PeekAll(forwardedFor) {
		chain = append(chain, string(line))
	}
	remote, ok := addressOf(ctx.RemoteAddr())
	if !ok { // the HTTPS listener, which sends exactly the address that it has determined
		if len(chain) == 0 {
			return netip.Addr{}
		}
		addr, _ := netip.ParseAddr(chain[0])
		return addr
	}
	return nearest(remote, chain, s.options.TrustedProxies)
}

func addressOf(a net.Addr) (netip.Addr, bool) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}, false
	}
	return tcp.AddrPort().Addr().Unmap(), true
}

// nearest walks from the peer backwards through the addresses that proxies added, as long as the one who added it is
// trusted.
func nearest(remote netip.Addr, forwarded []string, trusted []netip.Prefix) netip.Addr {
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(remote, trusted); i-- {
		addr, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		remote = addr.Unmap()
	}
	return remote
}

func isTrusted(a netip.Addr, trusted []netip.Prefix) bool {
	for _, p := range trusted {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
