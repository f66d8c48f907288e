package main

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// written is what the steps of a run leave in their folder.
func written() fstest.MapFS {
	files := map[string]string{
		"check.steps": "vet 70000000us 1m0.000s 0m5.000s\n",
		"test.steps":  "packages 300000000us 9m0.000s 0m55.000s\nbrowser 600000000us 10m0.000s 0m0.000s\n",
		"packages": "/home/me/proofdesk/engine/mrz 9000000us 0m2.000s 0m1.000s\n" +
			"/home/me/proofdesk/app/store 99000000us 1m1.000s 0m20.000s\n" +
			"/home/me/proofdesk/engine 120000000us 1m30.000s 0m0.000s\n" +
			"/home/me/proofdesk/app/store 1000000us 0m1.000s 0m0.000s\n",
		"packages.json": `{"Action":"pass","Package":"proofdesk/engine","Test":"TestA/case","Elapsed":50}
{"Action":"pass","Package":"proofdesk/engine","Test":"TestA","Elapsed":60}
{"Action":"fail","Package":"proofdesk/engine","Test":"TestRed","Elapsed":90}
{"Action":"pass","Package":"proofdesk/engine","Elapsed":120}
`,
		"browser.json": `{"Action":"fail","Package":"proofdesk/e2e","Test":"TestB","Elapsed":5}
{"Action":"pass","Package":"proofdesk/e2e","Test":"TestB","Elapsed":70}
`,
	}
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

func TestTheTableSaysWhatTookTheTime(t *testing.T) {
	r, err := Load(written())
	if err != nil {
		t.Fatal(err)
	}
	const want = ` seconds   of CPU  step
    70.0     65.0  vet
   300.0    595.0  packages
   600.0    600.0  browser
   970.0   1260.0  all
                   package
   120.0     90.0  engine
   100.0     82.0  app/store
     9.0      3.0  engine/mrz
                   test
    70.0           e2e.TestB
    60.0           engine.TestA
flaky: e2e.TestB passed when it was run again
`
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAPackageThatGrowsNeedsAReason(t *testing.T) {
	r, err := Load(written())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Limit(), 63*time.Second; got != want {
		t.Errorf("the limit of a slow machine is %v, want %v", got, want)
	}
	if got := r.Grown(Reasons("app/store it runs on two databases\nengine\n")); !slices.Equal(got, []string{"engine"}) {
		t.Errorf("%v have no reason, want engine: its line gives none", got)
	}
	r.Steps = r.Steps[:1]
	if got := r.Limit(); got != time.Minute {
		t.Errorf("the least limit is %v", got)
	}
}

func TestEveryReasonIsThatOfAPackage(t *testing.T) {
	for name, reason := range Reasons(heavy) {
		if len(strings.Fields(reason)) < 3 {
			t.Errorf("%s: %q is no reason", name, reason)
		}
	}
}

func TestWhatCantBeReadIsNamed(t *testing.T) {
	for name, text := range map[string]string{
		"packages":      "engine 1us\n",
		"test.steps":    "engine soon 0m1s 0m1s\n",
		"packages.json": "FAIL\n",
	} {
		folder := written()
		folder[name] = &fstest.MapFile{Data: []byte(text)}
		if _, err := Load(folder); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNothingRunIsAnEmptyTable(t *testing.T) {
	r, err := Load(fstest.MapFS{})
	if err != nil || len(r.Grown(nil)) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
