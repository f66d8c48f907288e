package engine

import "proofdesk/engine/barcode"

// paper looks at a document of no particular kind: is there one, whole and alone, and is it legible? Its codes are
// listed; a zone and a portrait only tell where the document lies.
func (in *inspector) paper(p *picture) {
	c := &card{picture: p}
	c.locate()
	c.searchZone(in.Today)
	if in.stopped() {
		return
	}
	c.symbols = barcode.Read(p.full.Gray(), barcode.Options{})
	c.listSymbols()
	c.settle(in.clear(c))
	for _, step := range []func(*card){in.turned, in.quality, in.found} {
		if in.stopped() {
			return
		}
		step(c)
	}
	if holdsLicence(c.symbols) {
		in.crops = append(in.crops, c)
	}
}
