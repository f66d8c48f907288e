package nn_test

import (
	"errors"
	"slices"
	"testing"

	"proofdesk/engine/nn"
)

func TestWeightsAreReadInEveryStoredType(t *testing.T) {
	manifest := `[{"weights":[
		{"name":"f32","shape":[1],"dtype":"float32"},
		{"name":"i32","shape":[],"dtype":"int32"},
		{"name":"f16","shape":[3],"dtype":"float32","quantization":{"dtype":"float16","original_dtype":"float32"}},
		{"name":"u16","shape":[1],"dtype":"float32","quantization":{"dtype":"uint16","scale":0.5,"min":-1}}]},{"weights":[
		{"name":"u8","shape":[2,1],"dtype":"float32","quantization":{"dtype":"uint8","scale":0.25,"min":1}}]}]`
	data := []byte{0, 0, 0x80, 0x3f, 0xfe, 0xff, 0xff, 0xff, 0x00, 0x3c, 0x01, 0x80, 0x00, 0x7c, 3, 0, 0, 8}
	w, err := nn.ReadWeights([]byte(manifest), data)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float32{"f32": {1}, "i32": {-2}, "u16": {.5}, "u8": {1, 3}} {
		if !slices.Equal(w[name].Data, want) {
			t.Errorf("%s is %v, want %v", name, w[name].Data, want)
		}
	}
	if h := w["f16"].Data; h[0] != 1 || h[1] != -1./(1<<24) || h[2] < 1e38 {
		t.Errorf("f16 is %v", h)
	}
}

func TestUnusableWeightsAreRefused(t *testing.T) {
	for name, manifest := range map[string]string{
		"not json":     `{`,
		"short file":   `[{"weights":[{"name":"a","shape":[9],"dtype":"float32"}]}]`,
		"left over":    `[{"weights":[{"name":"a","shape":[1],"dtype":"uint8"}]}]`,
		"unknown type": `[{"weights":[{"name":"a","shape":[1],"dtype":"complex64"}]}]`,
		"negative":     `[{"weights":[{"name":"a","shape":[-1],"dtype":"float32"}]}]`,
		"overflow":     `[{"weights":[{"name":"a","shape":[60000000,60000000,60000000],"dtype":"uint8"}]}]`,
	} {
		if _, err := nn.ReadWeights([]byte(manifest), make([]byte, 8)); !errors.Is(err, nn.ErrWeights) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := nn.NewResNet(nn.Weights{}); !errors.Is(err, nn.ErrWeights) {
		t.Errorf("a network of no weights: %v", err)
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add([]byte(`[{"weights":[{"name":"a","shape":[2],"dtype":"float32","quantization":{"dtype":"uint8","scale":1,"min":0}}]}]`), []byte{1, 2})
	f.Add([]byte(`[]`), []byte{})
	f.Fuzz(func(t *testing.T, manifest, data []byte) {
		w, err := nn.ReadWeights(manifest, data)
		if err != nil && w != nil {
			t.Error("weights beside an error")
		}
		if _, err := nn.NewResNet(w); err == nil {
			t.Error("a network was made of noise")
		}
	})
}
