package concurrency_test

import (
	"bytes"
	"image"
	"image/png"
	"regexp"
)

// sealed differs with the random key and the random name of an upload's file.
var sealed = regexp.MustCompile(`wrapped_key=\S+|object=\S+`)

// picture is an image that differs by its height.
func (w *world) picture(height int) []byte {
	w.Helper()
	var b bytes.Buffer
	w.must(png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, height))))
	return b.Bytes()
}

func mediaWriters() []writer {
	return []writer{
		{name: "presets.Library.Upload", blur: sealed, stage: func(w *world) func(int) error {
			return func(i int) error {
				_, _, err := w.library.Upload(w.Context(), "ann", w.slug, "logo.png", w.picture(i+1))
				return err
			}
		}},
		{name: "presets.Library.Upload of one file", blur: sealed, stage: func(w *world) func(int) error {
			return func(i int) error {
				_, _, err := w.library.Upload(w.Context(), "ann", w.slug, word(i), w.picture(1))
				return err
			}
		}},
		{
			name: "presets.Library.Remove",
			also: []string{"evidence.Safe.Discard"},
			blur: sealed,
			stage: func(w *world) func(int) error {
				m, _, err := w.library.Upload(w.Context(), "ann", w.slug, "logo.png", w.picture(1))
				w.must(err)
				return func(int) error { return w.library.Remove(w.Context(), "ann", w.slug, m.SHA256) }
			},
		},
	}
}
