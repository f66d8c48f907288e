//go:build !js

package fingerprint

import (
	"context"

	"github.com/miqdadyyy/go-sourceafis/features"
	"github.com/miqdadyyy/go-sourceafis/matcher"
)

// Compare returns the comparison score of two prints: 0 for nothing in common, without an upper end.
func Compare(a, b Template) float64 {
	configured()
	if len(a.Minutiae) < 2 || len(b.Minutiae) < 2 {
		return 0
	}
	probe := a.search()
	hash, err := matcher.NewEdgeHashBuilder(silent{}).Build(probe)
	if err != nil {
		return 0 // it fails only if its logger does, and ours never does
	}
	return matcher.NewMatcher(silent{}).Match(context.Background(), matcher.NewProbe(probe, hash), b.search())
}

// silent is the logger that the algorithm requires; it discards everything.
type silent struct{}

func (silent) Log(string, any) error                             { return nil }
func (silent) LogSkeleton(string, *features.Skeleton) error      { return nil }
func (silent) LogEdgeHash(map[int][]*features.IndexedEdge) error { return nil }
func (silent) LogRootPairs(int, []*matcher.MinutiaPair) error    { return nil }
func (silent) LogPairing(*matcher.PairingGraph) error            { return nil }
func (silent) LogBestPairing(*matcher.PairingGraph) error        { return nil }
func (silent) LogScore(*matcher.ScoringData) error               { return nil }
func (silent) LogBestScore(*matcher.ScoringData) error           { return nil }
func (silent) LogBestMatch(int) error                            { return nil }
