package engine_test

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/barcode"
	"proofdesk/engine/barcode/pdf417"
	"proofdesk/engine/specimen"
)

// submission holds the document captures of an applicant.
func submission(s specimen.Set) engine.Submission {
	sub := engine.Submission{
		Thresholds: engine.DefaultThresholds(),
		Today:      today,
		MinimumAge: 18,
		Submitted:  s.Submitted,
	}
	for _, kind := range []string{"passport", "id_front", "id_back"} {
		if c, ok := s.Capture(kind); ok {
			sub.Captures = append(sub.Captures, engine.Capture{
				ID:          kind,
				Kind:        kind,
				ContentType: c.ContentType,
				Bytes:       c.Bytes,
			})
		}
	}
	return sub
}

// one holds a single capture of a kind.
func one(kind string, b []byte) engine.Submission {
	return engine.Submission{
		Thresholds: engine.DefaultThresholds(),
		Today:      today,
		MinimumAge: 18,
		Captures:   []engine.Capture{{ID: kind, Kind: kind, Bytes: b}},
	}
}

func checkOf(r engine.Report, code string) engine.Check {
	for _, c := range r.Checks {
		if c.Code == code {
			return c
		}
	}
	return engine.Check{}
}

func TestEachCaseOfAPassportGetsItsFinding(t *testing.T) {
	cases := map[specimen.Case]struct {
		code    string
		outcome engine.Outcome
		reason  string
	}{
		specimen.Good:             {engine.CodeConsistency, engine.Pass, ""},
		specimen.Expired:          {engine.CodeExpiry, engine.Fail, "data.expired"},
		specimen.UnderAge:         {engine.CodeAge, engine.Fail, "data.under_age"},
		specimen.WrongDigit:       {engine.CodeCheckDigits, engine.Fail, "mrz.number_digit"},
		specimen.NameContradicts:  {engine.CodeConsistency, engine.Fail, "data.mismatch.lastName"},
		specimen.SubmittedDiffers: {engine.CodeConsistency, engine.Fail, "data.mismatch.dateOfBirth"},
		specimen.LongNames:        {engine.CodeConsistency, engine.Pass, ""},
		specimen.NoCode:           {engine.CodeRead, engine.Inconclusive, "document.no_code"},
		specimen.Photocopied:      {engine.CodeRealness, engine.Fail, "document.photocopy"},
		specimen.OnScreen:         {engine.CodeRealness, engine.Fail, "document.screen"},
		specimen.Reflecting:       {engine.CodeGlare, engine.Fail, "quality.glare"},
		specimen.OutOfFocus:       {engine.CodeFocus, engine.Fail, "quality.blurred"},
		specimen.Underexposed:     {engine.CodeBrightness, engine.Fail, "quality.dark"},
		specimen.UpsideDown:       {engine.CodeRealness, engine.Pass, ""},
		specimen.Sideways:         {engine.CodeConsistency, engine.Pass, ""},
		specimen.WrongDocument:    {engine.CodeDocument, engine.Fail, "document.person"},
		specimen.NoDocument:       {engine.CodeDocument, engine.Fail, "document.none"},
		specimen.HalfDocument:     {engine.CodeDocument, engine.Warn, "document.cut"},
		specimen.TwoDocuments:     {engine.CodeDocument, engine.Warn, "document.multiple"},
		specimen.Truncated:        {engine.CodeReadable, engine.Fail, "capture.truncated"},
		specimen.Corrupt:          {engine.CodeReadable, engine.Fail, "capture.corrupt"},
		specimen.Bomb:             {engine.CodeReadable, engine.Fail, "capture.too_large"},
		specimen.Mislabelled:      {engine.CodeConsistency, engine.Pass, ""},
	}
	if !hasNetworks {
		delete(cases, specimen.TwoDocuments) // a second portrait counts where the mesh network confirms it
	}
	for _, name := range sampledForWasm(slices.Sorted(maps.Keys(cases))) {
		want := cases[name]
		t.Run(string(name), func(t *testing.T) {
			t.Parallel()
			s := specimen.ApplicantWith(specimen.Passport, 1, name, today)
			s.Conditions.Width, s.Conditions.Height, s.Document.Detail = 1280, 880, .8
			r := engine.Inspect(context.Background(), submission(s))
			got := checkOf(r, want.code)
			if got.Outcome != want.outcome || want.reason != "" && !slices.Contains(got.Reasons, want.reason) {
				t.Errorf("%s: %s %v (%s), want %s %s", want.code, got.Outcome, got.Reasons, got.Detail, want.outcome,
					want.reason)
			}
		})
	}
}

func TestWhatWasDrawnIsWhatIsRead(t *testing.T) {
	for _, kind := range sampled([]specimen.Kind{
		specimen.Passport, specimen.CardTD1, specimen.CardTD2, specimen.FrenchID, specimen.VisaA, specimen.Licence,
	}) {
		s := specimen.ApplicantWith(kind, 7, specimen.Good, today)
		r := engine.Inspect(context.Background(), submission(s))
		want := map[string]string{
			"dateOfBirth":    s.Person.Birth.Format(time.DateOnly),
			"documentNumber": s.Document.Number,
		}
		for field, value := range want {
			found := slices.ContainsFunc(r.Readings, func(x engine.Reading) bool {
				return x.Field == field && x.Value == value && x.Source != engine.Submitted && x.Box != nil &&
					x.Confidence > 0
			})
			if !found {
				t.Errorf("%s: no reading of %s is %s", kind, field, value)
			}
		}
		for _, x := range r.Readings {
			if x.Source != engine.Submitted && (x.Box == nil || x.Confidence <= 0) ||
				x.Source == engine.MRZ && x.Raw == "" {
				t.Errorf("%s: nobody can see where %s was read, or how surely: %+v", kind, x.Field, x)
			}
		}
		located := []string{
			engine.CodeFocus, engine.CodeBrightness, engine.CodeDocument, engine.CodeKind, engine.CodeRealness,
			engine.CodeMRZ, engine.CodeBarcode, engine.CodePortrait,
		}
		for _, c := range r.Checks {
			if c.Code == engine.CodeConsistency && c.Outcome == engine.Fail {
				t.Errorf("%s: %s", kind, c.Detail)
			}
			if slices.Contains(located, c.Code) && c.Outcome == engine.Pass && len(c.Evidence) == 0 {
				t.Errorf("%s: %s passes and shows no place", kind, c.Code)
			}
		}
	}
}

func TestAWrongCheckDigitNeverPasses(t *testing.T) {
	for _, seed := range sampled([]uint64{20, 21, 22}) {
		kind := []specimen.Kind{specimen.Passport, specimen.CardTD1, specimen.CardTD2}[seed%3]
		r := engine.Inspect(context.Background(),
			submission(specimen.ApplicantWith(kind, seed, specimen.WrongDigit, today)))
		if c := checkOf(r, engine.CodeCheckDigits); c.Outcome == engine.Pass {
			t.Errorf("%s of seed %d passes: %s", kind, seed, c.Detail)
		}
		for _, c := range r.Captures {
			for _, d := range c.CheckDigits {
				if d.OK != (d.Printed == d.Computed) && d.Printed != "<" || d.Box == nil {
					t.Errorf("%s of seed %d: %+v", kind, seed, d)
				}
			}
		}
	}
}

func TestASideInThePlaceOfTheOtherIsNamed(t *testing.T) {
	front, _ := capture(specimen.Licence, 3, specimen.Good, "id_front")
	back, _ := capture(specimen.Licence, 3, specimen.Good, "id_back")
	passport, _ := capture(specimen.Passport, 3, specimen.Good, "passport")
	cases := []struct {
		kind   string
		bytes  []byte
		reason string
	}{
		{"id_front", back.Bytes, "document.wrong_side"},
		{"id_back", front.Bytes, "document.wrong_side"},
		{"id_front", passport.Bytes, "document.wrong_type"},
		{"passport", back.Bytes, "document.wrong_type"},
	}
	for _, c := range sampledForWasm(cases) {
		got := checkOf(engine.Inspect(context.Background(), one(c.kind, c.bytes)), engine.CodeKind)
		if got.Outcome == engine.Pass || !slices.Contains(got.Reasons, c.reason) {
			t.Errorf("%s: %s %v, want %s", c.kind, got.Outcome, got.Reasons, c.reason)
		}
	}
}

// animal draws two dark eyes and a nose on brown fur.
func animal() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 640, 480))
	rng := rand.New(rand.NewPCG(4, 2))
	spots := [][3]int{{250, 190, 26}, {390, 190, 26}, {320, 290, 40}}
	for y := range 480 {
		for x := range 640 {
			v := uint8(rng.IntN(40))
			c := color.RGBA{120 + v, 84 + v, 50 + v, 255}
			for _, s := range spots {
				if dx, dy := x-s[0], y-s[1]; dx*dx+dy*dy < s[2]*s[2] {
					c = color.RGBA{v / 2, v / 2, v / 2, 255}
				}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func TestPicturesWithoutADocumentGiveNoValues(t *testing.T) {
	letter, _ := capture(specimen.Passport, 9, specimen.Good, "document")
	pictures := map[string][]byte{
		"an animal":            specimen.JPEG(animal(), 85, 1),
		"a letter":             letter.Bytes,
		"a plain grey picture": specimen.PNG(image.NewGray(image.Rect(0, 0, 300, 200))),
	}
	for name, b := range pictures {
		for _, kind := range []string{"passport", "id_back"} {
			r := engine.Inspect(context.Background(), one(kind, b))
			if len(r.Readings) > 0 || checkOf(r, engine.CodeRead).Outcome == engine.Pass ||
				checkOf(r, engine.CodeKind).Outcome == engine.Pass {
				t.Errorf("%s as %s: %v", name, kind, r.Readings)
			}
			found, is := checkOf(r, engine.CodeDocument), checkOf(r, engine.CodeKind)
			if len(is.Reasons) == 0 || name != "a letter" && len(found.Reasons) == 0 {
				t.Errorf("%s as %s: found %v, is %v", name, kind, found.Reasons, is.Reasons)
			}
		}
	}
}

func TestBarcodesThatAreNoLicencesGiveNoValues(t *testing.T) {
	text := []byte("A boarding pass, perhaps: M1DESMARAIS/LUC EABC123 YULFRAAC 0834")
	stacked, err := barcode.Encode417(text, pdf417.Options{Columns: 8, Level: 4}, barcode.Drawing{Module: 3})
	if err != nil {
		t.Fatal(err)
	}
	for name, picture := range map[string][]byte{
		"PDF417":       onPage(stacked),
		"PDF417 alone": specimen.PNG(stacked),
		"QR":           square(t, string(text)),
	} {
		r := engine.Inspect(context.Background(), one("id_back", picture))
		if len(r.Captures[0].Symbols) != 1 || len(r.Readings) > 0 {
			t.Errorf("%s: %d symbols, %v", name, len(r.Captures[0].Symbols), r.Readings)
		}
		for _, code := range []string{engine.CodeBarcode, engine.CodeKind, engine.CodeRead} {
			if c := checkOf(r, code); c.Outcome == engine.Pass || !slices.Contains(c.Reasons, "barcode.not_licence") {
				t.Errorf("%s: %s %s %v", name, code, c.Outcome, c.Reasons)
			}
		}
		if c := checkOf(r, engine.CodeRealness); c.Outcome != engine.Inconclusive {
			t.Errorf("%s: realness of no document is %s", name, c.Outcome)
		}
	}
}

// onPage puts a barcode on a sheet of light grey.
func onPage(code *image.Gray) []byte {
	page := image.NewGray(image.Rect(0, 0, 900, 600))
	draw.Draw(page, page.Rect, image.NewUniform(color.Gray{235}), image.Point{}, draw.Src)
	draw.Draw(page, code.Rect.Add(image.Pt(120, 180)), code, image.Point{}, draw.Src)
	return specimen.PNG(page)
}

// square is a QR code on a sheet.
func square(t *testing.T, text string) []byte {
	t.Helper()
	code, err := barcode.EncodeQR(text, barcode.Drawing{Module: 4})
	if err != nil {
		t.Fatal(err)
	}
	return onPage(code)
}

func TestACancelledInspectionEndsBetweenSteps(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := engine.Inspect(ctx, submission(specimen.ApplicantWith(specimen.Passport, 1, specimen.Good, today)))
	if len(r.Captures) != 0 || len(r.Checks) > 1 {
		t.Fatalf("%d captures and %d checks after the end", len(r.Captures), len(r.Checks))
	}
}
