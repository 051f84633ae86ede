# The portable code on the PC, with sanitizers: make -f host.mk OUT=folder
# `shoe`, `shoe-light` and `wheel` are the boards told on standard input, `frames` the frame code, `light` the bar sensor
# with a converter, `fuzz-*` the fuzzers;
# `make -f host.mk fuzz` runs these (SEED, RUNS).

HERE := $(dir $(lastword $(MAKEFILE_LIST)))
OUT ?= $(HERE)../build/firmware/host
.DEFAULT_GOAL := all
CC ?= cc
FLAGS := -std=c11 -O2 -g -Wall -Wextra -Wconversion -Wshadow -Werror -I$(HERE)portable $(CFLAGS)
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
LINK := $(addprefix $(HERE)portable/,crc32.c frame.c link.c)
SHOE := $(LINK) $(addprefix $(HERE)portable/,shoe.c swipe.c strip.c debounce.c names.c code128.c code128_match.c code128_symbols.c)
WHEEL := $(LINK) $(HERE)portable/wheel.c
HEAD := $(filter-out %/shoe.c,$(SHOE)) $(addprefix $(HERE),portable/light.c light/device.c host/head.c host/shoe_light.c)
INCLUDED := $(HERE)portable/shoe.c# by shoe_light.c
HEADERS := $(wildcard $(HERE)portable/*.h $(HERE)light/*.h $(HERE)host/*.h)

all: $(addprefix $(OUT)/,shoe shoe-light wheel frames light fuzz-shoe fuzz-shoe-light fuzz-wheel)

$(OUT)/shoe: $(SHOE) $(HERE)host/device.c
$(OUT)/shoe-light: $(HEAD) $(HERE)host/device.c
$(OUT)/wheel: $(WHEEL) $(HERE)host/device.c
$(OUT)/frames: $(LINK) $(HERE)host/frames.c
$(OUT)/light: $(HERE)portable/light.c $(HERE)host/light.c
$(OUT)/fuzz-shoe: $(SHOE) $(HERE)host/fuzz.c $(HERE)host/fuzz_main.c
$(OUT)/fuzz-shoe-light: $(HEAD) $(HERE)host/fuzz.c $(HERE)host/fuzz_main.c
$(OUT)/fuzz-wheel: $(WHEEL) $(HERE)host/fuzz.c $(HERE)host/fuzz_main.c

$(OUT)/shoe-light $(OUT)/fuzz-shoe-light: $(INCLUDED)
$(OUT)/shoe-light $(OUT)/fuzz-shoe-light: FLAGS += -DSABOT_HEAD
$(OUT)/shoe-light $(OUT)/fuzz-shoe-light: LEFT_OUT := $(INCLUDED)

$(OUT)/%: $(HEADERS)
	@mkdir -p $(OUT)
	$(CC) $(FLAGS) $(SANITIZE) -o $@ $(filter-out $(LEFT_OUT),$(filter %.c,$^))

RUNS ?= 2000000
SEED ?= 1
fuzz: $(OUT)/fuzz-shoe $(OUT)/fuzz-shoe-light $(OUT)/fuzz-wheel
	$(OUT)/fuzz-shoe $(SEED) $(RUNS)
	$(OUT)/fuzz-shoe-light $(SEED) $(RUNS)
	$(OUT)/fuzz-wheel $(SEED) $(RUNS)

.PHONY: all fuzz
