package docs

import (
	"fmt"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/playground"
)

// keptFor is how long a browser keeps what the camera of the playground plays: the same name may be drawn otherwise by
// the next version of this program.
const keptFor = "public, max-age=600"

// voice answers the microphone of the playground.
func (w *Handler) voice(c *fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, keptFor)
	c.Set(fiber.HeaderContentType, "audio/wav")
	return c.Send(playground.Voice())
}

// film answers the camera of the playground with what a specimen shows for a kind of capture: paths of pictures, and
// the order in which they are played.
func (w *Handler) film(c *fiber.Ctx) error {
	film, err := w.Studio.Film(c.Params("name"), c.Params("kind"))
	if err != nil {
		return err
	}
	pictures := make([]string, len(film.Pictures))
	for i := range pictures {
		pictures[i] = fmt.Sprintf("/docs/specimens/%s/%s/%d", c.Params("name"), c.Params("kind"), i)
	}
	c.Set(fiber.HeaderCacheControl, keptFor)
	return c.JSON(fiber.Map{"pictures": pictures, "order": film.Order, "moves": film.Moves})
}

// picture answers with one picture of a film.
func (w *Handler) picture(c *fiber.Ctx) error {
	film, err := w.Studio.Film(c.Params("name"), c.Params("kind"))
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(c.Params("picture"))
	if err != nil || n < 0 || n >= len(film.Pictures) {
		return fault.New(fault.NotFound, "there is no such specimen")
	}
	c.Set(fiber.HeaderCacheControl, keptFor)
	c.Set(fiber.HeaderContentType, "image/jpeg")
	return c.Send(film.Pictures[n])
}
