//go:build !js

package check_test

import (
	"errors"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/chip"
)

func TestAChipCountsOnlyWhereATrustedStateSignedIt(t *testing.T) {
	whole := chip.Document{SOD: []byte{1}, Groups: map[int][]byte{1: {1}}}
	found := func(f chip.Finding) chip.Result { return chip.Result{Findings: []chip.Finding{f}} }
	for name, c := range map[string]struct {
		document chip.Document
		result   chip.Result
		err      error
		want     want
	}{
		"authentic":         {whole, chip.Result{Signer: "CN=DS"}, nil, pass},
		"no data":           {chip.Document{}, chip.Result{}, nil, inconclusive("chip.missing")},
		"no signer":         {whole, chip.Result{}, chip.ErrMissing, inconclusive("chip.no_signer")},
		"unreadable":        {whole, chip.Result{}, errors.New("ASN.1"), fail("chip.unreadable")},
		"changed data":      {whole, found(chip.HashMismatch), nil, fail("chip.hash_mismatch")},
		"unknown signer":    {whole, found(chip.UnknownCountry), nil, inconclusive("chip.unknown_country")},
		"expired signer":    {whole, found(chip.SignerExpired), nil, inconclusive("chip.signer_expired")},
		"unknown algorithm": {whole, found(chip.UnknownAlgorithm), nil, inconclusive("chip.unknown_algorithm")},
	} {
		expect(t, name, check.Chip("chip", c.document, c.result, c.err), c.want)
	}
}
