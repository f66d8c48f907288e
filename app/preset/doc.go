// Package preset holds the options of the SDK's capture screens as data: name, type, default, group and since when a
// default holds. Rules only: which preset is in force for a job is decided above.
package preset
