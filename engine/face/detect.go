package face

import (
	"image"
	"math"
	"sort"
	"sync"

	pigo "github.com/esimov/pigo/core"
)

// Face is one detected face. Box is the square window of the detector and may reach over the picture's edge; Pupils
// hold the eye on the picture's left and then the one on its right (as seen with the face upright) as x, y, valid if
// HasPupils. Roll is in degrees, clockwise as seen, -180..180; Yaw in degrees, positive when the nose points to the
// picture's right, an estimate from the nose's place between the pupils, valid if HasYaw. All coordinates are pixels of the
// picture that was passed in.
type Face struct {
	Box       image.Rectangle
	Score     float64
	Pupils    [4]float64
	HasPupils bool
	Roll      float64
	Yaw       float64
	HasYaw    bool
}

// InterEye is the distance between the pupils in pixels, 0 if they were not found.
func (f Face) InterEye() float64 {
	if !f.HasPupils {
		return 0
	}
	return math.Hypot(f.Pupils[2]-f.Pupils[0], f.Pupils[3]-f.Pupils[1])
}

// Options steer Detect. The zero value is the server's setting.
type Options struct {
	MinSize  float64 // smallest face as a share of the short side; 0 means .10
	MinScore float64 // least detector score; 0 means 8
	Pad      int     // pixels of border to add first, for portraits cut tightly out of a document
	Turns    bool    // also look at the three other orientations if the upright one holds no certain face
	Upright  bool    // only look once, without border or tilt, for a stream of frames
}

// Live are the options for camera frames: a large, sure face and one quick look.
func Live() Options { return Options{MinSize: .20, MinScore: 12, Upright: true} }

// Portrait are the options for a portrait cut out of a document.
func Portrait() Options { return Options{MinSize: .20, Pad: 60} }

const (
	workSide     = 1024 // longest side that the cascade looks at
	smallestFace = 20   // pixels at the working scale
	shiftFactor  = .1
	scaleFactor  = 1.1
	sameFace     = .2  // intersection over union
	certainScore = 50  // of an upright face that makes other orientations not worth a look
	sureScore    = 12  // least score of a face that only a border or a tilt brought to light
	largeFace    = .3  // its least size as a share of the short side
	largeSide    = 360 // longest side of the picture that it is sought in
	tilt         = 25  // degrees
)

var finder = sync.OnceValues(func() (*pigo.Pigo, error) {
	data, err := asset("cascade/facefinder")
	if err != nil {
		return nil, err
	}
	return pigo.NewPigo().Unpack(data)
})

// Detect finds the faces in a picture, the one with the greatest score × size first. If the plain look finds none, it
// looks again with a border (for faces that fill the picture) and tilted by 25° to either side. It answers ErrNoModel
// if the build holds no cascade, and an empty list if there is no face.
func Detect(img *image.Gray, opts Options) ([]Face, error) {
	cascade, err := finder()
	if err != nil {
		return nil, err
	}
	opts = opts.withDefaults()
	if img.Rect.Dx() < smallestFace || img.Rect.Dy() < smallestFace {
		return nil, nil
	}
	base := reduce(img, workSide)
	pad := int(float64(opts.Pad) / base.ax)
	faces := base.view(0, pad).detect(cascade, opts.MinSize, opts.MinScore)
	if opts.Turns && (len(faces) == 0 || faces[0].Score < certainScore) {
		for degrees := 90.; degrees < 360; degrees += 90 {
			turned := base.view(degrees, pad).detect(cascade, opts.MinSize, opts.MinScore)
			if len(faces) == 0 || len(turned) > 0 && turned[0].weight() > faces[0].weight() {
				faces = turned
			}
		}
	}
	if len(faces) > 0 || opts.Upright {
		return faces, nil
	}
	small := base.reduced(largeSide)
	for _, degrees := range []float64{0, tilt, -tilt} {
		view := small.view(degrees, min(small.w, small.h)*2/5)
		if faces := view.detect(cascade, largeFace, max(opts.MinScore, sureScore)); len(faces) > 0 {
			return faces, nil
		}
	}
	return nil, nil
}

func (o Options) withDefaults() Options {
	if o.MinSize <= 0 {
		o.MinSize = .10
	}
	if o.MinScore <= 0 {
		o.MinScore = 8
	}
	o.Pad = min(max(o.Pad, 0), 512)
	return o
}

// detect runs the cascade and the pupil and nose localisers on the plane and answers in the input's pixels.
func (p *plane) detect(cascade *pigo.Pigo, minSize, minScore float64) []Face {
	short := min(p.w, p.h) - 2*p.pad
	params := pigo.CascadeParams{
		MinSize:     max(smallestFace, int(minSize*float64(short))),
		MaxSize:     min(p.w, p.h),
		ShiftFactor: shiftFactor,
		ScaleFactor: scaleFactor,
		ImageParams: pigo.ImageParams{Pixels: p.pix, Rows: p.h, Cols: p.w, Dim: p.w},
	}
	var faces []Face
	for _, d := range cascade.ClusterDetections(cascade.RunCascade(params, 0), sameFace) {
		if float64(d.Q) >= minScore {
			half := d.Scale / 2
			faces = append(faces, Face{Box: image.Rect(d.Col-half, d.Row-half, d.Col+half, d.Row+half), Score: float64(d.Q)})
		}
	}
	faces = distinct(faces)
	for i := range faces {
		p.locate(&faces[i])
		faces[i] = p.restore(faces[i])
	}
	return faces
}

// distinct sorts faces by weight and drops those that overlap a weightier one.
func distinct(faces []Face) []Face {
	sort.SliceStable(faces, func(i, j int) bool { return faces[i].weight() > faces[j].weight() })
	var kept []Face
next:
	for _, f := range faces {
		for _, k := range kept {
			in := f.Box.Intersect(k.Box)
			least := min(f.Box.Dx()*f.Box.Dy(), k.Box.Dx()*k.Box.Dy())
			if 5*in.Dx()*in.Dy() > 2*least {
				continue next
			}
		}
		kept = append(kept, f)
	}
	return kept
}

func (f Face) weight() float64 { return f.Score * float64(f.Box.Dx()) }
