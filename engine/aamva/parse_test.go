package aamva_test

import (
	"errors"
	"strings"
	"testing"

	"proofdesk/engine/aamva"
)

const ohio = "@\n\x1e\rANSI 636023080102DL00410060ZO01010012DLDCAD\nDCBB\nDCDNONE\nDBA02232020\nDCSRIVERA\nDA" +
	"CDEBORAH\nDADTHEA\n" +
	"DBD12022016\nDBB02231956\nDBC2\nDAYBRO\nDAU060 IN\nDAG102 PARK AVE\nDAHUNIT " +
	"4\nDAINORTHWOOD\nDAJOH\nDAK436191234  \nDAQPJ842270\n" +
	"DCGUSA\nDDET\nDDFN\nDDGU\nDAW140\rZOZOAN\nZOBN\r"

func TestFieldsAreReadInEveryLayout(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want aamva.License
	}{
		"a record with wrong offsets": {ohio, aamva.License{
			Version:        8,
			Jurisdiction:   "OH",
			Kind:           "DL",
			Surname:        "RIVERA",
			FirstName:      "DEBORAH",
			MiddleNames:    "THEA",
			SurnameCut:     "T",
			DocumentNumber: "PJ842270",
			BirthDate:      "1956-02-23",
			ExpiryDate:     "2020-02-23",
			IssueDate:      "2016-12-02",
			Sex:            "F",
			HeightCM:       152,
			WeightKG:       64,
			Address: aamva.Address{
				Line1:      "102 PARK AVE",
				Line2:      "UNIT 4",
				City:       "NORTHWOOD",
				State:      "OH",
				PostalCode: "43619-1234",
				Country:    "USA",
			},
		}},
		"version 1 with AAMVA for ANSI and a full name": {
			"@\n\x1c\rAAMVA6360060101DL00290179DAANORTH,ANNA,B,JR\nDAG60 STATE ST\nDAIHARTFORD\nDAJCT\nDAK061091896  " +
				"\nDAQ990000001\nDBA20150101\nDBB19610131\nDBC1\nDBD20090223\nDAU506\r",
			aamva.License{
				Version:        1,
				Jurisdiction:   "CT",
				Kind:           "DL",
				Surname:        "NORTH",
				FirstName:      "ANNA",
				MiddleNames:    "B",
				Suffix:         "JR",
				DocumentNumber: "990000001",
				BirthDate:      "1961-01-31",
				ExpiryDate:     "2015-01-01",
				IssueDate:      "2009-02-23",
				Sex:            "M",
				HeightCM:       168,
				Address: aamva.Address{
					Line1:      "60 STATE ST",
					City:       "HARTFORD",
					State:      "CT",
					PostalCode: "06109-1896",
					Country:    "USA",
				},
			},
		},
		"a full name in the order of speech": {
			"@\n\rANSI 6360250101DL00290194DLDAQ26798765\nDAAJOHN ROBERT LEE SMITH\nDAG140 MAIN " +
				"ST\nDAIERIE\nDAJPA\nDAK19130      \nDBA20200203\nDBB19860202\nDBCM\nDBD20160104\n",
			aamva.License{
				Version:        1,
				Jurisdiction:   "PA",
				Kind:           "DL",
				Surname:        "SMITH",
				FirstName:      "JOHN",
				MiddleNames:    "ROBERT LEE",
				DocumentNumber: "26798765",
				BirthDate:      "1986-02-02",
				ExpiryDate:     "2020-02-03",
				IssueDate:      "2016-01-04",
				Sex:            "M",
				Address: aamva.Address{
					Line1:      "140 MAIN ST",
					City:       "ERIE",
					State:      "PA",
					PostalCode: "19130",
					Country:    "USA",
				},
			},
		},
		"a Canadian record with commas and the year first": {
			"@\n\x1e\rANSI 636012030001DL00000367DLDCSTESTER,      \nDCTMARY,ANN      " +
				"\nDBA20200603\nDBD20170607\nDBB19960603\nDBC2\nDAU170 CM\nDAG123 ST GEORGE ST E,   \nDAIFERGUS  " +
				"\nDAJON\nDAKN1M 3J6    \nDAQS9244-43879-65702\nDCGCAN\r",
			aamva.License{
				Version:        3,
				Jurisdiction:   "ON",
				Kind:           "DL",
				Surname:        "TESTER",
				FirstName:      "MARY",
				MiddleNames:    "ANN",
				DocumentNumber: "S9244-43879-65702",
				BirthDate:      "1996-06-03",
				ExpiryDate:     "2020-06-03",
				IssueDate:      "2017-06-07",
				Sex:            "F",
				HeightCM:       170,
				Address: aamva.Address{
					Line1:      "123 ST GEORGE ST E",
					City:       "FERGUS",
					State:      "ON",
					PostalCode: "N1M 3J6",
					Country:    "CAN",
				},
			},
		},
		"a record without separators": {
			"@ANSI 636015030002DL00410217ZT02580015DLDCACDCBNONEDCDNONEDBA08042015DCSDOEDCTJANEDBD08192014DB" +
				"B02081977DBC2DAYBLKDAU 65 INDAG5929 N ROCK STDAIAUSTINDAJTXDAK44556      DAQ38884194DCGUSADCHNO" +
				"NEDCUZTZTA130ZTBA",
			aamva.License{
				Version:        3,
				Jurisdiction:   "TX",
				Kind:           "DL",
				Surname:        "DOE",
				FirstName:      "JANE",
				DocumentNumber: "38884194",
				BirthDate:      "1977-02-08",
				ExpiryDate:     "2015-08-04",
				IssueDate:      "2014-08-19",
				Sex:            "F",
				HeightCM:       165,
				Address: aamva.Address{
					Line1:      "5929 N ROCK ST",
					City:       "AUSTIN",
					State:      "TX",
					PostalCode: "44556",
					Country:    "USA",
				},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := aamva.Parse(c.text)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Layout, c.want.IIN, c.want.Country = aamva.Barcode, got.IIN, c.want.Address.Country
			compare(t, got, c.want)
		})
	}
}

func TestSeparatorsOfEveryKindGiveTheSameLicence(t *testing.T) {
	want, err := aamva.Parse(ohio)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bars":               strings.NewReplacer("\n", "|", "\r", "|").Replace(ohio),
		"record separators":  strings.ReplaceAll(ohio, "\n", "\x1e"),
		"C1 controls":        strings.ReplaceAll(ohio, "\n", "\u0090\n\u0090"),
		"Latin-1 C1":         strings.ReplaceAll(ohio, "\n", "\x90"),
		"spelled out":        strings.NewReplacer("\n", "<LF>", "\r", "<CR>").Replace(ohio),
		"leading blanks":     " \ufeff " + strings.ReplaceAll(ohio, "\n", "\n "),
		"no compliance line": ohio[strings.Index(ohio, "ANSI"):],
	} {
		t.Run(name, func(t *testing.T) {
			got, err := aamva.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, got, want)
		})
	}
}

// A fraudster who writes the barcode of a false licence could make another name look like the printed one.
func TestWhatTurnsOrHidesTextIsSeen(t *testing.T) {
	for hidden, want := range map[string]string{
		"\u202eAREVIR":       "\ufffdAREVIR",
		"RIV\u200bERA":       "RIV\ufffdERA",
		"RIV\u200dERA":       "RIV\ufffdERA",
		"\u2067RIVERA\u2069": "\ufffdRIVERA\ufffd",
		"RIV\u00adERA":       "RIV\ufffdERA",
	} {
		l, err := aamva.Parse(strings.Replace(ohio, "RIVERA", hidden, 1))
		if err != nil || l.Surname != want {
			t.Errorf("%+q: %+q, %v, want %+q", hidden, l.Surname, err, want)
		}
	}
}

func TestMagneticStripeIsRead(t *testing.T) {
	got, err := aamva.Parse(`%TXAUSTIN^DOE$JOHN$Q^12345 ELM ST^?;63601538774194=150819810117?#" 78729      C         ` +
		`      1505130BLKBRO?`)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, aamva.License{
		Layout:         aamva.Stripe,
		IIN:            "636015",
		Jurisdiction:   "TX",
		Country:        "USA",
		Surname:        "DOE",
		FirstName:      "JOHN",
		MiddleNames:    "Q",
		DocumentNumber: "38774194",
		BirthDate:      "1981-01-17",
		ExpiryDate:     "2015-08-31",
		Sex:            "M",
		HeightCM:       165,
		WeightKG:       59,
		Address: aamva.Address{
			Line1:      "12345 ELM ST",
			City:       "AUSTIN",
			State:      "TX",
			PostalCode: "78729",
			Country:    "USA",
		},
	})
}

func TestFloridaStripeHidesLetterAndMonth(t *testing.T) {
	got, err := aamva.Parse(`%FLDELRAY BEACH^DOE$JOHN$^4818 S FEDERAL BLVD^           ` +
		`\?;6360100462172082009=2101198799080=?`)
	if err != nil {
		t.Fatal(err)
	}
	if got.DocumentNumber != "D621720820090" || got.BirthDate != "1987-01-08" || got.ExpiryDate != "2021-01-08" {
		t.Errorf("number %s born %s expires %s", got.DocumentNumber, got.BirthDate, got.ExpiryDate)
	}
}

func TestWhatIsNoRecordIsRefusedByName(t *testing.T) {
	for text, want := range map[string]error{
		"":                                 aamva.ErrEmpty,
		" \n\x1e ":                         aamva.ErrEmpty,
		"https://example.com/DL":           aamva.ErrNotRecord,
		"DAQ":                              aamva.ErrNotRecord,
		"P<UTOERIKSSON<<ANNA":              aamva.ErrNotRecord,
		"@\n\x1e\rANSI 636023080102DL0041": aamva.ErrNoElement,
		strings.Repeat("D", 20000):         aamva.ErrTooLong,
	} {
		if _, err := aamva.Parse(text); !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
}

func TestEveryOddityIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		strings.Replace(ohio, "DBB02231956", "DBB02311956", 1): "date.malformed:DBB",
		strings.Replace(ohio, "DAQPJ842270", "DAQNONE", 1):     "document_number.none",
		strings.Replace(ohio, "DCGUSA", "DCGCAN", 1):           "country.contradicts_issuer",
		strings.Replace(ohio, "636023", "636999", 1):           "header.issuer",
		ohio[strings.Index(ohio, "DLDCA"):]:                    "header.missing",
		strings.Replace(ohio, "DL0041", "DL0099", 1):           "directory.offset:DL",
		strings.Replace(ohio, "00410060", "00419060", 1):       "record.cut_short",
	} {
		l, err := aamva.Parse(text)
		if err != nil || !has(l.Warnings, want) {
			t.Errorf("want %s, got %v %v", want, l.Warnings, err)
		}
	}
}

func TestRecordCutAtEveryByteGivesPartsOfTheWhole(t *testing.T) {
	whole, err := aamva.Parse(ohio)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ohio {
		l, err := aamva.Parse(ohio[:i])
		if err != nil {
			continue
		}
		if !strings.HasPrefix(whole.DocumentNumber, l.DocumentNumber) ||
			!strings.HasPrefix(whole.BirthDate, l.BirthDate) || !strings.HasPrefix(whole.Surname, l.Surname) {
			t.Fatalf("cut at %d: %q %q %q", i, l.DocumentNumber, l.BirthDate, l.Surname)
		}
	}
}

func has(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// compare checks the fields, leaving out the raw elements, the warnings and what want leaves at zero by meaning.
func compare(t *testing.T, got, want aamva.License) {
	t.Helper()
	if want.GivenNames == "" {
		want.GivenNames = strings.TrimSpace(want.FirstName + " " + want.MiddleNames)
	}
	if want.SurnameCut != "" && want.SurnameCut != got.SurnameCut {
		t.Errorf("surname cut %q, want %q", got.SurnameCut, want.SurnameCut)
	}
	pairs := [][3]string{
		{"layout", string(got.Layout), string(want.Layout)},
		{"issuer", got.IIN, want.IIN},
		{"jurisdiction", got.Jurisdiction, want.Jurisdiction},
		{"country", got.Country, want.Country},
		{"kind", got.Kind, want.Kind},
		{"surname", got.Surname, want.Surname},
		{"first", got.FirstName, want.FirstName},
		{"middle", got.MiddleNames, want.MiddleNames},
		{"given", got.GivenNames, want.GivenNames},
		{"suffix", got.Suffix, want.Suffix},
		{"number", got.DocumentNumber, want.DocumentNumber},
		{"birth", got.BirthDate, want.BirthDate},
		{"expiry", got.ExpiryDate, want.ExpiryDate},
		{"issue", got.IssueDate, want.IssueDate},
		{"sex", got.Sex, want.Sex},
		{"line 1", got.Address.Line1, want.Address.Line1},
		{"line 2", got.Address.Line2, want.Address.Line2},
		{"city", got.Address.City, want.Address.City},
		{"state", got.Address.State, want.Address.State},
		{"postal code", got.Address.PostalCode, want.Address.PostalCode},
		{"address country", got.Address.Country, want.Address.Country},
	}
	for _, p := range pairs {
		if p[1] != p[2] {
			t.Errorf("%s %q, want %q", p[0], p[1], p[2])
		}
	}
	if got.Version != want.Version || got.HeightCM != want.HeightCM || got.WeightKG != want.WeightKG {
		t.Errorf("version %d height %d weight %d, want %d %d %d", got.Version, got.HeightCM, got.WeightKG,
			want.Version, want.HeightCM, want.WeightKG)
	}
}
