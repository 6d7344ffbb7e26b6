# Playfield
#
#   make demo       set up, build, read the rolls of a sample clip and write demo/rolls.mp4
#   make test       run the fuzzer for 20 seconds, then all tests
#   make build      build the release program: .build/release/playfield
#   make setup      install what is missing through apt and pip; fetched things lie in .deps
#   make lint       check the formatting and the style of the Swift sources
#   make format     rewrite the Swift sources in that formatting
#   make docs       build the documentation of the public API into Documentation/api
#   make bench      measure the speed of reading dice on this machine
#   make memory     watch a clip of ten minutes and tell how much memory it takes
#   make accuracy   measure how well the photos and clips of ../shared are read
#   make fuzz       run the decoders under AddressSanitizer over damaged files
#   make training   install what training needs: PyTorch and Blender's module, in .deps
#   make models     render, train and export the networks anew (many hours)
#   make clean      remove what was built
#   make distclean  remove what was fetched too

SHELL := /bin/bash -o pipefail
export PKG_CONFIG_PATH := $(CURDIR)/.deps/pkgconfig:$(PKG_CONFIG_PATH)

SWIFT_SOURCES := $(wildcard Sources Tests Benchmarks Fuzz Package.swift)
LIBRARIES := VisionCore DiceGame Inference VisionRequests Media

.PHONY: demo test build setup lint format docs bench accuracy memory fuzz training models clean distclean

build: setup
	swift build -c release --product playfield

demo: build
	mkdir -p demo
	.build/release/playfield dice watch Samples/rolls.mp4 --annotate demo/rolls.mp4
	@echo "The film with the dice marked: demo/rolls.mp4"

# XCTest is off because it would first report that none of its tests ran.
test: setup
	Scripts/fuzz.sh 20
	swift test --disable-xctest

# Quick when nothing is missing, so it needs no stamp: a stamp would be wrong on a machine to which
# .deps was copied, where Debian's packages are still missing.
setup:
	@Scripts/setup.sh

lint:
	swift format lint --strict --recursive $(SWIFT_SOURCES)

format:
	swift format --in-place --recursive $(SWIFT_SOURCES)

docs: setup
	mkdir -p Documentation/api
	for library in $(LIBRARIES); do \
	  swift package --allow-writing-to-directory Documentation/api generate-documentation \
	    --target $$library --output-path Documentation/api/$$library --warnings-as-errors \
	    || exit 1; \
	done

bench: setup
	Scripts/setup.sh --benchmarks
	swift run -c release --package-path Benchmarks playfield-bench

DICE := $(or $(PLAYFIELD_SHARED),../shared)/data
accuracy: build
	.build/release/playfield dice evaluate $(addprefix $(DICE)/dice/, white-tray webcam-oblique \
	  meeting-table phone-trays wooden-six ivory-distractors)
	Scripts/check-rolls.py $(DICE)/rolls
	Scripts/check-poses.py $(DICE)/pose
	Scripts/check-trajectories.py $(DICE)/clips

memory: build
	Scripts/measure-memory.sh

training: setup
	Scripts/setup-training.sh

models: training
	Training/Dice/recipe.sh

fuzz: setup
	Scripts/fuzz.sh

clean:
	rm -rf .build Benchmarks/.build Fuzz/.build Training/Dice/Renderer/.build Documentation/api demo

distclean: clean
	rm -rf .deps
