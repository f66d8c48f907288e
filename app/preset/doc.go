// Package preset holds the SDK's customization options as data, checks the values that a preset sets, and returns the
// options in force for an SDK version. It does not decide which preset applies to a job and does not store any.
package preset
