// Package evidence keeps the bytes of captures, always sealed: a Store of sealed objects under names, and a Safe that
// seals on the way in and opens on the way out. It knows no jobs; which object belongs to which capture is a row's
// business.
//
// Sealing is DARE 2.0 with AES-256-GCM (minio/sio): packages of 64 KiB, each authenticated, so that an object can be
// read in part and neither cut nor reordered without notice. Every object has a random key of its own, which the caller
// wraps with the applicant's key and keeps in the row; destroying either shreds the object, in backups too.
package evidence
