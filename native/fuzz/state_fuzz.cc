// libFuzzer over the reader of written states: good ones, changed as the input says, with every digest repaired. What
// is accepted adds up, and is written as something that is read as the same.
#include "fuzz/input.h"
#include "fuzz/machine.h"
#include "test/state_machine.h"

namespace wasmsand::fuzz {
namespace {

using test::StateBlob;
using test::StateMachine;

StateBlob::Bytes made(uint32_t seed) {
  std::mt19937 random(seed);
  StateMachine machine;
  KernelLock lock(machine.kernel.mutex());
  for (int i = 0; i < 60; i++) test::change_by_chance(machine, random);
  lock.unlock();
  return machine.save();
}

void change(StateBlob& blob, Input& input) {
  // Leaves and the root come last; what is before are pieces of files.
  constexpr uint32_t kLast = 4;
  const auto count = static_cast<uint32_t>(blob.objects.size());
  StateBlob::Bytes& object = blob.objects[count - 1 - input.below(std::min(count, kLast))];
  const uint32_t at = input.word() % static_cast<uint32_t>(object.size());
  switch (input.below(4)) {
    case 0:
      object.resize(at + 1);
      return;
    case 1: {
      // A part of it once more, at another place.
      const uint32_t length = std::min<uint32_t>(input.byte(), static_cast<uint32_t>(object.size()) - at);
      const StateBlob::Bytes part(object.begin() + at, object.begin() + at + length);
      object.insert(object.begin() + input.word() % static_cast<uint32_t>(object.size()), part.begin(), part.end());
      return;
    }
    default:
      for (uint32_t i = at; i < object.size() && i < at + 8 && !input.empty(); i++)
        object[i] = static_cast<std::byte>(input.byte());
  }
}

void run(Input input) {
  // The last two have numbers that were chosen: far apart, and near their end.
  static const StateBlob::Bytes seeds[] = {
      made(1), made(2), made(3), test::files_apart(64, uint64_t{1} << 20, uint64_t{1} << 36, uint64_t{1} << 47),
      test::files_apart(40, 5000, 100'000, uint64_t{1} << 48)};
  StateBlob blob(input.pick(seeds));
  const bool other_base = input.chance(4);
  while (!input.empty()) change(blob, input);
  StateMachine machine(other_base);
  if (!machine.load(blob.assemble()).ok()) return;
  for (const std::string& problem : machine.problems()) fail(problem);
  StateMachine again(other_base);
  if (!again.load(machine.save()).ok()) fail("what was accepted is not read again");
  if (again.listing() != machine.listing()) fail("what was accepted is read as something else");
}

}  // namespace
}  // namespace wasmsand::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  wasmsand::fuzz::run(wasmsand::fuzz::Input(data, size));
  return 0;
}
