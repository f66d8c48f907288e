package dossier_test

import (
	"testing"

	"proofdesk/app/policy"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/engine"
	"proofdesk/views/words"
)

func TestAReasonIsToldInOnePlainSentence(t *testing.T) {
	glare, limit, years, least := .31, .2, 16.0, 18.0
	dates := engine.Report{
		Comparisons: []engine.Comparison{
			{
				Field: "dateOfBirth",
				Match: engine.MatchNone,
				Values: map[engine.Source]string{
					engine.MRZ:       "1987-03-18",
					engine.Barcode:   "1987-03-13",
					engine.Submitted: "1987-03-18",
				},
			},
		},
	}
	cases := []struct {
		reason  policy.Reason
		check   *engine.Check
		english string
		spanish string
	}{
		{
			policy.Reason{Code: "quality.glare"},
			&engine.Check{
				Outcome:   engine.Fail,
				Reasons:   []string{"quality.glare"},
				Score:     &glare,
				Threshold: &limit,
				Below:     true,
			},
			"Glare covers a part of the document: score 0.31, passes at 0.20 or less",
			"Hay reflejos sobre parte del documento: puntuación 0,31, pasa con 0,20 o menos",
		},
		{
			policy.Reason{Code: "data.mismatch.dateOfBirth"},
			nil,
			"Date of birth differs: MRZ and submitted 18 Mar 1987, barcode 13 Mar 1987",
			"Diferencia en fecha de nacimiento: MRZ y enviado 18 mar 1987, código de barras 13 mar 1987",
		},
		{
			policy.Reason{Code: "data.unclear.dateOfBirth", Check: engine.CodeConsistency},
			&engine.Check{Outcome: engine.Warn, Reasons: []string{"data.unclear.dateOfBirth"}},
			"Date of birth differs or was misread: MRZ and submitted 18 Mar 1987, barcode 13 Mar 1987",
			"Diferencia o error de lectura en fecha de nacimiento: MRZ y enviado 18 mar 1987, " +
				"código de barras 13 mar 1987",
		},
		{
			policy.Reason{Code: "data.under_age"},
			&engine.Check{Outcome: engine.Fail, Reasons: []string{"data.under_age"}, Score: &years, Threshold: &least},
			"The applicant is 16 years old, the minimum is 18", "El solicitante tiene 16 años, el mínimo es 18",
		},
		{
			policy.Reason{Code: "mrz.birth_digit"},
			&engine.Check{Outcome: engine.Fail, Reasons: []string{"mrz.birth_digit"}},
			"Wrong check digit: date of birth", "Dígito de control incorrecto: fecha de nacimiento",
		},
		{
			policy.Reason{Code: "document.realness.unproven", Check: engine.CodeRealness},
			&engine.Check{Outcome: engine.Inconclusive, Reasons: []string{"quality.dark"}},
			"Document realness is not proven: the picture is too dark",
			"Autenticidad del documento: no está probado; la imagen está demasiado oscura",
		},
		{
			policy.Reason{Code: "quality.brightness.unproven", Check: engine.CodeBrightness},
			&engine.Check{Outcome: engine.Inconclusive, Reasons: []string{"quality.dark"}},
			"The picture is too dark", "La imagen está demasiado oscura",
		},
		{
			policy.Reason{Code: "face.match.unproven", Check: engine.CodeFaceMatch, Needs: engine.Calibrated},
			&engine.Check{Outcome: engine.Pass, Assurance: engine.Model},
			"Face match is not proven: it passed with a method tested on specimens, " +
				"the policy requires a calibrated provider", "",
		},
		{
			policy.Reason{Code: "liveness.unproven", Check: engine.CodeLiveness},
			&engine.Check{Outcome: engine.Inconclusive},
			"Liveness is not proven: a single picture is not enough", "",
		},
		{
			policy.Reason{Code: "video.challenge.not_run", Check: engine.CodeVideo},
			nil,
			"Video challenge was not checked", "Reto en video: no se verificó",
		},
		{
			policy.Reason{Code: "video.faces.not_run", Check: engine.CodeFilmFaces},
			&engine.Check{Outcome: engine.NotRun, Reasons: []string{"video.format"}},
			"Faces in the video was not checked: only WebM videos with VP8 pictures are looked at",
			"Rostros en el video: no se verificó (solo se miran videos WebM con imágenes VP8)",
		},
		{
			policy.Reason{Code: "video.no_face", Check: engine.CodeFilmFaces},
			&engine.Check{
				Outcome:  engine.Warn,
				Reasons:  []string{"video.no_face"},
				Evidence: []engine.Evidence{{At: new(3.)}, {At: new(7.25)}},
			},
			"No face is in a part of the video, at second 3.0 and 7.2",
			"En una parte del video no hay ningún rostro, en el segundo 3,0 y 7,2",
		},
		{
			policy.Reason{Code: "video.no_blink", Check: engine.CodeVideo},
			&engine.Check{
				Outcome:  engine.Fail,
				Reasons:  []string{"video.no_blink"},
				Evidence: []engine.Evidence{{Label: "turn_left", At: new(3.)}},
			},
			"The applicant does not close both eyes in the video as asked",
			"El solicitante no cierra los ojos en el video como se le pidió",
		},
		{policy.Reason{Code: "capture.truncated"}, nil, "A capture can't be read: it ends too early", ""},
		{
			policy.Reason{Code: "of.tomorrow", Text: "What the engine says"},
			nil, "What the engine says",
			"What the engine says",
		},
	}
	for _, c := range cases {
		if got := dossier.Sentence(words.English, dates, c.reason, c.check); got != c.english {
			t.Errorf("%s: %q, want %q", c.reason.Code, got, c.english)
		}
		if got := dossier.Sentence(words.Spanish, dates, c.reason, c.check); c.spanish != "" && got != c.spanish {
			t.Errorf("%s: %q, want %q", c.reason.Code, got, c.spanish)
		}
	}
}
