package quality

import (
	"cmp"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/views/chart"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// qualityPanels draws the figures of checks over a time.
func (w *Handler) qualityPanels(c *fiber.Ctx, v shell.Visitor, p period) ([]chart.Panel, []chart.Tile, error) {
	f, err := w.Checks.Figures(c.UserContext(), v.Checker(), p.from, p.until)
	if err != nil {
		return nil, nil, err
	}
	reasons, err := w.reasonTexts(c, v)
	if err != nil {
		return nil, nil, err
	}
	panels := []chart.Panel{confusionPanel(v, f), sharePanel(v, f), agreedPanel(v, f), sharedPanel(v, f, reasons)}
	for i := range panels {
		panels[i].CSV = "/quality/" + panels[i].Key + ".csv?" + p.query()
	}
	tiles := qualityTiles(v, f)
	if !f.Oldest.IsZero() {
		tiles[3].Note = v.T("oldest %s", v.Age(w.Now().Sub(f.Oldest)))
	}
	return panels, tiles, nil
}

func qualityTiles(v shell.Visitor, f quality.Figures) []chart.Tile {
	agreement := chart.Tile{
		Label: v.T("Agreement"),
		Value: percentOf(v.Language, f.Agreement),
		Note:  v.T("no checks in this period"),
	}
	if f.Agreement.Known {
		agreement.Note = v.T("95%% between %s and %s", v.Percent(f.Agreement.Low, 0), v.Percent(f.Agreement.High, 0))
		if f.Uneven {
			agreement.Note += " · " + v.T("about %s of all decisions", v.Percent(f.Estimated, 0))
		}
	}
	kappa := chart.Tile{
		Label: v.T("Cohen's kappa"),
		Value: "–",
		Note:  v.T("needs judgements of more than one outcome"),
	}
	if f.Kappa.Known {
		kappa.Value = v.Decimal(f.Kappa.Value, 2)
		kappa.Note = v.T("95%% between %s and %s", v.Decimal(f.Kappa.Low, 2), v.Decimal(f.Kappa.High, 2)) + " · " +
			v.T(strength(f.Kappa.Value))
	}
	split := f.Table.Total() - f.Table.Agreed()
	verdicts := chart.Tile{
		Label: v.T("Disagreements"),
		Value: v.Count(split),
		Note:  v.T("%d upheld · %d overruled · %d either", f.Upheld, f.Overruled, f.Either),
	}
	if f.Pending > 0 {
		verdicts.Note, verdicts.Tone = v.N(int(f.Pending), "1 awaiting a verdict", "%d awaiting a verdict"), ui.Warn
	}
	done := chart.Tile{
		Label: v.T("Checks done"),
		Value: v.Count(f.Table.Total()),
		Note:  v.N(int(f.Table.Agreed()), "1 agreed", "%d agreed"),
	}
	if f.Void > 0 {
		done.Note += " · " + v.N(int(f.Void), "1 handed back: nobody else may judge it",
			"%d handed back: nobody else may judge them")
	}
	return []chart.Tile{
		agreement, kappa, done,
		{Label: v.T("Checks waiting"), Value: v.Count(f.Open), Note: v.T("none waiting")},
		verdicts,
	}
}

// strength words a kappa as J. R. Landis and G. G. Koch (1977) did.
func strength(kappa float64) string {
	for _, step := range []struct {
		above float64
		word  string
	}{{.8, "almost perfect"}, {.6, "substantial"}, {.4, "moderate"}, {.2, "fair"}, {0, "slight"}} {
		if kappa > step.above {
			return step.word
		}
	}
	return "no better than chance"
}

func percentOf(l words.Language, i quality.Interval) string {
	if !i.Known {
		return "–"
	}
	return l.Percent(i.Value, 0)
}

func rangeText(l words.Language, i quality.Interval) string {
	if !i.Known {
		return "–"
	}
	return l.Percent(i.Low, 0) + " – " + l.Percent(i.High, 0)
}

const noCheck = "No checks were done in this period."

func confusionPanel(v shell.Visitor, f quality.Figures) chart.Panel {
	p := chart.Panel{
		Key:   "confusion",
		Title: v.T("First judgement, second judgement"),
		Unit:  v.T("checks"),
		Wide:  "half",
		Table: chart.Table{Head: []string{v.T("first"), v.T("second"), v.T("checks")}, Names: 2},
		Note:  v.T("On the diagonal both agents agree."),
	}
	var most int64
	for _, row := range f.Table {
		most = max(most, chart.Most(row[:]))
	}
	g := &chart.Grid{Name: p.Title, Corner: v.T("first ↓ second →")}
	for i, first := range onboarding.ReviewOutcomes() {
		g.Columns = append(g.Columns, v.T(string(first)))
		row := chart.GridRow{Label: v.T(string(first))}
		for k, second := range onboarding.ReviewOutcomes() {
			n := f.Table[i][k]
			title := v.T("first %s, second %s: %s (%s of all)", v.T(string(first)), v.T(string(second)),
				v.Count(n),
				v.Share(n, f.Table.Total()))
			row.Cells = append(row.Cells, chart.GridCell{
				Text:  v.Count(n),
				Class: chart.Shade(n, most),
				Title: title,
			})
			p.Table.Rows = append(p.Table.Rows, []string{v.T(string(first)), v.T(string(second)), figure.Number(n)})
		}
		g.Rows = append(g.Rows, row)
	}
	if p.Grid = g; f.Table.Total() == 0 {
		p.Empty = v.T(noCheck)
	}
	return p
}

func sharePanel(v shell.Visitor, f quality.Figures) chart.Panel {
	p := chart.Panel{
		Key:   "outcomes",
		Title: v.T("Agreement by first outcome"),
		Unit:  v.T("per cent of its checks"),
		Wide:  "half",
		Note:  v.T("Ranges are Wilson confidence intervals at 95 per cent."),
		Table: chart.Table{
			Head: []string{
				v.T("outcome"), v.T("checks"), v.T("agreed"), v.T("agreement (%)"), v.T("low (%)"), v.T("high (%)"),
			},
		},
	}
	list := chart.BarList{}
	for i, outcome := range onboarding.ReviewOutcomes() {
		n, agreed := f.Table.Row(i)
		only := quality.Table{{agreed, n - agreed}}
		share, name := only.Agreement(), v.T(string(outcome))
		p.Table.Rows = append(p.Table.Rows,
			append([]string{name, figure.Number(n), figure.Number(agreed)}, bareInterval(share)...))
		list.Bars = append(list.Bars, chart.Bar{
			Label: name,
			Width: strconv.FormatFloat(100*share.Value, 'f', 1, 64),
			Class: "accent",
			Value: percentOf(v.Language, share),
			Share: v.Count(n),
			Title: v.T("%s: %s of %s agreed, 95%% between %s", name, v.Count(agreed), v.Count(n),
				rangeText(v.Language, share)),
		})
	}
	if p.Bars = []chart.BarList{list}; f.Table.Total() == 0 {
		p.Empty = v.T(noCheck)
	}
	return p
}

// bareInterval is an interval of shares as numbers in per cent; empty where there is none.
func bareInterval(i quality.Interval) []string {
	if !i.Known {
		return []string{"", "", ""}
	}
	return []string{figure.OneDigit(100 * i.Value), figure.OneDigit(100 * i.Low), figure.OneDigit(100 * i.High)}
}

func agreedPanel(v shell.Visitor, f quality.Figures) chart.Panel {
	table := chart.Table{Head: []string{
		v.T("agent"), v.T("decisions checked"), v.T("agreed"), v.T("agreement (%)"), v.T("low (%)"), v.T("high (%)"),
		v.T("kappa"), v.T("overruled"), v.T("checks made"), v.T("of them agreed"),
	}}
	for _, a := range f.Agents {
		kappa := "–"
		if a.Kappa.Known {
			kappa = strconv.FormatFloat(a.Kappa.Value, 'f', 2, 64)
		}
		row := append([]string{a.Name, figure.Number(a.First.Total()), figure.Number(a.First.Agreed())},
			bareInterval(a.Agreement)...)
		table.Rows = append(table.Rows,
			append(row, kappa, figure.Number(a.Overruled), figure.Number(a.Done), figure.Number(a.Alike)))
	}
	return figure.Table(chart.Panel{
		Key:   "agents",
		Title: v.T("Agreement by agent"),
		Unit:  v.T("as first and as second agent"),
		Note: v.T("A wide range means that too few decisions were checked to compare agents. Overruled are " +
			"disagreements in which a senior agent upheld the second judgement."),
	}, table, v.T(noCheck))
}

func sharedPanel(v shell.Visitor, f quality.Figures, names map[string]string) chart.Panel {
	table := chart.Table{
		Head: []string{
			v.T("reason"), v.T("code"), v.T("both agents"), v.T("only the first"), v.T("only the second"),
			v.T("shared (%)"), v.T("low (%)"), v.T("high (%)"),
		},
		Names: 2,
	}
	for _, r := range f.Reasons {
		row := []string{
			cmp.Or(names[r.Code], r.Code), r.Code, figure.Number(r.Both), figure.Number(r.FirstOnly),
			figure.Number(r.Second),
		}
		table.Rows = append(table.Rows, append(row, bareInterval(r.Share())...))
	}
	return figure.Table(chart.Panel{
		Key:   "reasons",
		Title: v.T("Agreement by reason"),
		Unit:  v.T("checks in which at least one agent chose it"),
		Note:  v.T("Shared is how often both chose it where at least one did."),
	}, table, v.T("No reasons were given in checks in this period."))
}
