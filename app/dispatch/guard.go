package dispatch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// Network holds what an installation permits its deliveries to reach.
type Network struct {
	AllowCIDRs []netip.Prefix // private networks that may be dialled
	ExtraCA    string         // file of further certificate authorities, PEM
}

// errAddress marks an address that the guard refused to dial.
var errAddress = errors.New("address is not allowed")

// cloudMetadata is a platform address outside the registries that package ssrf knows.
var cloudMetadata = netip.MustParsePrefix("168.63.129.16/32")

const (
	maxHeaderBytes = 16 << 10
	idlePerHost    = 32
)

// client returns the one HTTP client: no proxy, no redirects, no inflation, TLS 1.2 or later, every address checked
// when it is dialled.
func (n Network) client() (*http.Client, error) {
	roots, err := n.roots()
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, ControlContext: n.control()}
	transport := &http.Transport{
		DialContext: dialer.DialContext,
		TLSClientConfig: &tls.Config{
			MinVersion:         tls.VersionTLS12,
			RootCAs:            roots,
			ClientSessionCache: tls.NewLRUClientSessionCache(256),
		},
		TLSHandshakeTimeout:    10 * time.Second,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConns:           512,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        60 * time.Second,
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

// control refuses addresses of the special-purpose registries that are not on the allow list.
func (n Network) control() func(context.Context, string, string, syscall.RawConn) error {
	var v4, v6 []netip.Prefix
	for _, prefix := range n.AllowCIDRs {
		if prefix.Addr().Is4() {
			v4 = append(v4, prefix)
		} else {
			v6 = append(v6, prefix)
		}
	}
	guard := ssrf.New(ssrf.WithAnyPort(), ssrf.WithNetworks("tcp4", "tcp6"), ssrf.WithDeniedV4Prefixes(cloudMetadata),
		ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
	return func(_ context.Context, network, address string, c syscall.RawConn) error {
		if err := guard.Safe(network, address, c); err != nil {
			return fmt.Errorf("%w: %w", errAddress, err)
		}
		return nil
	}
}

func (n Network) roots() (*x509.CertPool, error) {
	if n.ExtraCA == "" {
		return nil, nil //nolint:nilnil // nil roots mean the system's
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	pem, err := os.ReadFile(n.ExtraCA)
	if err != nil {
		return nil, fmt.Errorf("extra certificate authorities: %w", err)
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("extra certificate authorities: %s holds no certificate", n.ExtraCA)
	}
	return pool, nil
}
