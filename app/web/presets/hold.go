package presets

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	pages "proofdesk/views/page"
)

// windows are how far back a hold rule may look, to choose from.
var windows = []string{"1h", "6h", "24h", "7d", "30d"}

// holdFields are the fields of a hold rule. Empty rates are no limits.
func holdFields(v shell.Visitor, hold *preset.Hold) []pages.Field {
	const usualWindow, usualJobs = 24 * time.Hour, 50
	h := preset.Hold{RetryRate: 1, ErrorRate: 1, MinJobs: usualJobs, Window: usualWindow}
	if hold != nil {
		h = *hold
	}
	offered := windows
	if chosen := preset.WindowText(h.Window); !slices.Contains(windows, chosen) { // set by a program
		offered = append(slices.Clone(windows), chosen)
	}
	within := make([]pages.Option, len(offered))
	for i, text := range offered {
		window, _ := preset.ParseWindow(text)
		within[i] = pages.Option{Value: text, Label: v.Age(window), On: window == h.Window}
	}
	jobs := strconv.FormatInt(h.MinJobs, 10)
	return []pages.Field{
		{Name: "retryRate", Label: v.T("Hold if captured again over (%)"), Kind: "text", Value: rateText(h.RetryRate)},
		{Name: "errorRate", Label: v.T("Hold if in error over (%)"), Kind: "text", Value: rateText(h.ErrorRate)},
		{Name: "minJobs", Label: v.T("Of at least (jobs)"), Kind: "text", Value: jobs, Numeric: true},
		{Name: "window", Label: v.T("Within"), Kind: "select", Options: within},
	}
}

// rateText returns a rate in per cent as typedRate reads it; empty for one that limits nothing.
func rateText(rate float64) string {
	if rate >= 1 {
		return ""
	}
	return strconv.FormatFloat(math.Round(rate*1e8)/1e6, 'f', -1, 64)
}

// addHold adds the rule that was typed to an assignment. Without a limit on either rate there is none.
func addHold(c *fiber.Ctx, a *preset.Assignment) error {
	retry, retryErr := typedRate(c, "retryRate")
	failed, failedErr := typedRate(c, "errorRate")
	if retry == 1 && failed == 1 {
		return nil
	}
	jobs, jobsErr := typedJobs(c)
	if err := fault.JoinFields(retryErr, failedErr, jobsErr); err != nil {
		return err
	}
	window, _ := preset.ParseWindow(form.Value(c, "window")) // one that is none is refused with the assignment
	a.Hold = &preset.Hold{RetryRate: retry, ErrorRate: failed, MinJobs: jobs, Window: window}
	return nil
}

// typedJobs returns how many jobs were typed.
func typedJobs(c *fiber.Ctx) (int64, error) {
	jobs := form.Number(strings.TrimSpace(form.Value(c, "minJobs")))
	if jobs < 1 || jobs > preset.MaxHoldJobs {
		return 0, fault.BadField("minJobs", "range", "enter a whole number of jobs from 1 to 1,000,000")
	}
	return jobs, nil
}

// typedRate returns a rate that was typed in per cent; 1, which limits nothing, for an empty field.
func typedRate(c *fiber.Ctx, name string) (float64, error) {
	text := strings.TrimSuffix(strings.TrimSpace(form.Value(c, name)), "%")
	if text == "" {
		return 1, nil
	}
	n, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > 100 {
		return 0, fault.BadField(name, "range", "enter a percentage from 0 to 100, or leave it empty for no limit")
	}
	return n / 100, nil
}
