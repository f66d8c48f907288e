package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"proofdesk/engine/raster"
)

// peerTime is how long a peer may take for one picture.
const peerTime = 30 * time.Second

// peers are other readers, each a program or a library, that get the same grey pictures as the engine.
type peers struct {
	folder string // for the pictures that they read
}

// program is one run of a peer: its output, its wall time from start to end, and its own CPU time.
type program struct {
	out       []byte
	wall, cpu time.Duration
}

// run starts a peer that is installed; a missing one is an error, as a table without it would look complete.
func run(stdin []byte, name string, args ...string) (program, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return program{}, fmt.Errorf("%s is not installed: make eval-peers does that", name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), peerTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	cmd.Stdin = bytes.NewReader(stdin)
	began := time.Now()
	out, _ := cmd.Output() // a peer that can't read a picture ends with an error
	p := program{out: out, wall: time.Since(began)}
	if cmd.ProcessState != nil {
		p.cpu = cmd.ProcessState.UserTime()
	}
	return p, nil
}

// file writes a picture to where a peer can read it.
func (p peers) file(img *image.Gray) (string, error) {
	path := filepath.Join(p.folder, "picture.pgm")
	return path, os.WriteFile(path, portable(img), 0o600)
}

// portable encodes a picture as a binary PGM, which every peer reads.
func portable(img *image.Gray) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	b := fmt.Appendf(nil, "P5\n%d %d\n255\n", w, h)
	for y := range h {
		b = append(b, img.Pix[y*img.Stride:y*img.Stride+w]...)
	}
	return b
}

// peerScore counts what a peer read, and its times.
type peerScore struct {
	images, correct, wrong int
	wall, cpu              stopwatch
}

func (s *peerScore) count(right, any bool, p program) {
	s.images++
	if right {
		s.correct++
	} else if any {
		s.wrong++
	}
	s.wall.took, s.cpu.took = append(s.wall.took, p.wall), append(s.cpu.took, p.cpu)
}

// against returns the figures compared with ours: a ratio over 1 means that the engine reads more, or takes less time.
func (s *peerScore) against(ours row) row {
	r := row{
		"images":  float64(s.images),
		"correct": float64(s.correct),
		"wrong":   float64(s.wrong),
		"ours":    ours["correct"],
	}
	s.wall.into(r)
	cpu := row{}
	s.cpu.into(cpu)
	r["cpu_median_ms"] = cpu["median_ms"]
	if s.correct > 0 {
		r["correct_ratio"] = ours["correct"] / float64(s.correct)
	}
	if ours["median_ms"] > 0 {
		r["time_ratio"] = r["median_ms"] / ours["median_ms"]
	}
	return r
}

// evalPeers measures the peers, and the engine in the same run.
func evalPeers(samples string, t *table) error {
	folder, err := os.MkdirTemp("", "proofdesk-eval-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	p := peers{folder}
	if err := p.pdf417(samples, t); err != nil {
		return err
	}
	if err := p.codes(samples, t); err != nil {
		return err
	}
	return p.zones(samples, t)
}

// turned returns a picture rotated by some degrees on white.
func turned(img *image.Gray, degrees int) *image.Gray {
	if degrees == 0 {
		return img
	}
	out, _ := raster.RotateGray(img, float64(degrees), 255)
	return out
}
