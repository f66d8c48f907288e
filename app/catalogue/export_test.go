package catalogue

// TranslationsIn returns the translations with those of a folder for tests.
var TranslationsIn = translations
