package presetfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

// File is a preset as it is kept in a file: its draft. Values and Texts are the SDK's nested objects.
type File struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Values      map[string]any `json:"values"`
	Texts       map[string]any `json:"texts,omitempty"`   // by language
	Palette     map[string]any `json:"palette,omitempty"` // by slot
}

const ending = ".json"

// read returns the presets in a folder by name. Other files are left alone.
func read(dir string) (map[string]File, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]File{}, nil
	}
	if err != nil {
		return nil, err
	}
	all := map[string]File{}
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ending) {
			continue
		}
		f, err := readFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		if f.Name+ending != entry.Name() {
			return nil, fault.New(fault.Invalid, "%s holds the preset %q: a file is named after its preset",
				entry.Name(), f.Name)
		}
		all[f.Name] = f
	}
	return all, nil
}

// depth is how deep the objects of a file are: the texts, a language, and the SDK's blocks in one another.
const depth = 8

func readFile(path string) (File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return File{}, err
	}
	var f File
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&f); err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("the file continues after its object")
		}
	}
	if err != nil {
		return File{}, fault.Wrap(err, fault.Invalid, "%s is no preset: %v", filepath.Base(path), err)
	}
	if twice := preset.Repeated(text, depth); len(twice) > 0 {
		return File{}, fault.New(fault.Invalid, "%s is no preset: %s", filepath.Base(path), twice[0].Message)
	}
	if f.Values == nil {
		f.Values = map[string]any{}
	}
	return f, nil
}

// text returns the bytes of a preset's file, which are always the same for the same content.
func (f File) text() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(f)
	return b.Bytes(), err
}

// write writes a preset's file as a whole, so that a reader never sees half of it.
func (f File) write(dir string) error {
	text, err := f.text()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	path := filepath.Join(dir, f.Name+ending)
	fresh := path + ".new"
	if err := os.WriteFile(fresh, text, 0o644); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}

// Change is a value that differs. Nil stands for one that is not set.
type Change struct {
	Path string `json:"path"` // of an option, of a text as in texts.HI.…, or description
	From any    `json:"from,omitempty"`
	To   any    `json:"to,omitempty"`
}

// String returns the change in words.
func (c Change) String() string { return c.Path + ": " + shown(c.From) + " → " + shown(c.To) }

func shown(value any) string {
	if value == nil {
		return "not set"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

// compare lists what is to change in a preset so that it becomes another, by path.
func compare(from, to File) []Change {
	a, b := from.flat(), to.flat()
	paths := maps.Clone(a)
	maps.Copy(paths, b)
	var changes []Change
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if !reflect.DeepEqual(a[path], b[path]) {
			changes = append(changes, Change{path, a[path], b[path]})
		}
	}
	return changes
}

// flat returns what a preset sets by path.
func (f File) flat() map[string]any {
	all := map[string]any{}
	flatten(all, "", f.Values)
	for language, texts := range f.Texts {
		if nested, ok := texts.(map[string]any); ok {
			flatten(all, "texts."+language, nested)
		}
	}
	flatten(all, "palette", f.Palette)
	if f.Description != "" {
		all["description"] = f.Description
	}
	return all
}

func flatten(all map[string]any, under string, values map[string]any) {
	for name, value := range values {
		path := strings.TrimPrefix(under+"."+name, ".")
		switch value := value.(type) {
		case map[string]any:
			flatten(all, path, value)
		case nil: // the same as not set
		default:
			path, value := canonical(path, value)
			all[path] = value
		}
	}
}

// canonical returns an option as the server keeps it: by its own name and in its own form. What this program does not
// know, as it may be older than the server, stays as it is.
func canonical(path string, value any) (string, any) {
	o, ok := preset.Known(path)
	if !ok {
		return path, value
	}
	own, mistake := o.Check(value)
	if mistake != nil {
		return path, value
	}
	return path[:strings.LastIndexByte(path, '.')+1] + o.Name, plain(own)
}

// plain returns a value as encoding/json decodes it.
func plain(value any) any {
	list, ok := value.([]string)
	if !ok {
		return value
	}
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = one
	}
	return all
}
