package engine

import (
	"errors"
	"image"

	"proofdesk/engine/raster"
)

// workSide is the longer side of the picture that geometry, quality and faces are judged on, in pixels.
const workSide = 1600

// picture is one decoded capture at full size and at working size.
type picture struct {
	capture Capture
	report  CaptureReport
	full    *raster.Image
	work    *raster.Image
	scale   float64 // full pixels per working pixel

	small     *image.Gray // see reduced
	smallSide int
	lines     int  // printed lines and one more, once counted: see lettered
	whole     bool // it shows one whole document: see found
}

// open decodes a capture; a fault stands in the report and full is nil.
func open(c Capture) *picture {
	p := &picture{capture: c, report: CaptureReport{ID: c.ID, Kind: c.Kind}}
	full, info, err := raster.Decode(c.Bytes, raster.DefaultLimits())
	p.report.Format = string(info.Format)
	if err != nil {
		p.report.Fault = FaultCode(err)
		return p
	}
	p.full = full
	p.report.Width, p.report.Height = full.Size()
	w, _ := full.Size()
	p.work, _ = full.Fit(workSide)
	ww, _ := p.work.Size()
	p.scale = float64(w) / float64(ww)
	return p
}

// FaultCode returns the stable code of an error about a capture's bytes.
func FaultCode(err error) string {
	var f *raster.Fault
	if errors.As(err, &f) {
		return string(f.Code)
	}
	return "corrupt"
}

// boxOf turns a rectangle of the working picture into a box of the capture, cut at its edges.
func (p *picture) boxOf(r image.Rectangle) Box {
	return p.clip(float64(r.Min.X)*p.scale, float64(r.Min.Y)*p.scale, float64(r.Max.X)*p.scale,
		float64(r.Max.Y)*p.scale)
}

func (p *picture) clip(x0, y0, x1, y1 float64) Box {
	x0, y0 = max(0, x0), max(0, y0)
	x1, y1 = min(float64(p.report.Width), x1), min(float64(p.report.Height), y1)
	return Box{X: int(x0), Y: int(y0), W: int(max(0, x1-x0)), H: int(max(0, y1-y0))}
}

// quadBox is the box around four corners, given as x,y pairs in full pixels.
func (p *picture) quadBox(q [8]float64) Box {
	x0, y0, x1, y1 := q[0], q[1], q[0], q[1]
	for i := 0; i < 8; i += 2 {
		x0, x1 = min(x0, q[i]), max(x1, q[i])
		y0, y1 = min(y0, q[i+1]), max(y1, q[i+1])
	}
	return p.clip(x0, y0, x1, y1)
}

// flat returns a quad's corners as x,y pairs times k.
func flat(q raster.Quad, k float64) [8]float64 {
	var f [8]float64
	for i, c := range q {
		f[2*i], f[2*i+1] = c.X*k, c.Y*k
	}
	return f
}

// check starts a check about this picture by a built-in rule of thumb.
func (p *picture) check(code string, group Group) Check {
	return Check{
		Code:      code,
		Group:     group,
		Capture:   p.capture.ID,
		Provider:  builtIn,
		Version:   Version,
		Assurance: Heuristic,
		RanOn:     OnServer,
		Outcome:   NotRun,
	}
}

// see adds a place as evidence.
func (c *Check) see(capture, label string, box Box) {
	c.Evidence = append(c.Evidence, Evidence{Capture: capture, Label: label, Box: &box})
}

// scored sets score, threshold and, from them, the outcome; where below is set a good score is at most the threshold.
func (c *Check) scored(score, threshold float64, below bool) {
	c.Score, c.Threshold, c.Below = &score, &threshold, below
	c.Outcome = Fail
	if score >= threshold && !below || score <= threshold && below {
		c.Outcome = Pass
	}
}

// say sets the outcome with its reason and sentence.
func (c *Check) say(outcome Outcome, reason, detail string) {
	c.Outcome, c.Detail = outcome, detail
	if reason != "" {
		c.Reasons = append(c.Reasons, reason)
	}
}

// faultWords tell what is wrong with the bytes of a capture.
var faultWords = map[string]string{
	"empty":           "it is empty",
	"truncated":       "it ends too early",
	"too_large":       "it is larger than is taken",
	"too_many_pixels": "it has more pixels than are taken",
	"too_many_scans":  "it has more scans than are taken",
	"too_long":        "it is longer than is taken",
	"corrupt":         "it is damaged",
	"timeout":         "it took too long",
	"memory":          "it took too much memory",
	"panic":           "the engine failed on it",
}

// FaultWords reports what is wrong with a capture whose report has a fault, in words; of a format that is not taken,
// which ones are.
func FaultWords(r CaptureReport) string {
	if r.Fault == "unsupported" {
		taken := map[string]string{
			"voice":        "WAV or FLAC",
			"video":        "MP4 or WebM",
			"nfc":          "a JSON object",
			"signature":    "JPEG, PNG or a JSON object",
			"fingerprints": "JPEG, PNG or a JSON object",
		}[r.Kind]
		if taken == "" {
			taken = "JPEG or PNG"
		}
		return "its format is not taken: it must be " + taken
	}
	if words, ok := faultWords[r.Fault]; ok {
		return words
	}
	return r.Fault
}

// Unreadable is the check about a capture that has a fault.
func Unreadable(r CaptureReport) Check {
	return Check{
		Code:      CodeReadable,
		Group:     GroupCapture,
		Capture:   r.ID,
		Provider:  builtIn,
		Version:   Version,
		Assurance: Heuristic,
		RanOn:     OnServer,
		Outcome:   Fail,
		Reasons:   []string{"capture." + r.Fault},
		Evidence:  []Evidence{{Capture: r.ID}},
		Detail:    "The file can't be read: " + FaultWords(r),
	}
}
