package presetfile

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"proofdesk/app/fault"
)

// Where is where a preset is that differs.
type Where string

// The places.
const (
	OnServer Where = "only on the server"
	InFolder Where = "only in the folder"
	Changed  Where = "changed"
)

// Drift is a preset that differs. Changes lead from the server to the folder, or for Pull the other way round.
type Drift struct {
	Name    string   `json:"name"`
	Where   Where    `json:"where"`
	Changes []Change `json:"changes"`
}

// String returns the drift in words: a line per change, or one line for a preset that is in one place only.
func (d Drift) String() string {
	if d.Where != Changed {
		return fmt.Sprintf("%s: %s (%d values)\n", d.Name, d.Where, len(d.Changes))
	}
	text := fmt.Sprintf("%s: %s\n", d.Name, d.Where)
	for _, c := range d.Changes {
		text += "  " + c.String() + "\n"
	}
	return text
}

// Diff returns how the presets of a folder differ from the server's.
func (r Remote) Diff(ctx context.Context, dir string) ([]Drift, error) {
	files, there, err := r.both(ctx, dir)
	if err != nil {
		return nil, err
	}
	return drifts(files, there, func(f File, h held) []Change { return compare(h.File, f) }), nil
}

// Pull writes the server's presets and the images and fonts that they name into a folder, unless it only looks, and
// returns what changes there. Files of presets that the server lacks stay, and so does what was edited in the folder
// since the last pull; where both changed an option, nothing is written, unless by force, which takes the server's.
func (r Remote) Pull(ctx context.Context, dir string, look, force bool) ([]Drift, error) {
	files, there, err := r.both(ctx, dir)
	if err != nil {
		return nil, err
	}
	merged, err := merge(dir, files, there, force)
	if err != nil {
		return nil, err
	}
	all := drifts(files, merged, func(f File, h held) []Change { return compare(f, h.File) })
	all = slices.DeleteFunc(all, func(d Drift) bool { return d.Where == InFolder })
	if look {
		return all, nil
	}
	media, err := r.uploads(ctx)
	if err != nil {
		return nil, err
	}
	// unchanged ones too, in case that a file is written otherwise
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if err := r.pullMedia(ctx, dir, there[name].File, media); err != nil {
			return nil, err
		}
		if err := merged[name].write(dir); err != nil {
			return nil, err
		}
		if err := there[name].write(filepath.Join(dir, baseDir)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Push makes the server's presets like those of a folder, unless it only looks, and returns what changes there. It
// uploads the images and fonts that the server lacks. Presets that the folder lacks stay. Where somebody changed the
// server's since they were pulled, nothing is pushed, unless by force. A folder without a preset is refused.
func (r Remote) Push(ctx context.Context, dir string, look, force bool) ([]Drift, error) {
	files, there, err := r.both(ctx, dir)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 { // as of a folder whose name is misspelt, for which every check would pass
		return nil, fault.New(fault.Invalid, "there is no preset in %s: pull first, or name the folder of the presets",
			dir)
	}
	all := drifts(files, there, func(f File, h held) []Change { return compare(h.File, f) })
	all = slices.DeleteFunc(all, func(d Drift) bool { return d.Where == OnServer })
	if look {
		return all, nil
	}
	if !force {
		if err := changedSince(dir, all, files, there); err != nil {
			return nil, err
		}
	}
	media, err := r.uploads(ctx)
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		err := r.pushMedia(ctx, dir, files[d.Name], media)
		switch {
		case err != nil:
		case d.Where == InFolder:
			err = r.create(ctx, files[d.Name])
		default:
			err = r.replace(ctx, there[d.Name], files[d.Name])
		}
		if err == nil {
			err = files[d.Name].write(filepath.Join(dir, baseDir))
		}
		if err != nil {
			return nil, fmt.Errorf("push preset %s: %w", d.Name, err)
		}
	}
	return all, nil
}

func (r Remote) both(ctx context.Context, dir string) (map[string]File, map[string]held, error) {
	files, err := read(dir)
	if err != nil {
		return nil, nil, err
	}
	there, err := r.presets(ctx)
	return files, there, err
}

// drifts lists the presets that differ, by name.
func drifts(files map[string]File, server map[string]held, changes func(File, held) []Change) []Drift {
	names := map[string]bool{}
	for name := range files {
		names[name] = true
	}
	for name := range server {
		names[name] = true
	}
	var all []Drift
	for _, name := range slices.Sorted(maps.Keys(names)) {
		f, inFolder := files[name]
		h, onServer := server[name]
		d := Drift{Name: name, Where: Changed, Changes: changes(f, h)}
		switch {
		case !inFolder:
			d.Where = OnServer
		case !onServer:
			d.Where = InFolder
		case len(d.Changes) == 0:
			continue
		}
		all = append(all, d)
	}
	return all
}
