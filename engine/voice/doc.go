// Package voice examines one voice capture: is it a readable recording, how long and how loud is it, is it clipped, and
// does it hold speech, noise or silence? It reads WAV (PCM of 8, 16, 24 and 32 bits, float of 32 and 64) and FLAC, one
// or two channels, 8 to 48 kHz, up to MaxDuration, with readers of its own that are bounded by the length of the file.
// It does not recognise words and does not distinguish speakers.
package voice
