package control

import "context"

// Deprecated is the result of sdk deprecate.
type Deprecated struct {
	Version    string `json:"version"`
	Deprecated string `json:"deprecated"` // empty once it was taken back
}

func (c *Commands) deprecateSDK(ctx context.Context, a Args) (any, error) {
	if err := c.SDK.Deprecate(ctx, a.Version, a.Reason); err != nil {
		return nil, err
	}
	return Deprecated{Version: a.Version, Deprecated: a.Reason}, nil
}
