package store_test

import (
	"reflect"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// must returns the value of a call that must succeed.
func must[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// same fails a test where a value is not the expected one.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// missing fails a test where an error is not NotFound.
func missing(t *testing.T, what string, err error) {
	t.Helper()
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("%s: got %v, want NotFound", what, err)
	}
}

// written returns the result of a method of Tx in a transaction of its own.
func written[T any](t *testing.T, st *store.Store, fn func(tx *store.Tx) (T, error)) (result T) {
	t.Helper()
	write(t, st, func(tx *store.Tx) (err error) {
		result, err = fn(tx)
		return err
	})
	return result
}

func jobIDs(jobs []onboarding.Job) []string {
	var ids []string
	for _, j := range jobs {
		ids = append(ids, j.ID)
	}
	return ids
}
