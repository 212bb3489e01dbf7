// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#pragma once

#include <stdint.h>

// Ours: what an import of a linked module is given. `value`: a number, or a function's place in the table. `changes`: 1 for a global that may change.
struct link_import {
	uint32_t value;
	uint32_t changes;
};

// Ours: the argument of linux.link. `imports`: one for each, in their order. `exports`: a word for each, the last one for the start function: where a function comes in the table, 0 for nowhere; the value of a global is put there. `table_length`: what the caller takes it for, and then what it is; `table_growth`: how much longer the table becomes first. `text`: where the reason is put when it fails.
struct link_request {
	const void *module;
	uint32_t size;
	const struct link_import *imports;
	uint32_t import_count;
	uint32_t *exports;
	uint32_t export_count;
	uint32_t table_length;
	uint32_t table_growth;
	uint32_t reserved;
	char *text;
	uint32_t text_size;
};

__attribute__((import_module("linux"), import_name("link"))) int linux_link(struct link_request *request);
