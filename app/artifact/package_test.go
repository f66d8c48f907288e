package artifact_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"proofdesk/app/artifact"
	"proofdesk/static"
)

func assets(t *testing.T) static.Bundle {
	t.Helper()
	bundle, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

func TestAVersionOfFivePartsIsASemanticVersion(t *testing.T) {
	for version, want := range map[string]string{
		"11.1.13.2.18": "11.1.13-2.18", "12.0.0.0.1": "12.0.0-0.1", "11.1.13": "", "11.1.13.2.18.1": "", "": "",
		"11.1.13.2.x": "",
	} {
		if got, err := artifact.Semver(version); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v", version, got, err)
		}
	}
}

func TestThePackageIsTheSameBytesEveryTime(t *testing.T) {
	first, err := artifact.Package(assets(t))
	if err != nil {
		t.Fatal(err)
	}
	second, err := artifact.Package(assets(t))
	if err != nil || !bytes.Equal(first, second) {
		t.Fatal("two packages of the same files differ", err)
	}
	zip, err := gzip.NewReader(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(zip)
	for n := 0; ; n++ {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			if n < 5 {
				t.Errorf("%d files", n)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Mode != 0o644 || header.Uid != 0 || header.ModTime.Year() != 1985 || header.Uname != "" {
			t.Errorf("%s tells when or by whom it was built: %+v", header.Name, header)
		}
	}
}

// program is what a host writes against the package: every class and the types that it names.
const program = `import {
  errorCodes, FingerPrintCaptureSDK, IdentityProofingSDK, ProofdeskError, SignatureSDK, type Config,
} from 'proofdesk-web-sdk'
import { checkSupport, diagnose, type Obstacle, type Support } from 'proofdesk-web-sdk/support'
const support: Support = await checkSupport()
const obstacles: Obstacle[] = await diagnose()
const config: Config = { apiBaseUrl: 'https://desk.example', accessToken: async () => 'token' }
await IdentityProofingSDK.initialize(config)
const taken = await IdentityProofingSDK.idValidationAndFaceMatch()
const signed: string | null = (await SignatureSDK.captureSignature({})).SignatureImage
await FingerPrintCaptureSDK.captureFourFingerprint({ CFC_CAPTURE_LEFT_HAND: 'Y' })
const [{ jobId }] = await IdentityProofingSDK.finalSubmit()
const wrong: unknown = new ProofdeskError('BUSY', taken.jobId + jobId + signed + errorCodes.length + support.VIDEO_ID + obstacles.length)
// @ts-expect-error a parameter that the SDK does not have
await IdentityProofingSDK.initialize({ ...config, colour: wrong })
`

// settings are what a host's compiler is told, for node's way to find modules and for that of bundlers.
var settings = map[string]string{
	"node": `{"compilerOptions": {"module": "nodenext", "target": "es2022", "strict": true, "noEmit": true, "types": []},
		"files": ["program.ts"]}`,
	"bundler": `{"compilerOptions": {"module": "esnext", "moduleResolution": "bundler", "target": "es2022",
		"strict": true, "noEmit": true, "types": []}, "files": ["program.ts"]}`,
}

func TestNpmInstallsThePackageAndAProgramIsCheckedAgainstIt(t *testing.T) {
	folder := t.TempDir()
	packed, err := artifact.Package(assets(t))
	if err != nil {
		t.Fatal(err)
	}
	name, err := artifact.PackageFile(assets(t).Version)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(program string, args ...string) []byte {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "npm_config_cache="+filepath.Join(folder, "cache"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s %v: %v\n%s", program, args, err, out)
		}
		return out
	}
	write(name, packed)
	write("package.json", []byte(`{"name": "host", "private": true, "type": "module"}`))
	write("program.ts", []byte(program))
	run("npm", "install", "./"+name, "--offline", "--ignore-scripts", "--no-audit", "--no-fund")
	var installed struct{ Version, License, Type string }
	text, err := os.ReadFile(filepath.Join(folder, "node_modules", artifact.PackageName, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &installed); err != nil || installed.License == "" || installed.Type != "module" {
		t.Errorf("%s: %v", text, err)
	}
	printed := run("node", "--input-type=module", "-e",
		`import { IdentityProofingSDK as sdk } from 'proofdesk-web-sdk'; console.log(typeof sdk.idValidation)`)
	if got := string(bytes.TrimSpace(printed)); got != "function" {
		t.Errorf("imported under node, idValidation is %q", got)
	}
	printed = run("node", "--input-type=module", "-e", `import { checkSupport } from 'proofdesk-web-sdk/support'
		console.log(new Set(Object.values(await checkSupport())))`)
	if got := string(bytes.TrimSpace(printed)); got != "Set(1) { 'NOT_SUPPORTED' }" {
		t.Errorf("on a server, functions are %s", got)
	}
	printed = run("node", "--input-type=module", "-e", `import { createHash } from 'node:crypto'
		import { readFileSync } from 'node:fs'
		import { fileURLToPath } from 'node:url'
		const worker = readFileSync(fileURLToPath(import.meta.resolve('proofdesk-web-sdk/worker.js')))
		const script = readFileSync(fileURLToPath(import.meta.resolve('proofdesk-web-sdk')), 'utf8')
		console.log(script.includes(createHash('sha256').update(worker).digest('hex')))`)
	if got := string(bytes.TrimSpace(printed)); got != "true" {
		t.Errorf("the worker is the one that the script knows: %s", got)
	}
	compiler, err := filepath.Abs("../../static/node_modules/.bin/tsc")
	if err != nil {
		t.Fatal(err)
	}
	for resolution, text := range settings {
		write("tsconfig."+resolution+".json", []byte(text))
		run(compiler, "-p", "tsconfig."+resolution+".json")
	}
}
