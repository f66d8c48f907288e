package specimen_test

import (
	"bytes"
	"fmt"
	"testing"

	"proofdesk/engine/specimen"
)

func TestAFilmIsOfOnePersonWhoMoves(t *testing.T) {
	p := specimen.NewPerson(8, "", today)
	frames := specimen.Film(p, 1, 64, specimen.Still, specimen.TurnLeft, specimen.Blink)
	if len(frames) != 24 || frames[23].At != 2300 {
		t.Fatalf("%d frames, the last at %d ms", len(frames), frames[len(frames)-1].At)
	}
	if !bytes.Equal(frames[0].Image.Pix, frames[7].Image.Pix) ||
		bytes.Equal(frames[0].Image.Pix, frames[12].Image.Pix) {
		t.Fatal("the still part moves, or the turn does not")
	}
	stream := specimen.Y4M(frames, 10)
	w, h := frames[0].Image.Rect.Dx()&^1, frames[0].Image.Rect.Dy()&^1
	header := fmt.Sprintf("YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420jpeg\n", w, h)
	if want := len(header) + 24*(len("FRAME\n")+w*h*3/2); !bytes.HasPrefix(stream, []byte(header)) ||
		len(stream) != want {
		t.Fatalf("%d bytes, want %d", len(stream), want)
	}
}

func TestATableHoldsNoCardAndHalfADocumentIsCut(t *testing.T) {
	c := specimen.Conditions{Width: 300, Height: 200, Surface: specimen.Slate}
	bright := func(right bool, c specimen.Conditions, empty bool) int {
		card := issued(specimen.CardTD1, 1, 0)
		card.Detail = .4
		img := specimen.Table(c)
		if !empty {
			img = specimen.Photograph(card.Front(), c)
		}
		n := 0
		for y := range 200 {
			for x := range 300 {
				if (x >= 150) == right && at(img, float64(x), float64(y)) > 150 {
					n++
				}
			}
		}
		return n
	}
	if n := bright(true, c, true) + bright(false, c, true); n > 0 {
		t.Errorf("%d bright pixels on an empty table", n)
	}
	c.ShiftX = .5
	if left, right := bright(false, c, false), bright(true, c, false); left > right/2 {
		t.Errorf("%d bright pixels on the left, %d on the right", left, right)
	}
}
