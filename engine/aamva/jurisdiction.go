package aamva

// issuer is a row of AAMVA's table of issuer identification numbers.
type issuer struct{ code, country string }

// issuers are the numbers that AAMVA assigned to jurisdictions of the United States, Canada and Mexico.
var issuers = map[string]issuer{
	"636000": {"VA", "USA"}, "636001": {"NY", "USA"}, "636002": {"MA", "USA"}, "636003": {"MD", "USA"},
	"636004": {"NC", "USA"}, "636005": {"SC", "USA"}, "636006": {"CT", "USA"}, "636007": {"LA", "USA"},
	"636008": {"MT", "USA"}, "636009": {"NM", "USA"}, "636010": {"FL", "USA"}, "636011": {"DE", "USA"},
	"636012": {"ON", "CAN"}, "636013": {"NS", "CAN"}, "636014": {"CA", "USA"}, "636015": {"TX", "USA"},
	"636016": {"NL", "CAN"}, "636017": {"NB", "CAN"}, "636018": {"IA", "USA"}, "636019": {"GU", "USA"},
	"636020": {"CO", "USA"}, "636021": {"AR", "USA"}, "636022": {"KS", "USA"}, "636023": {"OH", "USA"},
	"636024": {"VT", "USA"}, "636025": {"PA", "USA"}, "636026": {"AZ", "USA"}, "636027": {"US", "USA"},
	"636028": {"BC", "CAN"}, "636029": {"OR", "USA"}, "636030": {"MO", "USA"}, "636031": {"WI", "USA"},
	"636032": {"MI", "USA"}, "636033": {"AL", "USA"}, "636034": {"ND", "USA"}, "636035": {"IL", "USA"},
	"636036": {"NJ", "USA"}, "636037": {"IN", "USA"}, "636038": {"MN", "USA"}, "636039": {"NH", "USA"},
	"636040": {"UT", "USA"}, "636041": {"ME", "USA"}, "636042": {"SD", "USA"}, "636043": {"DC", "USA"},
	"636044": {"SK", "CAN"}, "636045": {"WA", "USA"}, "636046": {"KY", "USA"}, "636047": {"HI", "USA"},
	"636048": {"MB", "CAN"}, "636049": {"NV", "USA"}, "636050": {"ID", "USA"}, "636051": {"MS", "USA"},
	"636052": {"RI", "USA"}, "636053": {"TN", "USA"}, "636054": {"NE", "USA"}, "636055": {"GA", "USA"},
	"636056": {"CU", "MEX"}, "636057": {"HL", "MEX"}, "636058": {"OK", "USA"}, "636059": {"AK", "USA"},
	"636060": {"WY", "USA"}, "636061": {"WV", "USA"}, "636062": {"VI", "USA"}, "604426": {"PE", "CAN"},
	"604427": {"AS", "USA"}, "604428": {"QC", "CAN"}, "604429": {"YT", "CAN"}, "604430": {"MP", "USA"},
	"604431": {"PR", "USA"}, "604432": {"AB", "CAN"}, "604433": {"NU", "CAN"}, "604434": {"NT", "CAN"},
}

// countries maps a two-letter jurisdiction code to its country.
var countries = func() map[string]string {
	m := make(map[string]string, len(issuers))
	for _, is := range issuers {
		m[is.code] = is.country
	}
	return m
}()

// Jurisdiction returns the two-letter jurisdiction and the ISO 3166-1 alpha-3 country to which AAMVA assigned an issuer
// identification number; ok is false for a number that it did not assign.
func Jurisdiction(iin string) (code, country string, ok bool) {
	is, ok := issuers[iin]
	return is.code, is.country, ok
}

// IIN returns the issuer identification number of a two-letter jurisdiction, "" if there is none.
func IIN(jurisdiction string) string {
	for n, is := range issuers {
		if is.code == jurisdiction {
			return n
		}
	}
	return ""
}
