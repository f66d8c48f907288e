// Package artifact is the repository of the web SDK: the npm package that is built from the embedded files, every
// version that this installation has published, and the models of this program, with their checksums.
package artifact
