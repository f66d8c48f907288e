//go:build !device

package barcode

// rare searches for the symbologies that hardly any identity document carries. The device is built without them, to be
// small: there they are read from the same capture on the server.
func (p *planar) rare(m *mask) (Symbol, bool) {
	if p.o.wants(DataMatrix) {
		if s, ok := readMatrix(m, p.left); ok {
			return s, true
		}
	}
	if p.o.wants(Aztec) {
		return readAztec(m, p.left)
	}
	return Symbol{}, false
}
