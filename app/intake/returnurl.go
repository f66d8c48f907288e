package intake

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"proofdesk/app/store"
)

const maxReturnURL = 2000

// returnURL checks that an address belongs to a page of the client's.
func (f *findings) returnURL(text string, origins []string) {
	if text == "" {
		return
	}
	u, err := url.Parse(text)
	switch {
	case len(text) > maxReturnURL:
		f.add("returnUrl", "max_length", "returnUrl must have at most %d characters", maxReturnURL)
	case err != nil || u.Host == "" || u.User != nil:
		f.add("returnUrl", "format", "returnUrl must be an address such as https://bank.example/done")
	case !slices.Contains(origins, originOf(u)):
		f.add("returnUrl", "origin",
			"the client does not have the origin of returnUrl: an admin adds it to the client's page")
	}
}

func originOf(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// returnURL returns where the applicant of a link may go now; empty for nowhere. Its client must still have the origin:
// an admin may have removed it since the link was created.
func (in *Intake) returnURL(ctx context.Context, link store.CaptureLink) (string, error) {
	if link.ReturnURL == "" {
		return "", nil
	}
	client, err := in.Store.Client(ctx, link.Company, link.ClientID)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(link.ReturnURL)
	if err != nil || !slices.Contains(client.Origins, originOf(u)) {
		return "", nil
	}
	return link.ReturnURL, nil
}
