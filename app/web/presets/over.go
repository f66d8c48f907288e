package presets

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	pages "proofdesk/views/page"
)

// digest returns the hidden field with the version of what a form is about: of that alone, so that nobody is refused
// because somebody else changed something else of the preset. It is a digest, as a draft is long.
func digest(parts ...any) []pages.Value {
	sum := sha256.Sum256([]byte(form.Version(parts)))
	return []pages.Value{{Label: "version", Value: hex.EncodeToString(sum[:16])}}
}

// ofDraft is for forms that publish or replace the draft.
func ofDraft(p preset.Preset) []pages.Value {
	return digest(p.Draft.Content(), p.Draft.Palette(), p.Latest, p.Proposal)
}

// ofVersions is for forms about versions and what is proposed, which leave the draft as it is.
func ofVersions(p preset.Preset) []pages.Value { return digest(p.Latest, p.Proposal) }

// ofArchive is for the forms that archive and restore; archiving ends what is proposed.
func ofArchive(p preset.Preset) []pages.Value { return digest(p.Archived, p.Proposal) }

// ofHeld is for the form that resumes an assignment: one that is held for another reason by now has to be looked at.
func ofHeld(a preset.Assignment) []pages.Value {
	a.Newest = 0
	return digest(a)
}

// over returns a preset whose part that a form shows is as it was then. The use case compares its revision once more.
func over(
	w *Handler, c *fiber.Ctx, v shell.Visitor, shown func(preset.Preset) []pages.Value,
) (preset.Preset, error) {
	p, err := w.Store.Preset(c.UserContext(), v.Company, c.Params("name"))
	if err == nil && shell.Outdated(c, shown(p)[0].Value) {
		err = presets.Changed("somebody")
	}
	return p, err
}
