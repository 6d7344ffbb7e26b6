# Playfield
#
#   make demo       set up, build, read the rolls of a sample clip and write demo/rolls.mp4
#   make test       run all tests; first the fuzzer for 20 seconds, where the decoders are no longer those that it ran
#                   for ten minutes
#   make test-web   run the tests of the game page alone: in Chromium, the most important in Firefox and WebKit, too
#   make test-engines  run all tests of the page that Firefox and WebKit can run
#   make test-long  run the tests of the page that are too long for each change
#   make test-archive  run the tests of Archive/ that need no cluster; test-archive-cluster those with two nodes of Ray
#   make archive-image  run the steps of Archive/Dockerfile without Docker, in fresh roots of Debian (as root; IMAGE=--keep leaves them)
#   make bench-archive  measure what long lists cost in Archive/, and two nodes of Ray against one call
#   make test-readme  follow README's library recipe word for word, in a release build
#   make nightly    run what takes too long for each change: test-readme, test-engines, test-long, test-archive-cluster,
#                   ten minutes of fuzzing, Whisper's encoder compared with CTranslate2, and accuracy compared with the recorded figures
#   make soak       play on the page for ten minutes and see that memory stays flat
#   make build      build the release program: .build/release/playfield
#   make play       set up, build everything, serve the game page on http://localhost:8080
#   make site       write the game page as a folder of static files: site/
#   make web        compile the game page's module: .build/web/playfield.wasm
#   make setup      install what is missing through apt and pip; fetched things lie in .deps
#   make voice      fetch the encoder of Whisper tiny, with which spoken numbers are heard: .deps/voice
#   make openvino  fetch OpenVINO, with which networks run faster and on all cores: .deps/python
#   make lint       check the formatting and the style of the Swift sources
#   make format     rewrite the Swift sources in that formatting
#   make man        write the manual pages: .build/man
#   make completions  write the completions for bash, zsh and fish: .build/completions
#   make docs       build the documentation of the public API into Documentation/api
#   make bench      measure the speed of reading dice on this machine
#   make bench-web  measure the speed of the page: its module, its camera's frames, in Chromium and by turns
#                   in three engines; BROWSERS="firefox webkit" measures those alone
#   make bench-maths  compare the elementary functions with those of the system's library
#   make memory     watch a clip of ten minutes, listen to an hour, and see that memory stays small and flat
#   make accuracy   measure how well the photos and clips of ../shared are read, also by the page
#                   (rendered games: make toss-games, then Scripts/check-toss.py)
#   make accuracy-digits  measure how well the handwriting of ../shared is read
#   make accuracy-numbers  measure how well the spoken numbers of ../shared are heard, beside Whisper
#   make fuzz       run the decoders under AddressSanitizer over damaged files
#   make training   install what training needs: PyTorch and Blender's module, in .deps
#   make toss-games render games of bean-bag toss with their truth: .data/toss-games*
#   make toss-controls  derive dim, small, shaken ... copies of the toss clips of ../shared: .data/toss-controls
#   make table-films    render films of a table with a camera that is known: .data/table-films
#   make table-stills   single frames of such tables, from here and there: .data/table-stills
#   make models     render, train and export the networks anew (many hours)
#   make clean      remove what was built
#   make distclean  remove what was fetched too; renders and checkpoints stay (.data, .checkpoints)

SHELL := /bin/bash -o pipefail
export PKG_CONFIG_PATH := $(CURDIR)/.deps/pkgconfig:$(PKG_CONFIG_PATH)

SWIFT_SOURCES := $(wildcard Sources Tests Benchmarks Examples Fuzz Training Package.swift)
LIBRARIES := PlayfieldMaths VisionCore PortableInference SceneReading DiceGame RaceGame BeanBagToss DiceReading PlaneTracking Handwriting \
  SpokenNumbers Inference VisionRequests Media TossAnalysis TossHistory TossReport

.PHONY: demo test all-tests test-web test-archive test-archive-cluster archive-image bench-archive test-engines test-long test-readme nightly soak build play site web setup voice openvino lint format man completions docs bench bench-web bench-maths accuracy \
  accuracy-digits accuracy-numbers memory fuzz training toss-games toss-controls table-films table-stills models clean distclean

build: setup
	swift build -c release --product playfield

play: build site
	.build/release/playfield serve --port 8080

# These two need the Swift toolchain, the packages of Package.resolved, and Binaryen only.
site:
	Scripts/build-site.sh

web:
	Scripts/build-web.sh

demo: build
	mkdir -p demo
	.build/release/playfield dice watch Samples/rolls.mp4 --annotate demo/rolls.mp4
	@echo "The film with the dice marked: demo/rolls.mp4"

test: setup voice openvino
	@Scripts/measure-time.py $(MAKE) --no-print-directory all-tests

# XCTest is off because it would first report that none of its tests ran.
all-tests:
	Scripts/fuzz.sh --if-changed 20
	swift test --disable-xctest
	Scripts/check-readme.py
	Scripts/check-toss-references.py --program .build/debug/playfield
	python3 -m unittest discover -s Tests/Scripts
	$(MAKE) test-archive
	$(MAKE) test-web

# Each is run, whichever misses its goal; in the end a goal that was missed fails the target.
# `evaluate`, check-small-dice.py and compare-whisper.py print figures and judge none.
CHECKS = missed=; check() { echo "$$*"; "$$@" || missed+=$$'\n'"  $$*"; }
JUDGE = [ -z "$$missed" ] || { echo "goals were missed:$$missed"; exit 1; }

WEB_PYTHON := .deps/browser/bin/python
WEB_TESTS = cd Tests/Web && ../../$(WEB_PYTHON) -m pytest
test-web: setup site
	Scripts/setup-browser.sh
	swift build --product SimulatedToss
	swift build --product TossFrames
	swift build --product playfield
	$(WEB_TESTS) -n 2 --dist loadfile -m "not timed and not nightly"
	$(WEB_TESTS) -m "timed and not nightly"

ARCHIVE_TESTS = cd Archive && ../.deps/archive/bin/python -m pytest -p no:cacheprovider
test-archive: setup
	Scripts/setup-archive.sh
	$(ARCHIVE_TESTS) tests

test-archive-cluster: setup
	Scripts/setup-archive.sh --cluster
	$(ARCHIVE_TESTS) tests/nightly_cluster.py

archive-image:
	Scripts/install-packages.sh mmdebstrap
	Archive/tests/check_image.py $(IMAGE)

bench-archive: build
	Scripts/setup-archive.sh --cluster
	.deps/archive/bin/python Archive/tests/measure_lists.py
	.deps/archive/bin/python Archive/tests/measure_rate.py

test-long: setup site
	Scripts/setup-browser.sh
	swift build --product TossFrames
	swift build --product playfield
	$(WEB_TESTS) -m nightly

test-engines: setup site
	Scripts/setup-browser.sh
	swift build --product playfield
	@$(CHECKS); \
	check $(WEB_PYTHON) Tests/Web/engine.py firefox; \
	check $(WEB_PYTHON) Tests/Web/engine.py webkit; \
	[ -z "$$missed" ] || { echo "failed:$$missed"; exit 1; }

test-readme: setup voice openvino
	Scripts/check-readme.py --as-written

nightly: build site openvino
	Scripts/setup-whisper.sh
	swift build -c release --product EncoderComparison
	@$(CHECKS); \
	check Scripts/fuzz.sh 600; \
	check Scripts/check-damaged-films.py; \
	check Scripts/check-jobs.py; \
	check Scripts/check-toss-references.py --all; \
	check Scripts/check-toss-references.py --all --engine portable; \
	check Scripts/check-readme.py --as-written; \
	check env PLAYFIELD_NIGHTLY=1 swift test --disable-xctest --filter RuntimeAgreementTests; \
	check $(MAKE) test-engines; \
	check $(MAKE) test-long; \
	check $(MAKE) test-archive-cluster; \
	check .deps/whisper/bin/python Scripts/compare-ctranslate2.py; \
	check Scripts/compare-accuracy.py; \
	$(JUDGE)

soak: setup site
	Scripts/setup-browser.sh
	swift build --product playfield
	$(WEB_TESTS) -m nightly test_soak.py

# Quick when nothing is missing, so it needs no stamp: a stamp would be wrong on a machine to which
# .deps was copied, where Debian's packages are still missing.
setup:
	@Scripts/setup.sh

# Not part of `setup`: 71 MB, which only hearing numbers needs.
voice:
	@Scripts/setup-voice.sh

openvino:
	@Scripts/setup-openvino.sh

lint:
	swift format lint --strict --recursive $(SWIFT_SOURCES)

man: setup
	swift package generate-manual --multi-page
	mkdir -p .build/man
	cp .build/plugins/GenerateManual/outputs/playfield/*.1 .build/man
	@ls .build/man/*

completions: setup
	swift build -c release --product playfield
	mkdir -p .build/completions
	for shell in bash zsh fish; do \
	  .build/release/playfield --generate-completion-script $$shell > .build/completions/playfield.$$shell || exit 1; \
	done
	@ls .build/completions/*

format:
	swift format --in-place --recursive $(SWIFT_SOURCES)

docs: setup
	mkdir -p Documentation/api
	for library in $(LIBRARIES); do \
	  swift package --allow-writing-to-directory Documentation/api generate-documentation \
	    --target $$library --output-path Documentation/api/$$library --warnings-as-errors \
	    || exit 1; \
	done

bench: setup openvino
	Scripts/setup.sh --benchmarks
	swift run -c release --package-path Benchmarks playfield-bench

bench-web:
	Benchmarks/Web/bench.sh $(BROWSERS)

bench-maths: setup
	Benchmarks/Maths/bench.sh

DATA := $(or $(PLAYFIELD_SHARED),../shared)/data
BOXED_PHOTOS := white-tray webcam-oblique meeting-table phone-trays
DICE_PHOTOS := $(BOXED_PHOTOS) wooden-six
accuracy: build site openvino
	Scripts/setup-browser.sh
	@$(CHECKS); \
	check .build/release/playfield dice evaluate \
	  $(addprefix $(DATA)/dice/, $(DICE_PHOTOS) ivory-distractors); \
	check Scripts/check-small-dice.py $(addprefix $(DATA)/dice/, $(DICE_PHOTOS)); \
	check $(WEB_PYTHON) Scripts/check-web-dice.py $(addprefix $(DATA)/dice/, $(BOXED_PHOTOS)); \
	check Scripts/check-close-ups.py $(DATA)/dice/close-up; \
	check Scripts/check-no-dice.py $(DATA); \
	check Scripts/check-rolls.py $(DATA)/rolls; \
	check $(WEB_PYTHON) Scripts/check-web-rolls.py; \
	check Scripts/check-poses.py $(DATA)/pose; \
	check Scripts/check-trajectories.py $(DATA)/clips $(wildcard .data/toss-controls/*); \
	check Scripts/check-registration.py $(DATA); \
	check Scripts/check-gameboards.py $(DATA); \
	check Scripts/check-landings.py $(DATA)/clips $(wildcard .data/toss-controls/*); \
	$(JUDGE)

accuracy-digits: build training
	@$(CHECKS); \
	check Scripts/check-digits.py $(DATA)/digits; \
	check .deps/training/bin/python Training/Digits/evaluate.py --pens; \
	$(JUDGE)

accuracy-numbers: build voice site training
	Scripts/setup-whisper.sh
	Scripts/setup-browser.sh
	@$(CHECKS); \
	check .build/release/playfield numbers evaluate \
	  $(addprefix $(DATA)/speech/, numbers-evaluation numbers-prompts); \
	check .deps/training/bin/python Scripts/check-numbers-in-noise.py; \
	check $(WEB_PYTHON) Scripts/check-numbers-cut-close.py; \
	check $(WEB_PYTHON) Scripts/check-web-numbers.py; \
	check $(WEB_PYTHON) Scripts/check-web-answers.py; \
	check .deps/whisper/bin/python Scripts/compare-whisper.py $(DATA)/speech; \
	$(JUDGE)

memory: build
	Scripts/measure-memory.sh
	Scripts/measure-memory.sh numbers

training: setup
	Scripts/setup-training.sh

toss-games: training
	export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1; \
	  .deps/render/bin/python Training/TossGames/render.py --out .data/toss-games && \
	  .deps/render/bin/python Training/TossGames/render.py --set held-out --out .data/toss-games-held-out && \
	  .deps/render/bin/python Training/TossGames/render.py --set unseen --out .data/toss-games-unseen && \
	  .deps/render/bin/python Training/TossGames/render.py --set distant --out .data/toss-games-distant

table-films: training
	export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1; \
	  .deps/render/bin/python Training/TableFilms/render.py --out .data/table-films

table-stills: training
	export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1; \
	  .deps/render/bin/python Training/TableFilms/render.py --stills --samples 1 --out .data/table-stills

toss-controls: training
	.deps/training/bin/python Scripts/make-toss-controls.py $(DATA) --out .data/toss-controls

models: training
	Training/Digits/recipe.sh
	Training/ThrowStyle/recipe.sh
	Training/Flights/recipe.sh
	Training/Dice/recipe.sh
	Training/Gameboard/recipe.sh
	Training/Numbers/recipe.sh

fuzz: setup
	Scripts/fuzz.sh

clean:
	rm -rf .build Benchmarks/.build Examples/rolls/.build Training/Dice/Renderer/.build \
	  Documentation/api demo site site.part

distclean: clean
	rm -rf .deps
	@echo "left: .data and .checkpoints, which took hours to make"
