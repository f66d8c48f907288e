package preset

import (
	"encoding/json"
	"maps"
	"slices"

	"proofdesk/app/fault"
)

// ParseHost parses and checks the options that a host application sets in place of those of its preset, for an SDK
// version: the SDK's nested objects. What is null is not set.
func ParseHost(data json.RawMessage, v Version) (Values, []fault.Field) {
	if len(data) == 0 || string(data) == "null" {
		return Values{}, nil
	}
	values, wrong := parseValues(data)
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if o, _ := Find(path); !o.In(v) {
			wrong.report(*o.wrong("unknown", "is no option of this version of the SDK"))
		}
	}
	return values, UnderHost(wrong.fields("values"))
}

// UnderHost names what is wrong with options as a host application does, which gives them as one parameter.
func UnderHost(mistakes []fault.Field) []fault.Field {
	const parameter = "sdkCustomizationOptions"
	under(parameter, mistakes)
	for i, m := range mistakes {
		if m.Name == parameter+".values" {
			mistakes[i].Name = parameter
		}
	}
	return mistakes
}

// awaited are the options by which the server knows what is sent to it.
var awaited = []string{
	idOptions + "enableUploadIDData",
	idOptions + "isSecondaryID",
	selfieOptions + "captureOptions.uploadFaceData",
}

// Unsent names what a host application switches off although the server waits for it by these values: such a job could
// not be submitted.
func (v Values) Unsent(host Values) []fault.Field {
	var mistakes []fault.Field
	for _, path := range awaited {
		if host[path] == false && v.effective(path) == true {
			mistakes = append(mistakes, fault.Field{
				Name:    path,
				Rule:    "preset_only",
				Message: name(path) + " can only be switched off in the preset: the server waits for what it sends",
			})
		}
	}
	return mistakes
}
