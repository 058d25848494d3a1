# Each target first checks for its dependencies and installs the missing ones.
PREFIX ?= /usr/local
SWIFT  ?= swift
# SwiftPM passes traits to the compiler in hash order, which differs between runs and causes
# rebuilds. This makes the order deterministic. The tests run without it, to cover other orders.
ORDERED = SWIFT_DETERMINISTIC_HASHING=1
# Checks that the manifest cannot enable without unsafe flags.
STRICT  = --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable
# All checks use the same traits and flags; otherwise each target would rebuild everything.
WITH    = --traits default,GRDB
CHECKED = $(WITH) $(STRICT)
# The version of GRDB whose messages the tests compare word for word.
PEER    = 7.10.0
HELD    = grep -s -A 6 '"grdb.swift"' Package.resolved | grep -q '"$(PEER)"'

# The folder of a newer SQLite than the system's, with lib/libsqlite3.
SQLITE ?=
LINKED  = $(if $(SQLITE),-Xlinker -L$(SQLITE)/lib -Xlinker -rpath -Xlinker $(SQLITE)/lib)
ifneq ($(SQLITE),)
export PKG_CONFIG_PATH := $(SQLITE)/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif

# TRAITS=SQLCipher for encrypted files.
TRAITS ?=
CHOSEN  = $(if $(TRAITS),--traits default$(COMMA)$(TRAITS) --scratch-path $(BUILD))
BUILD   = $(if $(TRAITS),.build-$(TRAITS),.build)
COMMA  := ,

# On Linux, link Swift's library statically, so that the program runs without Swift. macOS has it.
STATIC  = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
STRIP  ?= strip
VERSION = $(shell sed -n 's/.*text = "\(.*\)"/\1/p' Sources/MigratorCommands/Output/Version.swift)
ARCHIVE = migtui-$(VERSION)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)

.PHONY: demo test lint format screenshots bench torture fuzz tools install dist deps deps-test peer

demo: deps
	$(ORDERED) $(SWIFT) build -c release --product migtui
	.build/release/migtui demo --open

# Cost from a clean clone on two cores: 250 to 400 s of compiling and 370 to 410 s for 2,536 tests
# (about 500 s of CPU time). CompletionTests takes 37 s alone, mostly waiting for shells.
# Test databases are in memory if /dev/shm has a gigabyte free: on a disk they wait for 72,000
# syncs.
SCRATCH = $(or $(TMPDIR),$(MEMORY),/tmp)
MEMORY  = $(shell df -Pk /dev/shm 2>/dev/null | awk '$$6 == "/dev/shm" && $$4 > 1000000 { print $$6 }')

test: deps-test peer
	$(ORDERED) $(SWIFT) build --build-tests $(CHECKED)
	TMPDIR=$(SCRATCH) $(SWIFT) test --skip-build $(CHECKED)

# Searches the lines that are new since SINCE (default: origin/main, else HEAD~1) for words to avoid.
SINCE ?=

.PHONY: wording
wording:
	@.ci/wording $(SINCE)

lint: wording deps peer
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	$(ORDERED) $(SWIFT) build $(CHECKED)

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

screenshots: deps peer
	$(ORDERED) $(SWIFT) run $(CHECKED) MigtuiPictures screenshots

# Built like the installed program: with Swift's library linked statically, it starts faster.
bench: deps
	@.ci/dependencies sqlite3 sqlite3-tools
	$(ORDERED) $(SWIFT) run -c release $(STATIC) --package-path Tests/Benchmarks benchmarks

# Runs the randomized tests for SECONDS per line of the table that it prints, then each property
# test for SECONDS. ONLY="fuzz" selects lines by prefix, ONLY="property" the property tests. SEED
# selects other random cases.
SECONDS ?= 10
SEED    ?= 1
ONLY    ?=

torture: deps-test peer
	$(ORDERED) $(SWIFT) build --build-tests $(CHECKED)
	.build/debug/MigtuiTorture --seconds $(SECONDS) --seed $(SEED) $(ONLY)
	$(if $(or $(filter property,$(ONLY)),$(if $(ONLY),,all)),TMPDIR=$(SCRATCH) MIGTUI_SECONDS=$(SECONDS) \
	  MIGTUI_SEED=$(SEED) $(SWIFT) test --skip-build $(CHECKED) --filter PropertyTests)

fuzz: ONLY = fuzz typed
fuzz: torture

# Tests against the real tools. It downloads them, so `test` does not include it.
tools: deps peer
	$(ORDERED) $(SWIFT) build $(CHECKED) --product migtui
	Tests/Tools/run

install: deps
	$(ORDERED) $(SWIFT) build -c release --product migtui $(STATIC) $(LINKED) $(CHOSEN)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(BUILD)/release/migtui "$(DESTDIR)$(PREFIX)/bin/migtui"
	$(STRIP) "$(DESTDIR)$(PREFIX)/bin/migtui"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	$(BUILD)/release/migtui man > "$(DESTDIR)$(PREFIX)/share/man/man1/migtui.1"
	$(BUILD)/release/migtui completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/migtui"
	$(BUILD)/release/migtui completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_migtui"
	$(BUILD)/release/migtui completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/migtui.fish"

# Packages, all in .build/dist. On Debian the program contains its C libraries, with SQLite of
# Debian 13, and requires only libc.
ROOT   = .build/dist/root
INSIDE = $(shell grep -qs '^ID=debian' /etc/os-release && echo .build/static/complete)

.PHONY: root deb wheel packages release

.build/static/complete:
	.packaging/static

root: $(INSIDE)
	rm -rf "$(ROOT)"
	$(MAKE) install DESTDIR="$(CURDIR)/$(ROOT)" PREFIX=/usr \
	  LINKED="$(if $(INSIDE),-Xlinker -L$(CURDIR)/.build/static,$(LINKED))"

# Creates an archive of the program, its man page, completions and README.
dist: root
	rm -rf ".build/dist/$(ARCHIVE)"
	cp -r "$(ROOT)/usr" ".build/dist/$(ARCHIVE)"
	install -m 644 README.md CHANGELOG.md LICENSE ".build/dist/$(ARCHIVE)/"
	tar -C .build/dist -czf ".build/dist/$(ARCHIVE).tar.gz" "$(ARCHIVE)"
	@ls -l ".build/dist/$(ARCHIVE).tar.gz"

deb: root
	.packaging/deb $(VERSION)

wheel: root
	.packaging/wheel $(VERSION)

# Installs the packages in Debian systems with nothing else, and runs the program. Needs root.
packages: deb wheel
	.packaging/test $(VERSION)

# The steps of .github/RELEASING.md that need no decision.
release:
	.packaging/release $(VERSION)

deps:
	@.ci/dependencies libsqlite3-dev libncurses-dev

deps-test:
	@.ci/dependencies libsqlite3-dev libncurses-dev tmux sqlite3 zsh fish

peer:
	@$(HELD) || $(SWIFT) package $(WITH) resolve
	@$(HELD) || $(SWIFT) package $(WITH) resolve grdb.swift --version $(PEER)
