package customer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Erased is what an erasure removed, as its audit entry records it.
type Erased struct {
	Total
	Objects string `json:"objects"` // SHA-256 over the names of the capture files, one per line
	// files that could not be removed at once: they can't be decrypted, and removing them is tried again
	Left     int    `json:"left,omitempty"`
	GivenUp  int    `json:"givenUp,omitempty"` // deliveries that receivers had not received
	Customer string `json:"customer"`          // the customer's id; empty where nobody was enrolled
}

// Digest returns a digest of what a record holds: an erasure that was confirmed on a dry run is refused when data has
// been added since.
func (r Record) Digest() string {
	var b strings.Builder
	b.WriteString(r.ID)
	for _, job := range r.all() {
		b.WriteString("\n" + job.ID + " " + string(job.Status) + " " + strconv.FormatInt(job.Version, 10) + " " +
			strconv.Itoa(job.Captures))
	}
	for _, t := range r.Templates {
		b.WriteString("\n" + t.Kind + " " + t.ModelSHA256 + " " + strconv.FormatInt(t.CreatedAt.UnixMilli(), 10))
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:8])
}

// Erase removes the person with a unique number: templates, jobs with their captures, readings, events and deliveries,
// sandbox jobs too, and the data keys, so that a file that stays can't be decrypted; an earlier copy of the database
// holds everything. What stays is one audit entry that records what was removed and names nobody. digest is the digest
// of the record that was shown; another one is a Conflict. giveUp is how many deliveries may be dropped that receivers
// have not received: those that were shown.
func (r *Registry) Erase(ctx context.Context, actor, company, number, digest string, giveUp int) (Erased, error) {
	shown, err := r.Record(ctx, company, number)
	if err != nil {
		return Erased{}, err
	}
	var gone Erased
	var objects []string
	err = r.Store.Write(ctx, func(tx *store.Tx) error {
		record, err := taken(ctx, tx, shown)
		if err != nil {
			return err
		}
		if err := record.mayGo(digest, giveUp); err != nil {
			return err
		}
		gone = Erased{Total: record.Total(), Customer: record.ID, GivenUp: record.Pending()}
		if objects, err = erase(ctx, tx, record); err != nil {
			return err
		}
		sum := sha256.Sum256([]byte(strings.Join(objects, "\n")))
		gone.Objects = hex.EncodeToString(sum[:])
		return tx.Audit(ctx, audit.Entry{
			Company: company,
			Actor:   actor,
			Action:  "customer.erase",
			Target:  r.target(company, number),
			Detail:  gone,
		})
	})
	if err != nil {
		return Erased{}, err
	}
	after := context.WithoutCancel(ctx)
	gone.Left = r.Safe.Discard(after, r.Store, r.Log, company, objects)
	if emptied, err := r.Store.EmptyLog(after); err != nil || !emptied {
		r.Log.WarnContext(after, "empty log of the database failed, retrying within the hour", "error", err)
	}
	return gone, nil
}

// taken takes the jobs of a record, oldest first as retention does, and then the customer, as an enrolment does, so
// that nobody changes them until the transaction ends, and reads the record again. A job that came meanwhile is not
// taken, and changes the digest.
func taken(ctx context.Context, tx *store.Tx, record Record) (Record, error) {
	for _, job := range slices.Backward(record.all()) {
		if _, err := tx.TakeJob(ctx, record.Company, job.ID); err != nil && !fault.Is(err, fault.NotFound) {
			return Record{}, err
		}
	}
	if record.Enrolled() {
		if err := tx.TakeCustomer(ctx, record.Company, record.ID); err != nil {
			return Record{}, err
		}
	}
	return recordOf(ctx, tx, record.Company, record.UniqueNumber)
}

// mayGo returns an error where a record can't be erased, is not the one that was shown, or has more deliveries
// than were given up.
func (r Record) mayGo(digest string, giveUp int) error {
	if obstacles := r.Obstacles(); len(obstacles) > 0 {
		return fault.New(fault.Conflict, "%s", strings.Join(obstacles, "; "))
	}
	if r.Digest() != digest {
		return fault.New(fault.Conflict,
			"the customer's data has changed since you opened this list: read it again before you confirm")
	}
	if r.Pending() > giveUp && giveUp > 0 {
		return fault.New(fault.Conflict,
			"%d deliveries have not reached their receivers by now, and this list showed %d: confirm again",
			r.Pending(), giveUp)
	}
	if r.Pending() > giveUp {
		return fault.BadField("giveUp", "required", "%s", counted(r.Pending(),
			"confirm that 1 delivery can be discarded", "confirm that %d deliveries can be discarded"))
	}
	return nil
}

// erase removes the rows of a record whose jobs are taken.
func erase(ctx context.Context, tx *store.Tx, record Record) ([]string, error) {
	var objects []string
	for _, job := range record.all() {
		names, err := tx.EraseJob(ctx, record.Company, job.ID)
		if err != nil {
			return nil, err
		}
		objects = append(objects, names...)
	}
	slices.Sort(objects)
	if !record.Enrolled() {
		return objects, nil
	}
	return objects, tx.EraseCustomer(ctx, record.Company, record.ID)
}

func counted(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}
