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
	Intro   string
	Tone    ui.Tone // of Tag
	Tag     string  // the state beside the heading; empty for none
	Back    *layout.Link
	Problem string // why a form came back
	Done    string // what was just done
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
	URL         string
	Description string
	Events      []Choice
	Headers     string // Name: value, one a line; only where an endpoint is created
	Wrong       string // the field at fault
}

// Endpoints is the list of endpoints.
type Endpoints struct {
	Page
	Rows []EndpointRow
	Form *Form // nil where the visitor may not create any
}

// EndpointRow is one endpoint in the list.
type EndpointRow struct {
	Href    string
	URL     string
	About   string
	Events  string
	State   string
	Tone    ui.Tone
	Reason  string
	Keys    []Key
	Headers string
	Waiting string
	Failed  string
	Lost    bool // whether any failed
}

// Key is one HMAC key.
type Key struct {
	KID     string
	State   string
	Tone    ui.Tone
	Created string
	Retired string
	Pending bool
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

// Endpoint is one endpoint's page. May tells whether the visitor may change it, Pause whether to pause and to resume it.
type Endpoint struct {
	Page
	Path    string
	Facts   []Fact
	Form    *Form
	Headers []string
	Keys    []Key
	Secret  *Secret
	Check   Check
	Paused  bool
	May     bool
	Pause   bool
	Waiting string // how many deliveries fail if it is deleted
}

// Fact is a name with a value.
type Fact struct {
	Name string
	Text string
	Href string
	Data bool
	Copy string // what a click copies; empty for nothing
}

// Deliveries is the list of deliveries.
type Deliveries struct {
	Page
	Rows   []DeliveryRow
	Empty  string
	More   string
	Select bool // whether rows can be chosen and sent again
	Here   string
}

// DeliveryRow is one delivery in the list.
type DeliveryRow struct {
	ID       string
	Href     string
	At       string
	State    string
	Tone     ui.Tone
	Type     string
	EventID  string
	Endpoint string
	Job      layout.Link
	Attempts string
	Result   string
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
}

// Attempt is one request that was sent.
type Attempt struct {
	N        string
	At       string
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
}

// Breakers is the page of hosts.
type Breakers struct {
	Page
	Hosts   []Host
	History []Change
}

// Host is one host with its breaker.
type Host struct {
	Name    string
	State   string
	Tone    ui.Tone
	Reason  string
	Since   string
	Probe   string
	Waiting string
	Held    bool
	Reset   bool // whether the visitor may close it
	Force   bool // whether the visitor may open it
}

// Change is one change of a breaker's state.
type Change struct {
	At     string
	Host   string
	From   string
	To     string
	Tone   ui.Tone
	Reason string
}
