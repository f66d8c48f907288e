package policy

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"proofdesk/engine"
)

// Band is what a reason is about, and so what is at stake where an agent decides wrongly.
type Band string

// The bands. BandPolicy is for what nobody has proven and nothing speaks against.
const (
	BandFraud   Band = "fraud"
	BandData    Band = "data"
	BandQuality Band = "quality"
	BandPolicy  Band = "policy"
)

// Bands returns the bands in the order in which cases are reviewed.
func Bands() []Band { return []Band{BandFraud, BandData, BandQuality, BandPolicy} }

// Stakes returns the place of a band in the review queue: 0 for fraud, 3 for policy and for an unknown band.
func (b Band) Stakes() int {
	if i := slices.Index(Bands(), b); i >= 0 {
		return i
	}
	return len(Bands()) - 1
}

// Stakes returns the place of a decision in the review queue: that of its gravest reason.
func (d Decision) Stakes() int {
	lowest := BandPolicy.Stakes()
	for _, r := range d.Reasons {
		lowest = min(lowest, r.Band.Stakes())
	}
	return lowest
}

// groupBands maps a group of checks to the band of their reasons.
var groupBands = map[engine.Group]Band{
	engine.GroupCapture:     BandQuality,
	engine.GroupQuality:     BandQuality,
	engine.GroupDocument:    BandData,
	engine.GroupData:        BandData,
	engine.GroupFace:        BandQuality,
	engine.GroupLiveness:    BandFraud,
	engine.GroupVoice:       BandQuality,
	engine.GroupSignature:   BandQuality,
	engine.GroupFingerprint: BandQuality,
	engine.GroupVideo:       BandFraud,
	engine.GroupChip:        BandFraud,
}

// checkBands maps the checks to their band that are about something else than their group: whether the document is
// genuine and whether the faces are those of one person, above all.
var checkBands = map[string]Band{
	engine.CodeCamera:       BandFraud,
	engine.CodeOriginal:     BandFraud,
	engine.CodeSecond:       BandFraud,
	engine.CodeDocument:     BandQuality,
	engine.CodePrint:        BandQuality,
	engine.CodeRealness:     BandFraud,
	engine.CodeFaceMatch:    BandFraud,
	engine.CodeSecondFace:   BandFraud,
	engine.CodeCustomerFace: BandFraud,
	engine.CodeDuplicate:    BandFraud,
}

// bandOf returns the band of the reason for a check that did not pass. A check that could not tell is no sign of fraud:
// it leaves something unproven.
func bandOf(c engine.Check) Band {
	code := c.Code
	if code == engine.CodeDisagreement && len(c.Reasons) > 0 { // about the check that device and server disagree on
		code = strings.TrimPrefix(c.Reasons[0], engine.CodeDisagreement+".")
	}
	band, ok := checkBands[code]
	if !ok {
		band, ok = groupBands[c.Group]
	}
	if !ok || band == BandFraud && c.Outcome != engine.Fail && c.Outcome != engine.Warn {
		return BandPolicy
	}
	return band
}

// formerBand is the band that older versions gave to everything about faces and customers.
const formerBand Band = "match"

// UnmarshalJSON decodes a stored reason. One of the former band gets the band that it would have today.
func (r *Reason) UnmarshalJSON(text []byte) error {
	type plain Reason // without this method
	if err := json.Unmarshal(text, (*plain)(r)); err != nil || r.Band != formerBand {
		return err
	}
	r.Band = cmp.Or(checkBands[r.Check], BandQuality)
	switch {
	case r.Code == "customer.unique_number", r.Code == "customer.document":
		r.Band = BandPolicy
	case strings.HasPrefix(r.Code, "customer."):
		r.Band = BandFraud
	}
	return nil
}
