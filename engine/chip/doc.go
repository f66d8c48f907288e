// Package chip judges what was read from an electronic travel document's chip (ICAO 9303-10 and 9303-11): it takes the
// data groups and the document security object apart and performs passive authentication, that is, checks that the
// groups are those that the security object names, that its signature is the document signer's, and that the signer's
// certificate was issued by a country that the operator trusts. It does not communicate with a chip and can't detect a
// copied one: that takes active or chip authentication on the device.
package chip
