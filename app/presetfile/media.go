package presetfile

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

// mediaDir is the folder, beside the presets, of the images and fonts that they name. A file is named after its hash.
const mediaDir = "media"

// upload is an image or a font on the server.
type upload struct {
	SHA256 string
	Name   string // of the file that was uploaded
}

func (u upload) fileName() string { return u.SHA256 + path.Ext(u.Name) }

// uploads returns the server's images and fonts by hash.
func (r Remote) uploads(ctx context.Context) (map[string]upload, error) {
	var list struct{ Media []upload }
	if err := r.call(ctx, http.MethodGet, "/media", 0, nil, &list); err != nil {
		return nil, err
	}
	all := map[string]upload{}
	for _, u := range list.Media {
		all[u.SHA256] = u
	}
	return all, nil
}

// media lists the hashes of the images and fonts that a preset names.
func (f File) media() []string {
	hashes := map[string]bool{}
	add := func(value any) {
		if text, ok := value.(string); ok {
			if sha256, ok := preset.ParseMediaRef(text); ok {
				hashes[sha256] = true
			}
		}
	}
	for _, value := range f.flat() {
		add(value)
		list, _ := value.([]any)
		for _, one := range list {
			add(one)
		}
	}
	return slices.Sorted(maps.Keys(hashes))
}

// pullMedia writes the images and fonts that a preset names into the folder, unless they are there.
func (r Remote) pullMedia(ctx context.Context, dir string, f File, there map[string]upload) error {
	for _, sha256 := range f.media() {
		u, ok := there[sha256]
		if !ok { // deleted since the preset was read
			return fault.New(fault.Conflict, "%s names an upload that the server no longer has: pull again", f.Name)
		}
		to := filepath.Join(dir, mediaDir, u.fileName())
		if _, err := os.Stat(to); err == nil {
			continue
		}
		var content []byte
		if err := r.call(ctx, http.MethodGet, "/media/"+sha256+"/content", 0, nil, &content); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		unfinished := filepath.Join(filepath.Dir(to), "."+u.fileName()) // push does not look at it
		if err := os.WriteFile(unfinished, content, 0o644); err != nil {
			return err
		}
		if err := os.Rename(unfinished, to); err != nil {
			return err
		}
	}
	return nil
}

// pushMedia uploads the images and fonts that a preset names and the server lacks.
func (r Remote) pushMedia(ctx context.Context, dir string, f File, there map[string]upload) error {
	for _, sha256 := range f.media() {
		if _, ok := there[sha256]; ok {
			continue
		}
		found, err := filepath.Glob(filepath.Join(dir, mediaDir, sha256+".*"))
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fault.New(fault.Invalid, "%s names the upload %s, which is neither on the server nor in %s", f.Name,
				sha256, filepath.Join(dir, mediaDir))
		}
		content, err := os.ReadFile(found[0])
		if err != nil {
			return err
		}
		var stored upload
		name := filepath.Base(found[0])
		if err := r.send(ctx, http.MethodPost, "/media?name="+url.QueryEscape(name), content, &stored); err != nil {
			return err
		}
		if stored.SHA256 != sha256 {
			return fault.New(fault.Invalid,
				"%s holds another file than its name says: the server stored it as %s", name,
				stored.SHA256)
		}
		there[sha256] = stored
	}
	return nil
}
