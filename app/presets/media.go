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

// MediaProblems returns what is wrong with the uploads that values name, of those that a company has.
func MediaProblems(v preset.Values, all []preset.Media) []fault.Field {
	kinds := make(map[string]preset.MediaKind, len(all))
	for _, m := range all {
		kinds[m.SHA256] = m.Kind
	}
	return mediaProblems(v, kinds)
}

// holdMedia refuses values that name uploads which the company lacks, and keeps the others until the transaction ends,
// so that none is deleted while a draft begins to use it.
func holdMedia(ctx context.Context, tx *store.Tx, company string, v preset.Values) error {
	kinds := map[string]preset.MediaKind{}
	for _, used := range v.Media() {
		kinds[used.SHA256] = ""
	}
	for _, sha256 := range slices.Sorted(maps.Keys(kinds)) {
		m, err := tx.HoldPresetMedia(ctx, company, sha256)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		kinds[sha256] = m.Kind
	}
	return fault.BadFields(mediaProblems(v, kinds))
}

func mediaProblems(v preset.Values, kinds map[string]preset.MediaKind) []fault.Field {
	var mistakes []fault.Field
	for _, used := range v.Media() {
		o := used.Option
		switch kind := kinds[used.SHA256]; {
		case kind == "":
			mistakes = append(mistakes, fault.Field{
				Name:    o.Path,
				Rule:    "unknown_media",
				Message: o.Name + " names an upload that this company does not have: upload the file first",
			})
		case kind != o.Wants() && kind == preset.MediaFont:
			mistakes = append(mistakes, fault.Field{
				Name:    o.Path,
				Rule:    "media",
				Message: o.Name + " must name an image, and this upload is a font",
			})
		case kind != o.Wants():
			mistakes = append(mistakes, fault.Field{
				Name:    o.Path,
				Rule:    "media",
				Message: o.Name + " must name a font, and this upload is an image",
			})
		}
	}
	return mistakes
}
