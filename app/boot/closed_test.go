package boot_test

import (
	"log/slog"
	"testing"

	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/clock"
)

func TestADeskIsClosedFromTheFirstRequestOn(t *testing.T) {
	c := boottest.Settings(t, t.TempDir())
	p, err := boot.Serve(t.Context(), c, slog.New(slog.DiscardHandler), func() string { return "not yet" })
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
	}()
	if p.Desk.WhyClosed() != "not yet" || p.Console.Desk.WhyClosed() != "not yet" {
		t.Error("the desk is open before somebody closes it")
	}
	other, err := p.At(clock.System{})
	if err != nil || other.Desk.WhyClosed() != "" {
		t.Errorf("the program at another time is closed too, %v", err)
	}
}
