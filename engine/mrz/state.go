package mrz

import "strings"

// states are the codes of issuing States, organisations and nationalities: ISO 3166-1 alpha-3 and those of ICAO 9303-3
// Section 5, with Germany's D, which stands alone, and Utopia, of which specimens are made. Fillers pad to three
// columns.
const states = "ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR " +
	"BHS BIH BLM BLR BLZ " +
	"BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP " +
	"CZE DEU DJI " +
	"DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ " +
	"GRC GRD GRL " +
	"GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM " +
	"KIR KNA KOR " +
	"KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP " +
	"MOZ MRT MSR " +
	"MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK " +
	"PRT PRY PSE " +
	"PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM " +
	"SYC SYR TCA " +
	"TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF " +
	"WSM YEM ZAF " +
	"ZMB ZWE D<< EUE GBD GBN GBO GBP GBS RKS UNO UNA UNK UTO XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO XXA XXB XXC " +
	"XXX ZIM NTZ IAO"

// knownState reports whether three columns hold a code of the list. Specimens use others too.
func knownState(s string) bool {
	return len(s) == 3 && strings.Contains(" "+states+" ", " "+s+" ")
}

// What may be paid, in natural logarithms, to read a known code rather than letters that are none, and how much more
// where the code is the usual one: most bearers are nationals of the State that issues.
const (
	dearestState = 3.0
	usualState   = 2.5
)

// nearestState replaces an unknown code by the likeliest known one where the cells score it nearly as high.
func nearestState(s string, cells []scores, usual string) string {
	if len(s) != 3 || knownState(s) {
		return s
	}
	now := codeScore(s, cells)
	best, least := s, dearestState
	for _, code := range strings.Fields(states) {
		cost := now - codeScore(code, cells)
		if code == usual {
			cost -= usualState
		}
		if cost < least {
			best, least = code, cost
		}
	}
	return best
}
