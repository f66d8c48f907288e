package web

import (
	"cmp"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
)

// saying is how a reason is told to agents. Where limits is set, what was measured and what was asked for follow it.
type saying struct {
	text   string
	limits bool
}

// sayings tell reasons by their codes. Those with a value in them are told by fuller.
var sayings = map[string]saying{
	"capture.missing": {text: "A capture is missing"},

	"quality.blurred":    {"The document is out of focus", true},
	"quality.glare":      {"Glare over the document", true},
	"quality.dark":       {text: "The picture is too dark"},
	"quality.bright":     {text: "The picture is washed out"},
	"quality.finger":     {"A finger covers a part of the document", true},
	"quality.no_texture": {text: "Nothing in the picture to judge the focus by"},

	"document.none":            {text: "No document is in the picture"},
	"document.person":          {text: "The picture shows a person, not a document"},
	"document.multiple":        {text: "More than one document is in the picture"},
	"document.cut":             {text: "A part of the document lies outside of the picture"},
	"document.outline_unknown": {text: "The edges of the document were not found"},
	"document.outline_unsure":  {text: "The outline of the document is not clear"},
	"document.wrong_type":      {text: "Another type of document than was asked for"},
	"document.wrong_side":      {text: "The other side of the document than was asked for"},
	"document.kind_unknown":    {text: "The type of the document could not be told"},
	"document.photocopy":       {"The document looks like a photocopy", true},
	"document.screen":          {"The document looks like a picture on a screen", true},
	"document.realness_unsure": {"The document may be a copy", true},
	"document.no_code":         {text: "Neither machine-readable zone nor barcode was read"},
	"document.fields_missing":  {text: "Key fields of the document were not read"},
	"document.print_unread":    {text: "No printed field was read"},
	"document.print_late":      {text: "Reading the printed text took too long"},
	"document.print_failed":    {text: "The recogniser of printed text failed"},
	"document.print_cut":       {text: "The picture’s edge cuts printed values"},
	"mrz.not_read":             {text: "The machine-readable zone was not read"},
	"mrz.unsure":               {"The machine-readable zone was hard to read", true},
	"mrz.repaired":             {text: "Check digits agree only after misread characters were repaired"},
	"barcode.unsure":           {"The barcode was hard to read", true},
	"barcode.not_licence":      {text: "A barcode was read that is not a driving licence’s"},

	"data.expiry_unknown": {text: "The date of expiry was not read"},
	"data.expiry_unsure":  {text: "It may have expired: its date of expiry is not certain"},
	"data.birth_unknown":  {text: "The date of birth was not read"},
	"data.age_unsure":     {text: "The applicant may be too young: the date of birth is not certain"},
	"data.dates_unknown":  {text: "Not all dates were read"},
	"data.born_later":     {text: "The date of birth lies ahead"},
	"data.issued_later":   {text: "The date of issue lies ahead"},
	"data.dates_order":    {text: "Birth, issue and expiry do not follow each other"},
	"data.other_document": {text: "Two captures show different documents"},
	"data.one_source":     {text: "Only one source was read: nothing to hold it against"},

	"face.none":        {text: "No face is in the selfie"},
	"face.multiple":    {text: "More than one face is in the selfie"},
	"face.no_portrait": {text: "No portrait was found on the document"},
	"face.no_pupils":   {text: "The eyes were not found"},
	"face.eyes_closed": {"An eye seems to be closed", true},
	"face.mismatch":    {"The faces differ", true},
	"face.unsure":      {"The faces may differ", true},
	"face.small":       {text: "The faces agree, but one is too small to be sure"},
	"face.too_small":   {text: "A face is too small to compare"},

	"face.light_intensity": {text: "The face is too dark or too bright"},
	"face.under_exposure":  {text: "Parts of the face lie in the dark"},
	"face.over_exposure":   {text: "Parts of the face are burnt out"},
	"face.dynamic_range":   {text: "The face has too few shades"},
	"face.uniformity":      {text: "The light falls on one side of the face"},
	"face.focus":           {text: "The face is out of focus"},
	"face.inter_eye":       {text: "The face is too small in the selfie"},
	"face.head_size":       {text: "The head is too small or too large in the selfie"},
	"face.crop":            {text: "The head is cut off in the selfie"},
	"face.roll":            {text: "The head is tilted"},
	"face.yaw":             {text: "The head is turned away"},

	"liveness.unproven": {text: "Not proven that the person was there: one picture can't show it"},
	"liveness.not_run":  {text: "Not checked whether the person was there"},

	"customer.unique_number": {text: "The unique number and the face are those of an enrolled customer"},
	"customer.document":      {text: "The document and the face are those of an enrolled customer"},
	"customer.unique_number_known": {
		text: "The unique number belongs to an enrolled customer; the face is not proven to be theirs",
	},
	"customer.document_known": {
		text: "The document belongs to an enrolled customer; the face is not proven to be theirs",
	},
	"customer.same_face":   {text: "The face is near that of an enrolled customer"},
	"customer.no_selfie":   {text: "No selfie to hold against the enrolled customer"},
	"customer.no_template": {text: "The enrolled customer has no face to compare with"},
	"customer.unknown":     {text: "No customer is enrolled under this unique number"},

	"voice.silence":        {text: "The recording holds silence instead of speech"},
	"voice.clipping":       {text: "The recording is overdriven"},
	"voice.noise":          {text: "The recording holds noise instead of clear speech"},
	"signature.blank":      {text: "The signature is blank"},
	"signature.dot":        {text: "The signature is only a dot"},
	"signature.line":       {text: "The signature is only a line"},
	"fingerprint.unusable": {"No print is fit for comparison", true},
	"fingerprint.poor":     {"Not every print is fit for comparison", true},
	"chip.unreadable":      {text: "The chip can't be read"},
	"chip.missing":         {text: "The chip was not read whole: what its State signed is missing"},
	"chip.no_signer":       {text: "The chip does not say who signed it"},
	"chip.unknown_country": {
		text: "The data of the chip is sound, but who signed it can't be traced to a trusted State",
	},
	"chip.signer_expired":    {text: "The signer of the chip was certified by a trusted State, but not for today"},
	"chip.unknown_algorithm": {text: "The chip is signed in a way that is not known here"},
	"chip.hash_mismatch":     {text: "The data of the chip is not what its State signed"},
	"chip.group_unnamed":     {text: "The chip holds data that its State did not sign"},
	"chip.bad_signature":     {text: "The signature of the chip is false"},

	"chip.portrait_mismatch":   {"The portrait in the chip is not the printed one", true},
	"chip.portrait_unsure":     {"The portrait in the chip may not be the printed one", true},
	"chip.portrait_small":      {text: "A portrait is too small to compare the one in the chip with the printed one"},
	"chip.portrait_format":     {text: "The portrait in the chip is JPEG 2000, which is not read here"},
	"chip.portrait_unreadable": {text: "The portrait in the chip can't be read"},
	"chip.portrait_no_face":    {text: "No face was found in the portrait of the chip"},

	"policy.no_requirements": {text: "The policy names no requirements for this kind of job"},
	"sandbox.requested":      {text: "A sandbox client asked for this outcome"},
	"processing.failed":      {text: "The job could not be processed"},
}

// empties tell of a capture, by its name, that no document is in it.
var empties = map[string]string{
	"document.none": "%s: no document is in the picture", "document.person": "%s: the picture shows a person, not a " +
		"document",
}

// assuranceNames say how far a provider may be trusted.
var assuranceNames = []string{
	"nothing", "a rule of thumb", "a trained model", "a calibrated provider", "a certified provider",
}

func assuranceName(a engine.Assurance) string {
	return assuranceNames[max(0, min(int(a), len(assuranceNames)-1))]
}

// faultNames tell what is wrong with a file.
var faultNames = map[string]string{
	"empty":           "it is empty",
	"truncated":       "it ends too early",
	"too_large":       "it is too large",
	"too_many_pixels": "it has too many pixels",
	"too_many_scans":  "it has too many scans",
	"too_long":        "it is too long",
	"unsupported":     "its format is not taken",
	"corrupt":         "it is damaged",
	"timeout":         "it took too long",
	"memory":          "it took too much memory",
}

func (d dossier) faultName(code string) string {
	if name, ok := faultNames[code]; ok {
		return d.T(name)
	}
	return format.Words(code)
}

// says reports why a job is where it is, in one plain sentence; check, which may be nil, is what the reason rests on.
// The engine's own sentence is the last resort.
func (d dossier) says(reason policy.Reason, check *engine.Check) string {
	codes := []string{reason.Code}
	if check != nil && check.Outcome != engine.Pass && check.Outcome != engine.NotRun {
		codes = append(check.Reasons[:len(check.Reasons):len(check.Reasons)], reason.Code)
	}
	for _, code := range codes {
		if text := d.fuller(code, check); text != "" {
			return text
		}
		if s, ok := sayings[code]; ok {
			return d.about(reason, code, d.withLimits(s, check))
		}
	}
	if text := d.unproven(reason, check); text != "" {
		return text
	}
	return reason.Text
}

// about names what a reason speaks of where what is told tells only why that could not be judged, such as the light of
// a picture.
func (d dossier) about(reason policy.Reason, code, text string) string {
	family, _, _ := strings.Cut(code, ".")
	own, _, _ := strings.Cut(reason.Check, ".")
	if family == own || family != "quality" || !strings.HasSuffix(reason.Code, ".unproven") {
		return text
	}
	return d.T("%s is not proven: %s", d.T(policy.Title(reason.Check)), strings.ToLower(text[:1])+text[1:])
}

// withLimits adds to a saying what was measured and what was asked for.
func (d dossier) withLimits(s saying, check *engine.Check) string {
	if limits := d.limits(check); s.limits && limits != "" {
		return d.T(s.text) + ": " + limits
	}
	return d.T(s.text)
}

// limits tells a score beside its threshold.
func (d dossier) limits(check *engine.Check) string {
	switch {
	case check == nil || check.Score == nil || check.Threshold == nil:
		return ""
	case check.Limits != nil:
		return d.T("%s, %s to %s", format.Score(*check.Score), format.Score(check.Limits[0]),
			format.Score(check.Limits[1]))
	case check.Below:
		return d.T("%s, at most %s", format.Score(*check.Score), format.Score(*check.Threshold))
	}
	return d.T("%s, at least %s", format.Score(*check.Score), format.Score(*check.Threshold))
}

// unproven tells of a requirement that nothing could judge, or nothing that the policy trusts enough.
func (d dossier) unproven(reason policy.Reason, check *engine.Check) string {
	name := d.T(policy.Title(reason.Check))
	switch {
	case strings.HasSuffix(reason.Code, ".not_run"):
		return d.T("%s was not checked", name)
	case !strings.HasSuffix(reason.Code, ".unproven"):
		return ""
	case check != nil && check.Outcome == engine.Pass && reason.Needs > check.Assurance:
		return d.T("%s is not proven: it passed by %s, the policy asks for %s",
			name, d.T(assuranceName(check.Assurance)), d.T(assuranceName(reason.Needs)))
	}
	return d.T("%s is not proven", name)
}

// fuller tells reasons that speak of values; empty for others.
func (d dossier) fuller(code string, check *engine.Check) string {
	family, rest, _ := strings.Cut(code, ".")
	switch {
	case code == "capture.missing":
		return d.missing()
	case family == "capture":
		return d.unreadable(rest, check)
	case (code == "document.none" || code == "document.person") && check != nil && captureWord(d, check.Capture) != "":
		return d.T(empties[code], format.Sentence(captureWord(d, check.Capture)))
	case code == "data.expired":
		return d.expired(d.best("expiryDate"))
	case code == "data.under_age" && check != nil && check.Score != nil && check.Threshold != nil:
		return d.T("The applicant is %s years old, the least is %s", format.Rounded(*check.Score),
			format.Rounded(*check.Threshold))
	case strings.HasPrefix(rest, "mismatch."), strings.HasPrefix(rest, "differs."):
		_, field, _ := strings.Cut(rest, ".")
		return d.T("%s differs: %s", d.T(fieldName(field)), d.values(field))
	case strings.HasPrefix(rest, "unclear."):
		_, field, _ := strings.Cut(rest, ".")
		return d.T("%s differs or was misread: %s", d.T(fieldName(field)), d.values(field))
	case code == "data.consistency":
		return d.firstMismatch()
	case family == "mrz" && strings.HasSuffix(rest, "_digit"):
		field := d.T(digitName(strings.TrimSuffix(rest, "_digit")))
		if check != nil && check.Outcome == engine.Fail {
			return d.T("Wrong check digit: %s", field)
		}
		return d.T("A check digit does not agree, or was misread: %s", field)
	case strings.HasPrefix(code, "device.disagreement."):
		return d.T("Device and server disagree: %s",
			d.T(policy.Title(strings.TrimPrefix(code, "device.disagreement."))))
	}
	return ""
}

func (d dossier) chip(check *engine.Check) string {
	for _, code := range check.Reasons {
		if s, ok := sayings[code]; ok {
			return d.withLimits(s, check)
		}
	}
	switch check.Outcome {
	case engine.Pass:
		return d.T("The data of the chip is what a trusted State signed")
	case engine.Fail:
		return d.T("The data of the chip is not what its State signed")
	}
	return d.T("The data of the chip is sound, but who signed it can't be traced to a trusted State")
}

// missing names the captures that the function needs and the job lacks.
func (d dossier) missing() string {
	var kinds []onboarding.CaptureKind
	for _, c := range d.Captures {
		kinds = append(kinds, c.Kind)
	}
	var names []string
	for _, need := range d.Job.Function.Missing(kinds) {
		names = append(names, d.T(kindName(need[0])))
	}
	if len(names) == 0 {
		return ""
	}
	return d.T("A capture is missing") + ": " + strings.Join(names, ", ")
}

func (d dossier) unreadable(code string, check *engine.Check) string {
	what := d.T("A capture")
	if check != nil && captureWord(d, check.Capture) != "" {
		what = format.Sentence(captureWord(d, check.Capture))
	}
	return d.T("%s can't be read: %s", what, d.faultName(code))
}

// expired reports when a document ran out, and how long ago where its date is plain to see.
func (d dossier) expired(date string) string {
	today := d.Now
	if !d.Job.ReviewedAt.IsZero() {
		today = d.Job.ReviewedAt
	}
	end, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return d.T("Expired on %s", cmp.Or(date, d.T(unknown)))
	}
	return d.N(int(today.Sub(end).Hours()/24), "Expired on %[2]s, 1 day ago", "Expired on %[2]s, %[1]d days ago", date)
}

// best returns the value of a field that was read first.
func (d dossier) best(field string) string {
	for _, r := range d.Report.Readings {
		if r.Field == field {
			return r.Value
		}
	}
	return ""
}

// values tells a field's values, each with the sources that have it.
func (d dossier) values(field string) string {
	m := newMatrix(d)
	var values []string
	by := map[string][]string{}
	for _, s := range m.columns {
		value := m.value(string(s), field)
		if value == "" {
			continue
		}
		if by[value] == nil {
			values = append(values, value)
		}
		by[value] = append(by[value], d.T(sourceNames[s]))
	}
	for i, value := range values {
		values[i] = strings.Join(by[value], ", ") + " " + value
	}
	return strings.Join(values, " · ")
}

// firstMismatch tells the fields that do not match: the first in full, the others by name.
func (d dossier) firstMismatch() string {
	text := ""
	for _, c := range d.Report.Comparisons {
		switch {
		case c.Match != engine.MatchNone:
		case text == "":
			text = d.T("%s differs: %s", d.T(fieldName(c.Field)), d.values(c.Field))
		default:
			text = format.Join("; ", text, d.T(fieldName(c.Field)))
		}
	}
	return text
}
