package engine

import (
	"errors"
	"image"
	"sync"

	"proofdesk/engine/finding"
	"proofdesk/engine/raster"
)

const (
	// workSide is the longer side of the picture that geometry, quality and faces are judged on, in pixels. Tuned on
	// the development samples: outlines and quality gain nothing from more.
	workSide = 1600
	// zoneSide is the longer side of the picture that a zone is read from, in pixels: characters of a document that
	// takes a third of it are still 18 px wide.
	zoneSide = 2400
	// quickSide is the longer side of the picture that a licence's barcode is searched for in first, in pixels: the
	// grain of a larger one is gone, its modules are not.
	quickSide = 2000
)

// picture is one decoded capture: at full size, at working size, and reduced in grey. It is never changed; the reduced
// copies are made when they are first asked for.
type picture struct {
	finding.Frame
	kind, format string
	full         *raster.Image
	work         *raster.Image

	fineOnce, quickOnce sync.Once
	fineCopy, quickCopy reduced
}

// reduced is a picture in grey, and how many pixels of the capture lie on one of its own.
type reduced struct {
	img   *image.Gray
	scale float64
}

// open decodes a capture. Where that fails the picture is nil and the report has a fault.
func open(c Capture) (*picture, finding.CaptureReport) {
	report := finding.CaptureReport{ID: c.ID, Kind: c.Kind}
	full, info, err := raster.Decode(c.Bytes, raster.DefaultLimits())
	report.Format = string(info.Format)
	if err != nil {
		report.Fault = FaultCode(err)
		return nil, report
	}
	report.Width, report.Height = full.Size()
	return pictureOf(c, report.Format, full), report
}

// pictureOf returns a capture that was decoded.
func pictureOf(c Capture, format string, full *raster.Image) *picture {
	p := &picture{kind: c.Kind, format: format, full: full}
	p.work, _ = full.Fit(workSide)
	width, height := full.Size()
	workWidth, _ := p.work.Size()
	p.Frame = finding.Frame{
		Capture: c.ID,
		Width:   width,
		Height:  height,
		Scale:   float64(width) / float64(workWidth),
	}
	return p
}

// fine returns the picture in grey, at most zoneSide pixels long.
func (p *picture) fine() reduced {
	p.fineOnce.Do(func() { p.fineCopy = reduce(p.full, zoneSide) })
	return p.fineCopy
}

// quick returns the picture in grey, at most quickSide pixels long.
func (p *picture) quick() reduced {
	p.quickOnce.Do(func() { p.quickCopy = reduce(p.full, quickSide) })
	return p.quickCopy
}

// reduce returns a picture in grey with at most so many pixels on its longer side.
func reduce(full *raster.Image, side int) reduced {
	gray := full.Gray()
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	longer := max(w, h)
	if longer <= side {
		return reduced{gray, 1}
	}
	k := float64(longer) / float64(side)
	return reduced{raster.DownscaleGray(gray, max(1, int(float64(w)/k)), max(1, int(float64(h)/k))), k}
}

// FaultCode returns the stable code of an error about a capture's bytes.
func FaultCode(err error) string {
	var f *raster.Fault
	if errors.As(err, &f) {
		return string(f.Code)
	}
	return string(raster.Corrupt)
}
