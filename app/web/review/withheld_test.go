package review_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

const (
	faceKept = "The preset of this job keeps pictures of the face on the device."
	cardKept = "The preset of this job keeps pictures of the ID on the device."
)

// bare puts a job without captures into review, with options.
func bare(h *webtest.Fixture, options onboarding.ServerOptions) (id string) {
	ctx, id := h.T.Context(), ids.UUID()
	row, _, err := h.Keys.NewApplicantKey(ctx, "acme", id)
	if err != nil {
		h.T.Fatal(err)
	}
	h.Change(func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:         id,
			Seq:        tx.NextSeq(),
			Company:    "acme",
			Function:   onboarding.IDValidationFace,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11",
			Status:     onboarding.Review,
			ClientID:   h.Client,
			CreatedAt:  tx.Now,
		}
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		return tx.WriteJobDoc(ctx, "acme", id, store.DocRequest, onboarding.RequestDetails{Settings: options})
	})
	return id
}

func TestAnAgentIsToldWhichPicturesThePresetKeepsOnTheDevice(t *testing.T) {
	const none, two = "This job has no captures", `data-panes="2"`
	face := onboarding.ServerOptions{"uploadFaceData": false}
	card := onboarding.ServerOptions{"enableUploadIDData": false}
	both := onboarding.ServerOptions{"uploadFaceData": false, "enableUploadIDData": false}
	type kinds = []onboarding.CaptureKind
	for name, tt := range map[string]struct {
		options     onboarding.ServerOptions
		has         kinds
		want, lacks []string
	}{
		"face":    {face, kinds{onboarding.IDFront, onboarding.IDBack}, []string{faceKept, two}, []string{cardKept}},
		"ID":      {card, kinds{onboarding.Selfie}, []string{cardKept, two}, []string{faceKept}},
		"both":    {both, nil, []string{cardKept, faceKept, two}, []string{none}},
		"neither": {nil, nil, []string{none}, []string{cardKept, faceKept}},
		"sent":    {both, kinds{onboarding.Passport, onboarding.Selfie}, []string{two}, []string{cardKept, faceKept}},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			id := bare(h, tt.options)
			for _, kind := range tt.has {
				h.Add(id, kind, "image/png", webtest.Dot(kind == onboarding.Selfie))
			}
			b := h.As(access.Agent)
			b.Get("/jobs/"+id).Want(http.StatusOK, tt.want...)
			b.Lacks(tt.lacks...)
		})
	}
}

func TestAnAgentIsToldInSpanishWhatIsKeptOnTheDevice(t *testing.T) {
	h := webtest.Open(t)
	id := bare(h, onboarding.ServerOptions{"uploadFaceData": false, "enableUploadIDData": false})
	b := h.As(access.Agent)
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/jobs/"+id).Want(http.StatusOK, "Identificación, sin enviar",
		"guarda las fotos del rostro en el dispositivo")
}
