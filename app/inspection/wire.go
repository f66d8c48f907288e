package inspection

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/media"
)

// operation is what a child is asked to do.
type operation string

const (
	opInspect operation = "inspect"
	opAssess  operation = "assess"
	opRender  operation = "render"
	opMedia   operation = "media"
)

// request is one message to a child: a JSON head followed by the captures' bytes.
type request struct {
	Op         operation          `json:"op"`
	Submission *engine.Submission `json:"submission,omitempty"` // its captures without their bytes
	Render     *engine.Rendering  `json:"render,omitempty"`
	Reading    time.Duration      `json:"reading"` // limit of one run of the recogniser of printed text
	Blobs      [][]byte           `json:"-"`
	Sizes      []int              `json:"sizes"`
}

// response is a child's answer: a JSON head followed by at most one picture or font.
type response struct {
	Report      *engine.Report        `json:"report,omitempty"`
	Capture     *engine.CaptureReport `json:"capture,omitempty"`
	ContentType string                `json:"contentType,omitempty"`
	Media       *media.File           `json:"media,omitempty"` // without its bytes
	Fault       string                `json:"fault,omitempty"`
	Blobs       [][]byte              `json:"-"`
	Sizes       []int                 `json:"sizes"`
}

const (
	maxHead = 32 << 20
	maxBlob = 64 << 20
)

var errFrame = errors.New("malformed message")

// writeMessage writes the length of a head, the head, and the blobs.
func writeMessage(w io.Writer, head any, blobs [][]byte) error {
	b, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if _, err := w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...)); err != nil {
		return err
	}
	for _, blob := range blobs {
		if _, err := w.Write(blob); err != nil {
			return err
		}
	}
	return nil
}

// readHead reads a message's head.
func readHead(r io.Reader, head any) error {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(size[:])
	if n > maxHead {
		return fmt.Errorf("%w: a head of %d bytes", errFrame, n)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return err
	}
	return json.Unmarshal(b, head)
}

// readBlobs reads the bytes behind a head.
func readBlobs(r io.Reader, sizes []int) ([][]byte, error) {
	blobs := make([][]byte, len(sizes))
	for i, n := range sizes {
		if n < 0 || n > maxBlob {
			return nil, fmt.Errorf("%w: a part of %d bytes", errFrame, n)
		}
		blobs[i] = make([]byte, n)
		if _, err := io.ReadFull(r, blobs[i]); err != nil {
			return nil, err
		}
	}
	return blobs, nil
}

func sizesOf(blobs [][]byte) []int {
	sizes := make([]int, len(blobs))
	for i, b := range blobs {
		sizes[i] = len(b)
	}
	return sizes
}
