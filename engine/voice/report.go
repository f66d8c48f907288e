package voice

import (
	"math"
	"time"
)

// Verdict is what a recording holds. Of several faults the verdict is the first in the order silence, clipping, noise.
type Verdict string

// The verdicts. Silence: nothing loud enough to be speech. Clipping: the microphone was overdriven. Noise: sound
// without the rise, fall and pitch of speech, or speech drowned in it. Speech: none of these.
const (
	Speech   Verdict = "speech"
	Silence  Verdict = "silence"
	Clipping Verdict = "clipping"
	Noise    Verdict = "noise"
)

// Report is what was found in one recording. Levels are decibels relative to full scale (0 is the loudest), SNR is in
// decibels, shares are from 0 to 1.
type Report struct {
	Format      string
	Rate        int
	Channels    int
	Bits        int
	Duration    time.Duration
	RMS         float64 // level of the whole recording
	Peak        float64 // level of the loudest sample
	Clipped     float64 // share of samples in flat tops
	SNR         float64 // level of speech frames over the level of the others
	SpeechShare float64 // share of time with speech
	Verdict     Verdict
	recording   *Recording
}

// Thresholds of the verdicts, chosen on public speech recordings so that each of them passes.
const (
	silentLevel  = -50.0 // a recording whose loudest tenth is below this holds no speech
	clippedShare = 0.002 // of samples in flat tops above which a recording is clipped
	noiseSNR     = 8.0   // dB below which speech can't be separated from noise
	leastSpeech  = 0.08  // share of time with speech below which a recording is noise
)

// Inspect decodes a voice capture and judges it. The error is, or wraps, a Fault.
func Inspect(data []byte) (Report, error) {
	rec, err := Decode(data)
	if err != nil {
		return Report{}, err
	}
	a := analyse(rec)
	r := Report{
		Format:      rec.Format,
		Rate:        rec.Rate,
		Channels:    rec.Channels,
		Bits:        rec.Bits,
		Duration:    rec.Duration(),
		RMS:         decibel(a.power),
		Peak:        decibel(a.peak * a.peak),
		Clipped:     a.clipped,
		SNR:         a.snr,
		SpeechShare: a.speech,
		recording:   rec,
	}
	r.Verdict = a.verdict()
	return r, nil
}

func (a analysis) verdict() Verdict {
	switch {
	case a.loud < silentLevel:
		return Silence
	case a.clipped > clippedShare:
		return Clipping
	case a.snr < noiseSNR || a.speech < leastSpeech:
		return Noise
	}
	return Speech
}

// decibel converts a power (mean square) to a level; silence is -120.
func decibel(power float64) float64 {
	return max(-120, 10*math.Log10(power+1e-12))
}

// Recording returns the decoded samples, for a recogniser; nil in a Report that Inspect did not make.
func (r Report) Recording() *Recording { return r.recording }

// Peak is one column of a waveform: the lowest and the highest sample of its stretch of time, from -1 to 1.
type Peak struct{ Low, High float32 }

// Waveform returns n columns for drawing, or fewer if there are fewer samples.
func (r Report) Waveform(n int) []Peak {
	if r.recording == nil || n <= 0 {
		return nil
	}
	s := r.recording.Samples
	n = min(n, len(s))
	out := make([]Peak, n)
	for i := range out {
		part := s[i*len(s)/n : (i+1)*len(s)/n]
		p := Peak{part[0], part[0]}
		for _, v := range part {
			p.Low, p.High = min(p.Low, v), max(p.High, v)
		}
		out[i] = p
	}
	return out
}
