package presets

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/presets"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// sentChange is a change as the page's script sends it: what was typed, or where Exact says so a value.
type sentChange struct {
	typed
	Path  string `json:"path"`
	Base  any    `json:"base"`
	Exact bool   `json:"exact"`
	Value any    `json:"value"`
}

// edit saves changes of options. A form sends every field that it shows; what is as it was is left alone. The script
// sends what was changed, and is answered with JSON.
func (w *Handler) edit(c *fiber.Ctx, v shell.Visitor) error {
	changes, err := sentChanges(c)
	if err == nil && len(changes) > presets.MaxEdits {
		err = presets.ErrCount
	}
	if err != nil {
		return err
	}
	if path := form.Value(c, "theirs"); path != "" {
		return w.keepTheirs(c, v, changes, path)
	}
	edits, r := editsOf(changes)
	var saved *preset.Preset
	if len(r.wrong) == 0 && len(edits) > 0 {
		var p preset.Preset
		var overlaps []preset.Overlap
		p, overlaps, err = w.Presets.EditDraft(c.UserContext(), v.Actor(), v.Company, c.Params("name"), edits)
		if err != nil && !shell.IsRefusal(err) {
			return err
		}
		if err == nil {
			saved = &p
		}
		r.refused(err)
		for _, o := range overlaps {
			r.overlaps[o.Path] = o
		}
	}
	if c.Get(fiber.HeaderAccept) != fiber.MIMEApplicationJSON {
		return w.answerForm(c, v, changes, r, err)
	}
	var d draft
	var failed error
	if saved != nil { // what others have set since would seem to be what the page sent
		d, failed = w.drafted(c, v, *saved)
	} else {
		d, failed = w.draftOf(c, v)
	}
	if failed != nil {
		return failed
	}
	return w.answerScript(c, v, d, r, err)
}

// sentChanges reads the changes of a request: the fields of a form, with what they held before as one JSON object, or
// the list of the script.
func sentChanges(c *fiber.Ctx) ([]sentChange, error) {
	var changes []sentChange
	if text := form.Value(c, "changes"); text != "" {
		if err := json.Unmarshal([]byte(text), &changes); err != nil {
			return nil, fault.New(fault.Invalid, "the changes could not be read: reload the page and make them again")
		}
		return changes, nil
	}
	base := map[string]any{}
	if err := json.Unmarshal([]byte(form.Value(c, "base")), &base); err != nil {
		return nil, fault.New(fault.Invalid, "the changes could not be read: reload the page and make them again")
	}
	alphas := form.Prefixed(c, "a:")
	for path, text := range form.Prefixed(c, "v:") {
		changes = append(changes, sentChange{
			typed: typed{Text: text, Alpha: alphas[path]},
			Path:  path,
			Base:  base[path],
		})
	}
	if path := form.Value(c, "unset"); path != "" {
		changes = slices.DeleteFunc(changes, func(s sentChange) bool { return optionPath(s.Path) == path })
		for of, value := range base {
			if optionPath(of) == path {
				changes = append(changes, sentChange{Path: of, Base: value, Exact: true})
			}
		}
	}
	slices.SortFunc(changes, func(a, b sentChange) int { return strings.Compare(a.Path, b.Path) })
	return changes, nil
}

// editsOf returns the changes that change something, with what is wrong with the others.
func editsOf(changes []sentChange) ([]preset.Edit, refusal) {
	r := refusal{
		typed:    map[string]typed{},
		bases:    map[string]any{},
		wrong:    map[string]fault.Field{},
		overlaps: map[string]preset.Overlap{},
	}
	var edits []preset.Edit
	for _, s := range changes {
		e := preset.Edit{Path: s.Path, Base: s.Base, Value: s.Value}
		if o, known := preset.Known(s.Path); known && !s.Exact {
			if s.typed == entered(o, baseValue(o, s.Base)) {
				continue
			}
			value, wrong := s.value(o, s.Base)
			if wrong != nil {
				r.typed[s.Path], r.bases[s.Path], r.wrong[s.Path] = s.typed, s.Base, *wrong
				continue
			}
			e.Value = value
		}
		checked, wrong := preset.CheckEdit(e)
		if wrong != nil {
			r.typed[s.Path], r.bases[s.Path], r.wrong[s.Path] = s.typed, s.Base, *wrong
			continue
		}
		if !preset.Same(checked.Value, checked.Base) {
			r.typed[checked.Path], r.bases[checked.Path] = s.typed, s.Base
			e.Path = checked.Path
			edits = append(edits, e) // the registry checks it once more
		}
	}
	return edits, r
}

// baseValue returns a value in the option's own form, of one that a request brought back.
func baseValue(o preset.Option, base any) any {
	if value, wrong := o.Check(base); wrong == nil {
		return value
	}
	return base
}

// refused notes what is wrong with each path that an error names.
func (r refusal) refused(err error) {
	for _, field := range fault.FieldsOf(err) {
		r.wrong[field.Name] = field
	}
}

// answerForm shows what is wrong beside the fields, with everything that was typed still in them; a form of which all
// was saved redirects.
func (w *Handler) answerForm(c *fiber.Ctx, v shell.Visitor, changes []sentChange, r refusal, err error) error {
	if err == nil && len(r.wrong)+len(r.overlaps) == 0 {
		return c.Redirect(viewOf(c).href(pathOf(c.Params("name")))+"&done=saved", fiber.StatusSeeOther)
	}
	d, failed := w.draftOf(c, v)
	if failed != nil {
		return failed
	}
	nothing := err != nil || len(r.wrong) > 0
	if !nothing { // what is saved is shown as it is saved
		clear(r.bases)
		for path := range r.typed {
			if _, over := r.overlaps[path]; !over {
				delete(r.typed, path)
			}
		}
	}
	page := w.editorPage(c, v, d, r)
	switch {
	case len(r.wrong) > 0:
		page.Problem = v.NothingSaved()
	case err != nil:
		page.Problem = v.Problem(err)
	default:
		page.Problem = v.N(len(r.overlaps), "1 change was not saved: somebody else changed the same option.",
			"%d changes were not saved: somebody else changed the same options.")
	}
	status := fiber.StatusBadRequest
	if !nothing || fault.Is(err, fault.Conflict) {
		status = fiber.StatusConflict
	}
	return w.Render(c.Status(status), views.EditorPage(page))
}

// keepTheirs shows the form again with everything that was typed but one option, which shows what somebody else set.
func (w *Handler) keepTheirs(c *fiber.Ctx, v shell.Visitor, changes []sentChange, path string) error {
	d, err := w.draftOf(c, v)
	if err != nil {
		return err
	}
	_, r := editsOf(changes)
	for _, s := range changes {
		if _, changed := r.typed[s.Path]; changed && s.Path != path {
			if current := d.flat[s.Path]; !preset.Same(current, s.Base) {
				r.overlaps[s.Path] = preset.Overlap{
					Path:   s.Path,
					Yours:  s.Text,
					Theirs: current,
					By:     d.Draft[s.Path].By,
					At:     d.Draft[s.Path].At,
				}
			}
		}
	}
	delete(r.typed, path)
	delete(r.wrong, path)
	delete(r.overlaps, path)
	clear(r.bases)
	return w.Render(c, views.EditorPage(w.editorPage(c, v, d, r)))
}

// scriptAnswer is what became of the changes that the script sent.
type scriptAnswer struct {
	Saved    string                  `json:"saved,omitempty"`   // the time of day
	Problem  string                  `json:"problem,omitempty"` // why nothing can be saved
	Restore  string                  `json:"restore,omitempty"` // of an archived preset: the page that restores it
	Wrong    map[string]string       `json:"wrong"`
	Overlaps map[string]scriptChoice `json:"overlaps"`
	Values   map[string]any          `json:"values"` // what the draft sets now of the paths that were sent
	States   map[string]scriptState  `json:"states"` // of options
	Counts   string                  `json:"counts"`
	Tag      string                  `json:"tag"`
	Groups   map[string]groupCount   `json:"groups"`
	Sieves   map[string]string       `json:"sieves"` // how many options each filter finds
	Draft    scriptDraft             `json:"draft"`  // whole, as others may have changed other options
}

// scriptState is what a row shows beside its field.
type scriptState struct {
	Set    bool   `json:"set"`
	HTML   string `json:"html"`
	Files  string `json:"files"`            // of an image or a font: HTML of the uploads that it names
	Stands any    `json:"stands,omitempty"` // of an option with a slot: what an empty field stands for
}

// scriptChoice is a change that was not saved, with what somebody else has set.
type scriptChoice struct {
	Text   string `json:"text"`
	Theirs any    `json:"theirs"`
}

// groupCount is how many options of a group are set.
type groupCount struct {
	Text  string `json:"text"`
	Title string `json:"title"`
	Wrong bool   `json:"wrong"`
}

// answerScript reports what was saved, with what the page shows of it.
func (w *Handler) answerScript(c *fiber.Ctx, v shell.Visitor, d draft, r refusal, refused error) error {
	a := scriptAnswer{
		Wrong:    map[string]string{},
		Overlaps: map[string]scriptChoice{},
		Values:   map[string]any{},
		States:   map[string]scriptState{},
		Counts:   d.counts(v),
		Groups:   map[string]groupCount{},
		Sieves:   map[string]string{},
		Draft:    d.script(),
	}
	if d.Archived {
		a.Restore = pathOf(d.Name) + "/use"
	}
	a.Tag, _ = d.tag(v)
	switch {
	case refused != nil && len(r.wrong) == 0:
		a.Problem = v.Problem(refused)
	case len(r.wrong) == 0:
		a.Saved = v.Hour(w.Now().In(v.TimeZone()))
	}
	for path, field := range r.wrong {
		a.Wrong[path] = v.Sentence(field.Message)
	}
	for path, o := range r.overlaps {
		told := overlap(v, d, o)
		a.Overlaps[path] = scriptChoice{Text: told.Text, Theirs: o.Theirs}
	}
	for path := range r.typed {
		a.Values[path] = d.flat[path]
	}
	if err := w.addStates(c, v, d, &a); err != nil {
		return err
	}
	for _, chip := range d.chips(v, view{}) {
		a.Sieves[chip.Filter] = chip.Count
	}
	for _, list := range d.groups(v, view{}) {
		for _, g := range list.Groups {
			a.Groups[g.Key] = groupCount{
				Text:  strconv.Itoa(g.Set),
				Title: v.T("%d set, %d differ from the default", g.Set, g.Differ),
				Wrong: g.Wrong,
			}
		}
	}
	return c.Status(statusOf(a)).JSON(a)
}

func statusOf(a scriptAnswer) int {
	switch {
	case len(a.Wrong) > 0:
		return fiber.StatusBadRequest
	case len(a.Overlaps) > 0 || a.Problem != "":
		return fiber.StatusConflict
	}
	return fiber.StatusOK
}

// addStates adds what the rows show beside their fields, of all options that the changes may concern.
func (w *Handler) addStates(c *fiber.Ctx, v shell.Visitor, d draft, a *scriptAnswer) error {
	ctx := ui.WithSprite(words.With(c.UserContext(), v.Language), w.Assets.Path("icons.svg"))
	for path := range a.Values {
		for _, o := range concerned(path) {
			if _, done := a.States[o.Path]; done {
				continue
			}
			state := d.state(v, o)
			var beside, files bytes.Buffer
			err := views.RowState(state).Render(ctx, &beside)
			if err == nil {
				err = views.FieldFiles(d.filesOf(v, o)).Render(ctx, &files)
			}
			if err != nil {
				return err
			}
			a.States[o.Path] = scriptState{
				Set:    state.Set,
				HTML:   beside.String(),
				Files:  files.String(),
				Stands: d.stands(o),
			}
		}
	}
	return nil
}
