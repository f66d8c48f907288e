package presets

import (
	"cmp"
	"slices"

	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	views "proofdesk/views/presets"
)

// paletteGroup leads to the slots of the palette.
func (d draft) paletteGroup(v shell.Visitor, where view) views.Group {
	group := views.Group{
		Key:     paletteGroup,
		Label:   v.T("Palette"),
		Href:    view{group: paletteGroup}.href(pathOf(d.Name)),
		Set:     len(d.Draft.Palette()),
		Differ:  len(d.Draft.Palette()),
		Options: len(preset.Slots()),
		On:      where.query == "" && where.group == paletteGroup,
	}
	for _, o := range preset.Slots() {
		group.Wrong = group.Wrong || len(d.warnings[o.Path]) > 0
	}
	return group
}

// fill returns the value that the palette gives an option which is not set by hand; nil where it gives none.
func (d draft) fill(o preset.Option) any {
	slot, ok := o.Slot()
	if _, own := d.hand.Values[o.Path]; !ok || own {
		return nil
	}
	return d.flat[slot.Path]
}

// stands returns what an empty field of an option with a slot stands for; nil for any other option.
func (d draft) stands(o preset.Option) any {
	if o.Palette == "" {
		return nil
	}
	return cmp.Or(d.fill(o), o.Default)
}

// paletteText reports how the palette acts on a row: which slot fills an option, or how many options a slot fills.
func (d draft) paletteText(v shell.Visitor, o preset.Option) string {
	if _, ok := preset.SlotOf(o.Path); !ok {
		if d.fill(o) == nil {
			return ""
		}
		return v.T("from the palette: %s", o.Palette)
	}
	linked, own := o.Linked(), 0
	for _, other := range linked {
		if _, ok := d.hand.Values[other.Path]; ok {
			own++
		}
	}
	text := v.N(len(linked), "linked to 1 option", "linked to %d options")
	if own > 0 {
		text += ", " + v.N(own, "1 of them set by hand", "%d of them set by hand")
	}
	return text
}

// concerned lists the options whose rows a change of a path of the draft may concern: a check may be about several
// options of a group, and a slot of the palette fills options of all groups.
func concerned(path string) []preset.Option {
	slot, ok := preset.SlotOf(path)
	if !ok {
		group, _ := preset.GroupOf(path)
		return slices.Concat(group.Options, preset.Slots())
	}
	all := slices.Clone(preset.Slots())
	for _, o := range slot.Linked() {
		group, _ := preset.GroupOf(o.Path)
		all = append(all, group.Options...) // a contrast is with another of the group
	}
	return all
}
