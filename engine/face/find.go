//go:build !js

package face

import (
	"image"
	"math"

	"proofdesk/engine/nn"
)

// When a mesh confirms a face. Tuned on the development samples.
const (
	mostLays    = 2   // of the mesh over one face
	mostRescale = 2   // times the distance of the pupils that were found that the mesh's may be, or the other way round
	settledMove = .12 // inter-eye distances that the pupils moved, below which they stay
)

// Find finds the faces in a picture like Detect, with the mesh network as second opinion: a face that the cascade
// doubts counts if the mesh confirms it, and one that the mesh denies is dropped unless the cascade is certain. Pupils,
// roll and yaw of confirmed faces are the mesh's. Without the mesh's weights it is Detect.
func Find(img *image.RGBA, opts Options) ([]Face, error) {
	cascade, err := finder()
	if err != nil || img.Rect.Dx() < smallestFace || img.Rect.Dy() < smallestFace {
		return nil, err
	}
	s := search{cascade: cascade, opts: opts.withDefaults()}
	if mesh, err := meshGraph(); err == nil {
		b := takeMeshBench(mesh)
		defer meshBenches.Put(b)
		s.confirm = func(f *Face) float64 { return b.settle(mesh, img, f) }
	}
	return s.run(reduce(grey(img), workSide)), nil
}

// settle confirms a face and moves its pupils to the middle of the mesh's eyes, on which glasses, shadows and turned
// heads have less influence. The mesh is fitted once more to a face whose pupils were far off.
func (b *meshBench) settle(g *nn.Graph, img *image.RGBA, f *Face) float64 {
	for range mostLays {
		m := b.lay(g, img, *f)
		if m.Presence < confirmFrom {
			return m.Presence
		}
		m.pose()
		x0, y0 := m.middle(eyeOuterLeft, eyeInnerLeft)
		x1, y1 := m.middle(eyeInnerRight, eyeOuterRight)
		d := f.InterEye()
		moved := max(math.Hypot(x0-f.Pupils[0], y0-f.Pupils[1]), math.Hypot(x1-f.Pupils[2], y1-f.Pupils[3]))
		if next := math.Hypot(x1-x0, y1-y0); next < d/mostRescale || next > mostRescale*d {
			return 0
		}
		f.Pupils = [4]float64{x0, y0, x1, y1}
		f.Roll, f.Yaw, f.HasYaw = math.Atan2(y1-y0, x1-x0)*180/math.Pi, m.Yaw, true
		if moved < settledMove*d {
			break
		}
	}
	return 1
}

func (m *Mesh) middle(i, j int) (float64, float64) {
	return (m.Points[i][0] + m.Points[j][0]) / 2, (m.Points[i][1] + m.Points[j][1]) / 2
}
