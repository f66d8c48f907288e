//go:build device

package barcode

// rare finds nothing: see the other build.
func (p *planar) rare(*mask) (Symbol, bool) { return Symbol{}, false }
