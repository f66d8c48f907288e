package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
)

// localeFile is the name of the file in a language's folder that holds its Locale.
const localeFile = "locale.json"

// Locale is how a language writes what is not a sentence. Grouping, decimals and plural forms come from CLDR by the
// language's tag, so they are not here.
type Locale struct {
	Name      string   `json:"name"`      // the language's name in itself
	Direction string   `json:"direction"` // ltr or rtl
	Date      string   `json:"date"`      // pattern of a date
	Day       string   `json:"day"`       // pattern of a day of the current year, for the axis of a chart
	WeekDay   string   `json:"weekDay"`   // pattern of a day of the current week, for the axis of a chart
	Time      string   `json:"time"`      // pattern of a time of day
	Hour      string   `json:"hour"`      // pattern of a full hour, for the axis of a chart
	Moment    string   `json:"moment"`    // a date with a time of day, as {date} and {time}
	Months    []string `json:"months"`    // twelve short names, from January
	Weekdays  []string `json:"weekdays"`  // seven short names, from Monday
	// Periods are what the hours before noon and after it are called, where a pattern has them.
	Periods []string `json:"periods,omitempty"`
}

// readLocale reads and checks the locale of a language's folder.
func readLocale(from fs.FS, folder string) (Locale, error) {
	data, err := fs.ReadFile(from, folder+"/"+localeFile)
	if err != nil {
		return Locale{}, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var l Locale
	if err := d.Decode(&l); err != nil {
		return Locale{}, fmt.Errorf("%s/%s: %w", folder, localeFile, err)
	}
	patterns := []string{l.Date, l.Day, l.WeekDay, l.Time, l.Hour, l.Moment}
	switch {
	case l.Name == "" || slices.Contains(patterns, ""):
		return l, fmt.Errorf("%s/%s: a name or a pattern is missing", folder, localeFile)
	case l.Direction != "ltr" && l.Direction != "rtl":
		return l, fmt.Errorf("%s/%s: the direction must be ltr or rtl", folder, localeFile)
	case len(l.Periods) != 2 && (len(l.Periods) > 0 || havePeriod(l.Time, l.Hour)):
		return l, fmt.Errorf("%s/%s: there must be two periods of the day", folder, localeFile)
	case len(l.Months) != 12 || len(l.Weekdays) != 7:
		return l, fmt.Errorf("%s/%s: there must be twelve months and seven weekdays", folder, localeFile)
	}
	return l, nil
}

// havePeriod reports whether a pattern says before or after noon.
func havePeriod(patterns ...string) bool {
	have := false
	for _, pattern := range patterns {
		filled(pattern, func(letters string) string {
			have = have || letters == "a"
			return ""
		})
	}
	return have
}

// Locale returns how the language writes dates and in which direction it runs.
func (l Language) Locale() Locale {
	if known, ok := current.locales[l]; ok {
		return known
	}
	if l == Pseudo {
		return disguisedLocale()
	}
	return current.locales[English]
}

// Name returns the language's name in itself.
func (l Language) Name() string { return l.Locale().Name }
