package shell

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/store"
)

// NamesOf returns the names of agents by how the audit trail names them.
func NamesOf(agents []store.Agent) map[string]string {
	names := map[string]string{}
	for _, a := range agents {
		names["agent:"+a.ID] = a.DisplayName
	}
	return names
}

// AgentNames returns the names of the company's agents by how the audit trail names them.
func (w *Shell) AgentNames(c *fiber.Ctx, v Visitor) (map[string]string, error) {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	return NamesOf(agents), err
}

// ActorName returns the name of an actor of the audit trail; the actor itself where it has none.
func ActorName(actor string, names map[string]string) string {
	if name, ok := names[actor]; ok {
		return name
	}
	return actor
}

// ClientNames returns the company's clients by id.
func (w *Shell) ClientNames(c *fiber.Ctx, v Visitor) (map[string]string, []string, error) {
	clients, err := w.Store.Clients(c.UserContext(), v.Company)
	names, order := map[string]string{}, []string{}
	for _, one := range clients {
		names[one.ID] = cmp.Or(one.Name, one.ID)
		order = append(order, one.ID)
	}
	return names, order, err
}
