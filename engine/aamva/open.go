package aamva

// A record may end before it should: a reader's buffer was too short, or somebody copied a part. Its directory holds
// its length, and a separator follows every element. Where neither shows that the last element is whole, the record
// stays open in it, and every field that comes from it is doubtful.

// Field is the name of a field of License, for Doubtful.
type Field int

// The fields that come from elements.
const (
	Surname Field = iota
	GivenNames
	Suffix
	DocumentNumber
	BirthDate
	ExpiryDate
	IssueDate
	Sex
	Line1
	Line2
	City
	State
	PostalCode
	Country
	Height
	Weight
)

// origins are the elements that each field is read from.
var origins = map[Field][]string{
	Surname:        {"DCS", "DAB", "DAA"},
	GivenNames:     {"DAC", "DAD", "DCT", "DAA"},
	Suffix:         {"DCU", "DAE", "DAA"},
	DocumentNumber: {"DAQ"},
	BirthDate:      {"DBB"},
	ExpiryDate:     {"DBA"},
	IssueDate:      {"DBD"},
	Sex:            {"DBC"},
	Line1:          {"DAG", "DAL"},
	Line2:          {"DAH", "DAM"},
	City:           {"DAI", "DAN"},
	State:          {"DAJ", "DAO"},
	PostalCode:     {"DAK", "DAP"},
	Country:        {"DCG", "DAJ", "DAO"},
	Height:         {"DAU", "DAV"},
	Weight:         {"DAW", "DAX"},
}

// Doubtful reports whether a field's value may be cut short, or changed by what was cut.
func (l *License) Doubtful(f Field) bool {
	for _, id := range origins[f] {
		if contains(l.Open, id) {
			return true
		}
	}
	return false
}

// openNames marks the middle names as doubtful where the record ends too early to have them: since version 4 every card
// has the element, be it with NONE.
func (l *License) openNames() {
	if _, has := l.Element("DAD"); !has && l.Version >= 4 && l.FirstName != "" {
		l.open("DAD")
	}
}

// open records that the text ends inside an element.
func (l *License) open(id string) {
	if id == "" || contains(l.Open, id) {
		return
	}
	l.Open = append(l.Open, id)
	l.warn("element.open:" + id)
}

// whole reports whether the record is as long as its directory says, but for the last separator, which readers drop.
func (h *header) whole(record []rune) bool {
	for i, t := range h.types {
		from := h.offsets[i]
		if from+2 > len(record) || string(record[from:from+2]) != t || from+h.lengths[i] > len(record)+1 {
			return false
		}
	}
	return len(h.types) > 0
}
