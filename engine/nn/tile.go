package nn

// portableTile is the tile kernel in plain Go: two pixels by four channels at a time, as many sums as fit registers.
// It leaves the sums of pixels that repeat the one before them undefined.
func portableTile(
	sums *[tileSize]float32, src []float32, offsets *[tilePixels]int, panel []float32, run, rows, stride int,
) {
	for p := 0; p < tilePixels; p += 2 {
		if p > 0 && offsets[p] == offsets[p-1] {
			return // the rest only repeats the last pixel
		}
		for j := 0; j < panelWide; j += 4 {
			var a0, a1, a2, a3, b0, b1, b2, b3 float32
			for row := range rows {
				u := src[offsets[p]+row*stride:][:run]
				v := src[offsets[p+1]+row*stride:][:run]
				w := panel[row*run*panelWide+j:]
				for t := range u {
					k := w[t*panelWide:][:4:4]
					x, y := u[t], v[t]
					a0 += x * k[0]
					a1 += x * k[1]
					a2 += x * k[2]
					a3 += x * k[3]
					b0 += y * k[0]
					b1 += y * k[1]
					b2 += y * k[2]
					b3 += y * k[3]
				}
			}
			s := sums[p*panelWide+j:]
			s[0], s[1], s[2], s[3] = a0, a1, a2, a3
			s = sums[(p+1)*panelWide+j:]
			s[0], s[1], s[2], s[3] = b0, b1, b2, b3
		}
	}
}
