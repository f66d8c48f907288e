package presets

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/engine/media"
	pages "proofdesk/views/page"
)

// Handler serves the pages about presets.
type Handler struct {
	*shell.Shell
	Presets *presets.Registry
	Library *presets.Library
}

// Link is the entry of the wing in the top bar.
var Link = shell.Link{Key: "presets", Label: "Presets", Href: "/presets", Needs: access.ViewPresets}

// Bodies returns the body rules of the wing, for httpserver.Options. A form with a file may be larger than any file, so
// that one that is too large is answered beside its field. A form with the text of a preset writes each of its bytes as
// three, such as %C3.
func Bodies() []httpserver.BodyRule {
	const (
		upload = 4 * media.MaxBytes
		text   = 3*preset.MaxFileBytes + 64<<10
	)
	return []httpserver.BodyRule{
		{Method: http.MethodPost, Pattern: libraryPath, Limit: upload},
		{Method: http.MethodPost, Pattern: "/presets/*/media", Limit: upload},
		{Method: http.MethodPost, Pattern: "/presets/import", Limit: text},
		{Method: http.MethodPost, Pattern: "/presets/*/replace", Limit: text},
		{Method: http.MethodPost, Pattern: "/presets/*", Limit: text},
	}
}

// Routes adds the list, and the pages of a preset.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/presets", access.ViewPresets, w.show(w.listPage))
	r.Post("/presets", access.ManagePresets, w.create)
	r.Post("/presets/import", access.ManagePresets, w.importNew)
	mediaPages{w}.routes(r)
	r.Get("/presets/:name", access.ViewPresets, w.editor)
	r.Get("/presets/:name/preview", access.ViewPresets, w.preview)
	r.PostRepeatable("/presets/:name", access.ManagePresets, w.edit) // a change names what it was made from
	r.PostRepeatable("/presets/:name/watch", access.ViewPresets, w.watch)
	r.Get("/presets/:name/publish", access.ViewPresets, w.show(w.publishPage))
	r.Post("/presets/:name/publish", access.ManagePresets, w.publish)
	r.Post("/presets/:name/approve", access.ManagePresets, w.approve)
	r.Post("/presets/:name/withdraw", access.ManagePresets, w.withdraw)
	r.Get("/presets/:name/versions", access.ViewPresets, w.show(w.versionsPage))
	r.Get("/presets/:name/versions/:number", access.ViewPresets, w.show(w.versionPage))
	r.Post("/presets/:name/versions/:number/rollback", access.ManagePresets, w.rollback)
	r.Get("/presets/:name/compare", access.ViewPresets, w.show(w.comparePage))
	r.Get("/presets/:name/pictures", access.ViewPresets, w.pictures)
	r.Get("/presets/:name/use", access.ViewPresets, w.show(w.usePage))
	r.Post("/presets/:name/assignments", access.ManagePresets, w.assign)
	r.Post("/presets/:name/assignments/remove", access.ManagePresets, w.unassign)
	r.Post("/presets/:name/assignments/resume", access.ManagePresets, w.resume)
	r.Post("/presets/:name/describe", access.ManagePresets, w.describe)
	r.Post("/presets/:name/copy", access.ManagePresets, w.copyPreset)
	r.Post("/presets/:name/replace", access.ManagePresets, w.replaceDraft)
	r.Post("/presets/:name/archive", access.ManagePresets, w.archive)
	r.Post("/presets/:name/restore", access.ManagePresets, w.restore)
	r.Get("/presets/:name/export", access.ViewPresets, w.export)
}

// filling is a function that fills a page of sections for a request.
type filling func(*fiber.Ctx, shell.Visitor) (pages.Page, error)

// show returns the handler of a page of sections.
func (w *Handler) show(fill filling) shell.Handler {
	return func(c *fiber.Ctx, v shell.Visitor) error {
		page, err := fill(c, v)
		if err != nil {
			return err
		}
		return w.Render(c, pages.SectionPage(page))
	}
}

// refuse shows a page again with what was typed into one of its forms and why that was refused. An error that is no
// refusal is returned.
func (w *Handler) refuse(c *fiber.Ctx, v shell.Visitor, fill filling, err error) error {
	err = outdated(err)
	if !shell.IsRefusal(err) {
		return err
	}
	page, failed := fill(c, v)
	if failed != nil {
		return failed
	}
	return w.Refused(c, page, err)
}

// pathOf returns the page of a preset. Names hold nothing that a URL would escape.
func pathOf(name string) string { return "/presets/" + name }

// doneTexts are the messages about what was done, by the word that a redirect puts into the URL of the page.
var doneTexts = map[string]string{
	"created":   "The preset was created. Change options, then publish its first version.",
	"imported":  "The file was imported into the draft. Nothing is published yet.",
	"copied":    "The preset was copied. Its draft is that of the original.",
	"saved":     "Saved.",
	"published": "The version was published.",
	"proposed":  "The version waits for a second person's approval.",
	"withdrawn": "The proposal was withdrawn.",
	"described": "The description was saved.",
	"assigned":  "The assignments were saved. They count from the next session.",
	"assigning": "The assignments wait for a second person's approval, as they weaken a protection.",
	"resumed":   "The assignment is used again. Jobs from before no longer count.",
	"archived":  "The preset was archived. Its versions are kept.",
	"restored":  "The preset can be used again.",
	"uploaded":  "The file was uploaded.",
	"unloaded":  "The upload was deleted.",
}

// outdated returns the error about a preset that changed meanwhile as a refusal, which a page shows beside what was
// typed.
func outdated(err error) error {
	if fault.Is(err, fault.Outdated) {
		return fault.Wrap(err, fault.Conflict,
			"somebody changed the preset meanwhile: look at what changed below, then send it again")
	}
	return err
}

// done redirects to a page of a preset with a message.
func done(c *fiber.Ctx, path, word string) error {
	return c.Redirect(path+"?done="+word, fiber.StatusSeeOther)
}

// actorNames returns the names of the company's agents and API keys by how the audit trail names them.
func (w *Handler) actorNames(c *fiber.Ctx, v shell.Visitor) (map[string]string, error) {
	names, err := w.AgentNames(c, v)
	if err != nil {
		return nil, err
	}
	keys, err := w.Store.APIKeys(c.UserContext(), v.Company)
	for _, key := range keys {
		names[keyActor+key.ID] = key.Name
		if !strings.HasPrefix(key.Name, "API key") { // as of keys that nobody named
			names[keyActor+key.ID] = v.T("API key %s", key.Name)
		}
	}
	return names, err
}

// keyActor begins an API key as the audit trail names it.
const keyActor = "apikey:"

// who names an actor of the audit trail: a person, or the API key that a program came with.
func who(v shell.Visitor, actor string, names map[string]string) string {
	if actor == presets.System {
		return v.T("the program")
	}
	name := shell.ActorName(actor, names)
	if id, ok := strings.CutPrefix(name, keyActor); ok {
		return v.T("API key %s", id)
	}
	return name
}
