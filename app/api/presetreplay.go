package api

import (
	"math"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/presets"
)

// replayBody is what a threshold would have done to the captures of the last 30 days.
type replayBody struct {
	Path     string  `json:"path"`
	Value    float64 `json:"value"`
	Captures int     `json:"captures"`
	Prompted int     `json:"prompted"`
	Partial  bool    `json:"partial"`
}

// replayThreshold answers how many captures of the last 30 days a threshold would have prompted for.
func (a *API) replayThreshold(c *fiber.Ctx) error {
	q, err := query(c, "path", "value")
	if err != nil {
		return err
	}
	for _, name := range []string{"path", "value"} {
		if q[name] == "" {
			return fault.BadField(name, "required", "%s is missing", name)
		}
	}
	value, err := strconv.ParseFloat(q["value"], 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		return fault.BadField("value", "type", "value must be a number")
	}
	trial := presets.Trial{Path: q["path"], Value: value}
	r, err := a.Presets.Replay(c.UserContext(), holderOf(c).Company, trial, a.Intake.Clock.Now())
	if err != nil {
		return err
	}
	return c.JSON(replayBody(r))
}
