package account

import (
	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/keyring"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/savedview"
)

// Handler serves the sign-in and the visitor's own account.
type Handler struct {
	*shell.Shell
	Accounts *accounts.Registry
	Desk     *review.Desk
	Keys     *keyring.Keys
	Views    *savedview.Views
}

// Routes adds the sign-in and the visitor's own account.
func (w *Handler) Routes(r shell.Router) {
	w.SignIn = w.askSignIn
	r.GetOpen("/login", w.loginPage)
	r.PostOpen("/login", w.login)
	r.GetOpen("/login/totp", w.codePage)
	r.PostOpen("/login/totp", w.secondStep)
	r.PostOpen("/login/look", w.doorLook)
	r.Post("/logout", access.ViewJobs, w.logout)
	r.Post("/me/theme", access.ViewJobs, w.theme)
	r.Post("/me/language", access.ViewJobs, w.language)
	r.Post("/me/status", access.ReviewJobs, w.status)
	r.Get("/me", access.ViewJobs, w.me)
	r.Post("/me", access.ViewJobs, w.savePreferences)
	r.Get("/me/keys", access.ViewJobs, w.shortcuts)
	r.Post("/me/keys", access.ViewJobs, w.saveShortcuts)
	r.Post("/me/password", access.ViewJobs, w.changePassword)
	r.Post("/me/sessions", access.ViewJobs, w.endSession)
	r.Get("/me/totp", access.ViewJobs, w.drawnFactor)
	r.Post("/me/totp", access.ViewJobs, w.drawFactor)
	r.Post("/me/totp/confirm", access.ViewJobs, w.confirmFactor)
	r.Post("/me/totp/off", access.ViewJobs, w.removeFactor)
	r.Post("/me/totp/codes", access.ViewJobs, w.newCodes)
}
