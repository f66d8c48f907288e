package wording

// Reason is how the console words a reason. Where Limits is set, what was measured and what was asked for follow it.
type Reason struct {
	Text   string
	Limits bool
}

// Reasons are the reasons that need no value to be worded, by their codes.
var Reasons = map[string]Reason{
	"capture.missing": {Text: "A capture is missing"},

	"quality.blurred":    {"The document is out of focus", true},
	"quality.glare":      {"Glare over the document", true},
	"quality.dark":       {Text: "The picture is too dark"},
	"quality.bright":     {Text: "The picture is washed out"},
	"quality.finger":     {"A finger covers a part of the document", true},
	"quality.no_texture": {Text: "Nothing in the picture to judge the focus by"},

	"document.none":            {Text: "No document is in the picture"},
	"document.person":          {Text: "The picture shows a person, not a document"},
	"document.multiple":        {Text: "More than one document is in the picture"},
	"document.cut":             {Text: "A part of the document lies outside of the picture"},
	"document.outline_unknown": {Text: "The edges of the document were not found"},
	"document.outline_unsure":  {Text: "The outline of the document is not clear"},
	"document.wrong_type":      {Text: "Another type of document than was asked for"},
	"document.wrong_side":      {Text: "The other side of the document than was asked for"},
	"document.kind_unknown":    {Text: "The type of the document could not be told"},
	"document.photocopy":       {"The document looks like a photocopy", true},
	"document.screen":          {"The document looks like a picture on a screen", true},
	"document.realness_unsure": {"The document may be a copy", true},
	"document.no_code":         {Text: "Neither machine-readable zone nor barcode was read"},
	"document.fields_missing":  {Text: "Key fields of the document were not read"},
	"document.print_unread":    {Text: "No printed field was read"},
	"document.print_late":      {Text: "Reading the printed text took too long"},
	"document.print_failed":    {Text: "The recogniser of printed text failed"},
	"document.print_cut":       {Text: "The picture’s edge cuts printed values"},
	"mrz.not_read":             {Text: "The machine-readable zone was not read"},
	"mrz.unsure":               {"The machine-readable zone was hard to read", true},
	"mrz.repaired":             {Text: "Check digits agree only after misread characters were repaired"},
	"barcode.unsure":           {"The barcode was hard to read", true},
	"barcode.not_licence":      {Text: "A barcode was read that is not a driving licence’s"},

	"data.expiry_unknown": {Text: "The date of expiry was not read"},
	"data.expiry_unsure":  {Text: "It may have expired: its date of expiry is not certain"},
	"data.birth_unknown":  {Text: "The date of birth was not read"},
	"data.age_unsure":     {Text: "The applicant may be too young: the date of birth is not certain"},
	"data.dates_unknown":  {Text: "Not all dates were read"},
	"data.born_later":     {Text: "The date of birth lies ahead"},
	"data.issued_later":   {Text: "The date of issue lies ahead"},
	"data.dates_order":    {Text: "Birth, issue and expiry do not follow each other"},
	"data.other_document": {Text: "Two captures show different documents"},
	"data.one_source":     {Text: "Only one source was read: nothing to hold it against"},

	"face.none":        {Text: "No face is in the selfie"},
	"face.multiple":    {Text: "More than one face is in the selfie"},
	"face.no_portrait": {Text: "No portrait was found on the document"},
	"face.no_pupils":   {Text: "The eyes were not found"},
	"face.eyes_closed": {"An eye seems to be closed", true},
	"face.mismatch":    {"The faces differ", true},
	"face.unsure":      {"The faces may differ", true},
	"face.small":       {Text: "The faces agree, but one is too small to be sure"},
	"face.too_small":   {Text: "A face is too small to compare"},

	"face.light_intensity": {Text: "The face is too dark or too bright"},
	"face.under_exposure":  {Text: "Parts of the face lie in the dark"},
	"face.over_exposure":   {Text: "Parts of the face are burnt out"},
	"face.dynamic_range":   {Text: "The face has too few shades"},
	"face.uniformity":      {Text: "The light falls on one side of the face"},
	"face.focus":           {Text: "The face is out of focus"},
	"face.inter_eye":       {Text: "The face is too small in the selfie"},
	"face.head_size":       {Text: "The head is too small or too large in the selfie"},
	"face.crop":            {Text: "The head is cut off in the selfie"},
	"face.roll":            {Text: "The head is tilted"},
	"face.yaw":             {Text: "The head is turned away"},

	"liveness.unproven": {Text: "Not proven that the person was there: one picture can't show it"},
	"liveness.not_run":  {Text: "Not checked whether the person was there"},

	"customer.unique_number": {Text: "The unique number and the face are those of an enrolled customer"},
	"customer.document":      {Text: "The document and the face are those of an enrolled customer"},
	"customer.unique_number_known": {
		Text: "The unique number belongs to an enrolled customer; the face is not proven to be theirs",
	},
	"customer.document_known": {
		Text: "The document belongs to an enrolled customer; the face is not proven to be theirs",
	},
	"customer.same_face":   {Text: "The face is near that of an enrolled customer"},
	"customer.no_selfie":   {Text: "No selfie to hold against the enrolled customer"},
	"customer.no_template": {Text: "The enrolled customer has no face to compare with"},
	"customer.unknown":     {Text: "No customer is enrolled under this unique number"},

	"voice.silence":        {Text: "The recording holds silence instead of speech"},
	"voice.clipping":       {Text: "The recording is overdriven"},
	"voice.noise":          {Text: "The recording holds noise instead of clear speech"},
	"signature.blank":      {Text: "The signature is blank"},
	"signature.dot":        {Text: "The signature is only a dot"},
	"signature.line":       {Text: "The signature is only a line"},
	"fingerprint.unusable": {"No print is fit for comparison", true},
	"fingerprint.poor":     {"Not every print is fit for comparison", true},
	"chip.unreadable":      {Text: "The chip can't be read"},
	"chip.missing":         {Text: "The chip was not read whole: what its State signed is missing"},
	"chip.no_signer":       {Text: "The chip does not say who signed it"},
	"chip.unknown_country": {
		Text: "The data of the chip is sound, but who signed it can't be traced to a trusted State",
	},
	"chip.signer_expired":    {Text: "The signer of the chip was certified by a trusted State, but not for today"},
	"chip.unknown_algorithm": {Text: "The chip is signed in a way that is not known here"},
	"chip.hash_mismatch":     {Text: "The data of the chip is not what its State signed"},
	"chip.group_unnamed":     {Text: "The chip holds data that its State did not sign"},
	"chip.bad_signature":     {Text: "The signature of the chip is false"},

	"chip.portrait_mismatch":   {"The portrait in the chip is not the printed one", true},
	"chip.portrait_unsure":     {"The portrait in the chip may not be the printed one", true},
	"chip.portrait_small":      {Text: "A portrait is too small to compare the one in the chip with the printed one"},
	"chip.portrait_format":     {Text: "The portrait in the chip is JPEG 2000, which is not read here"},
	"chip.portrait_unreadable": {Text: "The portrait in the chip can't be read"},
	"chip.portrait_no_face":    {Text: "No face was found in the portrait of the chip"},

	"policy.no_requirements": {Text: "The policy names no requirements for this kind of job"},
	"sandbox.requested":      {Text: "A sandbox client asked for this outcome"},
	"processing.failed":      {Text: "The job could not be processed"},
}

// NoDocument are the reasons that name the capture in which there is no document, by their codes.
var NoDocument = map[string]string{
	"document.none": "%s: no document is in the picture", "document.person": "%s: the picture shows a person, not a " +
		"document",
}
