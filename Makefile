# Everything that is needed to build, run and test. Each target does its own set-up; `make help` lists them.
GO ?= go
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get
CACHE := .cache
LINT := $(CACHE)/bin/golangci-lint
TSC := static/node_modules/.bin/tsc
CODE := app engine views migrations static e2e
MODELS := engine/face/cascade engine/face/device engine/face/weights
export CGO_CFLAGS ?= -O2 -g0
# A clone in another folder finds what was built in this one.
export GOFLAGS := -trimpath $(filter-out -trimpath,$(GOFLAGS))

# Where the steps of `make check` and `make test` write what they took, and what runs a step so: the file, and its name.
GATE := $(abspath $(CACHE))/gate
TIMED := bash $(abspath .ci)/timed

# The tools of `make check`, each at an exact version. The go command fetches and builds them.
GOFUMPT := $(GO) run mvdan.cc/gofumpt@v0.12.0
STATICCHECK := $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOCYCLO := $(GO) run github.com/fzipp/gocyclo/cmd/gocyclo@v0.6.0
DEADCODE := $(GO) run golang.org/x/tools/cmd/deadcode@v0.52.0
GOTESTSUM := $(GO) run gotest.tools/gotestsum@v1.13.0
GOVULNCHECK := $(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0

# The limit of `make complexity`. A test is a list of conditions, so only the code itself counts.
MOST_COMPLEX := 15

TEMPLATES := $(shell find views -name '*.templ' 2>/dev/null)
ASSETS := $(shell find static -path static/node_modules -prune -o -path static/dist -prune -o -type f -print)

.PHONY: help build run test test-full test-packages test-browser verify test-slow-browser race check fmt vet lint lint-full complexity deadcode types
.PHONY: links vuln mutate bench bench-next bench-preview bench-sdk bench-claims bench-million eval eval-peers storybook wasm
.PHONY: test-wasm test-wasm-quick flips words crash prepare models tools browser tesseract postgresql peers clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: prepare ## Build bin/proofdesk.
	version=$$(git describe --always --dirty 2>/dev/null || echo unknown); \
	$(GO) build -trimpath -ldflags "-s -w -X main.version=$$version" -o bin/proofdesk ./app

run: build ## Start the program with demo data and print where to go and how to sign in.
	bin/proofdesk demo

# Runs all tests with the flags of $(1), and prints the table with those of $(2). What an earlier check took is none of
# this run's.
define tested
	@mkdir -p $(GATE) && rm -f $(GATE)/test.steps $(GATE)/packages $(GATE)/*.json $(GATE)/expected \
		$(if $(filter check,$(MAKECMDGOALS)),,$(GATE)/check.steps)
	@$(TIMED) $(GATE)/test.steps tools $(MAKE) --no-print-directory prepare tools
	@$(GO) list ./... > $(GATE)/expected
	@code=0; for step in packages browser; do \
	$(TIMED) $(GATE)/test.steps $$step $(MAKE) --no-print-directory test-$$step SHORT=$(1) || code=1; done; \
	$(GO) run ./app/dev/gate -dir $(GATE) $(2) || code=1; exit $$code
endef

test: ## Run the tests, large tables in part; the browser suites come last and alone. Ends with a table.
	$(call tested,-short,)

test-full: ## Run every test, with whole tables.
	$(call tested,,-whole)

# The longest package begins first.
test-packages: prepare tools ## Run the tests of all packages but the browser suites.
	@mkdir -p $(GATE)
	all=$$($(GO) list ./...) || exit 1; \
	$(GOTESTSUM) --format pkgname-and-test-fails --hide-summary skipped,failed,output --jsonfile $(GATE)/packages.json -- \
		$(SHORT) -timeout 60m -vet=off -p $$(($$(nproc) + 1)) -parallel $$(($$(nproc) + 2)) \
		-exec "$(TIMED) $(GATE)/packages ." ./engine $$(echo "$$all" | grep -vE '^proofdesk/(e2e|engine)$$')

# A browser test that fails is run again in a program of its own, at most twice. One that passes then is named in the
# last lines. Where more than two fail, none is run again. The limit is far above what a slow and busy machine needs:
# what waits in a test has a limit of its own.
test-browser: prepare tools ## Run the browser suites.
	@mkdir -p $(GATE)
	$(GOTESTSUM) --format pkgname-and-test-fails --hide-summary skipped,failed,output --jsonfile $(GATE)/browser.json \
		--packages ./e2e --rerun-fails=2 --rerun-fails-max-failures=2 --rerun-fails-run-root-test -- $(SHORT) \
		-count=1 -timeout 3h -vet=off -parallel $$(($$(nproc) + 2))

verify: ## Run what CI runs on a clean clone of the last commit, as before a push.
	rm -rf $(CACHE)/verify && git clone -q . $(CACHE)/verify && cd $(CACHE)/verify && env -u MAKEFLAGS -u GOFLAGS .ci/run

test-slow-browser: prepare tools ## Run them ROUNDS=20 times on slow pages with late scripts; ONLY=Key some of them.
	@for n in $$(seq $(or $(ROUNDS),20)); do echo "round $$n"; \
	PROOFDESK_SLOW_BROWSER=12 $(GO) test -short -count=1 -timeout 12h -vet=off -parallel $$(($$(nproc) + 2)) \
		-run "$(ONLY)" ./e2e || exit 1; done

race: prepare tools ## Run every test under the race detector, which takes half an hour.
	$(GO) test -race -timeout 60m ./app/... ./engine/...

check: ## Run the gates: format, vet, staticcheck, complexity, dead code, types, links, quick WebAssembly.
	@mkdir -p $(GATE) && rm -f $(GATE)/check.steps
	@for step in prepare fmt vet lint complexity deadcode types links test-wasm-quick; do \
	$(TIMED) $(GATE)/check.steps $$step $(MAKE) --no-print-directory $$step || exit 1; done

fmt: ## Fail where gofumpt would change something.
	@out=$$($(GOFUMPT) -l $(CODE)) || exit 1; out=$$(echo "$$out" | grep -v _templ.go); \
	if [ -n "$$out" ]; then echo "not formatted:"; echo "$$out"; exit 1; fi

vet: prepare ## Run go vet.
	$(GO) vet ./...

lint: prepare ## Run staticcheck.
	$(STATICCHECK) -checks all,-ST1000 ./...

lint-full: prepare $(LINT) ## Run golangci-lint, which takes some minutes to build.
	$(LINT) run ./...

$(LINT):
	GOBIN=$(abspath $(CACHE))/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

complexity: ## Fail where a function branches more than fifteen ways.
	$(GOCYCLO) -over $(MOST_COMPLEX) -ignore '_test\.go|_templ\.go|node_modules' $(CODE)

deadcode: prepare ## Fail where a function can't be reached.
	@out=$$($(DEADCODE) -test ./...) || exit 1; out=$$(echo "$$out" | grep -v _templ.go); \
	if [ -n "$$out" ]; then echo "$$out"; exit 1; fi

types: static/node_modules/.stamp ## Check the types of the TypeScript.
	$(TSC) --noEmit -p static

links: prepare ## Test the floors, package comments and sizes, and that what the documentation names exists.
	$(GO) test -vet=off ./app -run '^Test(Floors|Every|No)' -skip Command

vuln: prepare ## Look for known vulnerabilities in dependencies; needs the network.
	$(GOVULNCHECK) ./...

mutate: prepare tools ## Plant bugs one at a time and fail where no test notices (1 to 2 hours); ONLY=webhook runs some.
	$(GO) run ./app/dev/mutate -only "$(ONLY)"

bench: build tesseract ## Measure speed and memory; ONLY=viewing one step; BENCH_JSON=file writes the figures.
	$(GO) run ./app/dev/bench -binary bin/proofdesk -only "$(ONLY)" $(if $(BENCH_JSON),-json $(BENCH_JSON))

bench-next: prepare tools ## Measure in a browser from a decision to the next job's pictures.
	$(GO) test ./e2e -run '^$$' -bench NextPicture -benchtime 1x

bench-preview: prepare tools ## Measure in a browser from a keystroke in a preset to its preview.
	$(GO) test ./e2e -run '^$$' -bench Preview -benchtime 300x

bench-sdk: prepare tools ## Measure the web SDK in a browser: frames a second, memory, the first picture.
	$(GO) test ./e2e -run '^$$' -bench SDK -benchtime 1x

bench-claims: prepare postgresql ## Measure fifty agents who claim five thousand jobs, on SQLite and PostgreSQL.
	$(GO) test ./app/review -run '^$$' -bench FiftyAgents -benchtime 1x

bench-million: build ## Measure the console on a million jobs (some minutes, 2 GB of disk); BENCH_DATA=dir keeps them.
	$(GO) run ./app/dev/bench -binary bin/proofdesk -many 1000000 $(if $(BENCH_DATA),-data $(BENCH_DATA)) $(if $(BENCH_JSON),-json $(BENCH_JSON))

eval: .samples build tesseract ## Measure the engine on the samples in SAMPLES=dir; EVAL_JSON=file writes the figures.
	$(GO) run ./app/dev/eval -samples "$(SAMPLES)" $(if $(EVAL_JSON),-json "$(EVAL_JSON)")

eval-peers: .samples build peers ## Measure other readers beside the engine on SAMPLES=dir; EVAL_JSON=file writes the figures.
	$(GO) run ./app/dev/eval -peers -samples "$(SAMPLES)" $(if $(EVAL_JSON),-json "$(EVAL_JSON)")

storybook: prepare $(if $(SHOTS),browser) ## Serve the storybook at LISTEN=host:port; SHOTS=dir takes pictures instead, ONLY=review of an area.
	$(GO) run ./app/dev/storybook $(if $(LISTEN),-listen "$(LISTEN)") $(if $(SHOTS),-shots "$(SHOTS)" -only "$(ONLY)")

wasm: bin/device/engine.wasm ## Build the engine for browsers into bin/device.

bin/device/engine.wasm: $(shell find engine -name "*.go" ! -name "*_test.go") go.mod
	@$(MAKE) --no-print-directory models
	$(GO) run ./engine/wasm/pack -o bin/device && touch $@

WASM_TEST = GOOS=js GOARCH=wasm $(GO) test -vet=off -timeout 30m -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec"
WASM_QUICK := engine engine/barcode engine/document engine/face engine/mrz engine/raster

test-wasm: models ## Run the engine's tests as WebAssembly under node, which takes four minutes.
	$(WASM_TEST) ./engine/...

# What a page does with a camera's picture: read zones and barcodes, find a card and a face, measure focus.
test-wasm-quick: models ## Run a few of those tests.
	$(WASM_TEST) -run 'WhatWasDrawnIsWhatIsRead|AWrongCheckDigit|AtAnyAngle|CardOnATableIsFound|SharpPasses|Device' \
		$(WASM_QUICK:%=./%)

words: prepare tools ## Type, break and restart for ROUNDS=1000 rounds from SEED=n at DATABASE=url, and look for a lost word.
	PROOFDESK_WORDS_DATABASE="$(DATABASE)" PROOFDESK_WORDS_ROUNDS=$(or $(ROUNDS),1000) PROOFDESK_WORDS_SEED=$(or $(SEED),20261122) \
	$(GO) test -count=1 -timeout 60m -run TestNoTypedWord -v ./e2e

flips: models ## Inspect ten thousand damaged copies of a picture, which takes ten minutes.
	PROOFDESK_FLIPS=10000 $(GO) test -timeout 40m -run TestFlippedBytes -v ./engine

crash: prepare tools ## Kill the server 500 times under load and look for lost data.
	PROOFDESK_CRASH_KILLS=500 $(GO) test -timeout 60m -run TestKills -v ./app/boot

prepare: models static/dist/manifest.json $(CACHE)/templates ## Generate what the build needs.
	@find views -name '*_templ.go' | while read -r f; do [ -e "$${f%_templ.go}.templ" ] || rm -f "$$f"; done

models: ## Fetch the face models and copy them to where they are embedded.
	@sh engine/models/prepare.sh

static/node_modules/.stamp: static/package.json static/package-lock.json
	cd static && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.stamp

static/dist/manifest.json: static/node_modules/.stamp bin/device/engine.wasm $(ASSETS)
	cd static && node build.mjs && touch dist/manifest.json

$(CACHE)/templates: $(TEMPLATES) go.mod
	@mkdir -p $(CACHE)
	$(GO) tool templ generate -path views
	@touch $@

e2e/node_modules/.stamp: e2e/package.json e2e/package-lock.json
	cd e2e && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && touch node_modules/.stamp

# Installs those of a list of Debian's packages that are missing.
install = @missing=; for p in $(1); do \
	dpkg-query -W -f '$${db:Status-Abbrev}' $$p 2>/dev/null | grep -q '^ii' || missing="$$missing $$p"; done; \
	[ -z "$$missing" ] || { $(APT) update -qq && $(APT) install -y -qq --no-install-recommends $$missing; }

# The font is for Hindi, whose texts would be measured as boxes without one. curl runs what the documentation shows.
BROWSER := chromium-headless-shell curl fonts-lohit-deva

# Printed names keep their accents where the State's language is installed; without it documents are read as English.
LANGUAGES := aze ces dan deu est fin fra hrv hun isl ita lav lit nld nor pol por ron slk slv spa sqi swe tur
READER := tesseract-ocr $(LANGUAGES:%=tesseract-ocr-%)

# What the receivers of events in the documentation are written for, besides Go and node.
RECEIVERS := python3 php-cli default-jdk-headless

tools: e2e/node_modules/.stamp ## Install what the tests need: browsers, tesseract, PostgreSQL, Kotlin, Java, Python, PHP.
	$(call install,$(BROWSER) firefox-esr $(READER) postgresql kotlin $(RECEIVERS))

browser: e2e/node_modules/.stamp ## Install Chromium and the driver that the browser tests use.
	$(call install,$(BROWSER))

tesseract: ## Install tesseract and the languages that it reads documents in.
	$(call install,$(READER))

postgresql: ## Install PostgreSQL; tests start a server of their own.
	$(call install,postgresql)

peers: tesseract ## Install the other readers that eval-peers measures.
	$(call install,zbar-tools zxing-cpp-tools)

.samples:
	@if [ -z "$(SAMPLES)" ]; then echo "set SAMPLES=dir to say which samples"; exit 2; fi

clean: ## Remove what was built.
	rm -rf bin $(CACHE) static/dist/[!.]* static/node_modules e2e/node_modules engine/models/node_modules
	find views -name '*_templ.go' -delete
	find $(MODELS) -type f ! -name .gitignore -delete
