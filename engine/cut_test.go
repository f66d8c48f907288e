package engine_test

import (
	"bytes"
	"context"
	"image/png"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/barcode"
	"proofdesk/engine/barcode/pdf417"
	"proofdesk/engine/specimen"
)

// licenceReadings inspects a drawn barcode as a licence's back and returns what was read from it, by field.
func licenceReadings(t *testing.T, record string) map[string]engine.Reading {
	t.Helper()
	symbol, err := barcode.Encode417([]byte(record), pdf417.Options{Level: 3, Columns: 10},
		barcode.Drawing{Module: 3, Quiet: 10})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, symbol); err != nil {
		t.Fatal(err)
	}
	read := map[string]engine.Reading{}
	for _, r := range engine.Inspect(context.Background(), one("id_back", b.Bytes())).Readings {
		if r.Source == engine.Barcode {
			read[r.Field] = r
		}
	}
	return read
}

func TestACutLicenceRecordGivesNoWrongValueWithConfidence(t *testing.T) {
	for _, version := range []int{1, 3, 10} {
		d := specimen.ApplicantWith(specimen.Licence, 4, specimen.Good, today).Document
		d.Version = version
		record := d.Record()
		whole := licenceReadings(t, record)
		if len(whole) < 10 || whole["dateOfBirth"].Truncated {
			t.Fatalf("version %d: %d readings of the whole record", version, len(whole))
		}
		for n := 30; n < len(record); n += 11 {
			for field, r := range licenceReadings(t, record[:n]) {
				if r.Value != whole[field].Value && (!r.Truncated || r.Confidence > .5) {
					t.Errorf("version %d cut at %d: %s is %q with confidence %v, truncated %v",
						version, n, field, r.Value, r.Confidence, r.Truncated)
				}
			}
		}
	}
}
