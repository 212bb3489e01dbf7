// Generated from native/abi/private.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#include "messages.h"

#include "protocol.h"

namespace shell {

namespace {

void write(MessageWriter& writer, const HistoryChange& part) {
  writer.number(part.first);
  writer.number(part.dropped);
  writer.number(part.kept);
  writer.texts(part.added);
}

void write(MessageWriter& writer, const ReportedJob& part) {
  writer.number(part.number);
  writer.text(part.command);
  writer.number(static_cast<uint32_t>(part.pids.size()));
  for (const auto& item : part.pids) writer.number(item);
}

}  // namespace

RunRequest RunRequest::read(MessageReader& reader) {
  RunRequest request;
  const uint8_t flags = reader.byte();
  request.clear_history = (flags & 1) != 0;
  request.command = reader.text();
  request.cwd = reader.text();
  request.args = reader.optional_texts();
  request.env = reader.texts();
  request.set = reader.texts();
  return request;
}

MessageWriter RunReply::message() const {
  MessageWriter writer(RequestKind::run);
  writer.number(status);
  writer.byte(static_cast<uint8_t>((ended ? 1 : 0) | (environment ? 2 : 0)));
  writer.text(cwd);
  if (environment) writer.texts(*environment);
  write(writer, history);
  writer.number(static_cast<uint32_t>(jobs.size()));
  for (const auto& item : jobs) write(writer, item);
  return writer;
}

CompleteRequest CompleteRequest::read(MessageReader& reader) {
  CompleteRequest request;
  request.cursor = reader.number();
  request.line = reader.text();
  return request;
}

MessageWriter CompleteReply::message() const {
  MessageWriter writer(RequestKind::complete);
  writer.number(start);
  writer.number(end);
  writer.texts(words);
  return writer;
}

RestoreRequest RestoreRequest::read(MessageReader& reader) {
  RestoreRequest request;
  request.first = reader.number();
  request.commands = reader.texts();
  return request;
}

}  // namespace shell
