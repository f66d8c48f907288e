//go:build !amd64

package nn

// nativeTile is nil where there is no assembly.
var nativeTile tileKernel
