package store

import (
	"context"
	"time"

	"proofdesk/app/fault"
)

// SavedView is the filters of a list of the console under a name: an agent's own, or shared with the company.
type SavedView struct {
	Company   string
	ID        string
	Owner     string // the agent who saved it
	OwnerName string // filled when read
	Shared    bool
	Page      string // which list: queue or jobs
	Name      string
	Query     string // the query of the list's URL, in a fixed order
	CreatedAt time.Time
	Start     bool // filled when read: whether the agent who reads it starts with it
}

// scope returns within whom names are unique: the owner, or everybody where it is empty.
func (v SavedView) scope() string {
	if v.Shared {
		return ""
	}
	return v.Owner
}

const (
	selectView = `
		SELECT v.company, v.id, v.owner, COALESCE(a.display_name, ''), v.scope, v.page, v.name, v.query, v.created_at,
			COALESCE(s.view_id, '')
		FROM saved_views v
		LEFT JOIN agents a ON a.company = v.company AND a.id = v.owner
		LEFT JOIN start_views s ON s.company = v.company AND s.agent_id = ? AND s.view_id = v.id
		WHERE v.company = ? AND v.scope IN ('', ?)`
	viewsOfPage = selectView + ` AND v.page = ? ORDER BY v.scope DESC, v.folded LIMIT ?`
	viewByID    = selectView + ` AND v.id = ?`
	viewOfStart = selectView + ` AND s.view_id IS NOT NULL`
	viewInsert  = `
		INSERT INTO saved_views (company, id, scope, owner, page, name, folded, query, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	viewRename  = `UPDATE saved_views SET name = ?, folded = ?, scope = ? WHERE company = ? AND id = ? AND name = ?`
	viewToStart = `SELECT id FROM saved_views WHERE company = ? AND scope IN ('', ?) AND id = ?`
	viewDelete  = `DELETE FROM saved_views WHERE company = ? AND id = ?`
	viewCount   = `SELECT count(*) FROM saved_views WHERE company = ? AND scope = ?`
	startPut    = `
		INSERT INTO start_views (company, agent_id, view_id) VALUES (?, ?, ?)
		ON CONFLICT (company, agent_id) DO UPDATE
		SET view_id = excluded.view_id`
	startDelete  = `DELETE FROM start_views WHERE company = ? AND agent_id = ?`
	startsOfView = `DELETE FROM start_views WHERE company = ? AND view_id = ?`
)

const noView = "this view no longer exists: it was deleted"

func scanView(scan scanner) (SavedView, error) {
	var v SavedView
	var scope, start string
	err := scan(&v.Company, &v.ID, &v.Owner, &v.OwnerName, &scope, &v.Page, &v.Name, &v.Query, instant{&v.CreatedAt},
		&start)
	v.Shared, v.Start = scope == "", start != ""
	return v, err
}

const maxViews = 100 // how many views of one page are listed

// SavedViews lists the views of a page that an agent may use: their own by name, then the company's.
func (q queries) SavedViews(ctx context.Context, company, agent, page string) ([]SavedView, error) {
	return list(ctx, q, scanView, viewsOfPage, agent, company, agent, page, maxViews)
}

// SavedView returns a view that an agent may use; another agent's own is a NotFound.
func (q queries) SavedView(ctx context.Context, company, agent, id string) (SavedView, error) {
	return scanView(q.row(ctx, viewByID, agent, company, agent, id).or(noView).scan)
}

// StartView returns the view that an agent starts with; NotFound where they have chosen none.
func (q queries) StartView(ctx context.Context, company, agent string) (SavedView, error) {
	return scanView(q.row(ctx, viewOfStart, agent, company, agent).or("you have not chosen a start page").scan)
}

// CountSavedViews counts an agent's own views, or the company's shared ones for an empty agent.
func (q queries) CountSavedViews(ctx context.Context, company, agent string) (int, error) {
	var n int
	err := q.row(ctx, viewCount, company, agent).scan(&n)
	return n, err
}

// nameTaken returns a Conflict with a message about names for any other Conflict.
func nameTaken(err error) error {
	if fault.Is(err, fault.Conflict) {
		return fault.New(fault.Conflict, "a view with this name already exists")
	}
	return err
}

// InsertSavedView adds a view. A name that differs from another of the same owner, or of the company, only in case or
// accents is a Conflict.
func (tx *Tx) InsertSavedView(ctx context.Context, v SavedView) error {
	return nameTaken(tx.change(ctx, viewInsert, v.Company, v.ID, v.scope(), v.Owner, v.Page, v.Name, fold(v.Name),
		v.Query, millis(tx.Now)))
}

// RenameSavedView sets the name of a view that has another one, and whether it is shared. It reports whether there is
// such a view; a taken name is a Conflict.
func (tx *Tx) RenameSavedView(ctx context.Context, v SavedView, was string) (bool, error) {
	n, err := tx.exec(ctx, viewRename, v.Name, fold(v.Name), v.scope(), v.Company, v.ID, was)
	return n == 1, nameTaken(err)
}

// DeleteSavedView removes a view. Agents who started with it start with the queue again. The view goes first: whoever
// chooses it meanwhile has it locked, and their choice is seen once it is removed.
func (tx *Tx) DeleteSavedView(ctx context.Context, company, id string) error {
	if err := tx.mustChange(ctx, noView, viewDelete, company, id); err != nil {
		return err
	}
	return tx.change(ctx, startsOfView, company, id)
}

// SetStartView sets the view that an agent starts with; an empty id stands for the queue. The view must be one that the
// agent may use, and is not removed until the transaction ends.
func (tx *Tx) SetStartView(ctx context.Context, company, agent, id string) error {
	if id == "" {
		return tx.change(ctx, startDelete, company, agent)
	}
	if err := tx.row(ctx, viewToStart+tx.dialect.forShare, company, agent, id).or(noView).scan(&id); err != nil {
		return err
	}
	return tx.change(ctx, startPut, company, agent, id)
}
