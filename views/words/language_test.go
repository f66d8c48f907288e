package words_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"proofdesk/app/preference"
	"proofdesk/views/words"
)

const (
	polish words.Language = "pl"
	arabic words.Language = "ar"
)

// addLanguages adds the folders of testdata to the languages of the program, as a translator adds one to its folder,
// and more files by their paths.
func addLanguages(t *testing.T, more map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for _, folders := range []string{".", "testdata"} {
		entries, err := os.ReadDir(folders)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !e.IsDir() || e.Name() == "testdata" {
				continue
			}
			if err := os.CopyFS(dir+"/"+e.Name(), os.DirFS(folders+"/"+e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, content := range more {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	remove, err := words.Add(os.DirFS(dir), map[string]map[string]string{"pl": {"Focus": "Ostrość"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remove)
}

func TestAFolderIsEnoughForALanguage(t *testing.T) {
	before := words.Languages()
	addLanguages(t, nil)
	want := slices.Sorted(slices.Values(append(before[1:], arabic, polish)))
	if got := words.Languages(); !slices.Equal(got, append(before[:1], want...)) || before[0] != words.English {
		t.Error("languages", got)
	}
	for _, l := range words.Languages() { // as each is offered, each can be saved
		if err := (preference.Preferences{Language: string(l)}).Check(); err != nil {
			t.Errorf("choosing %s: %v", l, err)
		}
	}
	if got := words.Choose("", "pl-PL,pl;q=0.9"); got != polish {
		t.Error("a browser that asks for Polish gets", got)
	}
	at := time.Date(2026, 11, 2, 15, 4, 5, 0, time.UTC)
	for got, want := range map[string]string{
		polish.Name():              "Polski",
		polish.T("Your account"):   "Twoje konto",
		polish.T("Focus"):          "Ostrość", // a text of a code
		polish.T("Search"):         "Search",  // not translated yet
		polish.Moment(at):          "02 lis 2026, 15:04:05",
		polish.Count(1234567):      "1\u00a0234\u00a0567",
		polish.Decimal(1234.5, 1):  "1\u00a0234,5",
		polish.Locale().Direction:  "ltr",
		arabic.Locale().Direction:  "rtl",
		arabic.T("Your account"):   "حسابك",
		arabic.Moment(at):          "٣:٠٤:٠٥ ٢ نوفمبر ٢٠٢٦",
		arabic.Hour(at):            "٣:٠٤ م",
		arabic.Count(1234567):      "١٬٢٣٤٬٥٦٧",
		words.English.Moment(at):   "02 Nov 2026 15:04:05",
		words.Spanish.Moment(at):   "02 nov 2026 15:04:05",
		words.Spanish.WeekDay(at):  "lun 2",
		words.English.Count(12345): "12,345",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestALanguageHasItsOwnPluralForms(t *testing.T) {
	addLanguages(t, nil)
	for _, c := range []struct {
		language words.Language
		n        int
		want     string
	}{
		{polish, 1, "1 zadanie"},
		{polish, 3, "3 zadania"},
		{polish, 5, "5 zadań"},
		{polish, 22, "22 zadania"},
		{polish, 1000, "1\u00a0000 zadań"},
		{arabic, 0, "لا مهام (٠)"},
		{arabic, 1, "مهمة واحدة"},
		{arabic, 2, "مهمتان (٢)"},
		{arabic, 4, "٤ مهام"},
		{arabic, 12, "١٢ مهمة"},
		{arabic, 100, "١٠٠ مهمة"},
	} {
		if got := c.language.N(c.n, "1 job", "%d jobs"); got != c.want {
			t.Errorf("%s of %d: %q, want %q", c.language, c.n, got, c.want)
		}
	}
}

func TestAFolderWithoutItsLocaleIsRefused(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"unknown field": {"xx/locale.json": `{"nmae": "X"}`},
		"no patterns":   {"en/locale.json": `{"name": "English", "direction": "ltr"}`},
		"no language":   {"backup of en/locale.json": `{}`},
	} {
		if _, err := words.Add(folder(files), nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestTheDisguiseIsOfferedToNobodyUnasked(t *testing.T) {
	if slices.Contains(words.Languages(), words.Pseudo) || words.Pseudo.Known() {
		t.Error("it is a language to choose")
	}
	if got := words.Choose(string(words.Pseudo), "es"); got != words.Spanish {
		t.Error("a browser may choose it:", got)
	}
}

func TestTheDisguiseKeepsTheValuesOfASentence(t *testing.T) {
	if got, want := words.Pseudo.T("%d of %s, 95%% sure", 1200, "Ana"), "[1,200 ööƒ Ana, 95% šûûŕéé]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOnlyATimeOfTheCurrentDayIsWrittenWithoutItsDate(t *testing.T) {
	at := time.Date(2026, 11, 2, 23, 30, 0, 0, time.UTC)
	mexico, err := time.LoadLocation("America/Mexico_City")
	if err != nil {
		t.Fatal(err)
	}
	now := at.Add(time.Hour)
	for got, want := range map[string]string{
		words.English.Recent(at, at.Add(time.Minute)):       "23:30:00",
		words.English.Recent(at, now):                       "02 Nov 2026 23:30:00",
		words.English.Recent(at.In(mexico), now.In(mexico)): "17:30:00",
		words.English.Recent(now, at):                       "03 Nov 2026 00:30:00",
		words.English.Recent(at, at.AddDate(1, 0, 0)):       "02 Nov 2026 23:30:00",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
