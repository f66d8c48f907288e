// Package video reads the films that browsers record: WebM (RFC 9559, in the elements of RFC 8794) with pictures of VP8
// (RFC 6386). It finds the key frames, which are whole pictures, and decodes some of them. It plays nothing: frames
// that only tell what changed, sound and other codecs are left out.
//
// A film is untrusted. What a file may hold is limited before anything is decoded, and nothing is copied: all that is
// kept are parts of the bytes that were given.
package video
