package finding

// CaptureReport is what is known about one capture by itself. Fault is empty for a
// readable capture, else a stable code: empty, truncated, too_large, too_many_pixels,
// unsupported, corrupt, timeout, memory. Width and Height are as shown; of a chip, its portrait's.
type CaptureReport struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Fault  string `json:"fault,omitempty"`
	SameAs string `json:"sameAs,omitempty"` // ID of the first capture with the same bytes
	Format string `json:"format,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	// clockwise degrees by which the content stands turned, 0, 90, 180, 270
	Turned      int          `json:"turned,omitempty"`
	Document    *Quad        `json:"document,omitempty"`
	MRZLines    []Line       `json:"mrzLines,omitempty"`
	CheckDigits []CheckDigit `json:"checkDigits,omitempty"` // of the zone, in the order in which they are printed
	Symbols     []Code       `json:"symbols,omitempty"`
	Faces       []Face       `json:"faces,omitempty"`
	// names of the SDK's prompts that apply: tooBlurry, tooMuchGlare, tooDark …
	Prompts []string `json:"prompts,omitempty"`
	// quality scores of a document photograph: focus, glare, brightness, finger
	Scores map[string]float64 `json:"scores,omitempty"`
	Chip   *ChipContents      `json:"chip,omitempty"`
	Sketch
}

// ChipContents is what was read from a document's chip, and who signed it. ValidFrom and ValidTo are the first and the
// last day of the document signer's certificate, YYYY-MM-DD; Issuer is the State's certificate that names it.
type ChipContents struct {
	Groups    []ChipGroup `json:"groups"`
	Country   string      `json:"country,omitempty"`
	Signer    string      `json:"signer,omitempty"`
	Issuer    string      `json:"issuer,omitempty"`
	ValidFrom string      `json:"validFrom,omitempty"`
	ValidTo   string      `json:"validTo,omitempty"`
}

// ChipGroup is one data group of a chip. Hash is right, wrong, unnamed (the security object does not name the group) or
// empty where it could not be compared.
type ChipGroup struct {
	Number int    `json:"number"`
	Hash   string `json:"hash,omitempty"`
}

// Quad is a document's outline: corners clockwise from its top-left, x,y pairs.
type Quad struct {
	Corners    [8]float64 `json:"corners"`
	Confidence float64    `json:"confidence"`
	Format     string     `json:"format,omitempty"` // ID-1, ID-2, ID-3
}

// Line is one line of a machine-readable zone as read, before any repair.
type Line struct {
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence"`
	Box        Box     `json:"box"`
}

// CheckDigit is one digit of a machine-readable zone as printed, before any repair, and the digit that is computed from
// the characters that it covers (ICAO 9303-3 §4.9). Field is number, birth, expiry, personal, composite or, on French
// cards, name. Box is the digit's own place. After is true where the two agree once the repairs are made.
type CheckDigit struct {
	Field    string      `json:"field"`
	Printed  string      `json:"printed"`
	Computed string      `json:"computed"`
	OK       bool        `json:"ok"`
	After    bool        `json:"okAfterRepair"`
	Box      *Box        `json:"box,omitempty"`
	Quad     *[8]float64 `json:"quad,omitempty"` // its corners, as in Evidence
}

// Code is one decoded barcode.
type Code struct {
	Symbology  string  `json:"symbology"` // PDF417, QR, CODE_128, CODE_39, DATA_MATRIX, AZTEC
	Text       string  `json:"text"`
	Box        Box     `json:"box"`
	Confidence float64 `json:"confidence"`
	Part       *Part   `json:"part,omitempty"`
}

// Part marks a barcode as one of several that hold a file together, not all of which are in the picture. Index counts
// from 0; Count is 0 where the barcode does not hold it.
type Part struct {
	File  string `json:"file"`
	Index int    `json:"index"`
	Count int    `json:"count,omitempty"`
}

// Face is one detected face. Pupils are left eye x,y then right eye x,y as seen in
// the picture; nil where they were not found. Roll is in degrees, clockwise.
type Face struct {
	Box    Box         `json:"box"`
	Score  float64     `json:"score"`
	Pupils *[4]float64 `json:"pupils,omitempty"`
	Roll   float64     `json:"roll,omitempty"`
	Yaw    float64     `json:"yaw,omitempty"`
}

// Template is a biometric template made from a capture: a 128-d face descriptor
// for a face. Templates never leave the server.
type Template struct {
	Capture     string    `json:"capture"`
	Kind        string    `json:"kind"` // "face" or "fingerprints"
	Role        string    `json:"role"` // "selfie", "portrait" or "prints"
	ModelSHA256 string    `json:"modelSHA256"`
	Quality     float64   `json:"quality"`
	Vector      []float32 `json:"vector,omitempty"`
	Data        []byte    `json:"data,omitempty"` // of other kinds than face
}
