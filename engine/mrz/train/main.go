// Command train makes the weights of package glyph: it draws glyphs from OCR-B outlines (Debian's fonts-ocr-b) and from
// the strokes of package mrz, spoils them the way cameras and printers do, and trains the network on them. One long run
// is followed by branches that continue from it with seeds of their own; the weights kept are the mean of all (Wortsman
// et al., 2022: averaging weights of runs with a common start).
//
// The same seed, fonts and number of workers give the same batches, but not bit for bit the same weights. The
// committed weights come from a run of 14,000 batches and branches of 13,000 and 9,000, about 15 minutes on two cores;
// halos, blots and hard black and white were added to the drawing before the last branch.
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
	steps := flag.Int("steps", 12000, "batches of 64")
	rate := flag.Float64("rate", 2e-3, "learning rate at the start")
	seed := flag.Uint64("seed", 1, "seed of the generator")
	branches := flag.Int("branches", 2, "runs that go on from the first and are averaged with it")
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
	net = branch(net, faces, *branches, *steps, *rate/2, *seed)
	log.Printf("%d batches in %.0f s; held-out accuracy %.4f", *steps*(1+*branches), time.Since(start).Seconds(),
		evaluate(net, faces, *seed+1000))
	b, err := net.MarshalBinary()
	if err == nil {
		err = os.WriteFile(*out, b, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
