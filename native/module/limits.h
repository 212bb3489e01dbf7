// What a module may ask of the engine. Compilation cannot be interrupted and its memory is not the guest's, so that
// what one function, and what one module, can cost is bounded before the engine sees it. bench/compile-cost.mjs
// measures the shapes behind the numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wasmsand {

inline constexpr uint64_t kMaxModuleBytes = 64ull << 20;

// Entries of the lists of a module. The engine makes objects for most of them when it instantiates.
inline constexpr uint32_t kMaxTypes = 20'000;
inline constexpr uint32_t kMaxTypeValues = 200'000;  // parameters and results of all types
inline constexpr uint32_t kMaxParameters = 1'000;
inline constexpr uint32_t kMaxImports = 1'000;
// Of a module that a program links: each of the program's functions that it names is one.
inline constexpr uint32_t kMaxLinkedImports = 10'000;
inline constexpr uint64_t kImportBytes = 512;
inline constexpr uint32_t kMaxFunctions = 250'000;
inline constexpr uint32_t kMaxGlobals = 20'000;
inline constexpr uint32_t kMaxExports = 20'000;
inline constexpr uint32_t kMaxTags = 100;
inline constexpr uint32_t kMaxTagParameters = 16;  // each exception thrown is an object that holds them
inline constexpr uint32_t kMaxSegments = 100'000;  // of data, and of elements
inline constexpr uint32_t kMaxCustomSections = 10'000;
inline constexpr size_t kMaxName = 100'000;

// Tables: all of a module together, as large as they may ever become.
// One instruction may fill a table with functions, for each of which the engine makes an object.
inline constexpr uint32_t kMaxTables = 100;
inline constexpr uint32_t kMaxFunctionEntries = 100'000, kMaxReferenceEntries = 1'000'000;
inline constexpr uint32_t kMaxElements = 100'000;  // of all segments
inline constexpr uint32_t kTableGrowth = 16'384;   // for one that declares no maximum
inline constexpr uint64_t kFunctionEntryBytes = 64, kReferenceEntryBytes = 16;

// One function. The largest we know, in a module of 75 MB that is a whole C++ compiler: 318 KB, 4 249 blocks deep, 1
// 290 loops, 192 of them in one another, 3 855 conditional branches, 346 tables of 5 158 branches, 137 divisions, work
// of 1.3 million.
inline constexpr uint32_t kMaxBodyBytes = 640 * 1024;
inline constexpr uint32_t kMaxLocals = 50'000;
inline constexpr uint32_t kMaxDepth = 10'000;
inline constexpr uint32_t kMaxLoops = 4'000;
inline constexpr uint32_t kMaxNestedLoops = 300;
inline constexpr uint32_t kMaxConditions = 6'000;
inline constexpr uint32_t kMaxTableBranches = 20'000;
inline constexpr uint32_t kMaxDivisions = 400;
inline constexpr uint64_t kMaxFunctionWork = 4'000'000;
inline constexpr uint32_t kMaxLongInstructions = 100;  // in a module

// The code of a whole module, as both compilers together may make it at worst (code_size.h). The engine ends the host
// when one has more than 1 GB.
inline constexpr uint64_t kMaxCodeBytes = 900'000'000;

}  // namespace wasmsand
