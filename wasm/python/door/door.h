// Between CPython, whose numbers are Emscripten's, and our C library, whose are Linux's.
#pragma once

#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

// Of CPython's own C library.
__attribute__((import_module("python"), import_name("__errno_location"))) int* foreign_errno_location(void);
int foreign_errno(int number);
int linux_errno(int number);

// How many parameters a function of the table has that was linked later (dynamic.c), up to three.
int arity_of_linked(uintptr_t function);

// Whether this is the process of a program, and not the one that is written down (main.c).
extern volatile int interpreter_is_made;
