# Everything that is needed to build, run and test; each command does all of its own set-up. `make help` lists them.
GO ?= go
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get
CACHE := .cache
LINT := $(CACHE)/bin/golangci-lint
export CGO_CFLAGS ?= -O2 -g0

TEMPLATES := $(shell find views -name '*.templ' 2>/dev/null)
ASSETS := $(shell find static -path static/node_modules -prune -o -path static/dist -prune -o -type f -print)

.PHONY: storybook postgresql languages help build run test race check fmt lint vuln deadcode bench bench-million eval eval-peers flips crash prepare models tools clean train-mrz

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: prepare ## Build bin/proofdesk
	$(GO) build -trimpath -ldflags "-s -w -X main.version=$$(git describe --always --dirty 2>/dev/null || echo unknown)" -o bin/proofdesk ./app

run: build ## Start the program with demo data; prints where to go and how to sign in
	bin/proofdesk demo

test: prepare tools e2e/node_modules/.stamp ## Run every test, browser ones included
	$(GO) test -timeout 15m ./...

race: prepare tools e2e/node_modules/.stamp ## The tests under the race detector
	$(GO) test -race -timeout 30m ./app/... ./engine/...

check: prepare fmt lint deadcode test-wasm ## Format, vet, lint, floors, package docs, dead code, WebAssembly
	$(GO) vet ./...
	$(GO) test ./app -run 'TestFloors|TestEvery|TestNo'

fmt: ## Fail where gofumpt would change something
	@out=$$($(GO) run mvdan.cc/gofumpt@v0.12.0 -l app engine views migrations static e2e | grep -v _templ.go || true); \
	if [ -n "$$out" ]; then echo "not formatted:"; echo "$$out"; exit 1; fi

lint: $(LINT) ## Run the linter
	$(LINT) run ./...

$(LINT):
	GOBIN=$(abspath $(CACHE))/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

deadcode: prepare ## Fail where a function can't be reached
	@out=$$($(GO) run golang.org/x/tools/cmd/deadcode@v0.52.0 -test ./... | grep -v _templ.go || true); \
	if [ -n "$$out" ]; then echo "$$out"; exit 1; fi

vuln: ## Look for known vulnerabilities (needs the vulnerability database)
	$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.8.0 ./...

bench: build ## Measure speed and memory; BENCH_JSON=file writes the figures
	$(GO) run ./app/dev/bench -binary bin/proofdesk $(if $(BENCH_JSON),-json $(BENCH_JSON))

bench-million: build ## Measure the console's pages on a million jobs (some minutes, 2 GB of disk); BENCH_DATA=dir keeps them for the next run
	$(GO) run ./app/dev/bench -binary bin/proofdesk -many 1000000 $(if $(BENCH_DATA),-data $(BENCH_DATA)) $(if $(BENCH_JSON),-json $(BENCH_JSON))

eval: build /usr/bin/tesseract languages ## Measure the engine on samples: make eval SAMPLES=dir; EVAL_JSON=file writes the figures
	@if [ -z "$(SAMPLES)" ]; then echo "say which samples: make eval SAMPLES=dir"; exit 2; fi
	$(GO) run ./app/dev/eval -samples "$(SAMPLES)" $(if $(EVAL_JSON),-json "$(EVAL_JSON)")

storybook: prepare ## Show every page in every state from fixtures; LISTEN=127.0.0.1:8099 says where, SHOTS=dir takes their pictures instead, ONLY=review of one area
	$(GO) run ./app/dev/storybook $(if $(LISTEN),-listen "$(LISTEN)") $(if $(SHOTS),-shots "$(SHOTS)" -only "$(ONLY)")

wasm: models ## Build the engine for browsers into bin/device
	$(GO) run ./engine/wasm/pack -o bin/device

test-wasm: models ## The engine's tests as WebAssembly under node
	GOOS=js GOARCH=wasm $(GO) test -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" ./engine/...

eval-peers: build peers ## Measure other readers beside the engine: make eval-peers SAMPLES=dir; EVAL_JSON=file
	@if [ -z "$(SAMPLES)" ]; then echo "say which samples: make eval-peers SAMPLES=dir"; exit 2; fi
	$(GO) run ./app/dev/eval -peers -samples "$(SAMPLES)" $(if $(EVAL_JSON),-json "$(EVAL_JSON)")

peers: /usr/bin/tesseract /usr/bin/zbarimg /usr/bin/ZXingReader

/usr/bin/zbarimg:
	$(APT) update -qq && $(APT) install -y -qq --no-install-recommends zbar-tools

/usr/bin/ZXingReader:
	$(APT) update -qq && $(APT) install -y -qq --no-install-recommends zxing-cpp-tools

flips: models ## Inspect ten thousand damaged copies of a picture
	PROOFDESK_FLIPS=10000 $(GO) test -timeout 40m -run TestFlippedBytes -v ./engine

crash: prepare ## Kill the server 500 times under load and look for losses
	PROOFDESK_CRASH_KILLS=500 $(GO) test -timeout 60m -run TestKills -v ./app/boot

prepare: models static/dist/manifest.json $(CACHE)/templates ## Generate what the build needs

models: ## Copy cascades and weights to where they are embedded
	@sh engine/models/prepare.sh

static/node_modules/.stamp: static/package.json static/package-lock.json
	cd static && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.stamp

static/dist/manifest.json: static/node_modules/.stamp $(ASSETS)
	cd static && node build.mjs && touch dist/manifest.json

$(CACHE)/templates: $(TEMPLATES) go.mod
	@mkdir -p $(CACHE)
	$(GO) tool templ generate -path views
	@touch $@

e2e/node_modules/.stamp: e2e/package.json e2e/package-lock.json
	cd e2e && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && touch node_modules/.stamp

tools: /usr/bin/chromium /usr/bin/tesseract languages postgresql ## Install what tests need: Chromium, PostgreSQL, tesseract

/usr/bin/chromium:
	$(APT) update -qq && $(APT) install -y -qq --no-install-recommends chromium

/usr/bin/tesseract:
	$(APT) update -qq && $(APT) install -y -qq --no-install-recommends tesseract-ocr

# Printed names keep their accents where the State's language is installed; without it documents are read as English.
LANGUAGES := aze ces dan deu est fin fra hrv hun isl ita lav lit nld nor pol por ron slk slv spa sqi swe tur

languages: /usr/bin/tesseract ## Install the languages in which documents are printed
	@have=$$(tesseract --list-langs 2>/dev/null); missing=; \
	for l in $(LANGUAGES); do echo "$$have" | grep -qx $$l || missing="$$missing tesseract-ocr-$$l"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	{ $(APT) update -qq && $(APT) install -y -qq --no-install-recommends $$missing; } || echo "languages are not installed: documents will be read as English"

postgresql:
	@if ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then exit 0; fi; \
	$(APT) update -qq && $(APT) install -y -qq --no-install-recommends postgresql

clean: ## Remove what was built
	rm -rf bin $(CACHE) static/dist/[!.]* static/node_modules e2e/node_modules engine/models/node_modules
	find views -name '*_templ.go' -delete
