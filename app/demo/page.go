package demo

import (
	"bytes"
	"encoding/json"
	"html/template"
	"net"
	"net/http"
	"time"

	"proofdesk/app/onboarding"
)

// shown is one request as the page shows it.
type shown struct {
	Received
	Type    string
	Status  string
	Job     string
	Pretty  string
	Tries   int // how often this event had arrived by then
	Repeat  bool
	IsValid bool
}

// shownOf returns requests, newest first, in the way that a client's own program would understand them.
func shownOf(got []Received) []shown {
	seen := map[string]int{}
	all := make([]shown, len(got))
	for i := len(got) - 1; i >= 0; i-- {
		one := shown{Received: got[i], IsValid: got[i].Verified == valid, Pretty: got[i].Body}
		var pretty bytes.Buffer
		if json.Indent(&pretty, []byte(got[i].Body), "", "  ") == nil {
			one.Pretty = pretty.String()
		}
		var p onboarding.Payload
		if json.Unmarshal([]byte(got[i].Body), &p) == nil && p.Event != nil {
			one.Type, one.Status, one.Job = string(p.Event.Type), string(p.ApplicationDetails.Status),
				p.ApplicationDetails.JobID
		}
		seen[one.EventID]++
		one.Tries, one.Repeat = seen[one.EventID], seen[one.EventID] > 1
		all[i] = one
	}
	return all
}

// overview is the data of the whole page.
type overview struct {
	Rows    []shown
	Good    int
	Bad     int
	Repeats int
	Console string
}

func overviewOf(got []Received, console string) overview {
	o := overview{Rows: shownOf(got), Console: console}
	for _, row := range o.Rows {
		switch {
		case !row.IsValid:
			o.Bad++
		case row.Repeat:
			o.Repeats++
		default:
			o.Good++
		}
	}
	return o
}

const receivedStyle = `
:root{
	color-scheme:light dark;--line:light-dark(#d7dde5,#2a313c);--soft:light-dark(#5a6675,#97a3b4);
	--surface:light-dark(#fff,#14181f);--pass:light-dark(#0b6b45,#4ade9b);
	--fail:light-dark(#b3261e,#ff8a80);--warn:light-dark(#8a5800,#f5b84a)}
*{box-sizing:border-box}
body{font:13px/1.45 system-ui,sans-serif;margin:0;background:light-dark(#eceff4,#0c0f14)}
main{max-width:1280px;margin:0 auto;padding:18px}
h1{font-size:16px;margin:0}
header{display:flex;gap:18px;align-items:baseline;flex-wrap:wrap;margin-bottom:12px}
.soft{color:var(--soft)}
.pass{color:var(--pass)}
.fail{color:var(--fail)}
.warn{color:var(--warn)}
b.pass::before{content:"✓ "}
b.fail::before{content:"✕ "}
details,.empty{background:var(--surface);border:1px solid var(--line);border-radius:8px;margin-bottom:6px}
.empty{padding:48px;text-align:center}
summary{
	display:grid;grid-template-columns:74px 190px minmax(120px,1fr) 130px 110px 70px;gap:12px;
	align-items:center;padding:7px 12px;cursor:pointer}
summary::-webkit-details-marker{display:none}
code,pre,.data{font:12px/1.45 ui-monospace,monospace;font-variant-numeric:tabular-nums}
pre{
	white-space:pre-wrap;overflow-wrap:anywhere;max-height:460px;overflow:auto;margin:0;
	padding:10px 12px;border-top:1px solid var(--line)}
.sent{padding:8px 12px;border-top:1px solid var(--line);overflow-wrap:anywhere}
summary span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
a{color:light-dark(#1e4fd0,#8fb0ff)}
:focus-visible{outline:2px solid;outline-offset:-2px}
@media(max-width:760px){
	summary{grid-template-columns:74px 1fr auto}
	summary>:nth-child(3),summary>:nth-child(6){display:none}
}
`

var receivedPage = template.Must(template.New("received").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Received by the demo client</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>` + receivedStyle + `</style></head>
<body><main><header><h1>Received by the demo client</h1>
<span class="soft">{{.Good}} new · {{.Repeats}} repeated · {{.Bad}} refused</span>
<span class="soft">The receiver that verifies signatures, newest first, times in UTC.
The other two answer 503 or hang: see them at <a href="{{.Console}}/deliveries">deliveries</a>.</span></header>
{{range .Rows}}<details><summary><span class="data">{{.At.Format "15:04:05"}}</span><span class="data">{{.Type}}</span>
<span class="data soft">{{.EventID}}</span><span>{{.Status}}</span>
{{if .IsValid}}<b class="pass">verified</b>{{else}}<b class="fail">refused</b>{{end}}
{{if .Repeat}}<span class="warn">try {{.Tries}}</span>{{else}}<span class="soft">first</span>{{end}}
</summary>
<div class="sent"><div class="soft">X-Service-Signature</div><code>{{.Signature}}</code>
{{if not .IsValid}}<div class="fail">{{.Verified}}</div>{{end}}
<div class="soft">{{len .Body}} bytes{{if .Job}} ·
<a href="{{$.Console}}/jobs/{{.Job}}">the job in the console</a>{{end}}</div></div>
<pre tabindex="0">{{.Pretty}}</pre></details>
{{else}}<p class="empty">Nothing yet: the first event comes when the first job is decided.</p>{{end}}</main>
<script>addEventListener('load',()=>setTimeout(function again(){
	document.querySelector('details[open]')?setTimeout(again,3000):location.reload()
},3000))</script></body></html>`))

// showPage serves what the verifying receiver got, as a page for browsers. It reloads itself while nothing is open.
func (r *Receivers) showPage(of *receiver) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	r.Show = "http://" + ln.Addr().String()
	r.page = &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			of.mu.Lock()
			got, console := append([]Received(nil), of.got...), r.console
			of.mu.Unlock()
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_ = receivedPage.Execute(w, overviewOf(got, console)) // the browser left
		}),
	}
	go func() { _ = r.page.Serve(ln) }() // ends with close
	return nil
}

// setConsole sets the address of the console that the page links to.
func (r *Receivers) setConsole(console string) {
	r.all[0].mu.Lock()
	defer r.all[0].mu.Unlock()
	r.console = console
}
