// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#include "syscall/generated/wasi_calls.h"

namespace wasmsand {

const WasiCall kWasiCalls[kWasiFunctionCount] = {
    {{"args_get", 2, {{"argv", ArgumentKind::out_pointers, 0, -1}, {"buffer", ArgumentKind::out_strings, 1, -1}}}, "ii", true},
    {{"args_sizes_get", 2, {{"count", ArgumentKind::out_, 0, 4}, {"size", ArgumentKind::out_, 1, 4}}}, "ii", true},
    {{"environ_get", 2, {{"environ", ArgumentKind::out_pointers, 0, -1}, {"buffer", ArgumentKind::out_strings, 1, -1}}}, "ii", true},
    {{"environ_sizes_get", 2, {{"count", ArgumentKind::out_, 0, 4}, {"size", ArgumentKind::out_, 1, 4}}}, "ii", true},
    {{"clock_res_get", 2, {{"clock", ArgumentKind::enum_, 0, 11}, {"resolution", ArgumentKind::out_, 1, 8}}}, "ii", true},
    {{"clock_time_get", 3, {{"clock", ArgumentKind::enum_, 0, 11}, {"precision", ArgumentKind::u64, 1, -1}, {"time", ArgumentKind::out_, 2, 8}}}, "iIi", true},
    {{"fd_advise", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::u64, 1, -1}, {"length", ArgumentKind::u64, 2, -1}, {"advice", ArgumentKind::enum_, 3, 12}}}, "iIIi", true},
    {{"fd_allocate", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::u64, 1, -1}, {"length", ArgumentKind::u64, 2, -1}}}, "iII", true},
    {{"fd_close", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, "i", true},
    {{"fd_datasync", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, "i", true},
    {{"fd_fdstat_get", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"stat", ArgumentKind::address, 1, -1}}}, "ii", true},
    {{"fd_fdstat_set_flags", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"flags", ArgumentKind::flags, 1, 3}}}, "ii", true},
    {{"fd_fdstat_set_rights", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"base", ArgumentKind::rights, 1, 0}, {"inheriting", ArgumentKind::rights, 2, 0}}}, "iII", true},
    {{"fd_filestat_get", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"stat", ArgumentKind::address, 1, -1}}}, "ii", true},
    {{"fd_filestat_set_size", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"size", ArgumentKind::u64, 1, -1}}}, "iI", true},
    {{"fd_filestat_set_times", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"accessed", ArgumentKind::u64, 1, -1}, {"modified", ArgumentKind::u64, 2, -1}, {"flags", ArgumentKind::flags, 3, 4}}}, "iIIi", true},
    {{"fd_pread", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"iovs", ArgumentKind::iovecs, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::u64, 3, -1}, {"read", ArgumentKind::out_, 4, 4}}}, "iiiIi", true},
    {{"fd_prestat_get", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"prestat", ArgumentKind::address, 1, -1}}}, "ii", true},
    {{"fd_prestat_dir_name", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"path", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::size, 2, -1}}}, "iii", true},
    {{"fd_pwrite", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"iovs", ArgumentKind::iovecs, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"offset", ArgumentKind::u64, 3, -1}, {"written", ArgumentKind::out_, 4, 4}}}, "iiiIi", true},
    {{"fd_read", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"iovs", ArgumentKind::iovecs, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"read", ArgumentKind::out_, 3, 4}}}, "iiii", true},
    {{"fd_readdir", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"buffer", ArgumentKind::address, 1, -1}, {"length", ArgumentKind::size, 2, -1}, {"cookie", ArgumentKind::u64, 3, -1}, {"used", ArgumentKind::out_, 4, 4}}}, "iiiIi", true},
    {{"fd_renumber", 2, {{"from", ArgumentKind::fd, 0, -1}, {"to", ArgumentKind::fd, 1, -1}}}, "ii", true},
    {{"fd_seek", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"offset", ArgumentKind::s64, 1, -1}, {"whence", ArgumentKind::enum_, 2, 13}, {"position", ArgumentKind::out_, 3, 8}}}, "iIii", true},
    {{"fd_sync", 1, {{"fd", ArgumentKind::fd, 0, -1}}}, "i", true},
    {{"fd_tell", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"position", ArgumentKind::out_, 1, 8}}}, "ii", true},
    {{"fd_write", 4, {{"fd", ArgumentKind::fd, 0, -1}, {"iovs", ArgumentKind::iovecs, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"written", ArgumentKind::out_, 3, 4}}}, "iiii", true},
    {{"path_create_directory", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"length", ArgumentKind::path_length, 2, -1}}}, "iii", true},
    {{"path_filestat_get", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"lookup", ArgumentKind::flags, 1, 1}, {"path", ArgumentKind::path, 2, -1}, {"length", ArgumentKind::path_length, 3, -1}, {"stat", ArgumentKind::address, 4, -1}}}, "iiiii", true},
    {{"path_filestat_set_times", 7, {{"fd", ArgumentKind::fd, 0, -1}, {"lookup", ArgumentKind::flags, 1, 1}, {"path", ArgumentKind::path, 2, -1}, {"length", ArgumentKind::path_length, 3, -1}, {"accessed", ArgumentKind::u64, 4, -1}, {"modified", ArgumentKind::u64, 5, -1}, {"flags", ArgumentKind::flags, 6, 4}}}, "iiiiIIi", true},
    {{"path_link", 7, {{"from_fd", ArgumentKind::fd, 0, -1}, {"lookup", ArgumentKind::flags, 1, 1}, {"from", ArgumentKind::path, 2, -1}, {"from_length", ArgumentKind::path_length, 3, -1}, {"to_fd", ArgumentKind::fd, 4, -1}, {"to", ArgumentKind::path, 5, -1}, {"to_length", ArgumentKind::path_length, 6, -1}}}, "iiiiiii", true},
    {{"path_open", 9, {{"fd", ArgumentKind::fd, 0, -1}, {"lookup", ArgumentKind::flags, 1, 1}, {"path", ArgumentKind::path, 2, -1}, {"length", ArgumentKind::path_length, 3, -1}, {"oflags", ArgumentKind::flags, 4, 2}, {"base", ArgumentKind::rights, 5, 0}, {"inheriting", ArgumentKind::rights, 6, 0}, {"flags", ArgumentKind::flags, 7, 3}, {"opened", ArgumentKind::out_, 8, 4}}}, "iiiiiIIii", true},
    {{"path_readlink", 6, {{"fd", ArgumentKind::fd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"length", ArgumentKind::path_length, 2, -1}, {"buffer", ArgumentKind::address, 3, -1}, {"buffer_length", ArgumentKind::size, 4, -1}, {"used", ArgumentKind::out_, 5, 4}}}, "iiiiii", true},
    {{"path_remove_directory", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"length", ArgumentKind::path_length, 2, -1}}}, "iii", true},
    {{"path_rename", 6, {{"from_fd", ArgumentKind::fd, 0, -1}, {"from", ArgumentKind::path, 1, -1}, {"from_length", ArgumentKind::path_length, 2, -1}, {"to_fd", ArgumentKind::fd, 3, -1}, {"to", ArgumentKind::path, 4, -1}, {"to_length", ArgumentKind::path_length, 5, -1}}}, "iiiiii", true},
    {{"path_symlink", 5, {{"target", ArgumentKind::path, 0, -1}, {"target_length", ArgumentKind::path_length, 1, -1}, {"fd", ArgumentKind::fd, 2, -1}, {"path", ArgumentKind::path, 3, -1}, {"length", ArgumentKind::path_length, 4, -1}}}, "iiiii", true},
    {{"path_unlink_file", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"path", ArgumentKind::path, 1, -1}, {"length", ArgumentKind::path_length, 2, -1}}}, "iii", true},
    {{"poll_oneoff", 4, {{"subscriptions", ArgumentKind::address, 0, -1}, {"events", ArgumentKind::address, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"used", ArgumentKind::out_, 3, 4}}}, "iiii", true},
    {{"proc_exit", 1, {{"code", ArgumentKind::u32, 0, -1}}}, "i", false},
    {{"proc_raise", 1, {{"signal", ArgumentKind::enum_, 0, 17}}}, "i", true},
    {{"sched_yield", 0, {}}, "", true},
    {{"random_get", 2, {{"buffer", ArgumentKind::address, 0, -1}, {"length", ArgumentKind::size, 1, -1}}}, "ii", true},
    {{"sock_accept", 3, {{"fd", ArgumentKind::fd, 0, -1}, {"flags", ArgumentKind::flags, 1, 3}, {"accepted", ArgumentKind::out_, 2, 4}}}, "iii", true},
    {{"sock_recv", 6, {{"fd", ArgumentKind::fd, 0, -1}, {"iovs", ArgumentKind::iovecs, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::flags, 3, 5}, {"received", ArgumentKind::out_, 4, 4}, {"roflags", ArgumentKind::out_, 5, 2}}}, "iiiiii", true},
    {{"sock_send", 5, {{"fd", ArgumentKind::fd, 0, -1}, {"iovs", ArgumentKind::iovecs, 1, -1}, {"count", ArgumentKind::size, 2, -1}, {"flags", ArgumentKind::flags, 3, 7}, {"sent", ArgumentKind::out_, 4, 4}}}, "iiiii", true},
    {{"sock_shutdown", 2, {{"fd", ArgumentKind::fd, 0, -1}, {"how", ArgumentKind::flags, 1, 8}}}, "ii", true},
};

uint16_t wasi_errno(Errno error) {
  switch (error) {
    case Errno::success:
      return 0;
    case Errno::perm:
      return 63;
    case Errno::noent:
      return 44;
    case Errno::srch:
      return 71;
    case Errno::intr:
      return 27;
    case Errno::io:
      return 29;
    case Errno::nxio:
      return 60;
    case Errno::twobig:
      return 1;
    case Errno::noexec:
      return 45;
    case Errno::badf:
      return 8;
    case Errno::child:
      return 12;
    case Errno::again:
      return 6;
    case Errno::nomem:
      return 48;
    case Errno::acces:
      return 2;
    case Errno::fault:
      return 21;
    case Errno::notblk:
      return 28;
    case Errno::busy:
      return 10;
    case Errno::exist:
      return 20;
    case Errno::xdev:
      return 75;
    case Errno::nodev:
      return 43;
    case Errno::notdir:
      return 54;
    case Errno::isdir:
      return 31;
    case Errno::inval:
      return 28;
    case Errno::nfile:
      return 41;
    case Errno::mfile:
      return 33;
    case Errno::notty:
      return 59;
    case Errno::txtbsy:
      return 74;
    case Errno::fbig:
      return 22;
    case Errno::nospc:
      return 51;
    case Errno::spipe:
      return 70;
    case Errno::rofs:
      return 69;
    case Errno::mlink:
      return 34;
    case Errno::pipe:
      return 64;
    case Errno::dom:
      return 18;
    case Errno::range:
      return 68;
    case Errno::deadlk:
      return 16;
    case Errno::nametoolong:
      return 37;
    case Errno::nolck:
      return 46;
    case Errno::nosys:
      return 52;
    case Errno::notempty:
      return 55;
    case Errno::loop:
      return 32;
    case Errno::nomsg:
      return 49;
    case Errno::idrm:
      return 24;
    case Errno::chrng:
      return 29;
    case Errno::l2nsync:
      return 29;
    case Errno::l3hlt:
      return 29;
    case Errno::l3rst:
      return 29;
    case Errno::lnrng:
      return 29;
    case Errno::unatch:
      return 29;
    case Errno::nocsi:
      return 29;
    case Errno::l2hlt:
      return 29;
    case Errno::bade:
      return 28;
    case Errno::badr:
      return 29;
    case Errno::xfull:
      return 29;
    case Errno::noano:
      return 29;
    case Errno::badrqc:
      return 29;
    case Errno::badslt:
      return 29;
    case Errno::bfont:
      return 29;
    case Errno::nostr:
      return 29;
    case Errno::nodata:
      return 49;
    case Errno::time:
      return 73;
    case Errno::nosr:
      return 42;
    case Errno::nonet:
      return 29;
    case Errno::nopkg:
      return 52;
    case Errno::remote:
      return 28;
    case Errno::nolink:
      return 47;
    case Errno::adv:
      return 29;
    case Errno::srmnt:
      return 29;
    case Errno::comm:
      return 29;
    case Errno::proto:
      return 65;
    case Errno::multihop:
      return 36;
    case Errno::dotdot:
      return 29;
    case Errno::badmsg:
      return 9;
    case Errno::overflow:
      return 61;
    case Errno::notuniq:
      return 29;
    case Errno::badfd:
      return 29;
    case Errno::remchg:
      return 29;
    case Errno::libacc:
      return 29;
    case Errno::libbad:
      return 29;
    case Errno::libscn:
      return 29;
    case Errno::libmax:
      return 29;
    case Errno::libexec:
      return 29;
    case Errno::ilseq:
      return 25;
    case Errno::restart:
      return 27;
    case Errno::strpipe:
      return 29;
    case Errno::users:
      return 33;
    case Errno::notsock:
      return 57;
    case Errno::destaddrreq:
      return 17;
    case Errno::msgsize:
      return 35;
    case Errno::prototype:
      return 67;
    case Errno::noprotoopt:
      return 50;
    case Errno::protonosupport:
      return 66;
    case Errno::socktnosupport:
      return 66;
    case Errno::opnotsupp:
      return 58;
    case Errno::pfnosupport:
      return 5;
    case Errno::afnosupport:
      return 5;
    case Errno::addrinuse:
      return 3;
    case Errno::addrnotavail:
      return 4;
    case Errno::netdown:
      return 38;
    case Errno::netunreach:
      return 40;
    case Errno::netreset:
      return 39;
    case Errno::connaborted:
      return 13;
    case Errno::connreset:
      return 15;
    case Errno::nobufs:
      return 42;
    case Errno::isconn:
      return 30;
    case Errno::notconn:
      return 53;
    case Errno::shutdown:
      return 64;
    case Errno::toomanyrefs:
      return 42;
    case Errno::timedout:
      return 73;
    case Errno::connrefused:
      return 14;
    case Errno::hostdown:
      return 23;
    case Errno::hostunreach:
      return 23;
    case Errno::already:
      return 7;
    case Errno::inprogress:
      return 26;
    case Errno::stale:
      return 72;
    case Errno::uclean:
      return 29;
    case Errno::notnam:
      return 29;
    case Errno::navail:
      return 29;
    case Errno::isnam:
      return 28;
    case Errno::remoteio:
      return 29;
    case Errno::dquot:
      return 19;
    case Errno::nomedium:
      return 29;
    case Errno::mediumtype:
      return 29;
    case Errno::canceled:
      return 11;
    case Errno::nokey:
      return 29;
    case Errno::keyexpired:
      return 29;
    case Errno::keyrevoked:
      return 29;
    case Errno::keyrejected:
      return 2;
    case Errno::ownerdead:
      return 62;
    case Errno::notrecoverable:
      return 56;
    case Errno::rfkill:
      return 29;
    case Errno::hwpoison:
      return 29;
    case Errno::blocked:
      break;
  }
  return 29;
}

}  // namespace wasmsand
