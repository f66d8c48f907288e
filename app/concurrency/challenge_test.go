package concurrency_test

import (
	"regexp"
	"strings"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
)

// chanced is what a challenge is by chance, and the hash of a film that was sent for it.
var chanced = regexp.MustCompile(`"id":"\w+"|"moves":\[[^\]]*\]|[0-9a-f]{64}`)

func challengeWriters() []writer {
	filming := func(w *world) string {
		made, err := w.intake.CreateJob(w.Context(), w.caller(), intake.JobRequest{
			Function:     onboarding.VideoID,
			Flavor:       "VIDEO_ID",
			SDKVersion:   "11.1",
			UniqueNumber: "4711",
		}, "", nil)
		w.must(err)
		return made.JobID
	}
	return []writer{
		{name: "intake.Intake.NewChallenge", stage: func(w *world) func(int) error {
			job := filming(w)
			return func(int) error {
				_, err := w.intake.NewChallenge(w.Context(), w.caller(), job, "")
				return err
			}
		}, blur: chanced},
		{name: "intake.Intake.ReceiveCapture of videos for one challenge", stage: func(w *world) func(int) error {
			job := filming(w)
			asked, err := w.intake.NewChallenge(w.Context(), w.caller(), job, "")
			w.must(err)
			return func(i int) error {
				_, err := w.intake.ReceiveCapture(w.Context(), w.caller(), job, intake.Upload{
					Kind:      "video",
					Challenge: asked.ID,
					Body:      strings.NewReader("\x1a\x45\xdf\xa3" + word(i)),
				})
				return err
			}
		}, blur: chanced},
	}
}
