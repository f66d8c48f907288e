package artifact_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"proofdesk/app/artifact"
	"proofdesk/static"
)

var update = flag.Bool("update", false, "record the bytes of a version of the SDK that has none yet")

// recorded is the file with the digest of each version's bytes, one a line.
const recorded = "testdata/versions.txt"

// digestOf returns the SHA-256 of all that a version publishes: the files that browsers load, and the npm package.
func digestOf(t *testing.T, b static.Bundle) string {
	t.Helper()
	sum := sha256.New()
	for _, f := range b.Listed {
		_, _ = fmt.Fprintln(sum, f.Name, f.SHA256, f.Size)
	}
	tgz, err := artifact.Package(b)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = sum.Write(tgz)
	return hex.EncodeToString(sum.Sum(nil))
}

// versions returns the digests of the recorded versions.
func versions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		version, digest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if _, twice := all[version]; !ok || twice {
			t.Fatalf("%s: a line that can't be read or is there twice: %q", recorded, line)
		}
		all[version] = digest
	}
	return all
}

// A server keeps the bytes that it published first, so that other bytes under the same version reach nobody. What has
// left the house needs a new version; a line may be deleted while no server has published its version.
func TestOtherBytesOfTheSDKHaveAnotherVersion(t *testing.T) {
	b := assets(t)
	want, known := versions(t)[b.Version]
	got := digestOf(t, b)
	switch {
	case !known && *update:
		f, err := os.OpenFile(recorded, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintln(f, b.Version, got); err != nil {
			t.Error(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	case !known:
		t.Errorf("%s has no line for version %s: record its bytes with -update", recorded, b.Version)
	case got != want:
		t.Errorf("the bytes of the SDK have changed and their version has not: raise it in static/sdk/version.json "+
			"and record it with -update. If no server has published %s, delete its line in %s instead",
			b.Version, recorded)
	}
}

func TestADigestTellsEveryFileOfAVersion(t *testing.T) {
	b := assets(t)
	before := digestOf(t, b)
	for i := range b.Listed {
		other := b
		other.Listed = append([]static.Listed(nil), b.Listed...)
		other.Listed[i].SHA256 = strings.Repeat("0", 64)
		if digestOf(t, other) == before {
			t.Errorf("other bytes of %s are not told", b.Listed[i].Name)
		}
	}
}
