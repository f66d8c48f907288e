package queue_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"

	"proofdesk/app/web/queue"
)

func TestAStreamTellsChangesAndBeatsInSilence(t *testing.T) {
	var out bytes.Buffer
	state := "1"
	s := queue.NewStream(bufio.NewWriter(&out), func() ([]byte, error) { return []byte(state), nil })
	step := func() {
		if err := s.Step(); err != nil {
			t.Fatal(err)
		}
	}
	for range 9 {
		step()
	}
	state = "2"
	step()
	if got, want := out.String(),
		"event: queue\ndata: 1\n\nevent: beat\ndata: {}\n\nevent: queue\ndata: 2\n\n"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func TestAStreamEndsWhereNothingCanBeSent(t *testing.T) {
	_, gone := io.Pipe()
	_ = gone.CloseWithError(errors.New("nobody reads"))
	s := queue.NewStream(bufio.NewWriter(gone), func() ([]byte, error) { return []byte("1"), nil })
	if s.Step() == nil {
		t.Error("the stream goes on without a reader")
	}
}
