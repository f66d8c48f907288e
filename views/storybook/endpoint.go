package storybook

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/webhooks"
	"proofdesk/views/words"
)

// endpointStates are the list of endpoints: none, and rows of each kind, few and many, short and long.
func endpointStates() []State {
	list := func(name string, rows ...webhooks.EndpointRow) State {
		return endpointsIn(words.English, name, webhooks.Endpoints{
			Page: webhooks.Page{
				Heading: "Webhook endpoints",
				Intro:   "Where events about decisions and reviews are sent.",
			},
			Rows:    rows,
			History: breakerChanges(),
			Form:    endpointForm(""),
		})
	}
	empty := webhooks.Endpoints{
		Page: webhooks.Page{Heading: "Webhook endpoints", Problem: "Nothing was saved. Correct the marked fields."},
		Form: endpointForm("url"),
	}
	healthy, held, open := healthyRow(), heldRow(), openRow()
	var many []webhooks.EndpointRow
	for i := range 24 {
		row := healthyRow()
		row.Host.Name = fmt.Sprintf("branch-%02d.acme.example", i+1)
		row.URL, row.About = "https://"+row.Host.Name+"/hooks", fmt.Sprintf("branch %d", i+1)
		many = append(many, row)
	}
	return []State{
		endpointsIn(words.English, "no-endpoint", empty),
		list("healthy", healthy),
		list("held", held, healthy),
		list("open-breaker", open, healthy),
		list("many", slices.Concat([]webhooks.EndpointRow{open, held}, many)...),
		list("longest", longestRow(words.English), open),
		endpointsIn(words.Spanish, "longest-in-spanish", webhooks.Endpoints{
			Page: webhooks.Page{Heading: words.Spanish.T("Webhook endpoints")},
			Rows: []webhooks.EndpointRow{longestRow(words.Spanish)},
		}),
	}
}

// endpointsIn is the list of endpoints in a language, whatever the language of the storybook.
func endpointsIn(l words.Language, name string, e webhooks.Endpoints) State {
	return State{
		Area:  "webhooks",
		Name:  name,
		Phone: true,
		page: func(c canvas) templ.Component {
			e.Frame, e.Current, e.Zone = c.Frame, "webhooks", "UTC"
			e.Docs = []layout.Link{
				{Label: l.T("Documentation"), Href: "/docs/events"},
				{Label: l.T("Check a signature"), Href: "/docs/signature"},
			}
			if l == words.English {
				return webhooks.EndpointsPage(e)
			}
			return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
				return webhooks.EndpointsPage(e).Render(words.With(ctx, l), w)
			})
		},
	}
}

// oneDay is a day with what was delivered and what failed in each hour.
func oneDay(text string, delivered func(hour int) int64, failed func(hour int) int64) webhooks.Day {
	d := webhooks.Day{Text: text}
	for i := range 24 {
		good, bad := delivered(i), failed(i)
		d.Hours = append(d.Hours, webhooks.Hour{
			Delivered: good,
			Failed:    bad,
			Title:     fmt.Sprintf("From 20 Nov 2026, %02d:00: %d delivered, %d failed", i, good, bad),
		})
	}
	return d
}

// since lets a day be measured from an hour on.
func since(d webhooks.Day, hour int) webhooks.Day {
	d.Since = fmt.Sprintf("Measured since 20 Nov 2026, %02d:00", hour)
	for i := range hour {
		d.Hours[i].Unmeasured = true
		d.Hours[i].Title = fmt.Sprintf("From 20 Nov 2026, %02d:00: not measured", i)
	}
	return d
}

func none(int) int64 { return 0 }

func busy(hour int) int64 { return int64(20 + (hour*37)%61) }

func closedHost() webhooks.Host {
	return webhooks.Host{
		Name:   "events.acme.example",
		Path:   "/webhooks/breaker",
		State:  "closed",
		Tone:   ui.Plain,
		Reason: "has never opened",
		Since:  ui.Time{Text: "–"},
		Force:  true,
	}
}

func openHost() webhooks.Host {
	return webhooks.Host{
		Name:   "hooks.acme.example",
		Path:   "/webhooks/breaker",
		State:  "open",
		Tone:   ui.Fail,
		Reason: "5 failures in a row, last: server error",
		Since:  on("2026-11-20 10:40:00"),
		Probe:  "in 48 s",
		Reset:  true,
		Force:  true,
	}
}

func healthyRow() webhooks.EndpointRow {
	return webhooks.EndpointRow{
		Path:     "/webhooks/endpoint",
		URL:      "https://events.acme.example/proofing",
		About:    "core banking",
		Events:   "all",
		State:    "delivers",
		Tone:     ui.Pass,
		Day:      oneDay("1,204 delivered, 0 failed", busy, none),
		Waiting:  "0",
		Queue:    "/webhooks/failures",
		Failed:   "0",
		Failures: "/webhooks/failures",
		Host:     closedHost(),
		Pause:    true,
	}
}

func heldRow() webhooks.EndpointRow {
	row := healthyRow()
	row.URL, row.About, row.Events = "https://risk.acme.example/hooks", "", "reviewed"
	row.State, row.Tone, row.Reason = "paused", ui.Warn, "maintenance until 14:00"
	row.Waiting, row.Held, row.Next = "214", true, "when resumed"
	row.Day = since(oneDay("nothing delivered, nothing failed", none, none), 15)
	row.Host.Name, row.Pause, row.Resume = "risk.acme.example", false, true
	return row
}

func openRow() webhooks.EndpointRow {
	row := healthyRow()
	row.URL, row.About = "https://hooks.acme.example/proofing", "loan portal"
	row.State, row.Tone = "failing", ui.Fail
	row.Day = oneDay("896 delivered, 12 failed",
		func(hour int) int64 { return busy(hour) * int64(1-hour/20) },
		func(hour int) int64 { return int64(3 * (hour / 20)) })
	row.Waiting, row.Held, row.Next = "37", true, "probe 20 Nov 2026, 10:54, in 48 s"
	row.Failed, row.Lost = "12", true
	row.Last = webhooks.LastError{
		Text: "503 server error",
		At:   on("2026-11-20 10:53:06"),
		Tone: ui.Fail,
	}
	row.Host = openHost()
	return row
}

// longestRow has the longest texts that a row can have in a language.
func longestRow(l words.Language) webhooks.EndpointRow {
	row := openRow()
	row.URL = "https://" + longHost + "/v2/identity/events/with/a/path-that-has-no-place-to-break-for-a-long-while"
	row.About = "the loan portal of the branches in the north, which the team for risk looks after until the spring"
	row.State, row.Tone = l.T("waiting to be sent"), ui.Info
	row.Events = l.T("decision") + ", " + l.T("reviewed")
	row.Reason = "maintenance of the receiver by the team of the north until Monday the 23rd at 14:00, then tests"
	row.Day.Text = l.T("%s delivered, %s failed", l.Count(1_204_896), l.Count(12_003))
	row.Waiting, row.Failed = "999+", "999+"
	row.Next = l.T("probe %s", l.T("%s, in %s", "20 Nov 2026, 10:54", "14 min"))
	row.Last.Text = l.T("protocol error")
	row.Last.Detail = l.T("not sent yet: Proofdesk could not prepare it and will try again")
	row.Host.Name, row.Host.State = longHost, l.T("paused by hand")
	row.Host.Reason = l.T("%d of %d failed within a minute, last: %s", 8, 10,
		l.T("the connection was closed before an answer"))
	row.Resume, row.Pause = true, true
	return row
}

func breakerChanges() []webhooks.Change {
	return []webhooks.Change{{
		At:     on("2026-11-20 10:40:00"),
		Host:   "hooks.acme.example",
		Href:   "/webhooks/breaker",
		From:   "closed",
		To:     "open",
		Tone:   ui.Fail,
		Reason: "5 failures in a row, last: server error",
	}}
}
