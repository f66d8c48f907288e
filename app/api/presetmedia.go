package api

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// mediaBody is an upload and where it is used.
type mediaBody struct {
	Ref         string               `json:"ref"` // the value by which a preset names it
	SHA256      string               `json:"sha256"`
	Kind        preset.MediaKind     `json:"kind"`
	ContentType string               `json:"contentType"`
	Name        string               `json:"name"`
	Title       string               `json:"title,omitempty"` // of a font
	Size        int64                `json:"size"`
	Width       int                  `json:"width,omitempty"`
	Height      int                  `json:"height,omitempty"`
	URL         string               `json:"url"` // where devices load it
	Uses        []mediaUseBody       `json:"uses"`
	CreatedAt   onboarding.Timestamp `json:"createdAt"`
	CreatedBy   string               `json:"createdBy"`
}

// mediaUseBody is a version, a proposal or, without either, a draft that names an upload.
type mediaUseBody struct {
	Preset   string `json:"preset"`
	Version  int    `json:"version,omitempty"`
	Proposed bool   `json:"proposed,omitempty"`
}

func (a *API) mediaOf(m preset.Media, uses []preset.MediaUse) mediaBody {
	b := mediaBody{
		Ref:         m.Ref(),
		SHA256:      m.SHA256,
		Kind:        m.Kind,
		ContentType: m.ContentType,
		Name:        m.Name,
		Title:       m.Title,
		Size:        m.Size,
		Width:       m.Width,
		Height:      m.Height,
		URL:         a.Intake.MediaURL(m.Company, m.SHA256),
		Uses:        make([]mediaUseBody, len(uses)),
		CreatedAt:   onboarding.Timestamp(m.CreatedAt),
		CreatedBy:   m.CreatedBy,
	}
	for i, u := range uses {
		b.Uses[i] = mediaUseBody(u)
	}
	return b
}

func (a *API) listMedia(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	company := holderOf(c).Company
	all, err := a.Intake.Store.AllPresetMedia(c.UserContext(), company)
	if err != nil {
		return err
	}
	uses, err := a.Intake.Store.PresetMediaUses(c.UserContext(), company)
	if err != nil {
		return err
	}
	shown := make([]mediaBody, len(all))
	for i, m := range all {
		shown[i] = a.mediaOf(m, uses[m.SHA256])
	}
	return c.JSON(map[string]any{"media": shown})
}

const noForm = "the body must be the file alone, not a form (multipart/form-data)"

// asForm is the fault of an upload that is a part of a form, of which the first bytes would be taken for a broken file.
var asForm = &fault.Error{
	Code:    fault.UnsupportedMedia,
	Message: noForm,
	Fields:  []fault.Field{{Name: "file", Rule: "file_type", Message: noForm}},
}

// uploadMedia stores the file that is the body. What it is follows from its bytes, whatever its content type says.
func (a *API) uploadMedia(c *fiber.Ctx) error {
	q, err := query(c, "name")
	if err != nil {
		return err
	}
	if len([]rune(q["name"])) > maxMediaName {
		return fault.BadField("name", "max_length", "the name of a file can have at most %d characters", maxMediaName)
	}
	if strings.HasPrefix(strings.ToLower(c.Get(fiber.HeaderContentType)), fiber.MIMEMultipartForm) {
		return asForm
	}
	leave, err := a.uploads.enter(1, uploader{client: "key:" + holderOf(c).KeyID})
	if err != nil {
		return err
	}
	defer leave()
	m, fresh, err := a.Library.Upload(c.UserContext(), actorOf(c), holderOf(c).Company, q["name"], c.Body())
	if err != nil {
		return err
	}
	if fresh {
		c.Location("/api/presets/media/" + m.SHA256)
		c.Status(fiber.StatusCreated)
	}
	return a.sendMedia(c, m)
}

// maxMediaName limits the name of an uploaded file, in characters.
const maxMediaName = 255

func (a *API) sendMedia(c *fiber.Ctx, m preset.Media) error {
	uses, err := a.Intake.Store.UsesOfPresetMedia(c.UserContext(), m.Company, m.SHA256)
	if err != nil {
		return err
	}
	return c.JSON(a.mediaOf(m, uses))
}

// ownMedia returns the upload of the caller's company that the path names.
func (a *API) ownMedia(c *fiber.Ctx) (preset.Media, error) {
	if _, err := query(c); err != nil {
		return preset.Media{}, err
	}
	return a.Intake.Store.PresetMedia(c.UserContext(), holderOf(c).Company, c.Params("sha256"))
}

func (a *API) getMedia(c *fiber.Ctx) error {
	m, err := a.ownMedia(c)
	if err != nil {
		return err
	}
	return a.sendMedia(c, m)
}

// getMediaContent sends the bytes of an upload as a file to save.
func (a *API) getMediaContent(c *fiber.Ctx) error {
	m, err := a.ownMedia(c)
	if err != nil {
		return err
	}
	c.Attachment(m.Name)
	return a.sendBytes(c, m)
}

func (a *API) deleteMedia(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	err := a.Library.Remove(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("sha256"))
	if err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// shownMedia sends an upload to the device that shows it, on a page of any origin. Whoever knows the hash may have it:
// an image and a font of a page are loaded without credentials.
func (a *API) shownMedia(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	if err := a.shown.take("address:" + a.network(c)); err != nil { // nobody signs in for them
		return err
	}
	m, err := a.Intake.Store.PresetMedia(c.UserContext(), c.Params("company"), c.Params("sha256"))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
	c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	tag := `"` + m.SHA256 + `"`
	c.Set(fiber.HeaderETag, tag)
	if tagged(c.Get(fiber.HeaderIfNoneMatch), tag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	return a.sendBytes(c, m)
}

// sendBytes sends an upload with the type that it was found to have.
func (a *API) sendBytes(c *fiber.Ctx, m preset.Media) error {
	b, err := a.Library.Bytes(c.UserContext(), m)
	if err != nil {
		c.Set(fiber.HeaderCacheControl, "no-store")
		return err
	}
	c.Set(fiber.HeaderContentType, m.ContentType)
	c.Context().Response.SetBodyRaw(b)
	return nil
}
