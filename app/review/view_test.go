package review_test

import (
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/review"
	"proofdesk/app/store/storetest"
)

func TestASharedViewIsChangedBySeniorsOnly(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, _ := desk(t, st, now, 0)
	anna, cleo := agent(t, st, "Anna", access.Agent), agent(t, st, "Cleo", access.Senior)
	request := review.ViewRequest{Page: review.PageQueue, Name: "Late", Query: "late=1", Shared: true}
	if _, err := d.SaveView(t.Context(), anna, request); !fault.Is(err, fault.Forbidden) {
		t.Errorf("an agent shares one: %v", err)
	}
	shared, err := d.SaveView(t.Context(), cleo, request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.RenameView(t.Context(), anna, shared.ID, "Late", "Mine"); !fault.Is(err, fault.Forbidden) {
		t.Errorf("an agent renames it: %v", err)
	}
	if _, err := d.DeleteView(t.Context(), anna, shared.ID); !fault.Is(err, fault.Forbidden) {
		t.Errorf("an agent deletes it: %v", err)
	}
	if _, err := d.RenameView(t.Context(), cleo, shared.ID, "Late", "Later"); err != nil {
		t.Errorf("a senior renames it: %v", err)
	}
}

func TestAViewOfSomebodyElseIsNotThere(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, _ := desk(t, st, now, 0)
	anna, cleo := agent(t, st, "Anna", access.Agent), agent(t, st, "Cleo", access.Senior)
	own, err := d.SaveView(t.Context(), anna, review.ViewRequest{Page: review.PageJobs, Name: "Mine", Query: "q=1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.RenameView(t.Context(), cleo, own.ID, "Mine", "Hers"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a senior renames it: %v", err)
	}
	if _, err := d.DeleteView(t.Context(), cleo, own.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("a senior deletes it: %v", err)
	}
}
