package nn

import "golang.org/x/sys/cpu"

// tileFMA is the tile kernel in assembly; offsets and stride are in values.
//
//go:noescape
func tileFMA(sums *[tileSize]float32, src *float32, offsets *[tilePixels]int, panel *float32, run, rows, stride int)

var nativeTile = func() tileKernel {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA {
		return nil
	}
	return checkedTile
}()

// checkedTile checks the bounds once per tile, since the assembly doesn't.
func checkedTile(
	sums *[tileSize]float32, src []float32, offsets *[tilePixels]int, panel []float32, run, rows, stride int,
) {
	if run <= 0 || rows <= 0 {
		clear(sums[:])
		return
	}
	for _, at := range offsets {
		_ = src[at : at+(rows-1)*stride+run]
	}
	_ = panel[:rows*run*panelWide]
	tileFMA(sums, &src[0], offsets, &panel[0], run, rows, stride)
}
