package boot

import (
	"context"

	"proofdesk/app/api"
)

// VerifyKey checks an API key as the calls of the API do.
func (p *Program) VerifyKey(ctx context.Context, id, secret string) (api.KeyHolder, error) {
	return p.verifyKey(ctx, id, secret, "")
}
