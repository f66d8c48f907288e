package webhooks

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is what every page of this area has around its content.
type Page struct {
	Frame   layout.Frame
	Current string // the key of the side's link that is open
	Heading string
	Address bool // the heading is the name of a host or a URL
	Intro   string
	Tone    ui.Tone // of Tag
	Tag     string  // the state beside the heading; empty for none
	Back    *layout.Link
	Docs    []layout.Link // pages of the documentation about it
	Problem string        // why a form came back
	Done    string        // what was just done
	Filters []Filter
	Zone    string // the time zone of every time on the page
}

// Filter is one view of a list, with how many rows it has.
type Filter struct {
	Label string
	Href  string
	Count string
	Tone  ui.Tone
	On    bool
}

// Choice is one value that can be ticked.
type Choice struct {
	Value string
	Label string
	On    bool
}

// Form describes an endpoint to create or to change.
type Form struct {
	Path        string
	Button      string
	Version     string // of the endpoint that the form was filled from; empty where one is created
	URL         string
	Description string
	Events      []Choice
	Headers     string            // Name: value, one a line; only where an endpoint is created
	Wrong       map[string]string // what is wrong with a field, by its name
	First       string            // the field that takes the focus
}

// Endpoints is the page of endpoints, and of how the breakers of their hosts opened and closed.
type Endpoints struct {
	Page
	Rows    []EndpointRow
	History []Change
	Form    *Form // nil where the visitor may not create any
}

// EndpointRow is one endpoint in the list.
type EndpointRow struct {
	Path     string // of its page; what can be done to it is below
	URL      string
	About    string
	Events   string
	State    string
	Tone     ui.Tone
	Reason   string // why it is paused
	Day      Day
	Waiting  string
	Held     bool   // whether what waits is kept from it
	Queue    string // URL of what waits
	Next     string // when the next delivery or probe is sent; empty for none
	Failed   string
	Lost     bool   // whether any failed that nobody has settled
	Failures string // URL of what failed
	Last     LastError
	Host     Host
	Pause    bool // whether the visitor may pause it now
	Resume   bool // whether the visitor may resume it now
}

// Day holds what became of the deliveries of the last 24 hours, in words and hour by hour.
type Day struct {
	Text  string
	Since string // since when it is measured; empty where that is the whole day
	Hours []Hour // oldest first
}

// Hour counts the deliveries of one hour, unless it is not measured. Title puts it into words.
type Hour struct {
	Delivered  int64
	Failed     int64
	Unmeasured bool
	Title      string
}

// LastError is how the newest attempt ended that went wrong. Its text is empty where there is none.
type LastError struct {
	Text   string
	Detail string
	At     ui.Time
	Tone   ui.Tone
}

// Key is one HMAC key.
type Key struct {
	KID     string
	State   string
	Tone    ui.Tone
	Created ui.Time
	Retired ui.Time
	Pending bool
	Signs   bool
}

// Secret is a key's secret, shown this one time.
type Secret struct {
	KID    string
	Secret string
	Note   string
}

// Check is the signature checker: what was pasted, and the answer.
type Check struct {
	Header string
	Body   string
	Said   string // empty before the first check
	Tone   ui.Tone
}

// Endpoint is one endpoint's page. May is whether the visitor may change it, Pause whether to pause and to resume
// it.
type Endpoint struct {
	Page
	Path    string
	Facts   []Fact
	Form    *Form
	Headers []string
	// HeadersVersion is what the form that sets a header was filled with.
	HeadersVersion string
	Keys           []Key
	Secret         *Secret
	Check          Check
	Paused         bool
	May            bool
	Pause          bool
	Host           string            // what has to be typed to delete it
	Waiting        string            // how many deliveries fail if it is deleted
	Typed          map[string]string // what was typed into a smaller form that came back
	Wrong          map[string]string // what is wrong with a field of it, by its name: name, value, reason, confirm
}

// Fact is a name with a value.
type Fact struct {
	Name string
	Text string
	Time ui.Time // in place of the text; empty for none
	Href string
	Data bool
	Copy string // what a click copies; empty for nothing
}

// Deliveries is the list of deliveries.
type Deliveries struct {
	Page
	Rows   []DeliveryRow
	Empty  string
	All    string // URL of all of them, where this view is empty
	Window string // URL of the redelivery of a time window
	More   string
	Select bool     // whether rows can be chosen and sent again
	Settle bool     // whether chosen rows can be marked as settled
	Reason string   // that was typed for it
	Wrong  string   // what is wrong with the reason
	Chosen []string // ids of the rows that were chosen when the form came back
	Here   string
}

// DeliveryRow is one delivery in the list.
type DeliveryRow struct {
	ID       string
	Href     string
	At       ui.Time
	State    string
	Tone     ui.Tone
	Type     string
	EventID  string
	Endpoint string
	Job      layout.Link
	Attempts string
	Result   string
	Settled  string // by whom, when and why; empty for one that nobody settled
	Next     string
}

// Delivery is one delivery's page.
type Delivery struct {
	Page
	Path     string
	Facts    []Fact
	Attempts []Attempt
	Body     string
	Size     string
	May      bool
	Settle   bool   // whether it can be marked as settled
	Reason   string // that was typed for it
	Wrong    string // what is wrong with the reason
	Next     string // when it is tried again
}

// Attempt is one request that was sent.
type Attempt struct {
	N        string
	At       ui.Time
	Class    string
	Tone     ui.Tone
	Status   string
	Latency  string
	Error    string
	KID      string
	Address  string
	Request  string
	Response string
	Excerpt  string
	Curl     string // a command that sends the same request
	Next     string // when the next one followed
}

// Host is one host with its breaker.
type Host struct {
	Name    string
	Path    string // of its page; what can be done to it is below
	State   string
	Tone    ui.Tone
	Reason  string
	Since   ui.Time
	Probe   string
	Reset   bool   // whether the visitor may close it
	Force   bool   // whether the visitor may open it
	Typed   string // the reason that was typed
	Problem string // what is wrong with it
}

// Breaker is one host's page.
type Breaker struct {
	Page
	Host      Host
	Facts     []Fact
	Mix       []Mix
	Held      []DeliveryRow
	Endpoints []layout.Link
	History   []Change
}

// Mix is how often attempts ended in one way. Share is 0 to 100.
type Mix struct {
	Class   string
	Tone    ui.Tone
	Count   string
	Share   string
	Last    ui.Time
	Against string
}

// Window is the redelivery of a time window: what is asked for, what it would send again, what was sent so.
type Window struct {
	Page
	States    []Choice
	Endpoints []Choice
	From      string
	Until     string
	Wrong     map[string]string
	First     string // the field that takes the focus
	Facts     []Fact // of the preview; none before it
	Shares    []Share
	Confirm   string   // the button's text; empty where there is nothing to send
	Keep      []Choice // names (Label) and values that the confirmation sends
	Runs      []Run
	Running   bool
}

// Share is what of a span goes to one endpoint.
type Share struct {
	Endpoint string
	Count    string
	First    ui.Time
	Last     ui.Time
}

// Run is one redelivery. Share is 0 to 100.
type Run struct {
	ID       string
	At       ui.Time
	State    string
	Tone     ui.Tone
	By       string
	Which    string
	Progress string
	Share    string
	Skipped  string
	Finished ui.Time
	Stop     bool // whether the visitor may stop it
}

// Change is one change of a breaker's state.
type Change struct {
	At     ui.Time
	Host   string
	Href   string
	From   string
	To     string
	Tone   ui.Tone
	Reason string
}
