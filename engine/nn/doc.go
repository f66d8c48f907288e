// Package nn runs small convolutional networks on one core: the residual network behind face descriptors and a few
// graph models of face landmarks. It reads weights as the tensorflow.js tools write them (a manifest beside a binary
// file) and runs forward only; it doesn't train, batch or use a GPU.
//
// Feature maps are stored row by row with the channels of a pixel side by side and a border of zeros around them, so
// that a convolution is a walk over contiguous runs without rearranging anything first. The innermost step exists
// twice: in plain Go and, for amd64 with AVX2 and FMA, in assembly; both pass the same tests.
package nn
