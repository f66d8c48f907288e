package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/webhooks"
)

func webhookStates() []State {
	endpoint := func(name string, e webhooks.Endpoint) State {
		return State{
			Area:  "webhooks",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				e.Frame, e.Current, e.Zone = c.Frame, "webhooks", "UTC"
				return webhooks.EndpointPage(e)
			},
		}
	}
	deliveries := func(name string, d webhooks.Deliveries) State {
		return State{
			Area:  "webhooks",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				d.Frame, d.Current, d.Zone, d.Filters = c.Frame, "deliveries", "UTC", deliveryFilters()
				return webhooks.DeliveriesPage(d)
			},
		}
	}
	return append(endpointStates(), []State{
		endpoint("endpoint", oneEndpoint()),
		endpoint("endpoint-with-a-new-key", withSecret(oneEndpoint())),
		deliveries("failures", webhooks.Deliveries{
			Page:   webhooks.Page{Heading: "Deliveries"},
			Rows:   deliveryRows(),
			Select: true,
			Settle: true,
			Reason: "sent",
			Wrong:  "Enter a reason: say why this failed delivery needs nothing more.",
			Chosen: []string{"d10 of 10"},
			More:   "/webhooks/failures",
			Window: "/webhooks/window",
			Here:   "/webhooks/failures",
		}),
		deliveries("no-failure", webhooks.Deliveries{
			Page:  webhooks.Page{Heading: "Deliveries", Done: "3 deliveries are marked as settled."},
			Empty: "No failed deliveries.",
			All:   "/webhooks/failures",
		}),
		{
			Area:  "webhooks",
			Name:  "delivery",
			Phone: true,
			page: func(c canvas) templ.Component {
				d := oneDelivery()
				d.Frame, d.Current, d.Zone = c.Frame, "deliveries", "UTC"
				return webhooks.DeliveryPage(d)
			},
		},
		{
			Area:  "webhooks",
			Name:  "window",
			Phone: true,
			page: func(c canvas) templ.Component {
				s := span()
				s.Frame, s.Current, s.Zone = c.Frame, "deliveries", "UTC"
				return webhooks.WindowPage(s)
			},
		},
		{
			Area:  "webhooks",
			Name:  "breaker",
			Phone: true,
			page: func(c canvas) templ.Component {
				return webhooks.BreakerPage(webhooks.Breaker{
					Page: webhooks.Page{
						Frame:   c.Frame,
						Current: "webhooks",
						Heading: "hooks.acme.example",
						Address: true,
						Tag:     "open",
						Tone:    ui.Fail,
						Zone:    "UTC",
					},
					Host: openHost(),
					Held: deliveryRows()[1:2],
					Mix: []webhooks.Mix{
						{Class: "server error", Tone: ui.Fail, Count: "8", Share: "80", Last: today("10:53:06")},
						{Class: "delivered", Tone: ui.Pass, Count: "2", Share: "20"},
					},
					Facts: []webhooks.Fact{{Name: "Next probe", Text: "in 48 s", Data: true}},
					Endpoints: []layout.Link{
						{Label: "https://hooks.acme.example/proofing", Href: "/webhooks/endpoint"},
					},
				})
			},
		},
	}...)
}

func endpointForm(wrong string) *webhooks.Form {
	return &webhooks.Form{
		Path:   "/webhooks",
		Button: "Add",
		URL:    "http://hooks.acme.example/in",
		Wrong:  map[string]string{wrong: "Enter a URL such as https://bank.example/hooks."},
		First:  wrong,
		Events: []webhooks.Choice{
			{Value: "application.reviewed", Label: "application.reviewed", On: true},
			{Value: "application.decision", Label: "application.decision"},
		},
	}
}

func keys() []webhooks.Key {
	return []webhooks.Key{
		{KID: "k2", State: "signs", Tone: ui.Pass, Created: on("2026-11-02 08:00:00"), Signs: true},
		{
			KID:     "k1",
			State:   "retired",
			Tone:    ui.Soft,
			Created: on("2026-05-02 08:00:00"),
			Retired: on("2026-11-21 08:00:00"),
		},
	}
}

func oneEndpoint() webhooks.Endpoint {
	return webhooks.Endpoint{
		Page: webhooks.Page{
			Heading: "hooks.acme.example",
			Address: true,
			Tag:     "delivers",
			Tone:    ui.Pass,
			Back:    &layout.Link{Label: "Webhooks", Href: "/webhooks/healthy"},
		},
		Path:    "/webhooks/1",
		May:     true,
		Pause:   true,
		Waiting: "2",
		Host:    "hooks.acme.example",
		Facts: []webhooks.Fact{
			{
				Name: "URL",
				Text: "https://hooks.acme.example/proofing",
				Data: true,
				Copy: "https://hooks.acme.example/proofing",
			},
			{Name: "Last success", Time: on("2026-11-20 10:53:06"), Data: true},
		},
		Form:    endpointForm(""),
		Headers: []string{"X-Route"},

		HeadersVersion: `["X-Route"]`,
		Keys:           keys(),
		Check: webhooks.Check{
			Header: "t=1795171986,kid=k2,v1=00",
			Body:   "{}",
			Said:   "The signature does not match the body.",
			Tone:   ui.Fail,
		},
	}
}

func withSecret(e webhooks.Endpoint) webhooks.Endpoint {
	e.Done = "The endpoint was added and is active. Configure your receiver with the key below."
	e.Paused, e.Check = true, webhooks.Check{}
	e.Secret = &webhooks.Secret{KID: "k3", Secret: "whsec_1rGm2Qx7", Note: "Shown once"}
	return e
}

func deliveryFilters() []webhooks.Filter {
	return []webhooks.Filter{
		{Label: "Failed", Href: "/webhooks/failures", Count: "2", Tone: ui.Fail, On: true},
		{Label: "Waiting", Href: "/webhooks/failures", Count: "14"},
		{Label: "All", Href: "/webhooks/failures"},
	}
}

func deliveryRows() []webhooks.DeliveryRow {
	row := func(state string, tone ui.Tone, attempts, result, next string) webhooks.DeliveryRow {
		return webhooks.DeliveryRow{
			ID:       "d" + attempts,
			Href:     "/webhooks/delivery",
			At:       on("2026-11-20 10:53:06"),
			State:    state,
			Tone:     tone,
			Type:     "reviewed",
			EventID:  "01KAF8QD2M4C7X0T8V5B3N6W1Z",
			Endpoint: "hooks.onboarding.bank.example/proofdesk/decisions",
			Job:      layout.Link{Label: "01ka…0001", Href: "/review/decided"},
			Attempts: attempts,
			Result:   result,
			Next:     next,
		}
	}
	settled := row("settled", ui.Plain, "10 of 10", "404", "")
	settled.Settled = "by Ben Ito, 20 Nov 2026, 11:02: the receiver was replaced"
	return []webhooks.DeliveryRow{
		row("failed", ui.Fail, "10 of 10", "503", ""),
		row("waiting", ui.Warn, "3 of 10", "no answer within 15 s", "in 4 min"),
		row("delivered", ui.Pass, "1 of 10", "200 in 84 ms", ""),
		settled,
	}
}

func oneDelivery() webhooks.Delivery {
	return webhooks.Delivery{
		Page: webhooks.Page{
			Heading: "application.reviewed",
			Tag:     "failed",
			Tone:    ui.Fail,
			Back:    &layout.Link{Label: "Deliveries", Href: "/webhooks/failures"},
		},
		Path:   "/deliveries/1",
		May:    true,
		Settle: true,
		Size:   "412 bytes",
		Facts: []webhooks.Fact{
			{Name: "Event", Text: "evt_01KAF8QD", Data: true, Copy: "evt_01KAF8QD"},
			{Name: "Endpoint", Text: "hooks.acme.example", Href: "/webhooks/endpoint"},
		},
		Body: "{\n  \"event\": {\"id\": \"evt_01KAF8QD\", \"type\": \"application.reviewed\"}\n}",
		Attempts: []webhooks.Attempt{
			{
				N:        "1",
				At:       today("10:53:06"),
				Class:    "server error",
				Tone:     ui.Fail,
				Status:   "503",
				Latency:  "84 ms",
				KID:      "k2",
				Address:  "203.0.113.7:443",
				Request:  "POST /proofing\nContent-Type: application/json",
				Response: "HTTP/1.1 503",
				Excerpt:  "upstream is down",
			},
			{
				N:       "2",
				At:      today("10:54:10"),
				Class:   "timeout",
				Tone:    ui.Fail,
				Latency: "15,000 ms",
				Error:   "no answer within 15 s",
				KID:     "k2",
			},
		},
	}
}

func span() webhooks.Window {
	return webhooks.Window{
		Page: webhooks.Page{
			Heading: "Redeliver a time window",
			Back:    &layout.Link{Label: "Deliveries", Href: "/webhooks/failures"},
		},
		States:    []webhooks.Choice{{Value: "failed", Label: "failed", On: true}},
		Endpoints: []webhooks.Choice{{Value: "e1", Label: "hooks.acme.example", On: true}},
		From:      "2026-11-20T09:00",
		Until:     "2026-11-20T11:00",
		Facts:     []webhooks.Fact{{Name: "Deliveries", Text: "214", Data: true}},
		Shares: []webhooks.Share{
			{Endpoint: "hooks.acme.example", Count: "214", First: today("09:02:11"), Last: today("10:53:06")},
		},
		Confirm: "Send 214 again",
		Runs: []webhooks.Run{
			{
				ID:       "r1",
				At:       on("2026-11-19 18:00:00"),
				State:    "running",
				Tone:     ui.Info,
				By:       "Noor Haddad",
				Which:    "failed, hooks.acme.example",
				Progress: "120 of 480",
				Share:    "25",
				Stop:     true,
			},
		},
		Running: true,
	}
}
