package queue

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/ui"
)

// documentTypes are the types of document that the engine recognises.
var documentTypes = []string{"PASSPORT", "ID_CARD", "DRIVING_LICENCE", "VISA"}

// queueQuery is a filter of the queue, as the URL has it.
type queueQuery struct {
	store.QueueFilter
	after string
}

// readQueue reads the filter of the queue; the error names a value that does not exist.
func readQueue(values url.Values) (queueQuery, error) {
	a := queueQuery{after: values.Get("after"), QueueFilter: store.QueueFilter{
		View:     store.QueueView(cmp.Or(values.Get("view"), string(store.ViewOpen))),
		Function: onboarding.Function(strings.ToUpper(values.Get("function"))),
		Client:   values.Get("client"),
		Document: strings.ToUpper(values.Get("document")),
		Why:      values.Get("why"),
		Order:    store.QueueOrder(values.Get("order")),
	}}
	switch {
	case viewNames[a.View] == "":
		return a, fault.New(fault.NotFound, "this view no longer exists: it was deleted")
	case a.Function != "" && !a.Function.Known():
		return a, fault.BadField("function", "one_of", "choose a function from the list")
	case a.Order != store.HighestStakes && a.Order != store.NearestDeadline && a.Order != store.LongestWaiting:
		return a, fault.BadField("order", "one_of", "choose an order from the list")
	case len(a.Client) > form.MaxText || len(a.Document) > form.MaxText || len(a.Why) > form.MaxText:
		return a, fault.BadField("why", "max_length", "a filter has at most %d characters", form.MaxText)
	}
	return a, nil
}

// values returns the query of the URL that asks for the same, without the place in the list.
func (a queueQuery) values() url.Values {
	values := url.Values{"view": {string(a.View)}}
	for name, value := range map[string]string{
		"function": strings.ToLower(string(a.Function)),
		"client":   a.Client,
		"document": strings.ToLower(a.Document),
		"why":      a.Why,
		"order":    string(a.Order),
	} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// path returns the URL that asks for the same but for some names, which get other values; an empty one takes a name
// away.
func (a queueQuery) path(changed ...string) string {
	values := a.values()
	for i := 0; i+1 < len(changed); i += 2 {
		if changed[i+1] == "" {
			values.Del(changed[i])
			continue
		}
		values.Set(changed[i], changed[i+1])
	}
	return "/queue?" + values.Encode()
}

// cursorAfter returns where the page after a row begins: whether it is a sandbox job, what is at
// stake, a time and the row's seq.
func (a queueQuery) cursorAfter(r store.Queued) string {
	at := a.CursorAfter(r)
	sandbox := 0
	if at.Sandbox {
		sandbox = 1
	}
	return fmt.Sprintf("%d-%d-%d-%d", sandbox, at.Stakes, at.At, at.Seq)
}

// cursor reads where the page begins; the zero cursor is the start.
func (a queueQuery) cursor() (at store.QueueCursor, err error) {
	if a.after == "" {
		return at, nil
	}
	parts := strings.Split(a.after, "-")
	var numbers [4]int64
	for i := range numbers {
		if err == nil && len(parts) == len(numbers) {
			numbers[i], err = strconv.ParseInt(parts[i], 10, 64)
		}
	}
	if err != nil || len(parts) != len(numbers) {
		return at, fault.BadField("after", "format", "this page of the list can't be opened: go back to its first page")
	}
	return store.QueueCursor{
		Sandbox: numbers[0] == 1,
		Stakes:  int(numbers[1]),
		At:      numbers[2],
		Seq:     numbers[3],
	}, nil
}

func (a queueQuery) fields(v shell.Visitor, clients map[string]string, order []string, veiled bool) []ui.Select {
	fields := []ui.Select{
		{Name: "function", Label: v.T("Function"), Choices: v.FunctionChoices(a.Function)},
		{
			Name:    "document",
			Label:   v.T("Document"),
			Choices: []ui.Choice{{Label: v.T("any document"), On: a.Document == ""}},
		},
		{Name: "client", Label: v.T("Client"), Choices: []ui.Choice{{Label: v.T("any client"), On: a.Client == ""}}},
	}
	for _, kind := range documentTypes {
		fields[1].Choices = append(fields[1].Choices, ui.Choice{
			Value: strings.ToLower(kind),
			Label: v.DocumentType(kind),
			On:    a.Document == kind,
		})
	}
	for _, id := range order {
		fields[2].Choices = append(fields[2].Choices, ui.Choice{Value: id, Label: clients[id], On: a.Client == id})
	}
	if !veiled {
		fields = append(fields, ui.Select{Name: "why", Label: v.T("Words in the reason"), Value: a.Why})
	}
	return fields
}

func (a queueQuery) chips(v shell.Visitor, clients map[string]string) []ui.Chip {
	var chips []ui.Chip
	add := func(name, label, value string) {
		if value != "" {
			chips = append(chips, ui.Chip{Label: v.T(label), Value: value, Off: a.path(name, "")})
		}
	}
	if a.Function != "" {
		add("function", "Function", v.T(format.Function(a.Function)))
	}
	if a.Document != "" {
		add("document", "Document", v.DocumentType(a.Document))
	}
	if a.Client != "" {
		add("client", "Client", cmp.Or(clients[a.Client], a.Client))
	}
	add("why", "Why it needs review", a.Why)
	return chips
}
