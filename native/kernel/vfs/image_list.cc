#include "kernel/vfs/image_list.h"

#include <charconv>

namespace wasmsand {
namespace {

constexpr std::string_view kTitle = "wasmsand image 1";

// Takes what is before the next `end`, and that, off the beginning of `text`.
std::string_view take(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

template <typename Number>
std::optional<Number> number(std::string_view text, int base) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// type, mode, size, path, file; or type, path, target.
Result<void> add(ImageBuilder& builder, std::string_view entry, std::string_view directory) {
  const std::string_view type = take(entry, '\t');
  if (type == "program" || type == "file") {
    const auto mode = number<uint16_t>(take(entry, '\t'), 8);
    const auto size = number<uint64_t>(take(entry, '\t'), 10);
    const std::string_view path = take(entry, '\t');
    if (!mode || !size || entry.empty()) return Errno::inval;
    std::string file(directory);
    file.append("/").append(entry);
    return builder.program(path, std::move(file), *size, {.permissions = *mode});
  }
  const std::string_view path = take(entry, '\t');
  if (type == "symlink") return builder.symlink(path, entry);
  if (type == "link") return builder.hard_link(path, entry);
  // What could not be built: the set-up's own note.
  if (type == "missing") return {};
  return Errno::inval;
}

}  // namespace

std::optional<ListError> add_listed(ImageBuilder& builder, std::string_view list, std::string_view directory) {
  if (take(list, '\n') != kTitle) return ListError{1, Errno::inval};
  for (size_t line = 2; !list.empty(); line++) {
    auto added = add(builder, take(list, '\n'), directory);
    if (!added.ok()) return ListError{line, added.error()};
  }
  return std::nullopt;
}

}  // namespace wasmsand
