package api

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/catalogue"
)

// openAPITemplate is the OpenAPI document with a place for each kind of codes.
//
//go:embed openapi.json
var openAPITemplate []byte

// openAPIDocument is the OpenAPI 3.1 document of the REST API and of the webhooks.
var openAPIDocument = withCodes(openAPITemplate)

var openAPITag = func() string {
	sum := sha256.Sum256(openAPIDocument)
	return `"` + hex.EncodeToString(sum[:]) + `"`
}()

// OpenAPI returns the OpenAPI document.
func OpenAPI() []byte { return append([]byte(nil), openAPIDocument...) }

func (a *API) openAPI(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, openAPITag)
	c.Set(fiber.HeaderCacheControl, "public, max-age=60")
	if tagged(c.Get(fiber.HeaderIfNoneMatch), openAPITag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Context().Response.SetBodyRaw(openAPIDocument)
	return nil
}

// codes is the schema of a kind of codes. Meanings are read by the common viewers of such documents.
type codes struct {
	Type        string            `json:"type"`
	Description string            `json:"description"`
	Enum        []string          `json:"enum,omitempty"`
	AnyOf       []oneCode         `json:"anyOf,omitempty"`
	Meanings    map[string]string `json:"x-enumDescriptions"`
}

// oneCode is a list of codes, or the pattern of codes that name a check or a field.
type oneCode struct {
	Enum    []string `json:"enum,omitempty"`
	Pattern string   `json:"pattern,omitempty"`
}

var codesPlace = regexp.MustCompile(`\{\s*"\$codes": "(\w+)"\s*\}`)

// withCodes fills the places of the template from the catalogue of codes.
func withCodes(template []byte) []byte {
	return codesPlace.ReplaceAllFunc(template, func(place []byte) []byte {
		schema, err := json.Marshal(codesOf(string(codesPlace.FindSubmatch(place)[1])))
		if err != nil {
			panic(err)
		}
		return schema
	})
}

func codesOf(kind string) codes {
	s := codes{Type: "string", Meanings: map[string]string{}}
	add := func(code, meaning string) {
		s.Enum = append(s.Enum, code)
		s.Meanings[code] = meaning
	}
	switch kind {
	case "rules":
		s.Description = "The rule that a field breaks. More may be added."
		for _, r := range catalogue.Rules {
			add(r.Code, r.Text.English+" "+r.Remedy.English)
		}
		for _, f := range catalogue.Faults {
			add(f.Code, "The file of a capture is not accepted: "+f.Text.English+".")
		}
	case "checks":
		s.Description = "A check and what holds where it passes. More may be added."
		for _, c := range catalogue.Checks {
			add(c.Code, c.Title.English+": "+c.Meaning.English)
		}
	case "overrides":
		s.Description = "Why an agent approved a job in spite of a finding. More may be added."
		for _, o := range catalogue.Overrides {
			add(o.Code, o.Text.English)
		}
	case "prompts":
		s.Description = "What the applicant is asked to do."
		for _, p := range catalogue.Prompts {
			add(p.Code, p.Text.English)
		}
	case "faults":
		s.Description = "What is wrong with the file of a capture."
		for _, f := range catalogue.Faults {
			add(f.Code, "The file is not accepted: "+f.Text.English)
		}
	case "reasons":
		return reasonCodes()
	default:
		panic("openapi.json asks for codes of an unknown kind: " + kind)
	}
	return s
}

// reasonCodes returns the schema of reasons: a list, and a pattern for each code that names a check or a field.
func reasonCodes() codes {
	s := codes{
		Type:        "string",
		Description: "Why a check did not pass, or why a job was decided as it was. More may be added.",
		Meanings:    map[string]string{},
	}
	var listed oneCode
	var patterns []oneCode
	for _, r := range catalogue.Reasons {
		s.Meanings[r.Code] = strings.Replace(r.Text.English, "%s", "…", 1)
		if before, after, varied := strings.Cut(r.Code, "*"); varied {
			pattern := "^" + regexp.QuoteMeta(before) + ".+" + regexp.QuoteMeta(after) + "$"
			patterns = append(patterns, oneCode{Pattern: pattern})
			continue
		}
		listed.Enum = append(listed.Enum, r.Code)
	}
	for _, c := range catalogue.Checks { // a check without reasons stands for itself
		if _, also := s.Meanings[c.Code]; !also {
			listed.Enum = append(listed.Enum, c.Code)
			s.Meanings[c.Code] = "The check did not pass: " + c.Title.English
		}
	}
	s.AnyOf = append([]oneCode{listed}, patterns...)
	return s
}
