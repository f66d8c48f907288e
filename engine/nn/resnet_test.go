package nn_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"proofdesk/engine/nn"
)

// pattern is a chip of curved stripes with a disc, the same for ever.
func pattern() []uint8 {
	chip := make([]uint8, 0, nn.ChipSide*nn.ChipSide*3)
	for y := range nn.ChipSide {
		for x := range nn.ChipSide {
			for c := range 3 {
				v := (x*x + 3*y*(c+1) + x*y/7) % 251
				if (x-75)*(x-75)+(y-75)*(y-75) < 2500+700*c {
					v = v/2 + 100
				}
				chip = append(chip, uint8(v))
			}
		}
	}
	return chip
}

func network(t testing.TB) *nn.ResNet {
	t.Helper()
	manifest, err := os.ReadFile("../face/weights/face_recognition_model.json")
	if err != nil {
		t.Fatalf("run engine/models/prepare.sh first: %v", err)
	}
	data, err := os.ReadFile("../face/weights/face_recognition_model.bin")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := nn.ReadWeights(manifest, data)
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.NewResNet(weights)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func TestDescriptorMatchesTheReferenceTo1e4OnBothKernels(t *testing.T) {
	net := network(t)
	for _, portable := range []bool{true, false} {
		got := net.Describe(net.NewScratch(portable), pattern())
		for i, want := range golden {
			if math.Abs(float64(got[i]-want)) > 1e-4 {
				t.Fatalf("portable %v: value %d is %v, want %v", portable, i, got[i], want)
			}
		}
	}
}

func TestScratchHoldsNothingOverFromTheLastRun(t *testing.T) {
	net := network(t)
	s := net.NewScratch(false)
	first := net.Describe(s, pattern())
	net.Describe(s, make([]uint8, nn.ChipSide*nn.ChipSide*3))
	if again := net.Describe(s, pattern()); again != first {
		t.Fatal("the same chip gave another descriptor after a different one")
	}
}

func TestDescribingDoesNotAllocate(t *testing.T) {
	net := network(t)
	s, chip := net.NewScratch(false), pattern()
	if n := testing.AllocsPerRun(3, func() { net.Describe(s, chip) }); n != 0 {
		t.Errorf("%v allocations per run", n)
	}
}

func TestChipOfWrongLengthAnswersZero(t *testing.T) {
	net := network(t)
	if net.Describe(net.NewScratch(true), make([]uint8, 7)) != (nn.Descriptor{}) {
		t.Error("a chip of 7 bytes was described")
	}
}

func TestTileKernelsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = rng.Float32()*2 - 1
		}
		return v
	}
	for _, size := range [][3]int{{1, 1, 1}, {3, 1, 3}, {96, 3, 200}, {32, 1, 32}, {768, 3, 1000}} {
		run, rows, stride := size[0], size[1], size[2]
		src := random((rows-1)*stride + run + 40)
		want, got, native := nn.Tile(src, [6]int{0, 40, 3, 4, 17, 8}, random(run*rows*16), run, rows, stride)
		for i := range want {
			if native && math.Abs(float64(want[i]-got[i])) > 1e-3 {
				t.Fatalf("run %d, rows %d: sum %d is %v in assembly, %v in Go", run, rows, i, got[i], want[i])
			}
		}
	}
}

func BenchmarkResNet(b *testing.B) {
	net, chip := network(b), pattern()
	for name, portable := range map[string]bool{"portable": true, "native": false} {
		b.Run(name, func(b *testing.B) {
			s := net.NewScratch(portable)
			b.ReportAllocs()
			for b.Loop() {
				net.Describe(s, chip)
			}
		})
	}
}

func BenchmarkConv3x3x64(b *testing.B) {
	kernel := nn.Tensor{Shape: []int{3, 3, 64, 64}, Data: make([]float32, 9*64*64)}
	conv, err := nn.NewConv(kernel, nil, nil, 1)
	if err != nil {
		b.Fatal(err)
	}
	src, dst := nn.NewMap(17, 17, 64, 1), nn.NewMap(17, 17, 64, 1)
	for name, portable := range map[string]bool{"portable": true, "native": false} {
		b.Run(name, func(b *testing.B) {
			r := nn.NewRunner(portable)
			for b.Loop() {
				conv.Run(r, dst, src, 17, 17, 1, 1, nil, nn.ReLU)
			}
		})
	}
}
