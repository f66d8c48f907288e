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

// readingTime returns how long one run of the recogniser may take, as a part of a request's time: each side of a
// document needs one run, and one more where lines are uncertain.
func readingTime(request time.Duration) time.Duration { return request * 2 / 5 }

var tesseractPath = sync.OnceValue(func() string {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return ""
	}
	return path
})

// recogniser returns the recogniser of printed text where Debian's tesseract is installed, otherwise nil. It runs as a
// child of this child, under the same limits.
func recogniser(limit time.Duration) engine.Recogniser {
	path := tesseractPath()
	if path == "" {
		return nil
	}
	return func(lines []*image.Gray, state string) ([][]text.Word, error) {
		return recognise(path, language(state, installedLanguages()), lines, limit)
	}
}

// recognise reads all lines in one run of the program: it takes them as the pages of one file, each of a single line of
// text (page segmentation mode 7).
func recognise(path, language string, lines []*image.Gray, limit time.Duration) ([][]text.Word, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "stdin", "stdout", "--psm", "7", "-l", language, "-c", "load_system_dawg=0",
		"-c", "load_freq_dawg=0", "tsv")
	cmd.Env = []string{"OMP_THREAD_LIMIT=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // it does not outlive this process
	cmd.Stdin = bytes.NewReader(pages(lines))
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, engine.TimeoutError{Limit: limit}
	}
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	return text.ParseTSV(out, len(lines)), nil
}
