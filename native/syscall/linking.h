// `linux.link`, in two halves. linux_begin_link() reads and checks all that the guest asks for; nothing of the request
// is read from guest memory again. The host then makes the module without entering the guest, and answers by one of the
// other functions. None of them locks the kernel, for none needs more than the guest's own memory.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "kernel/process/linked_module.h"
#include "syscall/door.h"

namespace wasmsand {

struct LinkPlan {
  Ref<LinkedModule> module;  // but for its bytes and what is charged for it
  // Guest memory: to be copied, once what the copy costs is charged.
  std::span<const std::byte> bytes;
};

// EFAULT for what is not in guest memory, EINVAL for more imports or exports than any module may have.
Result<LinkPlan> linux_begin_link(GuestCall& call, uint32_t request);

// The module is linked. `exports`: the request's words, with the values of globals in their places. `table_length`:
// what it is now. Returns the result of the guest's call.
int32_t linux_linked(GuestCall& call, std::span<const uint32_t> exports, uint32_t table_length);

// It is not, and `why` is a sentence for the guest, which gets as much of it as it has room for. `table_length`: if the
// host got as far as the table.
int32_t linux_not_linked(GuestCall& call, Errno error, std::string_view why,
                         std::optional<uint32_t> table_length = std::nullopt);

}  // namespace wasmsand
