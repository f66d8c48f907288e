package inspection

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"proofdesk/engine"
)

// Argument is the hidden first argument that makes the program a child. The second is how much nicer it is.
const Argument = "engine-child"

const (
	softMemory = 700 << 20
	hardMemory = 1 << 30
)

// Child runs a child process if the program was started as one, and then does not return. Every program that uses Pool
// calls it first thing in main or TestMain.
func Child() {
	if len(os.Args) < 3 || os.Args[1] != Argument {
		return
	}
	if err := confine(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "engine child:", err)
		os.Exit(3)
	}
	if err := serve(os.Stdin, os.Stdout, work); err != nil {
		fmt.Fprintln(os.Stderr, "engine child:", err)
		os.Exit(4)
	}
	os.Exit(0)
}

// confine limits the resources of this process: memory, files, core dumps. A process that exceeds a limit ends. It also
// makes it nicer.
func confine(nicer string) error {
	debug.SetMemoryLimit(softMemory)
	limits := map[int]uint64{
		syscall.RLIMIT_DATA:   hardMemory,
		syscall.RLIMIT_CORE:   0,
		syscall.RLIMIT_NOFILE: 64,
	}
	for resource, limit := range limits {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return fmt.Errorf("set limit %d: %w", resource, err)
		}
	}
	by, err := strconv.Atoi(nicer)
	if err != nil {
		return err
	}
	if err := makeNicer(by); err != nil { // it works all the same
		fmt.Fprintln(os.Stderr, "set priority of engine child:", err)
	}
	return nil
}

// serve reads requests and answers each with the result of work until its input ends.
func serve(in io.Reader, out io.Writer, work func(request) response) error {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	for {
		var req request
		if err := readHead(r, &req); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		blobs, err := readBlobs(r, req.Sizes)
		if err != nil {
			return err
		}
		req.Blobs = blobs
		answer := perform(req, work)
		answer.Sizes = sizesOf(answer.Blobs)
		if err := writeMessage(w, answer, answer.Blobs); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// perform returns the answer to a request. A panic in the engine affects that request only.
func perform(req request, work func(request) response) (answer response) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "engine panic: %v\n%s", p, debug.Stack())
			answer = response{Fault: faultPanic}
		}
	}()
	return work(req)
}

// work carries out a request.
func work(req request) response {
	switch req.Op {
	case opInspect, opAssess:
		if req.Submission == nil || len(req.Submission.Captures) != len(req.Blobs) {
			return response{Fault: faultRequest}
		}
		for i := range req.Blobs {
			req.Submission.Captures[i].Bytes = req.Blobs[i]
		}
		if req.Op == opAssess {
			one := engine.AssessUpload(req.Submission.Captures[0], req.Submission.Thresholds)
			return response{Capture: &one}
		}
		started := time.Now()
		req.Submission.Watch = func() time.Duration { return time.Since(started) }
		req.Submission.Recognise = recogniser(req.Reading)
		report := engine.Inspect(context.Background(), *req.Submission)
		return response{Report: &report}
	case opRender:
		if req.Render == nil || len(req.Blobs) != 1 {
			return response{Fault: faultRequest}
		}
		picture, contentType, err := engine.Render(req.Blobs[0], *req.Render)
		if err != nil {
			return response{Fault: engine.FaultCode(err)}
		}
		return response{Blobs: [][]byte{picture}, ContentType: contentType}
	case opMedia:
		return checkMedia(req)
	}
	return response{Fault: faultRequest}
}

const (
	faultPanic   = "engine_failure"
	faultRequest = "bad_request"
)
