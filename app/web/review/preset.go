package review

import (
	"strings"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/views/finding"
)

// presetFact is the version of a preset that a job was captured with, with the way to it for who may see presets; none
// where the job had no preset.
func presetFact(v shell.Visitor, job onboarding.Job) []finding.Fact {
	name, number, ok := strings.Cut(job.Preset, "@")
	if !ok {
		return nil
	}
	f := finding.Fact{Label: v.T("Preset"), Value: job.Preset, Data: true}
	if v.Role.Can(access.ViewPresets) {
		f.Href = "/presets/" + name + "/versions/" + number
	}
	return []finding.Fact{f}
}
