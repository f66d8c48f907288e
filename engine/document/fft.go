package document

import "math"

// fftSize is the side of the tiles whose spectra are taken; a power of two.
const fftSize = 64

// spectrum holds what the two-dimensional transforms of one size share.
type spectrum struct {
	cos, sin [fftSize / 2]float64
	window   [fftSize]float64
	rev      [fftSize]int
	re, im   [fftSize * fftSize]float64
}

func newSpectrum() *spectrum {
	s := &spectrum{}
	for i := range s.cos {
		s.sin[i], s.cos[i] = math.Sincos(-2 * math.Pi * float64(i) / fftSize)
	}
	bits := 0
	for 1<<bits < fftSize {
		bits++
	}
	for i := range s.rev {
		for b := range bits {
			s.rev[i] |= i >> b & 1 << (bits - 1 - b)
		}
		s.window[i] = .5 - .5*math.Cos(2*math.Pi*(float64(i)+.5)/fftSize)
	}
	return s
}

// transform replaces re + i·im by its discrete Fourier transform (Cooley and Tukey 1965), rows then columns.
func (s *spectrum) transform() {
	for y := range fftSize {
		s.line(y*fftSize, 1)
	}
	for x := range fftSize {
		s.line(x, fftSize)
	}
}

func (s *spectrum) line(at, step int) {
	for i, j := range s.rev {
		if i < j {
			a, b := at+i*step, at+j*step
			s.re[a], s.re[b] = s.re[b], s.re[a]
			s.im[a], s.im[b] = s.im[b], s.im[a]
		}
	}
	for half := 1; half < fftSize; half *= 2 {
		turn := fftSize / 2 / half
		for k := range half {
			c, d := s.cos[k*turn], s.sin[k*turn]
			for i := k; i < fftSize; i += 2 * half {
				a, b := at+i*step, at+(i+half)*step
				re, im := s.re[b]*c-s.im[b]*d, s.re[b]*d+s.im[b]*c
				s.re[b], s.im[b] = s.re[a]-re, s.im[a]-im
				s.re[a] += re
				s.im[a] += im
			}
		}
	}
}

// powers adds the logarithms of the two power spectra that one transform of a real pair (in re and im) holds.
func (s *spectrum) powers(first, second *[fftSize * fftSize]float64) {
	for v := range fftSize {
		for u := range fftSize {
			i, j := v*fftSize+u, (fftSize-v)%fftSize*fftSize+(fftSize-u)%fftSize
			ar, ai := (s.re[i]+s.re[j])/2, (s.im[i]-s.im[j])/2
			br, bi := (s.im[i]+s.im[j])/2, (s.re[j]-s.re[i])/2
			first[i] += math.Log(ar*ar + ai*ai + 1)
			second[i] += math.Log(br*br + bi*bi + 1)
		}
	}
}
