package access

import "slices"

// Role is the role of a person who signs in to the console.
type Role string

// The roles. Each of the first three may do all that the one before it may. An auditor reads everything and changes
// nothing.
const (
	Agent   Role = "agent"
	Senior  Role = "senior"
	Admin   Role = "admin"
	Auditor Role = "auditor"
)

// Roles returns the roles in the order in which the console shows them.
func Roles() []Role { return []Role{Agent, Senior, Admin, Auditor} }

// ParseRole returns the role of a name, and whether there is one.
func ParseRole(name string) (Role, bool) {
	r := Role(name)
	return r, slices.Contains(Roles(), r)
}

// Permission is one kind of action that a role may permit.
type Permission string

// The permissions.
const (
	ViewJobs        Permission = "jobs.view"        // job pages, queue, search, history
	ReviewJobs      Permission = "jobs.review"      // claim, decide, skip, escalate, note
	RevealValues    Permission = "jobs.reveal"      // unmask values and images; each one is audited
	CorrectFields   Permission = "jobs.correct"     // corrections of what was read or submitted
	ReviewEscalated Permission = "jobs.escalated"   // the escalated queue and second reviews
	ExportJobs      Permission = "jobs.export"      // CSV and evidence bundles
	ViewDashboard   Permission = "dashboard.view"   // figures and plots
	ViewQuality     Permission = "quality.view"     // figures about agents
	ManageQuality   Permission = "quality.manage"   // how many decisions are checked a second time, and who was right
	ViewCustomers   Permission = "customers.view"   // enrolled persons
	EraseCustomers  Permission = "customers.erase"  // destroy an applicant's key
	ViewDeliveries  Permission = "deliveries.view"  // endpoints, deliveries, breakers
	Redeliver       Permission = "deliveries.again" // redeliver, pause, resume
	ManageEndpoints Permission = "endpoints.manage" // endpoints and their keys
	ManageUsers     Permission = "users.manage"     // users, roles, sessions of others
	ManageClients   Permission = "clients.manage"   // OAuth clients, integration users, API keys
	ViewPresets     Permission = "presets.view"     // presets of SDK options, their versions and assignments
	ManagePresets   Permission = "presets.manage"   // edit, publish and assign presets
	ManageSettings  Permission = "settings.manage"  // company settings, policies, retention, sandbox
	ViewSettings    Permission = "settings.view"    // the same pages, without their buttons
	ViewAudit       Permission = "audit.view"       // the audit log
)

var (
	agentMay  = []Permission{ViewJobs, ReviewJobs, RevealValues, CorrectFields}
	seniorMay = slices.Concat(agentMay, []Permission{
		ReviewEscalated, ExportJobs, ViewDashboard, ViewQuality, ManageQuality, ViewCustomers, ViewDeliveries,
		Redeliver, ViewPresets,
	})
	adminMay = slices.Concat(seniorMay, []Permission{
		EraseCustomers, ManageEndpoints, ManageUsers, ManageClients, ManagePresets, ManageSettings, ViewSettings,
		ViewAudit,
	})
	auditorMay = []Permission{
		ViewJobs, ViewDashboard, ViewQuality, ViewCustomers, ViewDeliveries, ViewPresets, ViewSettings, ViewAudit,
	}

	permissions = map[Role][]Permission{Agent: agentMay, Senior: seniorMay, Admin: adminMay, Auditor: auditorMay}
)

// Can reports whether the role holds a permission. An unknown role holds none.
func (r Role) Can(p Permission) bool { return slices.Contains(permissions[r], p) }

// Permissions returns what the role may do, in a fixed order.
func (r Role) Permissions() []Permission { return slices.Clone(permissions[r]) }
