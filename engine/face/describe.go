//go:build !js

package face

import (
	"image"
	"sync"

	"proofdesk/engine/nn"
)

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

// Describe aligns a face by its pupils and computes its descriptor. It returns ErrNoModel if the build holds no
// weights, and ErrNoPupils for a face without pupils.
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
