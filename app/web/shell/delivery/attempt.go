package delivery

import (
	"cmp"
	"strconv"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/webhook"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// classNames are the words for how an attempt ended.
var classNames = map[webhook.Class]string{
	webhook.Success:       "success",
	webhook.Redirect:      "redirect",
	webhook.ClientError:   "client error",
	webhook.ServerError:   "server error",
	webhook.Throttled:     "throttled",
	webhook.Gone:          "gone",
	webhook.Timeout:       "timeout",
	webhook.ConnectError:  "connect error",
	webhook.TLSError:      "TLS error",
	webhook.DNSError:      "DNS error",
	webhook.ProtocolError: "protocol error",
	webhook.AddressError:  "address refused",
	webhook.Expired:       "expired",
}

// Class names how an attempt ended.
func Class(l words.Language, c webhook.Class) string {
	return l.T(cmp.Or(classNames[c], format.Words(string(c))))
}

// AttemptView is an attempt in words.
type AttemptView struct {
	N       string
	At      ui.Time
	Class   string
	Status  string
	Latency string
	Error   string
	Tone    ui.Tone
}

// Describe puts an attempt into words.
func Describe(v shell.Visitor, a webhook.Attempt) AttemptView {
	shown := AttemptView{
		N:       strconv.Itoa(a.N),
		At:      v.Time(a.StartedAt),
		Class:   Class(v.Language, a.Class),
		Status:  "–",
		Latency: v.Took(a.Latency),
		Error:   v.Translate(a.Error),
		Tone:    ui.Fail,
	}
	if a.Status > 0 {
		shown.Status = strconv.Itoa(a.Status)
	}
	if a.Class == webhook.Success {
		shown.Tone = ui.Pass
	}
	return shown
}
