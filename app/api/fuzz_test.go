package api_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"proofdesk/app/api"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
)

// FuzzDecodeJSON: what is taken is what encoding/json reads, and reads the same when written again; what is refused is
// a fault of the caller's.
func FuzzDecodeJSON(f *testing.F) {
	for _, c := range append(jsonTable(jobBody,
		"function"), bad{body: jobBody}, bad{body: `{"location":{"latitude":1e3},"submitted":{"a":"b"}}`}) {
		f.Add([]byte(c.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var r, again intake.JobRequest
		if err := api.DecodeJSON(body, &r); err != nil {
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("%v is not the caller's fault", err)
			}
			return
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := api.DecodeJSON(text, &again); err != nil && len(r.Submitted) == 0 {
			t.Fatalf("%s was taken as %s, which is refused: %v", body, text, err)
		} else if err == nil && !reflect.DeepEqual(normal(r), normal(again)) {
			t.Fatalf("%s became %s", body, text)
		}
	})
}

// normal makes an empty map and none the same.
func normal(r intake.JobRequest) intake.JobRequest {
	if len(r.Submitted) == 0 {
		r.Submitted = nil
	}
	return r
}

// FuzzContentRange: what is accepted are bytes of a capture that is not too large, or a question; what is refused is
// the caller's fault.
func FuzzContentRange(f *testing.F) {
	for _, header := range []string{
		"", "bytes 0-0/1", "bytes 0-16383/50000", "bytes */50000", "bytes 5-4/9", "bytes 0-9/9", "bytes */0",
		"bytes 0-1/20000001", "bytes 0-1/99999999999999999999", "lines 0-1/2",
	} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r, err := api.ContentRange(header)
		if err != nil {
			if !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.TooLarge) {
				t.Fatalf("%q: %v is not the caller's fault", header, err)
			}
			return
		}
		whole := r == intake.ByteRange{}
		if whole != (header == "") || !whole && (r.Start < 0 || r.Size < 0 || r.Total < 1 || r.Total > 20_000_000 ||
			r.Start+r.Size > r.Total || r.Size == 0 && r.Start != 0) {
			t.Fatalf("%q became %+v", header, r)
		}
	})
}

// FuzzWindow: a range lies within the file.
func FuzzWindow(f *testing.F) {
	for _, header := range []string{
		"", "bytes=0-0", "bytes=-5", "bytes=5-", "bytes=9-1", "bytes=0-1,2-3", "bytes=18446744073709551615-",
	} {
		f.Add(header, 10)
	}
	f.Fuzz(func(t *testing.T, header string, size int) {
		if size <= 0 || size > 1<<30 {
			return
		}
		from, to, kind := api.Span(header, size)
		if kind == api.OnePart && (from < 0 || from >= to || to > size) ||
			kind == api.WholeFile && (from != 0 || to != size) {
			t.Fatalf("%q of %d: %d-%d", header, size, from, to)
		}
	})
}
