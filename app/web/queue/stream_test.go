package queue_test

import (
	"bufio"
	"bytes"
	"testing"
	"time"

	"proofdesk/app/web/queue"
)

func TestAStreamTellsChangesAndBeatsInSilence(t *testing.T) {
	var out bytes.Buffer
	state := "1"
	s := queue.NewStream(bufio.NewWriter(&out), func(time.Duration) bool { return true },
		func() ([]byte, error) { return []byte(state), nil })
	for range 9 {
		s.Step()
	}
	state = "2"
	s.Step()
	if got, want := out.String(),
		"event: queue\ndata: 1\n\nevent: beat\ndata: {}\n\nevent: queue\ndata: 2\n\n"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func TestAStreamEndsWhereNothingCanBeSent(t *testing.T) {
	s := queue.NewStream(bufio.NewWriter(&bytes.Buffer{}), func(time.Duration) bool { return false },
		func() ([]byte, error) { return []byte("1"), nil })
	if s.Step() {
		t.Error("the stream goes on without a reader")
	}
}
