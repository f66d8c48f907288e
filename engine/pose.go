//go:build !js

package engine

import (
	"errors"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/raster"
	"proofdesk/engine/relief"
	"proofdesk/engine/video"
)

const (
	// mostPoses is in how many pictures of a film moves are followed: four in each second of the longest window.
	mostPoses = 64
	// restBefore is how long before the first prompt a person is at rest.
	restBefore = 4 * time.Second
)

// posesOf measures the face in the pictures of a film in which moves were asked for, and in those shortly before. A
// picture without one clear face has no pose.
func posesOf(r *run, c Capture, film video.Film) ([]check.Pose, error) {
	if len(c.Challenge.Moves) == 0 {
		return nil, nil
	}
	var poses []check.Pose
	for _, key := range film.Last(c.Challenge.Window() + restBefore).Spread(mostPoses) {
		if r.stopped() {
			break
		}
		shown, err := key.Decode()
		if err != nil {
			return nil, err
		}
		work := pictureOf(c, "WebM", raster.FromVideo(shown)).work
		img := work.RGBA()
		faces, err := face.Find(img, face.Live())
		if err != nil {
			return nil, err
		}
		if len(faces) == 0 || check.SeveralFaces(faces) {
			continue
		}
		m, err := face.Landmarks(img, faces[0])
		if errors.Is(err, face.ErrNoPupils) {
			continue
		}
		if err != nil {
			return nil, err
		}
		poses = append(poses, check.Pose{
			At:    key.At,
			Yaw:   m.Yaw,
			Pitch: m.Pitch,
			Open:  max(m.EyeOpen[0], m.EyeOpen[1]),
			Size:  faces[0].InterEye(),
			View:  relief.Of(work.Gray(), m),
		})
	}
	return poses, nil
}
