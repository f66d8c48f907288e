//go:build !js

package face

import (
	"image"
	"math"
	"sync"

	"proofdesk/engine/nn"
)

func loadGraph(name string) func() (*nn.Graph, error) {
	return sync.OnceValues(func() (*nn.Graph, error) {
		model, err := asset("weights/" + name + ".json")
		if err != nil {
			return nil, err
		}
		data, err := asset("weights/" + name + ".bin")
		if err != nil {
			return nil, err
		}
		return nn.ReadGraph(model, data)
	})
}

var (
	meshGraph = loadGraph("facemesh")
	eyeGraph  = loadGraph("iris")
)

// meshBench is what one running Landmarks works with.
type meshBench struct {
	mesh, eye *nn.GraphScratch
	chip      [meshSide * meshSide * 3]uint8
}

var meshBenches sync.Pool

func takeMeshBench(mesh *nn.Graph) *meshBench {
	b, ok := meshBenches.Get().(*meshBench)
	if !ok {
		b = &meshBench{mesh: mesh.NewScratch(false)}
	}
	return b
}

// Landmarks fits the mesh to a face and examines its eyes. It returns ErrNoModel if the build holds no weights, and
// ErrNoPupils for a face without pupils.
func Landmarks(img *image.RGBA, f Face) (*Mesh, error) {
	mesh, err := meshGraph()
	if err != nil {
		return nil, err
	}
	eye, err := eyeGraph()
	if err != nil {
		return nil, err
	}
	if f.InterEye() < 1 || img.Rect.Empty() {
		return nil, ErrNoPupils
	}
	b := takeMeshBench(mesh)
	defer meshBenches.Put(b)
	if b.eye == nil {
		b.eye = eye.NewScratch(false)
	}
	m := b.lay(mesh, img, f)
	m.EyeOpen[0] = b.opening(eye, img, m, eyeOuterLeft, eyeInnerLeft, false)
	m.EyeOpen[1] = b.opening(eye, img, m, eyeInnerRight, eyeOuterRight, true)
	m.pose()
	return m, nil
}

// fill cuts the picture for a graph, in 0..1, mirrored if asked for.
func (b *meshBench) fill(in *nn.Map, img *image.RGBA, at similarity, mirrored bool) {
	side := in.W
	at.chip(img, side, b.chip[:3*side*side])
	for y := range side {
		for x := range side {
			from := x
			if mirrored {
				from = side - 1 - x
			}
			for k := range 3 {
				in.Data[in.At(y, x)+k] = float32(b.chip[3*(y*side+from)+k]) / 255
			}
		}
	}
}

func (b *meshBench) lay(g *nn.Graph, img *image.RGBA, f Face) *Mesh {
	m := &Mesh{}
	at := alignment(f.Pupils, meshLeftX, meshRightX, meshEyeY)
	b.fill(b.mesh.Input(), img, at, false)
	g.Run(b.mesh)
	if flag := g.Output(b.mesh, "Identity_1"); len(flag) == 1 {
		m.Presence = float64(flag[0])
	}
	points := g.Output(b.mesh, "Identity_2")
	scale := math.Hypot(at.a, at.b)
	for i := range m.Points {
		if 3*i+2 < len(points) {
			x, y := at.at(float64(points[3*i]), float64(points[3*i+1]))
			m.Points[i] = [3]float64{x, y, float64(points[3*i+2]) * scale}
		}
	}
	return m
}

// lidPoints are the points of the eye network: 0 to 8 follow the lower lid from corner to corner, 9 to 15 the upper lid
// between the corners.
const lidPoints = 16

var (
	lidPairs   = [3][2]int{{3, 11}, {4, 12}, {5, 13}} // points across from each other in the middle of the lids
	lidCorners = [2]int{0, 8}
)

// widestEye is the width of an eye from which the mesh has gone astray, pixels.
const widestEye = 1e5

// opening measures one eye between its lids, from the two corners of the mesh. left and right are as seen in the
// picture.
func (b *meshBench) opening(g *nn.Graph, img *image.RGBA, m *Mesh, left, right int, mirrored bool) float64 {
	l, r := m.Points[left], m.Points[right]
	width := math.Hypot(r[0]-l[0], r[1]-l[1])
	if !(width >= 1) || width > widestEye {
		return 0
	}
	margin := eyeSide * (1 - 1/eyeScale) / 2
	at := alignment([4]float64{l[0], l[1], r[0], r[1]}, margin, eyeSide-margin, eyeSide/2)
	b.fill(b.eye.Input(), img, at, mirrored)
	g.Run(b.eye)
	p := g.Output(b.eye, "Identity")
	if len(p) < lidPoints*3 {
		return 0
	}
	gap := func(i, j int) float64 {
		return math.Hypot(float64(p[3*i]-p[3*j]), float64(p[3*i+1]-p[3*j+1]))
	}
	var between float64
	for _, pair := range lidPairs {
		between += gap(pair[0], pair[1])
	}
	return between / float64(len(lidPairs)) / max(gap(lidCorners[0], lidCorners[1]), 1)
}
