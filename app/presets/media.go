package presets

import (
	"context"
	"maps"
	"slices"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

func mediaEntry(company, actor, action, sha256 string, detail map[string]any) audit.Entry {
	return audit.NewEntry(company, actor, action, "presetmedia:"+sha256, detail)
}

// holdMedia refuses values that name uploads which the company lacks, and keeps the others until the transaction ends,
// so that none is deleted while a draft begins to use it.
func holdMedia(ctx context.Context, tx *store.Tx, company string, v preset.Values) error {
	hashes := map[string]bool{}
	for _, used := range v.Media() {
		hashes[used.SHA256] = true
	}
	var held []preset.Media
	for _, sha256 := range slices.Sorted(maps.Keys(hashes)) {
		m, err := tx.HoldPresetMedia(ctx, company, sha256)
		switch {
		case err == nil:
			held = append(held, m)
		case !fault.Is(err, fault.NotFound):
			return err
		}
	}
	return fault.BadFields(v.MediaMistakes(held))
}
