//go:build !js

package face_test

import (
	"errors"
	"testing"

	"proofdesk/engine/face"
)

func TestMissingModelIsErrNoModel(t *testing.T) {
	if _, err := face.Asset("weights/of_nobody"); !errors.Is(err, face.ErrNoModel) {
		t.Errorf("%v", err)
	}
}

func TestDamagedCascadesAreRefused(t *testing.T) {
	whole, err := face.Asset("weights/lp93")
	if err != nil {
		t.Fatal(err)
	}
	if err := face.ParseLocaliser(whole); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"empty":     nil,
		"head only": whole[:16],
		"cut":       whole[:len(whole)-1],
		"zeros":     make([]byte, 4096),
	} {
		if face.ParseLocaliser(data) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
