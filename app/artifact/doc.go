// Package artifact is the repository of the web SDK: the npm package that is built from the embedded files, and every
// version that this installation has published, with its checksums.
package artifact
