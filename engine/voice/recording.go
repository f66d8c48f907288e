package voice

import (
	"bytes"
	"fmt"
	"time"
)

// MaxDuration is the longest recording that is examined.
const MaxDuration = 2 * time.Minute

// The sampling rates that are read, in Hz: from that of a telephone to that of a studio.
const (
	minRate = 8000
	maxRate = 48000
)

// Recording is a decoded file: the mean of its channels, as samples from -1 to 1.
type Recording struct {
	Format   string // WAV or FLAC
	Rate     int    // samples per second
	Channels int    // 1 or 2, as in the file
	Bits     int    // bits per sample, as in the file
	Samples  []float32
}

// Duration is the recording's length.
func (r *Recording) Duration() time.Duration {
	return time.Duration(float64(len(r.Samples)) / float64(r.Rate) * float64(time.Second))
}

// Decode reads a WAV or FLAC file. The error is, or wraps, a Fault.
func Decode(data []byte) (*Recording, error) {
	switch {
	case len(data) == 0:
		return nil, Empty
	case bytes.HasPrefix(data, []byte("RIFF")):
		return decodeWAV(data)
	case bytes.HasPrefix(data, []byte("fLaC")):
		return decodeFLAC(data)
	}
	return nil, fmt.Errorf("neither WAV nor FLAC: %w", Unsupported)
}

func checkLayout(rate, channels int) error {
	if channels < 1 || channels > 2 {
		return fmt.Errorf("%d channels: %w", channels, Unsupported)
	}
	if rate < minRate || rate > maxRate {
		return fmt.Errorf("%d Hz: %w", rate, Unsupported)
	}
	return nil
}

func checkLength(samples, rate int) error {
	if samples == 0 {
		return fmt.Errorf("no samples: %w", Empty)
	}
	if samples > rate*int(MaxDuration/time.Second) {
		return TooLong
	}
	return nil
}

// PCM16 returns the recording as signed 16-bit samples at the given rate, by linear interpolation after a mean over
// each step when the rate falls: enough for a speech recogniser, not for listening.
func (r *Recording) PCM16(rate int) []int16 {
	if rate <= 0 || len(r.Samples) == 0 {
		return nil
	}
	step := float64(r.Rate) / float64(rate)
	n := int(float64(len(r.Samples)) / step)
	out := make([]int16, n)
	for i := range out {
		at := float64(i) * step
		out[i] = int16(max(-1, min(1, r.around(at, step))) * 32767)
	}
	return out
}

func (r *Recording) around(at, step float64) float64 {
	i := int(at)
	if step <= 1 {
		j := min(i+1, len(r.Samples)-1)
		f := at - float64(i)
		return float64(r.Samples[i])*(1-f) + float64(r.Samples[j])*f
	}
	sum, n := 0.0, 0
	for j := i; j < min(len(r.Samples), i+max(1, int(step+.5))); j++ {
		sum += float64(r.Samples[j])
		n++
	}
	return sum / float64(n)
}
