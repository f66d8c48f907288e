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
	r := reader{path, limit, time.After, func(pid int) func() time.Duration { return waitsOf(pid).total }}
	return func(lines []*image.Gray, state string) ([][]text.Word, error) {
		return r.read(language(state, installedLanguages()), lines)
	}
}

// reader reads printed text with the program at a path.
type reader struct {
	path  string
	limit time.Duration // of one run, without the time that it waits for a processor
	after func(time.Duration) <-chan time.Time
	wait  func(pid int) func() time.Duration
}

// read reads all lines in one run of the program: it takes them as the pages of one file, each of a single line of
// text (page segmentation mode 7).
func (r reader) read(language string, lines []*image.Gray) ([][]text.Word, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, r.path, "stdin", "stdout", "--psm", "7", "-l", language, "-c", "load_system_dawg=0",
		"-c", "load_freq_dawg=0", "tsv")
	cmd.Env = []string{"OMP_THREAD_LIMIT=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // it does not outlive this process
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout = bytes.NewReader(pages(lines)), &out
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for limit := newPatience(r.limit, r.after, r.wait(cmd.Process.Pid)); ; {
		select {
		case err := <-done:
			if err != nil {
				return nil, fmt.Errorf("tesseract: %w", err)
			}
			return text.ParseTSV(out.Bytes(), len(lines)), nil
		case <-limit.over:
			if !limit.extend() {
				cancel()
				<-done
				return nil, engine.TimeoutError{Limit: r.limit}
			}
		}
	}
}
