package face

import (
	"image"
	"math"
	"slices"
	"sort"
	"sync"

	pigo "github.com/esimov/pigo/core"

	"proofdesk/engine/raster"
)

// Face is one detected face. Box is the square window of the detector and may reach over the picture's edge; Pupils
// hold the eye on the picture's left and then the one on its right (as seen with the face upright) as x, y, valid if
// HasPupils. Roll is in degrees, clockwise as seen, -180..180; Yaw in degrees, positive when the nose points to the
// picture's right, an estimate from the nose's place between the pupils, valid if HasYaw. Confirmed is set where Find
// ran the mesh network and it agreed. All coordinates are pixels of the picture that was passed in.
type Face struct {
	Box       image.Rectangle
	Score     float64
	Pupils    [4]float64
	HasPupils bool
	Roll      float64
	Yaw       float64
	HasYaw    bool
	Confirmed bool
}

// Middle returns the middle of the face's window.
func (f Face) Middle() raster.Point {
	at := f.Box.Min.Add(f.Box.Max)
	return raster.Point{X: float64(at.X) / 2, Y: float64(at.Y) / 2}
}

// InterEye is the distance between the pupils in pixels, 0 if they were not found.
func (f Face) InterEye() float64 {
	if !f.HasPupils {
		return 0
	}
	return math.Hypot(f.Pupils[2]-f.Pupils[0], f.Pupils[3]-f.Pupils[1])
}

// Options are the options of Detect. The zero value is the server's setting.
type Options struct {
	MinSize  float64 // smallest face as a share of the short side; 0 means defaultSize
	MinScore float64 // least detector score; 0 means defaultScore
	Pad      int     // pixels of border to add first, for portraits cut tightly out of a document
	Turns    bool    // also look at the three other orientations if the upright one holds no certain face
	Upright  bool    // only look once, without border or tilt, for a stream of frames
}

// Live are the options for camera frames: a large, sure face and one quick look.
func Live() Options { return Options{MinSize: liveSize, MinScore: liveScore, Upright: true} }

// Portrait are the options for a portrait cut out of a document.
func Portrait() Options { return Options{MinSize: portraitSize, Pad: portraitPad} }

// The options of each use. Sizes are shares of the picture's shorter side; scores are the cascade's own, without a
// unit. They are among the project's requirements.
const (
	defaultSize  = .10
	defaultScore = 8
	liveSize     = .20
	liveScore    = 12
	portraitSize = .20
	portraitPad  = 60 // pixels
)

// How faces are sought. Tuned on the development samples.
const (
	workSide     = 1024 // longest side that the cascade examines
	smallestFace = 20   // pixels at the working scale
	coarse       = .10  // step of place and size on the first look, as a share of the size
	dense        = .06  // and on later looks
	sameFace     = .2   // intersection over union
	certainScore = 50   // of an upright face that makes other orientations not worth a look
	sureScore    = 40   // least score of a face that only a border or a tilt brought to light
	largeFace    = .3   // its least size as a share of the short side
	largeSide    = 360  // longest side of the picture that it is sought in
	largeBorder  = 40   // border around that picture, percent of its shorter side
	mostPad      = 512  // pixels of border that may be asked for
	mostOverlap  = 40   // percent of the smaller of two faces that the other may cover
	tilt         = 25   // degrees

	doubtfulScore = 2   // from which a face counts if the mesh network confirms it
	confirmFrom   = .9  // probability
	denyBelow     = .05 // probability; what the mesh network is so sure about is no face
	mostFaces     = 12  // that are worth confirming
)

var finder = sync.OnceValues(func() (*pigo.Pigo, error) {
	data, err := cascadeFile()
	if err != nil {
		return nil, err
	}
	return pigo.NewPigo().Unpack(data)
})

// Detect finds the faces in a grey picture by the cascade alone, the one with the greatest score × size first. If the
// plain look finds none, it looks again with a border (for faces that fill the picture) and tilted by 25° to either
// side. It answers ErrNoModel if the build holds no cascade, and an empty list if there is no face.
func Detect(img *image.Gray, opts Options) ([]Face, error) {
	cascade, err := finder()
	if err != nil || img.Rect.Dx() < smallestFace || img.Rect.Dy() < smallestFace {
		return nil, err
	}
	s := search{cascade: cascade, opts: opts.withDefaults()}
	return s.run(reduce(img, workSide)), nil
}

// search is one search for faces. confirm, if there is one, judges what the cascade alone can't.
type search struct {
	cascade *pigo.Pigo
	opts    Options
	confirm func(*Face) float64 // the probability that it is a face; may improve its pupils
}

// run tries one way of searching the picture after the other until one finds a face.
func (s *search) run(base *plane) []Face {
	pad := int(float64(s.opts.Pad) / base.ax)
	faces := s.look(base.view(0, pad), s.opts.MinSize, s.opts.MinScore, coarse)
	if s.opts.Turns && (len(faces) == 0 || faces[0].Score < certainScore) {
		for degrees := 90.; degrees < 360; degrees += 90 { // the three other quarter turns
			faces = weightier(faces, s.look(base.view(degrees, pad), s.opts.MinSize, s.opts.MinScore, coarse))
		}
	}
	if s.opts.Upright || len(faces) > 0 && faces[0].Score >= s.opts.MinScore {
		return faces
	}
	return s.large(base, faces)
}

// large searches for a face that fills the picture, with a border and tilted to either side, besides those found
// before.
func (s *search) large(base *plane, faces []Face) []Face {
	small := base.reduced(largeSide)
	for _, degrees := range []float64{0, tilt, -tilt} {
		view := small.view(degrees, min(small.w, small.h)*largeBorder/100)
		found := s.look(view, max(largeFace, s.opts.MinSize), max(s.opts.MinScore, sureScore), dense)
		faces = weightier(faces, found)
		if len(faces) > 0 && faces[0].Score >= sureScore {
			break
		}
	}
	return faces
}

// weightier returns the list whose first face has the greater weight, a where they have none.
func weightier(a, b []Face) []Face {
	if len(a) == 0 || len(b) > 0 && b[0].weight() > a[0].weight() {
		return b
	}
	return a
}

// look runs the cascade over one view and keeps the faces that are sure enough.
func (s *search) look(view *plane, minSize, minScore, step float64) []Face {
	if s.confirm == nil {
		return view.detect(s.cascade, minSize, minScore, step)
	}
	var kept []Face
	for _, f := range view.detect(s.cascade, minSize, min(doubtfulScore, minScore), step) {
		if f.HasPupils && len(kept) < mostFaces {
			p := s.confirm(&f)
			f.Confirmed = p >= confirmFrom
			if p < denyBelow && f.Score < certainScore {
				continue
			}
		}
		if (f.Confirmed || f.Score >= minScore) && !slices.ContainsFunc(kept, f.same) {
			kept = append(kept, f)
		}
	}
	return kept
}

func (o Options) withDefaults() Options {
	if o.MinSize <= 0 {
		o.MinSize = defaultSize
	}
	if o.MinScore <= 0 {
		o.MinScore = defaultScore
	}
	o.Pad = min(max(o.Pad, 0), mostPad)
	return o
}

// detect runs the cascade and the pupil and nose localisers on the plane and answers in the input's pixels.
func (p *plane) detect(cascade *pigo.Pigo, minSize, minScore, step float64) []Face {
	short := min(p.w, p.h) - 2*p.pad
	params := pigo.CascadeParams{
		MinSize:     max(smallestFace, int(minSize*float64(short))),
		MaxSize:     min(p.w, p.h),
		ShiftFactor: step,
		ScaleFactor: 1 + step,
		ImageParams: pigo.ImageParams{Pixels: p.pix, Rows: p.h, Cols: p.w, Dim: p.w},
	}
	var faces []Face
	for _, d := range cascade.ClusterDetections(cascade.RunCascade(params, 0), sameFace) {
		if float64(d.Q) >= minScore {
			half := d.Scale / 2
			faces = append(faces, Face{
				Box:   image.Rect(d.Col-half, d.Row-half, d.Col+half, d.Row+half),
				Score: float64(d.Q),
			})
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
			if 100*in.Dx()*in.Dy() > mostOverlap*least {
				continue next
			}
		}
		kept = append(kept, f)
	}
	return kept
}

// same reports whether two faces have their eyes in one place.
func (f Face) same(k Face) bool {
	dx := f.Pupils[0] + f.Pupils[2] - k.Pupils[0] - k.Pupils[2]
	dy := f.Pupils[1] + f.Pupils[3] - k.Pupils[1] - k.Pupils[3]
	return f.HasPupils && k.HasPupils && math.Hypot(dx, dy)/2 < max(f.InterEye(), k.InterEye())
}

func (f Face) weight() float64 { return f.Score * float64(f.Box.Dx()) }
