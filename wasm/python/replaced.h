// For functions that stand in the place of CPython's own C library's.
#pragma once

#define REPLACES(name) __attribute__((export_name("replaced:" #name)))

// -1: has CPython know the errno of our C library's.
long told(long result);
