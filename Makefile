# make test    everything: format, vet, unit, property, script and browser tests, the race detector where there is a C compiler
# make quick   the same without browser, race detector and long tests: two to three minutes
# make build   binaries that hold the solver for the browser, for each system in dist/, with their checksums
# make serve   the page and the API on http://127.0.0.1:8080
# make bench   the engines' benchmarks
# make fuzz    every fuzz target for FUZZTIME (default 10s) each
# make soak    corpora whole, of which the others take samples; jobs in every trouble, many times; the page in all settings, with a long storm
# make golden  rewrite the golden files and the screenshots; read the diff before you commit it
#
# make check, unit, race, browser and page are the stages of make test, each by itself. What
# they leave out they say in their last lines, which internal/check/verdict writes.

SHELL       := /bin/bash
.SHELLFLAGS := -o pipefail -c
GO          ?= go
FUZZTIME    ?= 10s

# Only the race detector needs C. Without it, the programs that tests build are built of the same
# packages as the tests, and these are compiled once.
export CGO_ENABLED := 0

# Without the folder's path in it, what one clone or worktree has compiled and vetted serves all others.
export GOFLAGS := $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath

# The modules whose tests are run. What only tests need is required by the second.
BROWSER := internal/check/e2e
MODULES := . $(BROWSER)

# What the tests print, made short; and the verdict. A test that fails is not run again.
VERDICT := $(GO) run ./internal/check/verdict

# Tests are linked without what only debuggers read, which takes a third less time.
TEST := $(GO) test -json -vet=off -ldflags=-w

# So many random inputs are tried on each property, where rapid alone would take 100; a short run takes a fifth.
# make soak takes 400 in the packages that it runs.
export RAPID_CHECKS ?= 40

# Some packages wait more than they work. Where the browser does not fill the processors, so many run at once.
BESIDE := -p 4

STAGES_test  := check tests
STAGES_quick := check short

.PHONY: test quick check unit short race browser page build serve bench fuzz golden soak

test quick check unit short race browser page:
	@$(MAKE) --no-print-directory $(addprefix stage-,$(or $(STAGES_$@),$@)) 2>&1 | $(VERDICT)

.NOTPARALLEL:

# What is compiled in other ways on other machines. Vetting it for arm64 shares nothing with vetting
# all for this one, so both run at once: neither fills two processors.
VECTORS := ./internal/engine/kernel/... ./internal/engine/minlex ./sudoku/...

stage-check:
	@echo '== check'
	@bad=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$bad" ]; then echo "gofmt would change: $$bad"; exit 1; fi
	@set -e; echo 'GOARCH=arm64 $(GO) vet $(VECTORS)'; GOARCH=arm64 $(GO) vet $(VECTORS) & arm=$$!; \
	for module in $(MODULES); do echo "$(GO) vet -C $$module ./..."; $(GO) vet -C $$module ./...; done; wait $$arm
	$(GO) vet -tags purego ./internal/engine/kernel/... ./internal/engine/minlex

# The page's tests and those of packages fill two processors only together. The page's take as long
# as the others without the race detector, which then follows the page's; what these print comes last.
stage-tests:
	@printed=$$(mktemp); trap 'rm -f '$$printed EXIT; passed=true; SECONDS=0; code=0; \
	{ $(MAKE) --no-print-directory -k stage-browser stage-page || code=1; browser=$$SECONDS; \
		$(MAKE) --no-print-directory stage-race || code=1; \
		echo "browser and page took $$browser s, then race $$((SECONDS - browser)) s"; exit $$code; } >$$printed 2>&1 & beside=$$!; \
	$(MAKE) --no-print-directory stage-unit || passed=false; echo '== rest of browser, page and race'; \
	wait $$beside || passed=false; sed 's/^== /-- /' $$printed; $$passed

# All have been vetted before. On a slow machine they take more than go test's ten minutes.
stage-unit:
	@echo '== unit'
	@echo '$(GO) test ./...'; $(TEST) -timeout 40m ./...
	@echo '== unit, purego'
	$(TEST) -short -tags purego ./internal/engine/kernel/... ./sudoku/...

# The browser is required here: without one the page's tests fail instead of being skipped.
stage-browser:
	@echo '== browser'
	scripts/browser.sh
	@echo '$(GO) test -C $(BROWSER) ./...'; NONET_E2E=required $(GO) test -C $(BROWSER) -json -vet=off -ldflags=-w -timeout 40m ./...

stage-short:
	@echo '== short'
	@echo "skipped: the page's tests in a browser, the race detector and purego: make test has them"
	$(TEST) $(BESIDE) -short ./...
	$(GO) test -C $(BROWSER) -json -short -vet=off ./strangers

# The race detector sees what goroutines share, and takes ten times as long: it runs the
# packages whose own code starts goroutines, by itself or through internal/ordered, and with them
# what they use; and admission, where goroutines of others meet. Of the command line's scripts, which take
# most of the time, it runs those that send many puzzles to workers, stop in their midst or serve.
RACED = $$( (echo ./internal/app/admission/queue.go; grep -rlE --include='*.go' --exclude='*_test.go' \
	'^[[:space:]]*go (func\b|[[:alnum:]_.]+\()|\.Go\(func|ordered\.(Work|NewBuffer)\b' .) \
	| grep -vE '/(_asm|testdata)/|internal/(check|engine/kernel)/|internal/app/cli/[^/]*$$|cmd/nonet-wasm/' | xargs -n1 dirname | sort -u)
# Of one goroutine, by name, though they are in such packages: inputs of fuzz targets, examples, puzzles
# made or answered one after the other; and counts compared with an oracle, whose workers other tests start.
ALONE := ^(Fuzz|Example)|^Test(HintsLeakNothing|ExplainLeadsToTheSolution|LogicAnswers|LogicProblems|StepsLimit|PuzzleProblems|Examples|Docs|DescriptionInChinese|TagsMean.*|TrueCandidatesAreThose.*|Daily|OrderOfSpec|Hardest|FillDistribution|Complete|Minimise|PuzzlesAreUniqueMinimalAndSymmetric|GreatestEntry|NumberBeyondAll|TypesOfThePage|HashOfTheTree|Guide|AgreesWithSearches|Seventeen|SharedCorpora|DescriptionIsOfTheTypes|DescriptionByChance)$$
RACED_CLI := ^Test[^SD]|TestScripts/^(stream|solve_several|keep_going|count_all|neighbours|interrupt|serve)$$

stage-race:
	@echo '== race'
	@if $(GO) env CC | xargs -n1 which >/dev/null 2>&1; then \
		echo 'skipped: race: packages, scripts and tests of one goroutine, which shares nothing'; \
		echo '$(GO) test -race -short' $(RACED); \
		export CGO_ENABLED=1; $(TEST) $(BESIDE) -race -short -timeout 30m -skip '$(ALONE)' $(RACED) && \
		$(TEST) -race -short -timeout 30m -run '$(RACED_CLI)' ./internal/app/cli && \
		$(TEST) -race -short -run Concurrently ./internal/engine/kernel ./internal/wording; \
	else echo 'skipped: the race detector, which needs a C compiler (Debian: apt-get install gcc)'; fi

# The page's modules are checked against their JSDoc types where npx is at hand.
stage-page:
	@echo '== page'
	@if [ -n "$(CI)" ] && command -v npx >/dev/null 2>&1; then \
		echo 'tsc --checkJs --strict'; npx --yes --package typescript@5.9.3 tsc --project web; \
	else echo "skipped: the types of the page's modules (set CI=1, with npx installed, to check them)"; fi

# The page's engine is built first, then embedded by the tag: without either, "go run" and
# "go install" make a binary whose page asks the server for everything.
SYSTEMS  := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
TAGS     ?= engine
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null)

build:
	$(GO) run ./internal/app/engine/build
	@rm -rf dist && mkdir dist
	@set -e; for system in $(SYSTEMS); do os=$${system%/*}; arch=$${system#*/}; \
		name=nonet-$$os-$$arch; if [ $$os = windows ]; then name=$$name.exe; fi; echo dist/$$name; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -tags $(TAGS) \
			-ldflags '-s -w -X nonet/internal/app/cli.release=$(VERSION)' -o dist/$$name ./cmd/nonet; done
	@cd dist && sha256sum nonet-* > SHA256SUMS && cat SHA256SUMS

serve:
	$(GO) run ./cmd/nonet serve

bench:
	$(GO) test -run '^$$' -bench . ./internal/engine/kernel/ ./internal/textbook ./target ./format

fuzz:
	@set -e; for module in $(MODULES); do for pkg in $$($(GO) list -C $$module ./...); do \
		for target in $$($(GO) test -C $$module -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; $(GO) test -C $$module -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg; \
		done; done; done

golden:
	$(GO) test $$(grep -rl --include='*_test.go' '"nonet/internal/check/golden"' . | grep -v $(BROWSER) | xargs -n1 dirname | sort -u) -update
	NONET_E2E=required $(GO) test -C $(BROWSER) . -update

soak: export RAPID_CHECKS := 400
soak:
	$(GO) test ./logic -soak -sweep 2000 -timeout 1h
	$(GO) test ./grade -run TestRoundsDoNotDependOnOrientation -turns 8
	$(GO) test ./format -run TestRandom -rounds 20
	$(GO) test ./explain ./format ./hint ./internal/app/batch ./internal/app/cli ./internal/app/httpapi ./internal/app/operation ./internal/engine/kernel ./internal/engine/counting ./internal/engine/csp ./internal/explainer ./internal/practice ./puzzle ./sudoku ./target -soak -timeout 1h
	$(GO) test ./internal/job -run TestAnySchedule -schedules 100000
	CGO_ENABLED=1 $(GO) test -race ./internal/app/jobqueue -count 10
	CGO_ENABLED=1 $(GO) test -C $(BROWSER) -race ./strangers
	$(GO) test ./internal/check/faults -run TestBatch -soak -batch-rounds 10 -timeout 1h -v
	NONET_E2E=required $(GO) test -C $(BROWSER) -soak -storm 10000 -timeout 1h .
