package ui

import (
	"context"
	"strings"
	"unicode/utf8"

	"proofdesk/views/words"
)

type spriteKey struct{}

// WithSprite returns a context whose pages take their icons from the sprite at a URL path.
func WithSprite(ctx context.Context, path string) context.Context {
	return context.WithValue(ctx, spriteKey{}, path)
}

func spriteOf(ctx context.Context) string {
	path, _ := ctx.Value(spriteKey{}).(string)
	return path
}

// Tone colours a part; it never stands alone, an icon or a word means the same.
type Tone string

// The tones.
const (
	Plain Tone = ""
	Pass  Tone = "pass"
	Warn  Tone = "warn"
	Fail  Tone = "fail"
	Info  Tone = "info"
	Soft  Tone = "soft"
)

// ToneIcon names the icon that stands for a tone.
func ToneIcon(t Tone) string {
	switch t {
	case Pass:
		return "check"
	case Warn:
		return "triangle-alert"
	case Fail:
		return "x"
	}
	return "minus"
}

// Countdown is a time that the page counts down to. Until is Unix milliseconds, Text what it reads now.
type Countdown struct {
	Until string
	Text  string
	Tone  Tone
	Share string // 0 to 100: how much of the time is used up; empty for no bar
}

type keysKey struct{}

// WithKeys returns a context whose pages show the keys that somebody chose for actions, by the keys that these come
// with.
func WithKeys(ctx context.Context, chosen map[string]string) context.Context {
	return context.WithValue(ctx, keysKey{}, chosen)
}

// Cap returns what is printed on the key that does an action: the one that was chosen for it, letters in upper case.
func Cap(ctx context.Context, key string) string {
	chosen, _ := ctx.Value(keysKey{}).(map[string]string)
	if other := chosen[strings.ToLower(key)]; other != "" {
		key = other
	}
	if utf8.RuneCountInString(key) == 1 {
		return strings.ToUpper(key)
	}
	if key == "Space" {
		return words.T(ctx, "Space")
	}
	return key
}
