// Command train makes the weights of package glyph: it draws glyphs from OCR-B outlines (Debian's fonts-ocr-b) and from
// the strokes of package mrz, spoils them the way cameras and printers do, and trains the network on them.
//
// The same seed and the same fonts give the same weights only for one worker; several add up their gradients in
// whatever order they finish.
package main

import (
	"flag"
	"log"
	"os"
	"time"

	"proofdesk/engine/mrz/glyph"
)

func main() {
	fonts := flag.String("fonts", "/usr/share/fonts/opentype/ocr-b", "folder of the OCR-B outlines")
	out := flag.String("out", "engine/mrz/glyph/weights.bin", "file to write")
	steps := flag.Int("steps", 5000, "batches of 64")
	rate := flag.Float64("rate", 2e-3, "learning rate at the start")
	seed := flag.Uint64("seed", 1, "seed of the generator")
	from := flag.Bool("continue", false, "start from the weights in the tree")
	flag.Parse()
	faces, err := loadFaces(*fonts)
	if err != nil {
		log.Fatal(err)
	}
	net := newNet(*seed)
	if *from {
		if net, err = glyph.Load(); err != nil {
			log.Fatal(err)
		}
	}
	start := time.Now()
	train(net, faces, *steps, *rate, *seed)
	log.Printf("%d batches in %.0f s; held-out accuracy %.4f", *steps, time.Since(start).Seconds(), evaluate(net, faces, *seed+1000))
	b, err := net.MarshalBinary()
	if err == nil {
		err = os.WriteFile(*out, b, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
