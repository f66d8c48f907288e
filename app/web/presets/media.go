package presets

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/engine/media"
	pages "proofdesk/views/page"
	views "proofdesk/views/presets"
)

// libraryPath is the page of a company's uploads.
const libraryPath = "/presets/media"

// accepted are the files that a browser offers to choose, by the kind of upload that is wanted.
var accepted = map[preset.MediaKind]string{
	"":                ".png,.jpg,.jpeg,.webp,.gif,.ttf,.otf",
	preset.MediaImage: ".png,.jpg,.jpeg,.webp,.gif",
	preset.MediaFont:  ".ttf,.otf",
}

// mediaPages are the pages of uploaded images and fonts.
type mediaPages struct{ *Handler }

func (w mediaPages) routes(r shell.Router) {
	r.Get(libraryPath, access.ViewPresets, w.library)
	r.PostRepeatable(libraryPath, access.ManagePresets, w.upload) // a file that is there already is not stored again
	r.Post(libraryPath+"/:sha256/delete", access.ManagePresets, w.deleteUpload)
	r.Get("/presets/:name/media", access.ViewPresets, w.chooser)
	r.PostRepeatable("/presets/:name/media", access.ManagePresets, w.uploadFor)
}

// library shows a company's uploads.
func (w mediaPages) library(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.libraryPage(c, v)
	if err != nil {
		return err
	}
	page.Done = v.T(doneTexts[c.Query("done")])
	return w.Render(c, views.LibraryPage(page))
}

func (w mediaPages) libraryPage(c *fiber.Ctx, v shell.Visitor) (views.Library, error) {
	page := views.Library{
		Frame:   w.Frame(c, v, v.T("Images and fonts"), "presets"),
		Script:  w.Assets.Path("presets.js"),
		Heading: v.T("Images and fonts"),
		Action:  libraryPath,
		Accept:  accepted[""],
		May:     v.Role.Can(access.ManagePresets),
		Empty: v.T("Nothing was uploaded yet. A logo, an icon or a font of your brand is uploaded here once, and " +
			"then chosen in every preset that shows it."),
	}
	all, err := w.Store.AllPresetMedia(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	uses, err := w.Store.PresetMediaUses(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	names, err := w.actorNames(c, v)
	if err != nil {
		return page, err
	}
	for _, m := range all {
		page.Uploads = append(page.Uploads, uploadOf(v, m, uses[m.SHA256], names))
	}
	return page, nil
}

// librarySection leads from the list of presets to the uploads.
func (w *Handler) librarySection(c *fiber.Ctx, v shell.Visitor) (pages.Section, error) {
	n, err := w.Store.CountPresetMedia(c.UserContext(), v.Company)
	return pages.Section{
		Heading: v.T("Images and fonts"),
		Facts: []pages.Fact{{
			Name: v.T("For all presets"),
			Cell: pages.Cell{Text: v.N(n, "1 upload", "%d uploads"), Href: libraryPath},
			Hint: v.T("Images and fonts that presets show are uploaded once for all of them."),
		}},
	}, err
}

// uploadOf returns an upload as the library shows it.
func uploadOf(v shell.Visitor, m preset.Media, uses []preset.MediaUse, names map[string]string) views.Upload {
	u := views.Upload{
		File:    fileOf(v, m),
		Ref:     m.Ref(),
		Added:   v.T("uploaded by %s, %s", who(v, m.CreatedBy, names), v.When(m.CreatedAt)),
		Delete:  libraryPath + "/" + m.SHA256 + "/delete",
		Confirm: v.T("Delete %s? No preset uses it.", m.Name),
	}
	const listed = 6
	for i, use := range uses {
		if i == listed {
			u.More = v.N(len(uses)-listed, "1 more", "%d more")
			break
		}
		u.Uses = append(u.Uses, useOf(v, use))
	}
	return u
}

// useOf returns a use of an upload as a link to it.
func useOf(v shell.Visitor, use preset.MediaUse) views.Use {
	switch {
	case use.Version > 0:
		return views.Use{
			Text: use.Preset + " " + v.T("version %s", strconv.Itoa(use.Version)),
			Href: versionPath(use.Preset, use.Version),
		}
	case use.Proposed:
		return views.Use{Text: v.T("proposal of %s", use.Preset), Href: pathOf(use.Preset) + "/publish"}
	}
	return views.Use{Text: v.T("draft of %s", use.Preset), Href: pathOf(use.Preset)}
}

// fileOf returns an upload as a field shows it.
func fileOf(v shell.Visitor, m preset.Media) views.File {
	f := views.File{Ref: m.Ref(), Name: m.Name, Address: preset.MediaPath(m.Company, m.SHA256)}
	size := v.T("%s kB", strconv.FormatInt((m.Size+999)/1000, 10))
	_, format, _ := strings.Cut(m.ContentType, "/")
	if m.Kind == preset.MediaFont {
		f.Font, f.Title = true, m.Title
		f.Note = strings.ToUpper(format) + ", " + size
		return f
	}
	f.Note = strings.Join([]string{
		strconv.Itoa(m.Width) + " × " + strconv.Itoa(m.Height), strings.ToUpper(format), size,
	}, ", ")
	return f
}

// files returns the uploads that a value names.
func (d draft) filesOf(v shell.Visitor, o preset.Option) []views.File {
	var files []views.File
	for _, sha256 := range o.MediaRefs(d.flat[o.Path]) {
		if i := slices.IndexFunc(d.uploads, func(m preset.Media) bool { return m.SHA256 == sha256 }); i >= 0 {
			files = append(files, fileOf(v, d.uploads[i]))
		}
	}
	return files
}

// upload stores a file that was sent from the library. The script is answered with JSON.
func (w mediaPages) upload(c *fiber.Ctx, v shell.Visitor) error {
	m, err := w.take(c, v)
	if c.Get(fiber.HeaderAccept) == fiber.MIMEApplicationJSON {
		return answerUpload(c, v, m, err)
	}
	if err == nil {
		return done(c, libraryPath, "uploaded")
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failed := w.libraryPage(c, v)
	if failed != nil {
		return failed
	}
	page.Wrong = v.Sentence(shell.Message(err))
	return w.Render(c.Status(fiber.StatusBadRequest), views.LibraryPage(page))
}

// take checks and stores the file of a form.
func (w mediaPages) take(c *fiber.Ctx, v shell.Visitor) (preset.Media, error) {
	name, content, err := form.File(c, "file", media.MaxBytes)
	if err != nil {
		return preset.Media{}, err
	}
	m, _, err := w.Library.Upload(c.UserContext(), v.Actor(), v.Company, name, content)
	return m, err
}

// uploadAnswer is what became of a file that the script sent.
type uploadAnswer struct {
	Ref     string `json:"ref,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Problem string `json:"problem,omitempty"`
}

func answerUpload(c *fiber.Ctx, v shell.Visitor, m preset.Media, err error) error {
	switch {
	case err == nil:
		return c.Status(fiber.StatusCreated).JSON(uploadAnswer{Ref: m.Ref(), Kind: string(m.Kind)})
	case shell.IsRefusal(err):
		return c.Status(fiber.StatusBadRequest).JSON(uploadAnswer{Problem: v.Sentence(shell.Message(err))})
	}
	return err
}

// deleteUpload deletes an upload that nothing uses.
func (w mediaPages) deleteUpload(c *fiber.Ctx, v shell.Visitor) error {
	err := w.Library.Remove(c.UserContext(), v.Actor(), v.Company, c.Params("sha256"))
	if err == nil {
		return done(c, libraryPath, "unloaded")
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failed := w.libraryPage(c, v)
	if failed != nil {
		return failed
	}
	page.Problem = v.Sentence(shell.Message(err))
	return w.Render(c.Status(fiber.StatusConflict), views.LibraryPage(page))
}

// chooser shows the uploads that an option of a preset can show, each with a button that sets it.
func (w mediaPages) chooser(c *fiber.Ctx, v shell.Visitor) error {
	d, o, err := w.chosenFor(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.LibraryPage(w.chooserPage(c, v, d, o)))
}

// chosenFor returns the draft and the option that a file is chosen for.
func (w mediaPages) chosenFor(c *fiber.Ctx, v shell.Visitor) (draft, preset.Option, error) {
	path := form.Query(c).Get("option")
	o, known := preset.Known(path)
	if !known || o.Wants() == "" {
		return draft{}, o, fault.New(fault.NotFound, "this option shows no image or font: choose another option")
	}
	d, err := w.draftOf(c, v)
	return d, o, err
}

func (w mediaPages) chooserPage(c *fiber.Ctx, v shell.Visitor, d draft, o preset.Option) views.Library {
	back := viewOfOption(o).href(pathOf(d.Name))
	page := views.Library{
		Frame:   w.Frame(c, v, o.Name, "presets"),
		Script:  w.Assets.Path("presets.js"),
		Heading: v.T("Choose an image for %s", o.Name),
		Action:  chooserPath(d.Name, o),
		Accept:  accepted[o.Wants()],
		May:     v.Role.Can(access.ManagePresets) && !d.Archived,
		Preset:  d.Name,
		Back:    back,
		Empty:   v.T("No image was uploaded yet."),
	}
	if o.Wants() == preset.MediaFont {
		page.Heading, page.Empty = v.T("Choose a font for %s", o.Name), v.T("No font was uploaded yet.")
	}
	base := d.flat[o.Path]
	for _, m := range d.uploads {
		if m.Kind != o.Wants() {
			continue
		}
		page.Uploads = append(page.Uploads, views.Upload{
			File: fileOf(v, m),
			Ref:  m.Ref(),
			Use: &views.UseForm{
				Action: back,
				Base:   jsonText(map[string]any{o.Path: base}),
				Field:  "v:" + o.Path,
				Value:  entered(o, withRef(o, base, m.Ref())).Text,
				On:     slices.Contains(o.MediaRefs(base), m.SHA256),
			},
		})
	}
	return page
}

// viewOfOption returns the view of the editor that shows an option.
func viewOfOption(o preset.Option) view {
	if _, ok := preset.SlotOf(o.Path); ok {
		return view{group: paletteGroup}
	}
	return view{query: o.Path}
}

func chooserPath(name string, o preset.Option) string {
	return pathOf(name) + "/media?option=" + o.Path
}

// withRef returns the value of an option once an upload was chosen: a list grows by it, any other value is replaced.
func withRef(o preset.Option, value any, ref string) any {
	if o.Type != preset.ImageList {
		return ref
	}
	list, _ := value.([]string)
	return append(slices.Clone(list), ref)
}

// uploadFor stores a file and sets the option that it was chosen for.
func (w mediaPages) uploadFor(c *fiber.Ctx, v shell.Visitor) error {
	d, o, err := w.chosenFor(c, v)
	if err != nil {
		return err
	}
	m, err := w.take(c, v)
	if err == nil {
		base := d.flat[o.Path]
		edit := preset.Edit{Path: o.Path, Base: plainValue(base), Value: plainValue(withRef(o, base, m.Ref()))}
		var overlaps []preset.Overlap
		_, overlaps, err = w.Presets.EditDraft(c.UserContext(), v.Actor(), v.Company, d.Name, []preset.Edit{edit})
		if err == nil && len(overlaps) > 0 {
			err = fault.New(fault.Conflict, "the file was uploaded, but somebody else has changed the option: "+
				"choose the file below")
		}
	}
	if err == nil {
		return c.Redirect(viewOfOption(o).href(pathOf(d.Name))+"&done=saved", fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	if d, err2 := w.draftOf(c, v); err2 == nil {
		page := w.chooserPage(c, v, d, o)
		page.Wrong = v.Sentence(shell.Message(err))
		return w.Render(c.Status(fiber.StatusBadRequest), views.LibraryPage(page))
	}
	return err
}

// plainValue returns a value as encoding/json decodes it, which is how an edit takes it.
func plainValue(value any) any {
	list, ok := value.([]string)
	if !ok {
		return value
	}
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = one
	}
	return all
}
