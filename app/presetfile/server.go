package presetfile

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"proofdesk/app/apiclient"
	"proofdesk/app/fault"
)

// Remote is the server whose presets are kept.
type Remote struct {
	App *apiclient.App
}

// held is a preset on the server.
type held struct {
	File
	revision int64
}

func (r Remote) call(ctx context.Context, method, path string, revision int64, value, into any) error {
	header := r.credentials()
	if revision > 0 {
		header["If-Match"] = strconv.Quote(strconv.FormatInt(revision, 10))
	}
	var body []byte
	if value != nil {
		var err error
		if body, err = json.Marshal(value); err != nil {
			return err
		}
		header["Content-Type"] = "application/json"
	}
	path = "/api/presets" + path
	return inWords(method+" "+path, r.App.Do(ctx, method, path, header, body, into))
}

// send is like call with a body that is no JSON.
func (r Remote) send(ctx context.Context, method, path string, body []byte, into any) error {
	header := r.credentials()
	header["Content-Type"] = "application/octet-stream"
	path = "/api/presets" + path
	return inWords(method+" "+path, r.App.Do(ctx, method, path, header, body, into))
}

// credentials returns the header fields of the API key.
func (r Remote) credentials() map[string]string {
	return map[string]string{
		"X-Api-Key-Id":     r.App.Credentials.KeyID,
		"X-Api-Key-Secret": r.App.Credentials.KeySecret,
	}
}

// inWords returns an answer of the server that is an error with the server's own message and fields.
func inWords(call string, err error) error {
	var refused *apiclient.Refused
	if !errors.As(err, &refused) {
		return err
	}
	var problem struct {
		Detail string        `json:"detail"`
		Errors []fault.Field `json:"errors"`
	}
	if json.Unmarshal([]byte(refused.Body), &problem) != nil || problem.Detail == "" {
		return err
	}
	return &fault.Error{
		Code:    fault.Invalid,
		Message: "the server refused " + call + ": " + problem.Detail,
		Fields:  problem.Errors,
	}
}

// presets returns the server's presets by name, without archived ones.
func (r Remote) presets(ctx context.Context) (map[string]held, error) {
	var list struct {
		Presets []struct {
			Name     string
			Archived bool
		}
	}
	if err := r.call(ctx, http.MethodGet, "", 0, nil, &list); err != nil {
		return nil, err
	}
	all := map[string]held{}
	for _, line := range list.Presets {
		if line.Archived {
			continue
		}
		h, err := r.preset(ctx, line.Name)
		if err != nil {
			return nil, err
		}
		all[line.Name] = h
	}
	return all, nil
}

func (r Remote) preset(ctx context.Context, name string) (held, error) {
	var p struct {
		Name        string
		Description string
		Revision    int64
		Draft       struct {
			Values  map[string]any
			Palette map[string]any
			Texts   map[string]any
		}
	}
	if err := r.call(ctx, http.MethodGet, "/"+url.PathEscape(name), 0, nil, &p); err != nil {
		return held{}, err
	}
	f := File{
		Name:        p.Name,
		Description: p.Description,
		Values:      p.Draft.Values,
		Texts:       p.Draft.Texts,
		Palette:     p.Draft.Palette,
	}
	return held{f, p.Revision}, nil
}

// create adds a preset.
func (r Remote) create(ctx context.Context, f File) error {
	return r.call(ctx, http.MethodPost, "", 0, f, nil)
}

// replace sets the description and the draft of a preset that nobody has changed since it was read.
func (r Remote) replace(ctx context.Context, now held, f File) error {
	path := "/" + url.PathEscape(f.Name)
	var changed struct{ Revision int64 }
	changed.Revision = now.revision
	if f.Description != now.Description {
		body := map[string]string{"description": f.Description}
		if err := r.call(ctx, http.MethodPut, path, changed.Revision, body, &changed); err != nil {
			return err
		}
	}
	content := map[string]any{"values": f.Values}
	if len(f.Texts) > 0 {
		content["texts"] = f.Texts
	}
	if len(f.Palette) > 0 {
		content["palette"] = f.Palette
	}
	return r.call(ctx, http.MethodPut, path+"/draft", changed.Revision, content, nil)
}
