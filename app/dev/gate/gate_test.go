package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
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

func TestAPackageThatGrowsIsRed(t *testing.T) {
	r, err := Load(written())
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := Reasons("app/store 50% it runs on two databases\nengine 51% it draws\n")
	if err != nil {
		t.Fatal(err)
	}
	// Packages take 175 s: the store 82, the engine 90; the browser suites take 600.
	want := []string{
		"engine takes 90 s of processor time, and may take 89",
		"e2e takes 600 s of processor time, and may take 60",
	}
	got := r.Grown(reasons)
	if len(got) != len(want) {
		t.Fatalf("grown are %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]+",") {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
	reasons["engine"], reasons["e2e"] = Reason{Percent: 60}, Reason{Percent: 400}
	if got := r.Grown(reasons); len(got) > 0 {
		t.Errorf("grown are %q", got)
	}
}

func TestEveryReasonIsThatOfAPackage(t *testing.T) {
	reasons, err := Reasons(heavy)
	if err != nil {
		t.Fatal(err)
	}
	for name, reason := range reasons {
		if folder, err := os.Stat("../../../" + name); err != nil || !folder.IsDir() {
			t.Errorf("%s is no package: %v", name, err)
		}
		if reason.Percent <= mostShare || len(strings.Fields(reason.Why)) < 3 {
			t.Errorf("%s: %+v is no reason", name, reason)
		}
	}
	for _, line := range []string{"engine", "engine draws", "engine 20%", "engine much% draws"} {
		if _, err := Reasons(line); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

// events is what a suite of browser tests writes, as lines of an action and a test, or of the package where no test is
// named.
func events(lines ...string) fstest.MapFS {
	var text strings.Builder
	for _, line := range lines {
		action, test, _ := strings.Cut(line, " ")
		fmt.Fprintf(&text, `{"Action":%q,"Package":"proofdesk/e2e","Test":%q}`+"\n", action, test)
	}
	return fstest.MapFS{
		"expected":     {Data: []byte("proofdesk/e2e\n")},
		"browser.json": {Data: []byte(text.String())},
	}
}

func TestARunThatNoTestMakesRedIsRed(t *testing.T) {
	for name, c := range map[string]struct {
		folder        fstest.MapFS
		faults, flaky []string
	}{
		"one that passes": {events("start", "run TestA", "pass TestA", "pass"), nil, nil},
		"a test that fails and passes": {
			events("start", "run TestA", "fail TestA", "fail", "start", "run TestA", "pass TestA", "pass"),
			nil,
			[]string{"e2e.TestA"},
		},
		// And then no test is run again, which passes.
		"a start that fails": {
			events("start", "fail", "start", "pass"),
			[]string{"proofdesk/e2e failed outside its tests"},
			nil,
		},
		"an end that fails": {
			events("start", "run TestA", "pass TestA", "fail", "start", "pass"),
			[]string{"proofdesk/e2e failed outside its tests"},
			nil,
		},
		"tests that were running when their program was killed": {
			events("start", "run TestA", "run TestA/case", "run TestB", "pass TestB", "fail",
				"start", "run TestA", "pass TestA", "pass"),
			nil,
			[]string{"e2e.TestA"},
		},
		"a run without an end": {events("start", "run TestA"), []string{
			"proofdesk/e2e did not end", "proofdesk/e2e was not run",
		}, nil},
		"no run at all": {events(), []string{"proofdesk/e2e was not run"}, nil},
	} {
		r, err := Load(c.folder)
		if err != nil || !slices.Equal(r.Faults, c.faults) || !slices.Equal(r.Flaky, c.flaky) {
			t.Errorf("%s: the faults are %q and flaky %q, %v", name, r.Faults, r.Flaky, err)
		}
		if table := r.String(); len(c.faults) > 0 && !strings.Contains(table, "red: "+c.faults[0]+"\n") {
			t.Errorf("%s: the table is\n%s", name, table)
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
	if err != nil || len(r.Grown(nil))+len(r.Faults) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
