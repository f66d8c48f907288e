package face

import (
	"errors"
	"image"
	"math"
	"sync"

	"proofdesk/engine/nn"
)

// Descriptor is a face as a point in 128 dimensions.
type Descriptor = nn.Descriptor

// ErrNoPupils says that a face can't be aligned because its pupils were not found.
var ErrNoPupils = errors.New("face: no pupils to align the face by")

// Limits of the distance between two descriptors, and of the inter-eye distance that a descriptor needs.
const (
	SameUpTo       = .55 // at most this: the same person
	UnsureUpTo     = .72 // at most this: a person has to look; above: somebody else
	DuplicateUpTo  = .50 // at most this: a candidate in the duplicate search
	EnoughInterEye = 40  // pixels; below, a comparison is less sure
	LeastInterEye  = 25  // pixels; below, a comparison says nothing
)

// Description is one described face. InterEye is the distance between its pupils in pixels of the picture, to be held
// against EnoughInterEye and LeastInterEye.
type Description struct {
	Descriptor Descriptor
	InterEye   float64
}

var network = sync.OnceValues(func() (*nn.ResNet, error) {
	manifest, err := asset("weights/face_recognition_model.json")
	if err != nil {
		return nil, err
	}
	data, err := asset("weights/face_recognition_model.bin")
	if err != nil {
		return nil, err
	}
	w, err := nn.ReadWeights(manifest, data)
	if err != nil {
		return nil, err
	}
	return nn.NewResNet(w)
})

// bench is what one running Describe works with.
type bench struct {
	scratch *nn.Scratch
	chip    [nn.ChipSide * nn.ChipSide * 3]uint8
}

var benches sync.Pool

// Describe aligns a face by its pupils and describes it. It answers ErrNoModel if the build holds no weights, and
// ErrNoPupils for a face without pupils.
func Describe(img *image.RGBA, f Face) (Description, error) {
	net, err := network()
	if err != nil {
		return Description{}, err
	}
	if f.InterEye() < 1 || img.Rect.Empty() {
		return Description{}, ErrNoPupils
	}
	b, ok := benches.Get().(*bench)
	if !ok {
		b = &bench{scratch: net.NewScratch(false)}
	}
	defer benches.Put(b)
	alignment(f.Pupils, chipLeftX, chipRightX, chipEyeY).chip(img, nn.ChipSide, b.chip[:])
	d := net.Describe(b.scratch, b.chip[:])
	mirror(b.chip[:])
	for i, v := range net.Describe(b.scratch, b.chip[:]) {
		d[i] = (d[i] + v) / 2
	}
	return Description{Descriptor: d, InterEye: f.InterEye()}, nil
}

// Distance is the Euclidean distance between two descriptors.
func Distance(a, b Descriptor) float64 {
	var sum float64
	for i, v := range a {
		d := float64(v - b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}

// mirror swaps left and right of a chip.
func mirror(chip []uint8) {
	for y := range nn.ChipSide {
		row := chip[3*nn.ChipSide*y:][:3*nn.ChipSide]
		for i, j := 0, 3*(nn.ChipSide-1); i < j; i, j = i+3, j-3 {
			for k := range 3 {
				row[i+k], row[j+k] = row[j+k], row[i+k]
			}
		}
	}
}
