package inspection

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// states maps a language, by the recogniser's name for it, to the States (ISO 3166-1 alpha-3) whose documents are
// printed in it. Of the languages of a State, the one is listed that has the letters of the others.
var states = map[string]string{
	"aze": "AZE",
	"ces": "CZE",
	"dan": "DNK GRL FRO",
	"deu": "D DEU AUT CHE LIE",
	"est": "EST",
	"fin": "FIN",
	"fra": "FRA BEL LUX MCO CAN SEN CIV CMR MLI BFA NER BEN TGO GIN GAB COG COD TCD CAF MDG HTI DJI COM BDI",
	"hrv": "HRV BIH SRB MNE RKS",
	"hun": "HUN",
	"isl": "ISL",
	"ita": "ITA SMR VAT",
	"lav": "LVA",
	"lit": "LTU",
	"nld": "NLD SUR ABW CUW SXM",
	"nor": "NOR",
	"pol": "POL",
	"por": "PRT BRA AGO MOZ CPV GNB STP TLS",
	"ron": "ROU MDA",
	"slk": "SVK",
	"slv": "SVN",
	"spa": "ESP MEX ARG COL CHL PER VEN ECU BOL PRY URY CRI PAN NIC HND SLV GTM DOM CUB GNQ",
	"sqi": "ALB",
	"swe": "SWE",
	"tur": "TUR",
}

const english = "eng"

// language returns the language in which documents of a State are read: their own where its data are installed,
// otherwise English. Both read the 26 letters and the digits; the State's own also reads its accents.
func language(state string, installed map[string]bool) string {
	for name, of := range states {
		if state != "" && installed[name] && strings.Contains(" "+of+" ", " "+state+" ") {
			return name
		}
	}
	return english
}

// installed holds the languages of the recogniser, once it has been asked for them.
var installed struct {
	sync.Mutex
	languages map[string]bool
}

// installedLanguages returns the languages of the recogniser; none where asking fails, and then the next call asks
// again.
func installedLanguages() map[string]bool {
	installed.Lock()
	defer installed.Unlock()
	if installed.languages != nil {
		return installed.languages
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, tesseractPath(), "--list-langs").Output()
	if err != nil {
		return nil
	}
	installed.languages = map[string]bool{}
	for line := range strings.Lines(string(out)) {
		installed.languages[strings.TrimSpace(line)] = true
	}
	return installed.languages
}
