//go:build !js

package engine

import (
	"errors"
	"image"
	"math"
	"slices"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
	"proofdesk/engine/raster"
	"proofdesk/engine/video"
)

const (
	// filmFrames is how many pictures of a film are looked at: as many as the console shows of it, one in two and a
	// half seconds of the longest that the SDK takes. Each costs about a tenth of a second.
	filmFrames = 8
	// patchSide is to how many parts each way a face is reduced before it is compared with itself: the noise of each
	// pixel is gone, the lids and the mouth are not.
	patchSide = 24
	// changed is the share of a face's parts that has to change: a closed eye covers about as much.
	changed = .03
)

// filmFaults are the words for why a film can't be looked at.
var filmFaults = map[video.Fault]struct{ reason, detail string }{
	video.Unsupported: {"video.format", "Only WebM videos with VP8 pictures are looked at"},
	video.Damaged:     {"video.damaged", "The video is damaged or ends too early"},
	video.TooLarge:    {"video.too_large", "The video is larger than is looked at"},
	video.NoKeyFrame:  {"video.no_key_frame", "The video has no key frame"},
}

// filmed are the pictures of a film.
type filmed struct {
	capture string
	frames  []check.FilmFrame
}

func (f filmed) seen() bool { return f.frames != nil }

func isFilm(c Capture) bool { return c.Kind == "video" }

// inspectFilm looks at some key frames of a film, spread over its time. A film that can't be read is no unreadable
// capture: players know more than is read here, so that a person has to look at it.
func inspectFilm(r *run, c Capture) results {
	report := finding.CaptureReport{ID: c.ID, Kind: c.Kind}
	seen, err := watch(r, c, &report)
	found := results{captures: []finding.CaptureReport{report}}
	if err != nil {
		why := reasonOf(err)
		found.checks = append(check.NoFilm(c.ID, why.reason, why.detail),
			check.FilmNoChallenge(c.ID, c.Challenge, why.reason, why.detail))
	} else {
		found.checks = []finding.Check{
			check.FilmFaces(c.ID, seen.frames), check.FilmMotion(c.ID, seen.frames, seen.change),
			check.FilmChallenge(c.ID, c.Challenge, seen.poses, seen.end, check.ShapesOf),
		}
		found.people = people{filmed: filmed{c.ID, seen.frames}}
	}
	found.checks = r.watch.charge(found.checks)
	return found
}

// reasonOf returns why a film was not looked at.
func reasonOf(err error) (why struct{ reason, detail string }) {
	var fault video.Fault
	if errors.As(err, &fault) {
		return filmFaults[fault]
	}
	why.detail = "The face detector is not in this build"
	return why
}

// seen is what a film shows.
type seen struct {
	frames []check.FilmFrame
	first  []float64       // the parts of the face in the first picture
	place  image.Rectangle // where it is
	change float64         // how much the face differs from that at most
	poses  []check.Pose    // of the part in which moves were asked for
	end    time.Duration
}

// watch looks at the key frames of a film one after the other, so that no more than one is held.
func watch(r *run, c Capture, report *finding.CaptureReport) (seen, error) {
	var s seen
	film, err := video.Read(c.Bytes)
	if err != nil {
		return s, err
	}
	report.Format = "WebM"
	report.KeyFrames = film.Sketch()
	s.end = film.End()
	for _, key := range film.Spread(filmFrames) {
		if len(s.frames) > 0 && r.stopped() {
			break
		}
		shown, err := key.Decode()
		if err != nil {
			return s, err
		}
		p := pictureOf(c, report.Format, raster.FromVideo(shown))
		report.Width, report.Height = p.Width, p.Height
		faces, err := face.Find(p.work.RGBA(), face.Options{Turns: true})
		if err != nil {
			return s, err
		}
		s.compare(p, faces)
		s.frames = append(s.frames, filmFrame(p, key, faces))
	}
	s.poses, err = posesOf(r, c, film)
	return s, err
}

// filmFrame describes the face of one picture of a film.
func filmFrame(p *picture, key video.Frame, faces []face.Face) check.FilmFrame {
	f := check.FilmFrame{At: key.At}
	switch {
	case check.SeveralFaces(faces):
		f.Faces = len(faces)
	case len(faces) > 0:
		f.Faces, f.Yaw, f.Face = 1, faces[0].Yaw, describeFace(p, faces[0])
	}
	return f
}

// compare notes how much the place of the first picture's face has changed since. Without a face the whole picture is
// that place.
func (s *seen) compare(p *picture, faces []face.Face) {
	gray := p.work.Gray()
	if s.first == nil {
		s.place = gray.Rect
		if len(faces) > 0 {
			s.place = faces[0].Box.Intersect(gray.Rect)
		}
	}
	parts := patch(gray, s.place)
	if s.first == nil {
		s.first = parts
	}
	s.change = max(s.change, differ(s.first, parts))
}

// patch returns the brightness of a place in parts, from their mean, so that the light does not matter.
func patch(gray *image.Gray, place image.Rectangle) []float64 {
	parts := make([]float64, patchSide*patchSide)
	mean := 0.0
	for i := range parts {
		x, y := i%patchSide, i/patchSide
		part := image.Rect(place.Dx()*x/patchSide, place.Dy()*y/patchSide,
			place.Dx()*(x+1)/patchSide, place.Dy()*(y+1)/patchSide).Add(place.Min).Intersect(gray.Rect)
		parts[i] = brightness(gray, part)
		mean += parts[i] / float64(len(parts))
	}
	for i := range parts {
		parts[i] -= mean
	}
	return parts
}

// brightness is the mean of a part of a picture; 0 of none.
func brightness(gray *image.Gray, part image.Rectangle) float64 {
	sum := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for _, v := range gray.Pix[gray.PixOffset(part.Min.X, y):gray.PixOffset(part.Max.X, y)] {
			sum += int(v)
		}
	}
	return float64(sum) / float64(max(1, part.Dx()*part.Dy()))
}

// differ returns by how much the share of the parts of two patches that differ most do so at least.
func differ(a, b []float64) float64 {
	off := make([]float64, len(a))
	for i := range a {
		off[i] = math.Abs(a[i] - b[i])
	}
	slices.Sort(off)
	return off[int(float64(len(off))*(1-changed))]
}

// matchFilm compares a film with the selfie and the portrait of the document, where there are any.
func matchFilm(f filmed, others ...*check.Likeness) []finding.Check {
	if !f.seen() {
		return nil
	}
	var known []check.Likeness
	for _, l := range others {
		if l != nil {
			known = append(known, *l)
		}
	}
	return []finding.Check{check.FilmPerson(f.capture, f.frames, known)}
}
