// native/module as WebAssembly: what reads the modules of guests where the kernel is not C++. There is one reader, so
// that there is one boundary. lib/guest/module-reader.ts is the other side: it puts the bytes of a module into this
// memory, asks once, takes the answer out, and makes an instance anew when this one has grown.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "module/growth.h"
#include "module/module.h"

using namespace wasmsand;

namespace {

enum Flag : uint32_t { kLinked = 1, kImage = 2, kYields = 4 };

// In the order that lib/guest/module-reader.ts reads.
struct Answer {
  uint32_t accepted;
  uint32_t text;  // the sentence that says why not
  uint32_t text_size;
  uint32_t bytes;  // the module as the engine gets it
  uint32_t bytes_size;
  uint32_t linux_abi;
  uint32_t minimum_pages;
  uint32_t declared_maximum_pages;  // 0xffffffff: none
  uint32_t renewable;
  uint32_t copyable;
  uint32_t engine_bytes_low, engine_bytes_high;
  uint32_t code_bytes_low, code_bytes_high;
};

Answer answer;
std::string why;
std::vector<std::byte> made;

uint32_t place(const void* at) { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(at)); }

void refuse() {
  answer.text = place(why.data());
  answer.text_size = static_cast<uint32_t>(why.size());
}

// As native/binding has it: the module rewritten, with its growth made an import.
bool accept(std::span<const std::byte> module, uint32_t flags) {
  auto info = (flags & kLinked) != 0 ? inspect_linked(module, why) : inspect(module, why);
  if (!info) return false;
  const Origin origin = (flags & kImage) != 0 ? Origin::image : Origin::guest;
  made = (flags & kLinked) != 0 ? as_linked(module, *info)
                                : with_imported_memory(module, *info, origin, (flags & kYields) != 0);
  // Programs of the base image ask before they grow.
  if (origin == Origin::guest && info->memory) {
    auto asking = with_growth_import(std::move(made), why);
    if (!asking) return false;
    made = std::move(*asking);
  }
  answer.bytes = place(made.data());
  answer.bytes_size = static_cast<uint32_t>(made.size());
  answer.linux_abi = info->door == Door::linux_abi ? 1 : 0;
  if (info->memory) {
    answer.minimum_pages = info->memory->minimum_pages;
    answer.declared_maximum_pages = info->memory->declared_maximum_pages.value_or(UINT32_MAX);
  }
  answer.renewable = info->renewable ? 1 : 0;
  answer.copyable = info->copyable ? 1 : 0;
  answer.engine_bytes_low = static_cast<uint32_t>(info->engine_bytes);
  answer.engine_bytes_high = static_cast<uint32_t>(info->engine_bytes >> 32);
  answer.code_bytes_low = static_cast<uint32_t>(info->code_bytes);
  answer.code_bytes_high = static_cast<uint32_t>(info->code_bytes >> 32);
  return true;
}

}  // namespace

extern "C" {

// Room for a module. Null: there is none.
[[clang::export_name("allocate")]] void* reader_allocate(uint32_t size) { return malloc(size); }

// Reads the module at `module`, which is freed. Returns where the answer is; it counts until the next call.
[[clang::export_name("read")]] const Answer* reader_read(std::byte* module, uint32_t size, uint32_t flags) {
  answer = {};
  why.clear();
  if (accept({module, size}, flags))
    answer.accepted = 1;
  else
    refuse();
  free(module);
  return &answer;
}
}

// The host takes _exit as the end of the beginning: the instance serves calls from then on.
int main() { _exit(0); }
