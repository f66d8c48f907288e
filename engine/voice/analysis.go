package voice

import (
	"math"
	"slices"
)

// analysis holds the measures that the verdict rests on.
type analysis struct {
	power, peak     float64 // mean square, largest magnitude
	clipped, speech float64 // shares
	snr, loud       float64 // dB; loud is the level of the loudest tenth of frames
}

// How speech is found. Frame and hop are those of most speech analysis; the levels were chosen on public recordings of
// speech, of which each is to be recognised as such.
const (
	frameSeconds = 0.025
	hopSeconds   = 0.010
	overFloor    = 6.0   // dB over the noise floor from which a frame counts as active
	activeLevel  = -55.0 // dBFS below which no frame is active
	voicedAt     = 0.45  // normalised autocorrelation from which a frame is voiced
	reach        = 20    // frames around a voiced one that belong to its syllable
	quietShare   = 10    // one in quietShare frames is as quiet as the noise, and one as loud as loud speech
)

// How clipping is found. Set by judgement: speech at a normal level has no two equal samples in a row at its extremes.
const (
	quietPeak    = .1    // of full scale, below which a recording is too quiet to be clipped
	flatTop      = .9999 // of the recording's extreme from which a sample belongs to a flat top
	shortestFlat = 3     // samples in a row that make a flat top
)

// The pitch of a voice, Hz, and how it is measured.
const (
	lowestPitch  = 70
	highestPitch = 400
	pitchRate    = 4000 // samples per second to which a recording is thinned, about
	pitchSeconds = .04  // of a frame: three periods of the lowest pitch
)

// The bounds of a signal-to-noise ratio.
const (
	quietestNoise = 1e-10 // power of digital silence, so that the ratio is defined
	leastRatio    = 1e-3  // of powers, -30 dB
	mostSNR       = 99    // dB
)

func analyse(r *Recording) analysis {
	a := analysis{}
	for _, v := range r.Samples {
		a.power += float64(v) * float64(v)
		a.peak = max(a.peak, math.Abs(float64(v)))
	}
	a.power /= float64(len(r.Samples))
	a.clipped = clippedSamples(r.Samples, float32(a.peak))
	levels := frameLevels(r)
	sorted := slices.Sorted(slices.Values(levels))
	floor := sorted[len(sorted)/quietShare]
	a.loud = sorted[len(sorted)*(quietShare-1)/quietShare]
	speech := speechFrames(r, levels, floor)
	a.speech, a.snr = shares(levels, speech)
	return a
}

// clippedSamples returns the share of samples in flat tops: runs of at least shortestFlat, equal to within the last
// bit, at the recording's own extreme, which a later gain may have lowered.
func clippedSamples(s []float32, peak float32) float64 {
	if peak < quietPeak {
		return 0
	}
	at, run, n := peak*flatTop, 0, 0
	flush := func() {
		if run >= shortestFlat {
			n += run
		}
		run = 0
	}
	last := float32(0)
	for _, v := range s {
		if (v >= at || v <= -at) && (run == 0 || (v > 0) == (last > 0)) {
			run++
		} else {
			flush()
			if v >= at || v <= -at {
				run = 1
			}
		}
		last = v
	}
	flush()
	return float64(n) / float64(len(s))
}

func frameLevels(r *Recording) []float64 {
	size, hop := frameSize(r)
	n := max(1, (len(r.Samples)-size)/hop+1)
	out := make([]float64, n)
	for i := range out {
		part := r.Samples[i*hop : min(len(r.Samples), i*hop+size)]
		mean, sum := 0.0, 0.0
		for _, v := range part {
			mean += float64(v)
		}
		mean /= float64(len(part))
		for _, v := range part {
			sum += (float64(v) - mean) * (float64(v) - mean)
		}
		out[i] = decibel(sum / float64(len(part)))
	}
	return out
}

func frameSize(r *Recording) (size, hop int) {
	return int(frameSeconds * float64(r.Rate)), int(hopSeconds * float64(r.Rate))
}

// speechFrames marks frames that are active and within reach of an active voiced frame: unvoiced sounds belong to a
// syllable, hiss alone does not.
func speechFrames(r *Recording, levels []float64, floor float64) []bool {
	threshold := max(activeLevel, floor+overFloor)
	out := make([]bool, len(levels))
	until := -1
	pitch := newPitch(r)
	for i, level := range levels {
		if level < threshold {
			continue
		}
		if i%2 == 0 && pitch.voicing(i) > voicedAt {
			for j := max(0, i-reach); j < i; j++ {
				out[j] = levels[j] >= threshold
			}
			until = i + reach
		}
		out[i] = i <= until
	}
	return out
}

func shares(levels []float64, speech []bool) (share, snr float64) {
	loud, quiet, n := 0.0, 0.0, 0
	for i, level := range levels {
		power := math.Pow(10, level/10)
		if speech[i] {
			loud += power
			n++
		} else {
			quiet += power
		}
	}
	if n == 0 {
		return 0, 0
	}
	loud /= float64(n)
	if n == len(levels) {
		return 1, 0
	}
	quiet = quiet/float64(len(levels)-n) + quietestNoise
	return float64(n) / float64(len(levels)), min(mostSNR, 10*math.Log10(max(leastRatio, (loud-quiet)/quiet)))
}

// pitch measures how periodic a frame is at the pitches of a voice.
type pitch struct {
	samples  []float32
	hop      float64
	size     int
	min, max int
}

func newPitch(r *Recording) *pitch {
	thin := max(1, r.Rate/pitchRate)
	rate := float64(r.Rate) / float64(thin)
	p := &pitch{
		samples: make([]float32, len(r.Samples)/thin),
		hop:     hopSeconds * rate,
		size:    int(pitchSeconds * rate),
		min:     int(rate / highestPitch),
		max:     int(rate / lowestPitch),
	}
	for i := range p.samples {
		var sum float32
		for _, v := range r.Samples[i*thin : (i+1)*thin] {
			sum += v
		}
		p.samples[i] = sum / float32(thin)
	}
	return p
}

// voicing returns the highest normalised autocorrelation of the frame over the lags of a voice.
func (p *pitch) voicing(frame int) float64 {
	at := int(float64(frame) * p.hop)
	if at+p.size+p.max > len(p.samples) {
		return 0
	}
	base := p.samples[at : at+p.size]
	best := 0.0
	for lag := p.min; lag <= p.max; lag++ {
		other := p.samples[at+lag : at+lag+p.size]
		var ab, aa, bb float64
		for i, v := range base {
			w := other[i]
			ab += float64(v * w)
			aa += float64(v * v)
			bb += float64(w * w)
		}
		if aa > 0 && bb > 0 {
			best = max(best, ab/math.Sqrt(aa*bb))
		}
	}
	return best
}
