# Each target is a habit of a line or two; what it needs is made sure of first.
PREFIX ?= /usr/local
SWIFT  ?= swift
# SwiftPM gives a compiler the traits in the order of a set, which is another one in each run: without this,
# what one run has built the next one builds again. Tests are run without it, to meet other orders.
ORDERED = SWIFT_DETERMINISTIC_HASHING=1
# What the manifest cannot say without unsafe flags.
STRICT  = --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable
# What is checked is built in one way everywhere, or one habit would build all of it again after another.
WITH    = --traits default,GRDB
CHECKED = $(WITH) $(STRICT)
# The version of GRDB with which the tests compare what the engine says, word for word.
PEER    = 7.10.0
HELD    = grep -s -A 6 '"grdb.swift"' Package.resolved | grep -q '"$(PEER)"'

# A newer SQLite than the system's: the folder that holds lib/libsqlite3.
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

# One file with Swift's library in it, so that it runs where there is no Swift; macOS has that library.
STATIC  = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
STRIP  ?= strip
VERSION = $(shell sed -n 's/.*text = "\(.*\)"/\1/p' Sources/MigratorCommands/Output/Version.swift)
ARCHIVE = migtui-$(VERSION)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)

.PHONY: demo test lint format screenshots bench torture fuzz tools install dist deps deps-test peer

demo: deps
	$(ORDERED) $(SWIFT) build -c release --product migtui
	.build/release/migtui demo --open

# What takes its time from a clean clone, on two cores with little else to do: 330 s of compiling (80 s of
# processor time are BoringSSL, of swift-crypto) and some 210 s for 1,890 tests (390 s of processor time; of suites
# run alone, made-up migrations through GRDB and the engine take 50, faults and kills 50, the check of foreign keys
# on made-up databases 26).
# Databases are in memory, where there is a gigabyte of it: on a disk they wait for 72,000 syncs.
SCRATCH = $(or $(TMPDIR),$(MEMORY),/tmp)
MEMORY  = $(shell df -Pk /dev/shm 2>/dev/null | awk '$$6 == "/dev/shm" && $$4 > 1000000 { print $$6 }')

# Each test has a limit of its own, which ends what waits and not what computes without end.
LIMITED = $(if $(shell command -v timeout),timeout --kill-after=60 3600)

test: deps-test peer
	$(ORDERED) $(SWIFT) build --build-tests $(CHECKED)
	TMPDIR=$(SCRATCH) $(LIMITED) $(SWIFT) test --skip-build $(CHECKED)

lint: deps peer
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	$(ORDERED) $(SWIFT) build $(CHECKED)

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

screenshots: deps peer
	$(ORDERED) $(SWIFT) run $(CHECKED) MigtuiPictures screenshots

# As it is installed: with Swift's library in it, the program starts sooner.
bench: deps
	@.ci/dependencies sqlite3 sqlite3-tools
	$(ORDERED) $(SWIFT) run -c release $(STATIC) --package-path Tests/Benchmarks benchmarks

# What the tests try a few times, for SECONDS for each line of the table that it prints; ONLY="fuzz" or
# another beginning of a line chooses, SEED another choice of trials.
SECONDS ?= 10
SEED    ?= 1
ONLY    ?=

torture: deps-test peer
	$(ORDERED) $(SWIFT) build $(CHECKED)
	.build/debug/MigtuiTorture --seconds $(SECONDS) --seed $(SEED) $(ONLY)

fuzz: ONLY = fuzz typed
fuzz: torture

# Against the tools themselves; takes them from the network, so that it is no part of the tests.
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

# An archive with the program and what belongs beside it, in .build/dist.
dist:
	rm -rf ".build/dist/$(ARCHIVE)"
	$(MAKE) install DESTDIR="$(CURDIR)/.build/dist/$(ARCHIVE)" PREFIX=
	install -m 644 README.md CHANGELOG.md LICENSE ".build/dist/$(ARCHIVE)/"
	tar -C .build/dist -czf ".build/dist/$(ARCHIVE).tar.gz" "$(ARCHIVE)"
	@ls -l ".build/dist/$(ARCHIVE).tar.gz"

deps:
	@.ci/dependencies libsqlite3-dev libncurses-dev

deps-test:
	@.ci/dependencies libsqlite3-dev libncurses-dev tmux sqlite3 zsh fish

peer:
	@$(HELD) || $(SWIFT) package $(WITH) resolve
	@$(HELD) || $(SWIFT) package $(WITH) resolve grdb.swift --version $(PEER)
