package engine_test

import (
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// withSecond is an applicant's passport with a second document beside it: the applicant's own, changed by change.
func withSecond(how specimen.Case, change func(*specimen.Set) specimen.Capture) engine.Submission {
	applicant := specimen.ApplicantWith(specimen.Passport, 5, how, today)
	sub := submission(applicant)
	second := change(&applicant)
	sub.Captures = append(sub.Captures, engine.Capture{
		ID:          "secondary_front",
		Kind:        "secondary_front",
		ContentType: second.ContentType,
		Bytes:       second.Bytes,
	})
	return sub
}

// another draws the applicant's second document.
func another(s *specimen.Set) specimen.Capture {
	c, _ := s.Capture("secondary_back")
	return c
}

func TestASecondDocumentIsAnotherOneOfTheSamePerson(t *testing.T) {
	for _, tt := range []struct {
		name   string
		second func(*specimen.Set) specimen.Capture
		want   engine.Outcome
		reason string
	}{
		{"another document of the applicant", another, engine.Pass, ""},
		{"the first one's picture", func(s *specimen.Set) specimen.Capture {
			c, _ := s.Capture("passport")
			return c
		}, engine.Fail, "data.same_document"},
		{"the first one, photographed again", func(s *specimen.Set) specimen.Capture {
			s.Conditions.Seed += 7
			c, _ := s.Capture("passport")
			return c
		}, engine.Fail, "data.same_document"},
		{"somebody else's", func(*specimen.Set) specimen.Capture {
			other := specimen.ApplicantWith(specimen.Passport, 78, specimen.Good, today)
			return another(&other)
		}, engine.Fail, "data.other_person"},
		{"an expired one", func(s *specimen.Set) specimen.Capture {
			s.Document.Expiry = today.AddDate(0, 0, -3)
			return another(s)
		}, engine.Fail, "data.second_expired"},
		{"one that nobody can read", func(s *specimen.Set) specimen.Capture {
			s.Conditions.Blur = 30
			return another(s)
		}, engine.Inconclusive, "data.second_unread"},
	} {
		report := engine.Inspect(t.Context(), withSecond(specimen.Good, tt.second))
		c := checkOf(report, engine.CodeSecond)
		if c.Outcome != tt.want || tt.reason != "" && !slices.Equal(c.Reasons, []string{tt.reason}) {
			t.Errorf("%s: %+v", tt.name, c)
		}
		if c := checkOf(report, engine.CodeConsistency); c.Outcome == engine.Fail {
			t.Errorf("%s: taken for the first document: %+v", tt.name, c)
		}
		if slices.ContainsFunc(report.Readings, func(r engine.Reading) bool { return r.Capture == "secondary_front" }) {
			t.Errorf("%s: values of the second document count for the first", tt.name)
		}
		again := engine.Recheck(report, []engine.Correction{{Field: "sex", Source: engine.MRZ, After: "X"}}, today, 18)
		if c := checkOf(again, engine.CodeSecond); c.Outcome != tt.want {
			t.Errorf("%s: once a value is corrected %+v", tt.name, c)
		}
	}
}

func TestNothingIsSaidOfASecondDocumentThatNobodySent(t *testing.T) {
	report := engine.Inspect(t.Context(),
		submission(specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, today)))
	if c := checkOf(report, engine.CodeSecond); c.Code != "" {
		t.Errorf("%+v", c)
	}
}

func TestBothDocumentsShowOnePerson(t *testing.T) {
	front := func(s *specimen.Set) specimen.Capture {
		c, _ := s.Capture("secondary_front")
		return c
	}
	forged := func(s *specimen.Set) specimen.Capture {
		s.Document.Person.Face = s.Impostor
		return front(s)
	}
	for _, tt := range []struct {
		name   string
		second func(*specimen.Set) specimen.Capture
		want   engine.Outcome
		reason []string
	}{
		{"the applicant's", front, engine.Pass, nil},
		{"the applicant's, with another portrait", forged, engine.Warn, []string{"face.second_unsure"}},
	} {
		report := engine.Inspect(t.Context(), withSecond(specimen.WrongFace, tt.second))
		if c := checkOf(report, engine.CodeSecondFace); c.Outcome != tt.want || !slices.Equal(c.Reasons, tt.reason) {
			t.Errorf("%s: %+v", tt.name, c)
		}
		for _, template := range report.Templates {
			if template.Capture == "secondary_front" {
				t.Errorf("%s: the second portrait is enrolled", tt.name)
			}
		}
	}
}
