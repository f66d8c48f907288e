// Package gallery stores the biometric templates of enrolled customers, encrypted with each customer's key, and
// searches them: enrolment, verification against one customer, duplicate search over all. It makes no decisions.
package gallery

import (
	"context"
	"encoding/binary"
	"math"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/vault"
	"proofdesk/engine"
	"proofdesk/engine/face"
)

// Gallery decrypts and searches templates. Set the exported fields before first use.
type Gallery struct {
	Store *store.Store
	Keys  *keyring.Keys

	begin sync.Once
	faces *otter.Cache[string, *faces] // by company and model
}

// faces is the decrypted part of a company's gallery for one model, in the order of customer ids.
type faces struct {
	mark      store.TemplateMark
	customers []string
	flat      []float32
}

const (
	kindFace = "face"
	pageSize = 1000
	// facesLife is how long decrypted faces stay in memory after the last search among them. Each search looks whether
	// they have changed, so a person who was erased, on this node or another one, is not in memory for longer.
	facesLife = 5 * time.Minute
)

// memory returns the decrypted faces that are kept in memory.
func (g *Gallery) memory() *otter.Cache[string, *faces] {
	g.begin.Do(func() {
		g.faces = otter.Must(&otter.Options[string, *faces]{
			ExpiryCalculator: otter.ExpiryAccessing[string, *faces](facesLife),
		})
	})
	return g.faces
}

func templateContext(t store.SealedTemplate) string {
	return "template:" + t.CustomerID + ":" + t.Kind + ":" + t.ModelSHA256
}

// Enrolment is a customer ready to be written, with encrypted templates.
type Enrolment struct {
	Customer  onboarding.Customer
	key       *store.ApplicantKey // of a new customer
	templates []store.SealedTemplate
}

// errMeanwhile is returned for an enrolment that was prepared from what is no longer so.
var errMeanwhile = fault.New(fault.Conflict, "this applicant was enrolled or erased meanwhile: prepare it again")

// Prepare returns the enrolment of a job's applicant with the templates of their selfie. A customer who is already
// enrolled under the unique number is updated; Conflict where they are erased meanwhile.
func (g *Gallery) Prepare(ctx context.Context, c onboarding.Customer, templates []engine.Template) (Enrolment, error) {
	var key vault.Key
	e := Enrolment{}
	known, err := g.Store.CustomerByNumber(ctx, c.Company, c.UniqueNumber)
	switch {
	case err == nil:
		c.ID, c.Seq, c.CreatedAt = known.ID, known.Seq, known.CreatedAt
		key, err = g.keyOf(ctx, known)
	case fault.Is(err, fault.NotFound):
		c.ID, c.Seq = ids.UUID(), g.Store.NextSeq()
		var row store.ApplicantKey
		row, key, err = g.Keys.NewApplicantKey(ctx, c.Company, c.ID)
		e.key = &row
	}
	if err != nil {
		return Enrolment{}, err
	}
	e.Customer = c
	for _, t := range templates {
		if t.Kind != kindFace || t.Role != "selfie" {
			continue
		}
		sealed := store.SealedTemplate{Company: c.Company, CustomerID: c.ID, Kind: kindFace, ModelSHA256: t.ModelSHA256}
		sealed.Sealed = vault.Seal(key, pack(t.Vector), templateContext(sealed))
		e.templates = append(e.templates, sealed)
	}
	return e, nil
}

// keyOf returns the key of a customer; Conflict where they were erased since they were read.
func (g *Gallery) keyOf(ctx context.Context, known onboarding.Customer) (vault.Key, error) {
	key, err := g.Keys.ApplicantKey(ctx, known.Company, known.ID)
	if !fault.Is(err, fault.NotFound) {
		return key, err
	}
	if _, gone := g.Store.Customer(ctx, known.Company, known.ID); fault.Is(gone, fault.NotFound) {
		return key, errMeanwhile
	}
	return key, err
}

// Write writes the enrolment within a transaction. It is a Conflict where somebody was enrolled under the unique number
// since Prepare, or who was is erased: their templates would belong to nobody.
func (e Enrolment) Write(ctx context.Context, tx *store.Tx) error {
	c := e.Customer
	c.UpdatedAt = tx.Now
	if c.CreatedAt.IsZero() {
		c.CreatedAt = tx.Now
	}
	if err := e.begin(ctx, tx); err != nil {
		return err
	}
	if err := tx.PutCustomer(ctx, c); err != nil {
		return err
	}
	for _, t := range e.templates {
		if err := tx.PutTemplate(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// begin adds the key of a new customer, or takes one who is known.
func (e Enrolment) begin(ctx context.Context, tx *store.Tx) error {
	if e.key != nil {
		return tx.InsertApplicantKey(ctx, *e.key)
	}
	err := tx.TakeCustomer(ctx, e.Customer.Company, e.Customer.ID)
	if fault.Is(err, fault.NotFound) {
		return errMeanwhile
	}
	return err
}

// Face returns a customer's face template of a model; NotFound where there is none.
func (g *Gallery) Face(ctx context.Context, company, customerID, model string) (engine.Template, error) {
	stored, err := g.Store.Templates(ctx, company, customerID)
	if err != nil {
		return engine.Template{}, err
	}
	for _, t := range stored {
		if t.Kind == kindFace && t.ModelSHA256 == model {
			vector, err := g.open(ctx, t)
			return engine.Template{Kind: kindFace, ModelSHA256: model, Quality: 1, Vector: vector}, err
		}
	}
	return engine.Template{}, fault.New(fault.NotFound, "the customer has no face template of this model")
}

func (g *Gallery) open(ctx context.Context, t store.SealedTemplate) ([]float32, error) {
	key, err := g.Keys.ApplicantKey(ctx, t.Company, t.CustomerID)
	if err != nil {
		return nil, err
	}
	plain, err := vault.Open(key, t.Sealed, templateContext(t))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "a template does not open")
	}
	return unpack(plain), nil
}

// Candidate is a customer whose face is near a probe.
type Candidate struct {
	CustomerID string  `json:"customerId"`
	Distance   float64 `json:"distance"`
}

const maxCandidates = 10

// Search returns the customers whose faces are nearest to a probe, at most ten within the duplicate distance.
func (g *Gallery) Search(ctx context.Context, company string, probe engine.Template) ([]Candidate, error) {
	f, err := g.opened(ctx, company, probe.ModelSHA256)
	if err != nil {
		return nil, err
	}
	var query face.Descriptor
	copy(query[:], probe.Vector)
	var found []Candidate
	for _, hit := range face.Search(&query, f.flat, maxCandidates, face.DuplicateUpTo) {
		found = append(found, Candidate{CustomerID: f.customers[hit.Index], Distance: hit.Distance})
	}
	return found, nil
}

// opened returns the company's decrypted faces from memory; it loads them again when any has changed.
func (g *Gallery) opened(ctx context.Context, company, model string) (*faces, error) {
	mark, err := g.Store.TemplateMark(ctx, company, kindFace, model)
	if err != nil {
		return nil, err
	}
	name := company + "/" + model
	f, known := g.memory().GetIfPresent(name)
	if known && f.mark == mark {
		return f, nil
	}
	if f, err = g.load(ctx, company, model); err != nil {
		return nil, err
	}
	f.mark = mark
	g.memory().Set(name, f)
	return f, nil
}

func (g *Gallery) load(ctx context.Context, company, model string) (*faces, error) {
	f := &faces{}
	for after := ""; ; {
		page, err := g.Store.TemplatesOf(ctx, company, kindFace, model, after, pageSize)
		if err != nil {
			return nil, err
		}
		for _, t := range page {
			after = t.CustomerID
			vector, err := g.open(ctx, t)
			if fault.Is(err, fault.NotFound) { // erased meanwhile
				continue
			}
			if err != nil {
				return nil, err
			}
			f.customers, f.flat = append(f.customers, t.CustomerID), append(f.flat, vector...)
		}
		if len(page) < pageSize {
			return f, nil
		}
	}
}

func pack(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func unpack(b []byte) []float32 {
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}
