// Package presets runs the life of SDK customization presets: drafts that several people edit, versions that never
// change, approval by a second person where a version protects less, and assignments. Which preset applies to a job is
// decided by package intake.
package presets
