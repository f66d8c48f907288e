package nn

// Tile runs both tile kernels on the same input; native is false where there is no assembly.
func Tile(
	src []float32, offsets [6]int, panel []float32, run, rows, stride int,
) (portable, assembly [96]float32, native bool) {
	portableTile(&portable, src, &offsets, panel, run, rows, stride)
	if nativeTile != nil {
		nativeTile(&assembly, src, &offsets, panel, run, rows, stride)
	}
	return portable, assembly, nativeTile != nil
}
