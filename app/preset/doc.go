// Package preset holds the options of the SDK's capture screens as data: name, type, default, group, and the version
// from which a default applies. It does not decide which preset applies to a job.
package preset
