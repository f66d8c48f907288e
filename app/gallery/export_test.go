package gallery

import "time"

// FacesLife is how long faces are kept in memory.
const FacesLife = facesLife

// Kept returns for how long from now the faces of a company are still in memory; none where they are not.
func (g *Gallery) Kept(company, model string) (time.Duration, bool) {
	entry, ok := g.memory().GetEntryQuietly(company + "/" + model)
	return entry.ExpiresAfter(), ok
}
