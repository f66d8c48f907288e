package video

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"slices"
	"time"

	"golang.org/x/image/vp8"
)

// Decode decodes a key frame. Its planes use the range of videos: luma from 16 to 235. An error is a Fault.
func (f Frame) Decode() (*image.YCbCr, error) {
	d := vp8.NewDecoder()
	d.Init(bytes.NewReader(f.data), len(f.data))
	head, err := d.DecodeFrameHeader()
	switch {
	case err != nil || head.Width == 0 || head.Height == 0:
		return nil, Damaged
	case head.Width*head.Height > MaxPixels:
		return nil, TooLarge
	}
	img, err := d.DecodeFrame()
	if err != nil {
		return nil, Damaged
	}
	return img, nil
}

// Spread returns up to n of the key frames, the first and the last among them and the others as evenly between them as
// there are any, in the order of their times. n is at least 2.
func (f Film) Spread(n int) []Frame {
	keys := slices.Clone(f.Keys)
	slices.SortStableFunc(keys, func(a, b Frame) int { return cmp.Compare(a.At, b.At) })
	if len(keys) <= n {
		return keys
	}
	first, last := keys[0].At, keys[len(keys)-1].At
	var all []Frame
	next := 0
	for i := range n {
		wanted := first + (last-first)*time.Duration(i)/time.Duration(n-1)
		for next < len(keys)-(n-i) && keys[next].At < wanted {
			next++
		}
		all = append(all, keys[next])
		next++
	}
	return all
}

// End returns the time of the last picture or sound.
func (f Film) End() time.Duration {
	end := f.Until
	for _, key := range f.Keys {
		end = max(end, key.At)
	}
	return end
}

// Last returns the film with the key frames of its last part alone, which is so long.
func (f Film) Last(long time.Duration) Film {
	start := f.End() - long
	return Film{
		Keys:  slices.DeleteFunc(slices.Clone(f.Keys), func(key Frame) bool { return key.At < start }),
		Until: f.Until,
	}
}

// sketched is how many key frames a film is known again by.
const sketched = 16

// Sketch returns the SHA-256 of what up to 16 different key frames hold, in hexadecimal. Of a part of the film, or of
// one in whose file something else was changed, it has many of the same ones: the lowest are taken, wherever they are.
func (f Film) Sketch() []string {
	var all []string
	for _, key := range f.Keys {
		sum := sha256.Sum256(key.data)
		all = append(all, hex.EncodeToString(sum[:]))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), sketched)]
}
