package presetfile

import (
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

// baseDir is the folder, beside the presets, of what the server had when they were last pulled or pushed.
const baseDir = ".pulled"

// changedSince refuses to push over what somebody else changed on the server since the presets were pulled. Each such
// option is named with both values.
func changedSince(dir string, all []Drift, files map[string]File, there map[string]held) error {
	bases, err := read(filepath.Join(dir, baseDir))
	if err != nil {
		return err
	}
	var lines []string
	for _, d := range all {
		if d.Where != Changed {
			continue
		}
		base, ok := bases[d.Name]
		if !ok {
			return fault.New(fault.Conflict, "%s was not pulled into %s: what others changed can't be told; "+
				"pull first, or push with --force", d.Name, dir)
		}
		before, server, folder := base.flat(), there[d.Name].flat(), files[d.Name].flat()
		for _, c := range d.Changes {
			if !reflect.DeepEqual(before[c.Path], server[c.Path]) {
				lines = append(lines, three(d.Name, c.Path, server, folder, before))
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "somebody changed presets on the server since they were pulled: pull first, or "+
		"push with --force\n%s", strings.Join(lines, "\n"))
}

// three returns a value of a preset in the three places.
func three(name, path string, server, folder, before map[string]any) string {
	return "  " + name + ": " + path + ": " + shown(server[path]) + " on the server, " + shown(folder[path]) +
		" in the folder, " + shown(before[path]) + " when it was pulled"
}

// merge returns the server's presets with what was edited in a folder since they were pulled. By force, or where that
// is not known, they are the server's. An option that both changed is refused with both values.
func merge(dir string, files map[string]File, there map[string]held, force bool) (map[string]held, error) {
	bases, err := read(filepath.Join(dir, baseDir))
	if err != nil {
		return nil, err
	}
	merged, lines := maps.Clone(there), []string(nil)
	for name, h := range there {
		base, known := bases[name]
		file, here := files[name]
		if force || !known || !here {
			continue
		}
		before, server, folder := base.flat(), h.flat(), file.flat()
		kept := maps.Clone(server)
		edits := compare(base, file)
		for _, edit := range edits {
			switch theirs := server[edit.Path]; {
			case reflect.DeepEqual(theirs, edit.To):
			case !reflect.DeepEqual(theirs, edit.From):
				lines = append(lines, three(name, edit.Path, server, folder, before))
			case edit.To == nil:
				delete(kept, edit.Path)
			default:
				kept[edit.Path] = edit.To
			}
		}
		if len(edits) > 0 {
			h.File = ofFlat(name, kept)
			merged[name] = h
		}
	}
	if len(lines) == 0 {
		return merged, nil
	}
	slices.Sort(lines)
	return nil, fault.New(fault.Conflict, "these were changed on the server and in the folder since they were pulled: "+
		"put the server's value into the folder, or pull with --force to take all of the server's\n%s",
		strings.Join(lines, "\n"))
}

// ofFlat returns the preset of which flat made values.
func ofFlat(name string, values map[string]any) File {
	nested := preset.Values(values).Nested()
	f := File{Name: name}
	f.Description, _ = nested["description"].(string)
	f.Texts, _ = nested["texts"].(map[string]any)
	f.Palette, _ = nested["palette"].(map[string]any)
	for _, other := range []string{"description", "texts", "palette"} {
		delete(nested, other)
	}
	f.Values = nested
	return f
}
