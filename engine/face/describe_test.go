//go:build !js

package face_test

import (
	"errors"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func describe(t testing.TB, seed uint64, opts drawn.Options) face.Description {
	t.Helper()
	img, faces := portrait(t, seed, opts)
	d, err := face.Describe(img, faces[0])
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOnePersonUnderOtherLightPoseAndSizeIsTheSame(t *testing.T) {
	for seed := range uint64(4) {
		a := describe(t, seed, drawn.Options{Size: 200})
		b := describe(t, seed, drawn.Options{
			Size:       280,
			Capture:    seed + 1,
			Selfie:     true,
			Expression: drawn.Smile,
			Roll:       8,
		})
		if d := face.Distance(a.Descriptor, b.Descriptor); d > face.SameUpTo {
			t.Errorf("seed %d: distance %.2f", seed, d)
		}
	}
}

func TestDescriptionTellsTheInterEyeDistance(t *testing.T) {
	small := describe(t, 4, drawn.Options{Size: 90})
	large := describe(t, 4, drawn.Options{Size: 220})
	if small.InterEye > face.LeastInterEye || large.InterEye < face.EnoughInterEye {
		t.Errorf("%.1f and %.1f pixels", small.InterEye, large.InterEye)
	}
}

func TestFaceWithoutPupilsIsNotDescribed(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 50, 50))
	for _, f := range []face.Face{{}, {HasPupils: true}, {HasPupils: true, Pupils: [4]float64{9, 9, 9.5, 9}}} {
		if _, err := face.Describe(img, f); !errors.Is(err, face.ErrNoPupils) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	far := face.Face{HasPupils: true, Pupils: [4]float64{-1e6, 1e7, 1e6, -1e7}}
	if _, err := face.Describe(img, far); err != nil {
		t.Errorf("pupils outside the picture: %v", err)
	}
}

func TestSearchFindsTheNearestInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	flat := make([]float32, 500*128)
	for i := range flat {
		flat[i] = rng.Float32() * .1
	}
	query := (*face.Descriptor)(flat[77*128:])
	var all []face.Hit
	for i := range 500 {
		if d := face.Distance(*query, face.Descriptor(flat[i*128:])); d <= .45 {
			all = append(all, face.Hit{Index: i, Distance: d})
		}
	}
	slices.SortStableFunc(all, func(a, b face.Hit) int { return int(math.Copysign(1, a.Distance-b.Distance)) })
	got := face.Search(query, append(flat, 1, 2, 3), 10, .45)
	if len(got) != min(10, len(all)) || got[0].Index != 77 || got[0].Distance != 0 {
		t.Fatalf("%d hits, first %+v", len(got), got[0])
	}
	for i, h := range got {
		if h.Index != all[i].Index || math.Abs(h.Distance-all[i].Distance) > 1e-5 {
			t.Errorf("hit %d is %+v, want %+v", i, h, all[i])
		}
	}
	if len(face.Search(query, flat, 0, 1)) != 0 || len(face.Search(query, nil, 5, 1)) != 0 ||
		len(face.Search(query, flat, 5, math.NaN())) != 0 {
		t.Error("hits out of nothing")
	}
}

func BenchmarkDescribe(b *testing.B) {
	img, faces := portrait(b, 1, drawn.Options{Size: 420})
	for b.Loop() {
		if _, err := face.Describe(img, faces[0]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch100k(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	flat := make([]float32, 100_000*128)
	for i := range flat {
		flat[i] = float32(rng.NormFloat64() * .09)
	}
	query := (*face.Descriptor)(flat[12345*128:])
	for b.Loop() {
		if hits := face.Search(query, flat, 10, face.DuplicateUpTo); len(hits) == 0 {
			b.Fatal("the query itself was not found")
		}
	}
}

func BenchmarkQuality(b *testing.B) {
	img, faces := portrait(b, 1, drawn.Options{Size: 420})
	for b.Loop() {
		face.Quality(img, faces, face.DefaultLimits())
	}
}
