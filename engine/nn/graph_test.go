package nn_test

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"proofdesk/engine/nn"
)

func graphFiles(t testing.TB, name string) (model, data []byte) {
	t.Helper()
	model, err := os.ReadFile("../face/weights/" + name + ".json")
	if err != nil {
		t.Fatalf("run engine/models/prepare.sh first: %v", err)
	}
	if data, err = os.ReadFile("../face/weights/" + name + ".bin"); err != nil {
		t.Fatal(err)
	}
	return model, data
}

func graph(t testing.TB, name string) *nn.Graph {
	t.Helper()
	g, err := nn.ReadGraph(graphFiles(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func stripes(in *nn.Map) {
	for y := range in.H {
		for x := range in.W {
			for c := range in.C {
				in.Data[in.At(y, x)+c] = float32((x*x+3*y*(c+1)+x*y/7)%251) / 255
			}
		}
	}
}

// Every n-th value that tensorflow.js (4.22, plain backend) answers for stripes.
var graphGolden = []struct {
	model, output string
	length, every int
	values        []float64
}{
	{"facemesh", "Identity_1", 1, 1, []float64{.0002}},
	{
		"facemesh", "Identity_2", 1404, 117,
		[]float64{
			109.37695, 95.17431, 85.1143, 51.96155, 39.65612, 108.9698, 19.39467, 121.51942, 111.03098, 107.44899,
			124.01287, 116.46669,
		},
	},
	{
		"iris", "Identity", 228, 19,
		[]float64{
			24.50405, 33.78345, -.2434, 30.26871, 29.92659, 2.5964, 41.54079, 23.62929, -1.7351, 25.01078, 29.4711,
			-.6954,
		},
	},
}

func TestGraphsMatchTheReferenceTo1e3OnBothKernels(t *testing.T) {
	for _, want := range graphGolden {
		g := graph(t, want.model)
		for _, portable := range []bool{true, false} {
			s := g.NewScratch(portable)
			stripes(s.Input())
			g.Run(s)
			g.Run(s) // a second run finds nothing left over
			got := g.Output(s, want.output)
			if len(got) != want.length {
				t.Fatalf("%s %s has %d values", want.model, want.output, len(got))
			}
			for i, v := range want.values {
				if math.Abs(float64(got[i*want.every])-v) > 1e-3 {
					t.Errorf("%s %s: value %d is %v, want %v", want.model, want.output, i*want.every,
						got[i*want.every], v)
				}
			}
		}
		if g.Output(g.NewScratch(true), "nothing") != nil {
			t.Error("an unknown output has values")
		}
	}
}

func TestRunningAGraphDoesNotAllocate(t *testing.T) {
	g := graph(t, "iris")
	s := g.NewScratch(false)
	if n := testing.AllocsPerRun(2, func() { g.Run(s) }); n != 0 {
		t.Errorf("%v allocations per run", n)
	}
}

// tiny is a graph of one operation behind a 4 × 4 × 2 picture.
func tiny(op, attributes string) string {
	return `{"modelTopology":{"node":[
		{"name":"in","op":"Placeholder","attr":{"shape":{"shape":{"dim":[{"size":"-1"},{"size":"4"},{"size":"4"},{"size":"2"}]}}}},
		{"name":"x","op":"` + op + `","input":["in","k","b"],"attr":{` + attributes + `}},
		{"name":"out","op":"Identity","input":["x"]}]},
		"weightsManifest":[{"weights":[{"name":"k","shape":[3,3,2,1],"dtype":"uint8"},{"name":"b","shape":[1],"dtype":"uint8"}]}]}`
}

const same = `"padding":{"s":"U0FNRQ=="},"strides":{"list":{"i":["1","2","2","1"]}},"ksize":{"list":{"i":["1","2","2","1"]}}`

func TestUnknownAndImpossibleGraphsAreRefused(t *testing.T) {
	data := make([]byte, 19)
	for name, model := range map[string]string{
		"not json":          `]`,
		"no outputs":        `{"modelTopology":{"node":[]},"weightsManifest":[]}`,
		"unknown operation": tiny("Magic", same),
		"no padding": tiny("MaxPool",
			`"strides":{"list":{"i":["1","2","2","1"]}},"ksize":{"list":{"i":["1","2","2","1"]}}`),
		"no stride":          tiny("Conv2D", `"padding":{"s":"U0FNRQ=="}`),
		"dilated":            tiny("Conv2D", same+`,"dilations":{"list":{"i":["1","2","2","1"]}}`),
		"fused with nothing": tiny("_FusedConv2D", same+`,"fused_ops":{"list":{"s":["TWFnaWM="]}}`),
		"adds shapes":        tiny("AddV2", ``),
		"pads little":        tiny("Pad", ``),
		"loop": `{"modelTopology":{"node":[{"name":"a","op":"Relu","input":["b"]},{"name":"b","op":"Relu","input":["a"]},
			{"name":"out","op":"Identity","input":["a"]}]},"weightsManifest":[{"weights":[{"name":"k","shape":[19],"dtype":"uint8"}]}]}`,
	} {
		if _, err := nn.ReadGraph([]byte(model), data); !errors.Is(err, nn.ErrWeights) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSmallGraphsComputeByHand(t *testing.T) {
	data := []byte(strings.Repeat("\x01", 18) + "\x05")
	for op, want := range map[string]float32{"Conv2D": 18, "DepthwiseConv2dNative": 9, "MaxPool": 1, "Relu": 1} {
		model := tiny(op, same)
		g, err := nn.ReadGraph([]byte(model), data)
		if err != nil {
			t.Fatalf("%s: %v", op, err)
		}
		s := g.NewScratch(true)
		in := s.Input()
		for y := range in.H {
			for x := range in.W {
				in.Data[in.At(y, x)], in.Data[in.At(y, x)+1] = 1, 1
			}
		}
		g.Run(s)
		if got := g.Output(s, "out"); len(got) == 0 || got[0] != want {
			t.Errorf("%s: %v, want %v first", op, got, want)
		}
	}
}

func FuzzReadGraph(f *testing.F) {
	f.Add([]byte(tiny("Conv2D", same)), make([]byte, 19))
	f.Add([]byte(tiny("MaxPool", same)), make([]byte, 19))
	f.Add([]byte(tiny("Reshape", "")), make([]byte, 19))
	f.Fuzz(func(t *testing.T, model, data []byte) {
		g, err := nn.ReadGraph(model, data)
		if err != nil {
			return
		}
		s := g.NewScratch(true)
		g.Run(s)
	})
}

func BenchmarkGraph(b *testing.B) {
	for _, name := range []string{"facemesh", "iris"} {
		g := graph(b, name)
		for kernel, portable := range map[string]bool{"portable": true, "native": false} {
			b.Run(name+"/"+kernel, func(b *testing.B) {
				s := g.NewScratch(portable)
				b.ReportAllocs()
				for b.Loop() {
					g.Run(s)
				}
			})
		}
	}
}
