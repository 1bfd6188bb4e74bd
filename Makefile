# make test    everything: format, vet, unit, property, script and browser tests, the race detector where there is a C compiler
# make serve   the page and the API on http://127.0.0.1:8080
# make bench   the engines' benchmarks
# make fuzz    every fuzz target for FUZZTIME (default 10s) each
# make golden  rewrite the golden files and the screenshots; read the diff before you commit it

GO       ?= go
FUZZTIME ?= 10s

.PHONY: test check unit race page serve bench fuzz golden

test: check unit race page

check:
	@bad=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$bad" ]; then echo "gofmt would change: $$bad"; exit 1; fi
	$(GO) vet ./...
	GOARCH=arm64 $(GO) vet ./internal/engine/kernel/... ./sudoku/...
	$(GO) vet -tags purego ./internal/engine/kernel/...

# The browser is required here: without one the page's tests fail instead of being skipped.
unit:
	scripts/browser.sh
	NONET_E2E=required $(GO) test ./...
	$(GO) test -tags purego ./internal/engine/kernel/... ./sudoku/...

race:
	@if $(GO) env CC | xargs -n1 which >/dev/null 2>&1; then \
		echo '$(GO) test -race -short -timeout 30m ./...'; \
		CGO_ENABLED=1 $(GO) test -race -short -timeout 30m $$($(GO) list ./... | grep -v internal/check/e2e); \
	else echo 'race: left out, it needs a C compiler (Debian: apt-get install gcc)'; fi

# The page's modules are checked against their JSDoc types where npx is at hand.
page:
	@if [ -n "$(CI)" ] && command -v npx >/dev/null 2>&1; then \
		echo 'tsc --checkJs --strict'; npx --yes --package typescript@5.9.3 tsc --project web; \
	else echo 'page: types left unchecked (set CI=1 with npx installed to check them)'; fi

serve:
	$(GO) run ./cmd/nonet serve

bench:
	$(GO) test -run '^$$' -bench . ./internal/engine/kernel/ ./textbook ./target ./format

fuzz:
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; done

golden:
	NONET_E2E=required $(GO) test $$(grep -rl --include='*_test.go' '"nonet/internal/check/golden"' . | xargs -n1 dirname | sort -u) -update
