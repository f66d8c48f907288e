package inspection

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/text"
)

// tesseractTime is how long the recogniser may take for one side of a document.
const tesseractTime = 8 * time.Second

var tesseractPath = sync.OnceValue(func() string {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return ""
	}
	return path
})

// recogniser gives the recogniser of printed text where Debian's tesseract is installed, else nil. It runs as a child of
// this child, under the same limits.
func recogniser() engine.Recogniser {
	path := tesseractPath()
	if path == "" {
		return nil
	}
	return func(img *image.Gray) ([]text.Word, error) { return recognise(path, img) }
}

func recognise(path string, img *image.Gray) ([]text.Word, error) {
	ctx, cancel := context.WithTimeout(context.Background(), tesseractTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "stdin", "stdout", "--psm", "11", "-l", "eng", "tsv")
	cmd.Env = []string{"OMP_THREAD_LIMIT=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // it does not outlive this process
	cmd.Stdin = bytes.NewReader(portableGray(img))
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	return text.ParseTSV(out), nil
}

// portableGray writes a picture as a binary PGM.
func portableGray(img *image.Gray) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	b := fmt.Appendf(nil, "P5\n%d %d\n255\n", w, h)
	for y := range h {
		b = append(b, img.Pix[y*img.Stride:y*img.Stride+w]...)
	}
	return b
}
