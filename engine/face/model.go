package face

import (
	"embed"
	"errors"
	"io/fs"
	"sync"
)

// ErrNoModel is returned by a function whose model is not part of the binary.
var ErrNoModel = errors.New("face: the model is not in this build")

// ModelInfo describes one embedded model for the models page. SHA256 is the lower-case hex digest over the model's
// files in the order listed; it is empty, and Bytes is 0, if the model is absent. The device build leaves digests out.
type ModelInfo struct {
	Name    string
	Use     string
	Origin  string
	Version string
	Licence string
	Files   []string
	Bytes   int
	SHA256  string
}

const (
	pigoOrigin    = "github.com/esimov/pigo"
	faceAPIOrigin = "npm @vladmandic/face-api"
	humanOrigin   = "npm @vladmandic/human"
)

// Models lists the models that this package can use, present or not, in a fixed order.
func Models() []ModelInfo { return append([]ModelInfo(nil), inventory()...) }

// Model is the entry of Models with that name, or the zero value.
func Model(name string) ModelInfo {
	for _, m := range inventory() {
		if m.Name == name {
			return m
		}
	}
	return ModelInfo{}
}

// ModelBytes returns the files of a model one after the other, as its SHA256 is taken over; nil if the model is absent.
func ModelBytes(name string) []byte {
	var all []byte
	for _, file := range Model(name).Files {
		data, err := asset(file)
		if err != nil {
			return nil
		}
		all = append(all, data...)
	}
	return all
}

var inventory = sync.OnceValue(func() []ModelInfo {
	list := []ModelInfo{
		{Name: "facefinder", Use: "face detection", Origin: pigoOrigin, Version: "1.4.6", Files: []string{cascadeName}},
		{
			Name:    "puploc",
			Use:     "pupil localisation",
			Origin:  pigoOrigin,
			Version: "1.4.6",
			Files:   []string{"weights/puploc"},
		},
		{
			Name:    "lp93",
			Use:     "nose localisation for yaw",
			Origin:  pigoOrigin,
			Version: "1.4.6",
			Files:   []string{"weights/lp93"},
		},
		{
			Name:    "face_recognition",
			Use:     "face comparison and duplicate search",
			Origin:  faceAPIOrigin,
			Version: "1.7.15",
			Files:   []string{"weights/face_recognition_model.json", "weights/face_recognition_model.bin"},
		},
		{
			Name:    "facemesh",
			Use:     "face landmarks",
			Origin:  humanOrigin,
			Version: "3.3.6",
			Files:   []string{"weights/facemesh.json", "weights/facemesh.bin"},
		},
		{
			Name:    "iris",
			Use:     "eye landmarks",
			Origin:  humanOrigin,
			Version: "3.3.6",
			Files:   []string{"weights/iris.json", "weights/iris.bin"},
		},
	}
	for i := range list {
		list[i].Licence = "MIT"
		list[i].SHA256, list[i].Bytes = digest(list[i].Files)
	}
	return list
})

// asset is an embedded file's content, or ErrNoModel.
func asset(name string) ([]byte, error) {
	for _, files := range []embed.FS{cascades, weights} {
		data, err := fs.ReadFile(files, name)
		if err == nil {
			return data, nil
		}
	}
	return nil, ErrNoModel
}
