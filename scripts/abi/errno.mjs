// native/kernel/errno.{h,cc}: Linux's errno as an enum, with names and messages.
import { cxxBanner, quoted } from './text.mjs';

/** @import { Model, ErrnoEntry } from './model.mjs' */

// C++ names cannot start with a digit, and E2BIG says so.
/** @param {string} name */
export const errnoIdentifier = (name) =>
  name
    .replace(/^E(?=.)/, '')
    .replace(/^2/, 'TWO')
    .toLowerCase();
/** @param {ErrnoEntry} entry */
const identifier = ({ name }) => (name === 'SUCCESS' ? 'success' : errnoIdentifier(name));

/** @param {Model} model */
export function errnoFiles({ errno }) {
  const header = `${cxxBanner}
#pragma once

#include <cstdint>

namespace wasmsand {

// Linux's numbers (asm-generic).
enum class Errno : int32_t {
${errno.map((entry) => `  ${identifier(entry)} = ${entry.number},`).join('\n')}
  notsup = opnotsupp,
  // The kernel's own, above all of Linux's; no guest sees it: the call has to be asked again (Process::wait).
  blocked = 512,
};

// "ENOENT"; "SUCCESS" for 0; "E?" for what is not an errno.
const char* errno_name(Errno error);
// "No such file or directory": the words of strerror.
const char* errno_message(Errno error);

}  // namespace wasmsand
`;
  const source = `${cxxBanner}
#include "kernel/errno.h"

namespace wasmsand {

const char* errno_name(Errno error) {
  switch (error) {
${errno.map((entry) => `    case Errno::${identifier(entry)}:\n      return ${quoted(entry.name)};`).join('\n')}
    case Errno::blocked:
      break;
  }
  return "E?";
}

const char* errno_message(Errno error) {
  switch (error) {
${errno.map((entry) => `    case Errno::${identifier(entry)}:\n      return ${quoted(entry.message)};`).join('\n')}
    case Errno::blocked:
      break;
  }
  return "Unknown error";
}

}  // namespace wasmsand
`;
  return { 'native/kernel/errno.h': header, 'native/kernel/errno.cc': source };
}
