package inspection

import (
	"context"
	"errors"

	"proofdesk/app/fault"
	"proofdesk/engine/media"
)

// checkMedia carries out a request to check an uploaded picture or font.
func checkMedia(req request) response {
	if len(req.Blobs) != 1 {
		return response{Fault: faultRequest}
	}
	file, err := media.Check(req.Blobs[0])
	var f *media.Fault
	switch {
	case errors.As(err, &f):
		return response{Fault: string(f.Code)}
	case err != nil:
		return response{Fault: faultPanic}
	}
	return response{Media: &file, Blobs: [][]byte{file.Bytes}}
}

// CheckMedia returns the picture or font that the bytes of an upload hold. What is wrong with them is a *media.Fault; a
// file that exceeds the limits of a child process counts as corrupt.
func (p *Pool) CheckMedia(ctx context.Context, b []byte) (media.File, error) {
	if len(b) > media.MaxBytes { // spares the child
		return media.File{}, &media.Fault{Code: media.TooLarge}
	}
	answer, err := p.do(ctx, Applicant, request{Op: opMedia, Blobs: [][]byte{b}})
	switch {
	case killed(err) || err == nil && (answer.Fault == faultPanic || answer.Fault == faultRequest):
		return media.File{}, &media.Fault{Code: media.Corrupt}
	case err != nil:
		return media.File{}, err
	case answer.Fault != "":
		return media.File{}, &media.Fault{Code: media.Code(answer.Fault)}
	case answer.Media == nil || len(answer.Blobs) != 1:
		return media.File{}, fault.New(fault.Internal, "the engine answered with no file")
	}
	file := *answer.Media
	file.Bytes = answer.Blobs[0]
	return file, nil
}
