package voice_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"proofdesk/engine/voice"
)

func TestVerdictsAreToldApart(t *testing.T) {
	speech := speechLike(16000, 4)
	hum := make([]float64, 64000)
	for i := range hum {
		hum[i] = .3 * math.Sin(2*math.Pi*100*float64(i)/16000)
	}
	for name, c := range map[string]struct {
		samples []float64
		want    voice.Verdict
	}{
		"speech":              {speech, voice.Speech},
		"speech in some hiss": {mixed(speech, noise(16000, 4, .01)), voice.Speech},
		"speech in loud hiss": {mixed(scaled(speech, .3), noise(16000, 4, .2)), voice.Noise},
		"hiss":                {noise(16000, 4, .1), voice.Noise},
		"steady hum":          {hum, voice.Noise},
		"overdriven":          {scaled(speech, 8), voice.Clipping},
		"overdriven, lowered": {scaled(clip(scaled(speech, 8)), .5), voice.Clipping},
		"digital zero":        {make([]float64, 32000), voice.Silence},
		"faint hiss":          {noise(16000, 4, .0005), voice.Silence},
		"far too quiet":       {scaled(speech, .002), voice.Silence},
	} {
		r, err := voice.Inspect(wav(c.samples, 16000, 16))
		if err != nil || r.Verdict != c.want {
			t.Errorf("%s: %s (%v), clipped %.4f, SNR %.1f, speech %.2f; want %s",
				name, r.Verdict, err, r.Clipped, r.SNR, r.SpeechShare, c.want)
		}
	}
}

func clip(s []float64) []float64 {
	for i, v := range s {
		s[i] = max(-1, min(1, v))
	}
	return s
}

func TestEveryLayoutReadsTheSameSamples(t *testing.T) {
	speech := speechLike(22050, 1)
	files := map[string][]byte{"flac": flac(speech, 22050)}
	for _, bits := range []int{8, 16, 24, 32, -32} {
		files[map[int]string{8: "8", 16: "16", 24: "24", 32: "32", -32: "float"}[bits]] = wav(speech, 22050, bits)
	}
	for name, file := range files {
		r, err := voice.Decode(file)
		if err != nil || r.Rate != 22050 || r.Channels != 1 || len(r.Samples) != len(speech) {
			t.Fatalf("%s: %v %+v", name, err, r)
		}
		for i, v := range r.Samples {
			if math.Abs(float64(v)-speech[i]) > .02 {
				t.Fatalf("%s: sample %d is %f, written %f", name, i, v, speech[i])
			}
		}
	}
}

// The two files hold the same sound of ours, the second one packed by the reference encoder in joint stereo.
func TestPackedStereoIsTheSameSound(t *testing.T) {
	var got [2]*voice.Recording
	for i, name := range []string{"testdata/stereo.wav", "testdata/stereo.flac"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got[i], err = voice.Decode(file); err != nil || got[i].Channels != 2 || got[i].Rate != 8000 {
			t.Fatalf("%s: %+v, %v", name, got[i], err)
		}
	}
	if !slices.Equal(got[0].Samples, got[1].Samples) {
		t.Fatal("the packed file decodes to other samples")
	}
}

func TestFaultsAreNamed(t *testing.T) {
	good := wav(speechLike(16000, 1), 16000, 16)
	packed := flac(speechLike(16000, 1), 16000)
	for name, c := range map[string]struct {
		file []byte
		want voice.Fault
	}{
		"no bytes":              {nil, voice.Empty},
		"no samples":            {edited(good[:44], 40, []byte{0, 0, 0, 0}), voice.Empty},
		"cut in its header":     {good[:20], voice.Truncated},
		"cut in its samples":    {good[:2000], voice.Truncated},
		"FLAC cut in a frame":   {packed[:len(packed)/2], voice.Truncated},
		"FLAC with a bad frame": {edited(packed, len(packed)/2, []byte{1, 2, 3}), voice.Corrupt},
		"MP3":                   {[]byte("ID3\x04 something"), voice.Unsupported},
		"AVI":                   {append([]byte("RIFF\x00\x00\x00\x00AVI "), good[12:]...), voice.Unsupported},
		"ADPCM":                 {edited(good, 20, []byte{2, 0}), voice.Unsupported},
		"six channels":          {edited(good, 22, []byte{6, 0}), voice.Unsupported},
		"192 kHz":               {edited(good, 24, []byte{0, 0xee, 2, 0}), voice.Unsupported},
		"blocks that lie":       {edited(good, 32, []byte{9, 0}), voice.Corrupt},
		"float that is no number": {
			edited(wav(speechLike(16000, 1), 16000, -32), 60, binary.LittleEndian.AppendUint32(nil, 0x7fc00000)),
			voice.Corrupt,
		},
		"three minutes": {wav(make([]float64, 8000*180), 8000, 8), voice.TooLong},
	} {
		if _, err := voice.Inspect(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func edited(b []byte, at int, with []byte) []byte {
	out := bytes.Clone(b)
	copy(out[at:], with)
	return out
}

func TestAnUnknownDataLengthMeansToTheEnd(t *testing.T) {
	good := wav(speechLike(16000, 1), 16000, 16)
	r, err := voice.Inspect(edited(good, 40, []byte{255, 255, 255, 255}))
	if err != nil || r.Duration != time.Second {
		t.Fatalf("%v, %v", r.Duration, err)
	}
}

func TestLevelsAreInDecibelsOfFullScale(t *testing.T) {
	square := slices.Repeat([]float64{.5, .5, -.5, -.5}, 4000)
	r, err := voice.Inspect(wav(square, 16000, 16))
	if err != nil || math.Abs(r.RMS+6.02) > .05 || math.Abs(r.Peak+6.02) > .05 {
		t.Fatalf("RMS %.2f, peak %.2f, %v; want -6.02", r.RMS, r.Peak, err)
	}
}

func TestWaveformCoversTheRecording(t *testing.T) {
	r, err := voice.Inspect(wav(speechLike(16000, 2), 16000, 16))
	if err != nil {
		t.Fatal(err)
	}
	peaks := r.Waveform(300)
	low, high := float32(0), float32(0)
	for _, p := range peaks {
		low, high = min(low, p.Low), max(high, p.High)
	}
	loudest := math.Max(float64(high), -float64(low))
	if len(peaks) != 300 || math.Abs(20*math.Log10(loudest)-r.Peak) > .01 {
		t.Fatalf("%d columns from %f to %f, peak %f dB", len(peaks), low, high, r.Peak)
	}
	if got := len(r.Recording().PCM16(8000)); got != 16000 {
		t.Fatalf("%d samples at half the rate", got)
	}
}

func FuzzInspect(f *testing.F) {
	f.Add(wav(speechLike(8000, .2), 8000, 16))
	f.Add(flac(speechLike(8000, .2), 8000))
	f.Add([]byte("RIFF\x00\x00\x00\x00WAVEdata\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := voice.Inspect(data)
		if err == nil && (r.Duration <= 0 || r.Duration > voice.MaxDuration || math.IsNaN(r.SNR) || math.IsNaN(r.RMS)) {
			t.Fatalf("an impossible report: %+v", r)
		}
		for _, fault := range []voice.Fault{
			voice.Empty, voice.Truncated, voice.Unsupported, voice.Corrupt, voice.TooLong,
		} {
			if errors.Is(err, fault) {
				return
			}
		}
		if err != nil {
			t.Fatalf("unnamed fault %v", err)
		}
	})
}

func BenchmarkInspect10Seconds(b *testing.B) {
	file := wav(speechLike(16000, 10), 16000, 16)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := voice.Inspect(file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeFLAC10Seconds(b *testing.B) {
	file := flac(speechLike(16000, 10), 16000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := voice.Decode(file); err != nil {
			b.Fatal(err)
		}
	}
}
