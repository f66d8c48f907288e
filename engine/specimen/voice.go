package specimen

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// Sound reports what becomes of a synthetic recording.
type Sound int

// The sounds. Spoken is a clean recording; the others have the fault that their name says.
const (
	Spoken     Sound = iota
	Noisy            // drowned in hiss
	Overdriven       // clipped
	Quiet            // nothing but a faint hiss
)

const voiceRate = 16000

// Voice synthesises a recording of a person's voice: syllables of a pulse train through formant resonators (after the
// cascade synthesiser of Klatt 1980), between pauses. It is speech-like and means nothing: a synthetic voice for tests
// of level, noise and speech share, not a phrase for a recogniser. WAV, 16 kHz, mono, 16 bits. The occasion varies
// what is said, not the voice.
func Voice(voice, occasion uint64, seconds float64, sound Sound) []byte {
	s := newSpeaker(voice, occasion)
	seconds = max(.2, min(60, seconds))
	samples := make([]float64, int(seconds*voiceRate))
	if sound != Quiet {
		s.speak(samples)
	}
	hiss := map[Sound]float64{Spoken: .0012, Noisy: .16, Overdriven: .0012, Quiet: .0004}[sound]
	loudest := 1e-9
	for _, v := range samples {
		loudest = max(loudest, math.Abs(v))
	}
	gain := map[Sound]float64{Spoken: .5, Noisy: .25, Overdriven: 8, Quiet: 0}[sound] / loudest
	for i, v := range samples {
		samples[i] = v*gain + hiss*s.rng.NormFloat64()
	}
	return wav(samples)
}

func wav(samples []float64) []byte {
	var b bytes.Buffer
	size := uint32(2 * len(samples))
	le := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a buffer takes every write
	b.WriteString("RIFF")
	le(36 + size)
	b.WriteString("WAVEfmt ")
	le([]uint32{16})
	le([]uint16{1, 1})
	le([]uint32{voiceRate, voiceRate * 2})
	le([]uint16{2, 16})
	b.WriteString("data")
	le(size)
	for _, v := range samples {
		le(int16(max(-1, min(1, v)) * 32767))
	}
	return b.Bytes()
}

// vowels are first, second and third formants in hertz for an average adult.
var vowels = [][3]float64{
	{730, 1090, 2440},
	{270, 2290, 3010},
	{300, 870, 2240},
	{530, 1840, 2480},
	{570, 840, 2410},
	{660, 1720, 2410},
	{490, 1350, 1690},
}

type speaker struct {
	rng          *rand.Rand
	pitch, tract float64 // hertz; how much higher than average the formants lie
	breath, pace float64
}

func newSpeaker(voice, occasion uint64) *speaker {
	rng := source(voice, "speaker")
	s := &speaker{pitch: between(rng, 95, 230), breath: between(rng, .01, .04), pace: between(rng, .8, 1.25)}
	s.tract = .9 + .22*(s.pitch-95)/135
	s.rng = source(voice^occasion*0x9e3779b97f4a7c15, "utterance")
	return s
}

// speak fills the samples with words of one to four syllables.
func (s *speaker) speak(out []float64) {
	at := int(.25 * voiceRate)
	phase := 0.0
	for at < len(out)-voiceRate/3 {
		contour := between(s.rng, .95, 1.12)
		for range 1 + s.rng.IntN(4) {
			length := int(between(s.rng, .13, .26) / s.pace * voiceRate)
			if at+length > len(out)-voiceRate/6 {
				return
			}
			if s.rng.IntN(3) > 0 {
				s.consonant(out[at : at+length/4])
			}
			phase = s.vowel(out[at+length/6:at+length], pick(s.rng, vowels), contour, phase)
			at += length
			contour *= .965
		}
		at += int(between(s.rng, .06, .3) * voiceRate)
	}
}

// vowel adds a voiced sound whose pitch falls a little.
func (s *speaker) vowel(out []float64, formants [3]float64, contour, phase float64) float64 {
	var bank [3]resonator
	for i, f := range formants {
		bank[i] = newResonator(f*s.tract, 60+35*float64(i))
	}
	last := 0.0
	for i := range out {
		t := float64(i) / float64(len(out))
		phase += s.pitch * contour * (1.04 - .09*t) * (1 +
			.008*math.Sin(float64(i)/voiceRate*2*math.Pi*5.5)) / voiceRate
		if phase >= 1 {
			phase--
		}
		pulse := 0.0
		if phase < .6 { // a glottal pulse: rises, then closes faster
			pulse = phase * phase * (.6 - phase) * 12
		}
		v := pulse - last + s.breath*s.rng.NormFloat64()*pulse // its derivative radiates from the lips
		last = pulse
		for k := range bank {
			v = bank[k].next(v)
		}
		out[i] += v * 1.1 * math.Sin(math.Pi*math.Pow(t, .7))
	}
	return phase
}

// consonant adds a burst or hiss before the vowel.
func (s *speaker) consonant(out []float64) {
	r := newResonator(between(s.rng, 1800, 5200), 900)
	loud := between(s.rng, .01, .035)
	for i := range out {
		out[i] += loud * r.next(s.rng.NormFloat64()) * math.Sin(math.Pi*float64(i)/float64(len(out)))
	}
}

// resonator is a digital two-pole filter with unit gain at its peak.
type resonator struct{ a, b, c, y1, y2 float64 }

func newResonator(frequency, bandwidth float64) resonator {
	r := math.Exp(-math.Pi * bandwidth / voiceRate)
	b := 2 * r * math.Cos(2*math.Pi*frequency/voiceRate)
	return resonator{a: 1 - b + r*r, b: b, c: -r * r}
}

func (r *resonator) next(x float64) float64 {
	y := r.a*x + r.b*r.y1 + r.c*r.y2
	r.y2, r.y1 = r.y1, y
	return y
}
