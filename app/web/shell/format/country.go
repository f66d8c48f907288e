package format

import (
	"cmp"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"proofdesk/views/words"
)

// regions are the regions of CLDR for codes of ICAO 9303-3 section 5 that are not codes of ISO 3166-1.
var regions = map[string]string{"D": "DE", "EUE": "EU", "RKS": "XK", "UNO": "UN", "ZIM": "ZW"}

// special are the names of the codes of ICAO 9303-3 section 5 that no list of countries has: kinds of British
// nationality, organisations, and people without a State. Utopia issues the specimens of that standard.
var special = map[string]string{
	"GBD": "British Overseas Territories citizen",
	"GBN": "British National (Overseas)",
	"GBO": "British Overseas citizen",
	"GBP": "British protected person",
	"GBS": "British subject",
	"IAO": "International Civil Aviation Organization",
	"NTZ": "Neutral Zone",
	"UNA": "United Nations specialized agency",
	"UNK": "Kosovo (United Nations mission)",
	"UTO": "Utopia (specimen)",
	"XBA": "African Development Bank",
	"XCC": "Caribbean Community",
	"XCE": "Council of Europe",
	"XCO": "Common Market for Eastern and Southern Africa",
	"XDC": "Southern African Development Community",
	"XEC": "Economic Community of West African States",
	"XES": "Organisation of Eastern Caribbean States",
	"XIM": "African Export–Import Bank",
	"XMP": "Parliamentary Assembly of the Mediterranean",
	"XOM": "Sovereign Military Order of Malta",
	"XPO": "Interpol",
	"XXA": "stateless person",
	"XXB": "refugee (1951 Convention)",
	"XXC": "refugee",
	"XXX": "unspecified nationality",
}

// Country names the State, organisation or nationality of a code: alpha-2 or alpha-3 of ISO 3166-1, or one of ICAO
// 9303-3 section 5. A code that nobody knows is returned as it is.
func Country(l words.Language, code string) string {
	if name, ok := special[code]; ok {
		return l.T(name)
	}
	region, err := language.ParseRegion(cmp.Or(regions[code], code))
	if err != nil || !region.IsCountry() && region.String() != "EU" && region.String() != "UN" {
		return code
	}
	names := display.Regions(language.Make(string(l)))
	if names == nil {
		names = display.Regions(language.English)
	}
	if l == words.Pseudo {
		return l.T(names.Name(region))
	}
	return cmp.Or(names.Name(region), code)
}

// CountryWithCode names a country and adds the code that its documents carry.
func CountryWithCode(l words.Language, code string) string {
	if name := Country(l, code); name != code {
		return name + " (" + code + ")"
	}
	return code
}
