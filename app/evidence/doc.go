// Package evidence stores the bytes of captures, always encrypted: a Store of sealed objects by name, and a Safe that
// encrypts and decrypts them. It knows no jobs; rows record which object belongs to which capture.
//
// Sealing is DARE 2.0 with AES-256-GCM (minio/sio): packages of 64 KiB, each authenticated, so that an object can be
// read in part, and cutting or reordering it is detected. Every object has a random key of its own, which the caller
// wraps with the applicant's key and stores in the row; destroying either makes the object unreadable, in backups too.
package evidence
