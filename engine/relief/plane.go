//go:build !js

package relief

import (
	"image"
	"math"
)

// plane is a square picture of numbers.
type plane struct {
	side int
	pix  []float64
}

func newPlane(side int) plane { return plane{side, make([]float64, side*side)} }

// at returns the picture between its pixels; beyond its edge that goes on.
func (p plane) at(x, y float64) float64 {
	last := float64(p.side) - 1.001
	x, y = within(x, last), within(y, last)
	i, j := int(x), int(y)
	fx, fy := x-float64(i), y-float64(j)
	k := j*p.side + i
	return (p.pix[k]*(1-fx)+p.pix[k+1]*fx)*(1-fy) + (p.pix[k+p.side]*(1-fx)+p.pix[k+p.side+1]*fx)*fy
}

// grayAt returns a grey picture between its pixels, whose centres are half a pixel from their corners.
func grayAt(g *image.Gray, x, y float64) float64 {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	x, y = within(x-.5, float64(w-1)), within(y-.5, float64(h-1))
	i, j := int(x), int(y)
	fx, fy := x-float64(i), y-float64(j)
	right, below := min(i+1, w-1), min(j+1, h-1)
	of := func(i, j int) float64 { return float64(g.Pix[j*g.Stride+i]) }
	return (of(i, j)*(1-fx)+of(right, j)*fx)*(1-fy) + (of(i, below)*(1-fx)+of(right, below)*fx)*fy
}

// within brings a place into a picture. What is no number, as of a warp that came to nothing, is its corner.
func within(at, last float64) float64 {
	if !(at > 0) {
		return 0
	}
	return min(at, last)
}

// slow is how many times coarser is what is taken for light and not for the face.
const slow = 4

// band returns the picture without what is finer than sigma pixels and without slow changes, as those of the light.
func (p plane) band(sigma float64) plane {
	out, light := p.blurred(sigma), p.blurred(slow*sigma)
	for i := range out.pix {
		out.pix[i] -= light.pix[i]
	}
	return out
}

func (p plane) blurred(sigma float64) plane {
	r := int(3 * sigma)
	kernel := make([]float64, 2*r+1)
	sum := 0.
	for i := range kernel {
		kernel[i] = math.Exp(-sq(float64(i-r)/sigma) / 2)
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	return p.convolved(kernel).convolved(kernel)
}

// convolved returns the picture with its rows convolved and then turned to columns, so that a second time does it for
// the columns and turns it back.
func (p plane) convolved(kernel []float64) plane {
	out, r := newPlane(p.side), len(kernel)/2
	row := make([]float64, p.side+2*r)
	for y := range p.side {
		for i := range row {
			row[i] = p.pix[y*p.side+min(max(i-r, 0), p.side-1)]
		}
		for x := range p.side {
			sum := 0.
			for i, k := range kernel {
				sum += k * row[x+i]
			}
			out.pix[x*p.side+y] = sum
		}
	}
	return out
}

// normalise brings values to a mean of 0 and a deviation of 1, and returns what that was.
func normalise(v []float64) float64 {
	mean, sum := 0., 0.
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for i := range v {
		v[i] -= mean
		sum += sq(v[i])
	}
	deviation := math.Sqrt(sum/float64(len(v))) + 1e-9
	for i := range v {
		v[i] /= deviation
	}
	return deviation
}
