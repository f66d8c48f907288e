package specimen

import "image/color"

// state is how an issuing State's specimens look and what its people are called.
type state struct {
	code     string // as ICAO 9303-3 section 5 spells it, without fillers
	name     string // in its language
	english  string
	culture  string
	passport string // word for passport in its language
	card     string // word for identity card
	nation   string // nationality as printed
	from, to color.RGBA
	ink      color.RGBA // guilloche and headings
	rays     int        // points of the emblem
}

func rgb(r, g, b uint8) color.RGBA { return color.RGBA{r, g, b, 255} }

// states are the issuers that NewPerson chooses from; UTO (ICAO's Utopia) is the first.
var states = []state{
	{
		"UTO", "UTOPIA", "UTOPIA", "utopia", "PASSPORT", "IDENTITY CARD", "UTOPIAN", rgb(232, 240, 246),
		rgb(246, 228, 220), rgb(60, 110, 160), 8,
	},
	{
		"D", "BUNDESREPUBLIK DEUTSCHLAND", "FEDERAL REPUBLIC OF GERMANY", "german", "REISEPASS", "PERSONALAUSWEIS",
		"DEUTSCH", rgb(226, 238, 232), rgb(244, 226, 236), rgb(70, 130, 110), 12,
	},
	{
		"FRA", "RÉPUBLIQUE FRANÇAISE", "FRENCH REPUBLIC", "french", "PASSEPORT", "CARTE NATIONALE D'IDENTITÉ",
		"FRANÇAISE", rgb(224, 232, 248), rgb(248, 228, 228), rgb(70, 90, 170), 6,
	},
	{
		"ESP", "ESPAÑA", "SPAIN", "spanish", "PASAPORTE", "DOCUMENTO NACIONAL DE IDENTIDAD", "ESPAÑOLA",
		rgb(248, 234, 220), rgb(226, 238, 224), rgb(170, 90, 50), 10,
	},
	{
		"POL", "RZECZPOSPOLITA POLSKA", "REPUBLIC OF POLAND", "polish", "PASZPORT", "DOWÓD OSOBISTY", "POLSKIE",
		rgb(238, 226, 240), rgb(224, 240, 240), rgb(150, 70, 110), 7,
	},
	{
		"SWE", "SVERIGE", "SWEDEN", "nordic", "PASS", "IDENTITETSKORT", "SVENSK", rgb(222, 236, 248),
		rgb(250, 240, 212), rgb(40, 100, 160), 9,
	},
	{
		"CZE", "ČESKÁ REPUBLIKA", "CZECH REPUBLIC", "czech", "CESTOVNÍ PAS", "OBČANSKÝ PRŮKAZ", "ČESKÁ",
		rgb(240, 232, 222), rgb(222, 230, 246), rgb(120, 80, 150), 11,
	},
	{
		"HUN", "MAGYARORSZÁG", "HUNGARY", "hungarian", "ÚTLEVÉL", "SZEMÉLYAZONOSÍTÓ IGAZOLVÁNY", "MAGYAR",
		rgb(228, 242, 226), rgb(248, 228, 222), rgb(60, 130, 80), 8,
	},
	{
		"TUR", "TÜRKİYE CUMHURİYETİ", "REPUBLIC OF TÜRKİYE", "turkish", "PASAPORT", "KİMLİK KARTI", "T.C.",
		rgb(248, 226, 226), rgb(226, 240, 246), rgb(160, 60, 70), 16,
	},
	{
		"PRT", "REPÚBLICA PORTUGUESA", "PORTUGUESE REPUBLIC", "portuguese", "PASSAPORTE", "CARTÃO DE CIDADÃO",
		"PORTUGUESA", rgb(226, 242, 230), rgb(250, 232, 216), rgb(30, 120, 90), 5,
	},
	{
		"NLD", "KONINKRIJK DER NEDERLANDEN", "KINGDOM OF THE NETHERLANDS", "dutch", "PASPOORT", "IDENTITEITSKAART",
		"NEDERLANDSE", rgb(250, 232, 216), rgb(224, 234, 246), rgb(190, 100, 40), 7,
	},
	{
		"MEX", "ESTADOS UNIDOS MEXICANOS", "UNITED MEXICAN STATES", "spanish", "PASAPORTE", "CÉDULA DE IDENTIDAD",
		"MEXICANA", rgb(228, 244, 234), rgb(248, 232, 226), rgb(30, 110, 70), 13,
	},
	{
		"CAN", "CANADA", "CANADA", "english", "PASSPORT", "IDENTITY CARD", "CANADIAN", rgb(250, 230, 228),
		rgb(230, 236, 246), rgb(170, 50, 60), 11,
	},
	{
		"USA", "UNITED STATES OF AMERICA", "UNITED STATES OF AMERICA", "english", "PASSPORT", "IDENTITY CARD", "USA",
		rgb(226, 234, 248), rgb(250, 232, 232), rgb(60, 80, 150), 13,
	},
}

func stateOf(code string) state {
	for _, s := range states {
		if s.code == code {
			return s
		}
	}
	return states[0]
}

// jurisdiction is an issuer of driving licences under the AAMVA card standard.
type jurisdiction struct {
	code, name, country string
	zip                 string
	from, to, ink       color.RGBA
}

var jurisdictions = []jurisdiction{
	{"CA", "CALIFORNIA", "USA", "94", rgb(248, 238, 214), rgb(218, 234, 248), rgb(40, 80, 150)},
	{"TX", "TEXAS", "USA", "78", rgb(224, 232, 248), rgb(248, 228, 226), rgb(140, 40, 60)},
	{"NY", "NEW YORK", "USA", "12", rgb(222, 240, 238), rgb(240, 232, 248), rgb(40, 110, 110)},
	{"FL", "FLORIDA", "USA", "32", rgb(252, 236, 220), rgb(220, 242, 240), rgb(200, 90, 40)},
	{"WA", "WASHINGTON", "USA", "98", rgb(224, 242, 228), rgb(226, 234, 248), rgb(30, 110, 80)},
	{"VA", "VIRGINIA", "USA", "23", rgb(232, 232, 248), rgb(248, 238, 222), rgb(70, 60, 140)},
	{"OH", "OHIO", "USA", "44", rgb(250, 230, 226), rgb(228, 238, 248), rgb(170, 50, 60)},
	{"MA", "MASSACHUSETTS", "USA", "02", rgb(226, 238, 248), rgb(246, 240, 220), rgb(50, 90, 150)},
	{"CO", "COLORADO", "USA", "80", rgb(226, 240, 226), rgb(246, 230, 240), rgb(50, 110, 60)},
	{"AZ", "ARIZONA", "USA", "85", rgb(252, 232, 214), rgb(224, 236, 240), rgb(180, 80, 50)},
	{"ON", "ONTARIO", "CAN", "M5V 2", rgb(228, 240, 248), rgb(238, 246, 226), rgb(30, 90, 140)},
	{"BC", "BRITISH COLUMBIA", "CAN", "V6B 1", rgb(224, 240, 244), rgb(250, 238, 218), rgb(20, 80, 120)},
}

func jurisdictionOf(code string) jurisdiction {
	for _, j := range jurisdictions {
		if j.code == code {
			return j
		}
	}
	return jurisdictions[0]
}
