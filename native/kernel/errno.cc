// Generated from native/abi/abi.json by scripts/generate-abi.mjs. Do not edit.
// clang-format off
#include "kernel/errno.h"

namespace wasmsand {

const char* errno_name(Errno error) {
  switch (error) {
    case Errno::success:
      return "SUCCESS";
    case Errno::perm:
      return "EPERM";
    case Errno::noent:
      return "ENOENT";
    case Errno::srch:
      return "ESRCH";
    case Errno::intr:
      return "EINTR";
    case Errno::io:
      return "EIO";
    case Errno::nxio:
      return "ENXIO";
    case Errno::twobig:
      return "E2BIG";
    case Errno::noexec:
      return "ENOEXEC";
    case Errno::badf:
      return "EBADF";
    case Errno::child:
      return "ECHILD";
    case Errno::again:
      return "EAGAIN";
    case Errno::nomem:
      return "ENOMEM";
    case Errno::acces:
      return "EACCES";
    case Errno::fault:
      return "EFAULT";
    case Errno::notblk:
      return "ENOTBLK";
    case Errno::busy:
      return "EBUSY";
    case Errno::exist:
      return "EEXIST";
    case Errno::xdev:
      return "EXDEV";
    case Errno::nodev:
      return "ENODEV";
    case Errno::notdir:
      return "ENOTDIR";
    case Errno::isdir:
      return "EISDIR";
    case Errno::inval:
      return "EINVAL";
    case Errno::nfile:
      return "ENFILE";
    case Errno::mfile:
      return "EMFILE";
    case Errno::notty:
      return "ENOTTY";
    case Errno::txtbsy:
      return "ETXTBSY";
    case Errno::fbig:
      return "EFBIG";
    case Errno::nospc:
      return "ENOSPC";
    case Errno::spipe:
      return "ESPIPE";
    case Errno::rofs:
      return "EROFS";
    case Errno::mlink:
      return "EMLINK";
    case Errno::pipe:
      return "EPIPE";
    case Errno::dom:
      return "EDOM";
    case Errno::range:
      return "ERANGE";
    case Errno::deadlk:
      return "EDEADLK";
    case Errno::nametoolong:
      return "ENAMETOOLONG";
    case Errno::nolck:
      return "ENOLCK";
    case Errno::nosys:
      return "ENOSYS";
    case Errno::notempty:
      return "ENOTEMPTY";
    case Errno::loop:
      return "ELOOP";
    case Errno::nomsg:
      return "ENOMSG";
    case Errno::idrm:
      return "EIDRM";
    case Errno::chrng:
      return "ECHRNG";
    case Errno::l2nsync:
      return "EL2NSYNC";
    case Errno::l3hlt:
      return "EL3HLT";
    case Errno::l3rst:
      return "EL3RST";
    case Errno::lnrng:
      return "ELNRNG";
    case Errno::unatch:
      return "EUNATCH";
    case Errno::nocsi:
      return "ENOCSI";
    case Errno::l2hlt:
      return "EL2HLT";
    case Errno::bade:
      return "EBADE";
    case Errno::badr:
      return "EBADR";
    case Errno::xfull:
      return "EXFULL";
    case Errno::noano:
      return "ENOANO";
    case Errno::badrqc:
      return "EBADRQC";
    case Errno::badslt:
      return "EBADSLT";
    case Errno::bfont:
      return "EBFONT";
    case Errno::nostr:
      return "ENOSTR";
    case Errno::nodata:
      return "ENODATA";
    case Errno::time:
      return "ETIME";
    case Errno::nosr:
      return "ENOSR";
    case Errno::nonet:
      return "ENONET";
    case Errno::nopkg:
      return "ENOPKG";
    case Errno::remote:
      return "EREMOTE";
    case Errno::nolink:
      return "ENOLINK";
    case Errno::adv:
      return "EADV";
    case Errno::srmnt:
      return "ESRMNT";
    case Errno::comm:
      return "ECOMM";
    case Errno::proto:
      return "EPROTO";
    case Errno::multihop:
      return "EMULTIHOP";
    case Errno::dotdot:
      return "EDOTDOT";
    case Errno::badmsg:
      return "EBADMSG";
    case Errno::overflow:
      return "EOVERFLOW";
    case Errno::notuniq:
      return "ENOTUNIQ";
    case Errno::badfd:
      return "EBADFD";
    case Errno::remchg:
      return "EREMCHG";
    case Errno::libacc:
      return "ELIBACC";
    case Errno::libbad:
      return "ELIBBAD";
    case Errno::libscn:
      return "ELIBSCN";
    case Errno::libmax:
      return "ELIBMAX";
    case Errno::libexec:
      return "ELIBEXEC";
    case Errno::ilseq:
      return "EILSEQ";
    case Errno::restart:
      return "ERESTART";
    case Errno::strpipe:
      return "ESTRPIPE";
    case Errno::users:
      return "EUSERS";
    case Errno::notsock:
      return "ENOTSOCK";
    case Errno::destaddrreq:
      return "EDESTADDRREQ";
    case Errno::msgsize:
      return "EMSGSIZE";
    case Errno::prototype:
      return "EPROTOTYPE";
    case Errno::noprotoopt:
      return "ENOPROTOOPT";
    case Errno::protonosupport:
      return "EPROTONOSUPPORT";
    case Errno::socktnosupport:
      return "ESOCKTNOSUPPORT";
    case Errno::opnotsupp:
      return "EOPNOTSUPP";
    case Errno::pfnosupport:
      return "EPFNOSUPPORT";
    case Errno::afnosupport:
      return "EAFNOSUPPORT";
    case Errno::addrinuse:
      return "EADDRINUSE";
    case Errno::addrnotavail:
      return "EADDRNOTAVAIL";
    case Errno::netdown:
      return "ENETDOWN";
    case Errno::netunreach:
      return "ENETUNREACH";
    case Errno::netreset:
      return "ENETRESET";
    case Errno::connaborted:
      return "ECONNABORTED";
    case Errno::connreset:
      return "ECONNRESET";
    case Errno::nobufs:
      return "ENOBUFS";
    case Errno::isconn:
      return "EISCONN";
    case Errno::notconn:
      return "ENOTCONN";
    case Errno::shutdown:
      return "ESHUTDOWN";
    case Errno::toomanyrefs:
      return "ETOOMANYREFS";
    case Errno::timedout:
      return "ETIMEDOUT";
    case Errno::connrefused:
      return "ECONNREFUSED";
    case Errno::hostdown:
      return "EHOSTDOWN";
    case Errno::hostunreach:
      return "EHOSTUNREACH";
    case Errno::already:
      return "EALREADY";
    case Errno::inprogress:
      return "EINPROGRESS";
    case Errno::stale:
      return "ESTALE";
    case Errno::uclean:
      return "EUCLEAN";
    case Errno::notnam:
      return "ENOTNAM";
    case Errno::navail:
      return "ENAVAIL";
    case Errno::isnam:
      return "EISNAM";
    case Errno::remoteio:
      return "EREMOTEIO";
    case Errno::dquot:
      return "EDQUOT";
    case Errno::nomedium:
      return "ENOMEDIUM";
    case Errno::mediumtype:
      return "EMEDIUMTYPE";
    case Errno::canceled:
      return "ECANCELED";
    case Errno::nokey:
      return "ENOKEY";
    case Errno::keyexpired:
      return "EKEYEXPIRED";
    case Errno::keyrevoked:
      return "EKEYREVOKED";
    case Errno::keyrejected:
      return "EKEYREJECTED";
    case Errno::ownerdead:
      return "EOWNERDEAD";
    case Errno::notrecoverable:
      return "ENOTRECOVERABLE";
    case Errno::rfkill:
      return "ERFKILL";
    case Errno::hwpoison:
      return "EHWPOISON";
    case Errno::blocked:
      break;
  }
  return "E?";
}

const char* errno_message(Errno error) {
  switch (error) {
    case Errno::success:
      return "Success";
    case Errno::perm:
      return "Operation not permitted";
    case Errno::noent:
      return "No such file or directory";
    case Errno::srch:
      return "No such process";
    case Errno::intr:
      return "Interrupted system call";
    case Errno::io:
      return "Input/output error";
    case Errno::nxio:
      return "No such device or address";
    case Errno::twobig:
      return "Argument list too long";
    case Errno::noexec:
      return "Exec format error";
    case Errno::badf:
      return "Bad file descriptor";
    case Errno::child:
      return "No child processes";
    case Errno::again:
      return "Resource temporarily unavailable";
    case Errno::nomem:
      return "Cannot allocate memory";
    case Errno::acces:
      return "Permission denied";
    case Errno::fault:
      return "Bad address";
    case Errno::notblk:
      return "Block device required";
    case Errno::busy:
      return "Device or resource busy";
    case Errno::exist:
      return "File exists";
    case Errno::xdev:
      return "Invalid cross-device link";
    case Errno::nodev:
      return "No such device";
    case Errno::notdir:
      return "Not a directory";
    case Errno::isdir:
      return "Is a directory";
    case Errno::inval:
      return "Invalid argument";
    case Errno::nfile:
      return "Too many open files in system";
    case Errno::mfile:
      return "Too many open files";
    case Errno::notty:
      return "Inappropriate ioctl for device";
    case Errno::txtbsy:
      return "Text file busy";
    case Errno::fbig:
      return "File too large";
    case Errno::nospc:
      return "No space left on device";
    case Errno::spipe:
      return "Illegal seek";
    case Errno::rofs:
      return "Read-only file system";
    case Errno::mlink:
      return "Too many links";
    case Errno::pipe:
      return "Broken pipe";
    case Errno::dom:
      return "Numerical argument out of domain";
    case Errno::range:
      return "Numerical result out of range";
    case Errno::deadlk:
      return "Resource deadlock avoided";
    case Errno::nametoolong:
      return "File name too long";
    case Errno::nolck:
      return "No locks available";
    case Errno::nosys:
      return "Function not implemented";
    case Errno::notempty:
      return "Directory not empty";
    case Errno::loop:
      return "Too many levels of symbolic links";
    case Errno::nomsg:
      return "No message of desired type";
    case Errno::idrm:
      return "Identifier removed";
    case Errno::chrng:
      return "Channel number out of range";
    case Errno::l2nsync:
      return "Level 2 not synchronized";
    case Errno::l3hlt:
      return "Level 3 halted";
    case Errno::l3rst:
      return "Level 3 reset";
    case Errno::lnrng:
      return "Link number out of range";
    case Errno::unatch:
      return "Protocol driver not attached";
    case Errno::nocsi:
      return "No CSI structure available";
    case Errno::l2hlt:
      return "Level 2 halted";
    case Errno::bade:
      return "Invalid exchange";
    case Errno::badr:
      return "Invalid request descriptor";
    case Errno::xfull:
      return "Exchange full";
    case Errno::noano:
      return "No anode";
    case Errno::badrqc:
      return "Invalid request code";
    case Errno::badslt:
      return "Invalid slot";
    case Errno::bfont:
      return "Bad font file format";
    case Errno::nostr:
      return "Device not a stream";
    case Errno::nodata:
      return "No data available";
    case Errno::time:
      return "Timer expired";
    case Errno::nosr:
      return "Out of streams resources";
    case Errno::nonet:
      return "Machine is not on the network";
    case Errno::nopkg:
      return "Package not installed";
    case Errno::remote:
      return "Object is remote";
    case Errno::nolink:
      return "Link has been severed";
    case Errno::adv:
      return "Advertise error";
    case Errno::srmnt:
      return "Srmount error";
    case Errno::comm:
      return "Communication error on send";
    case Errno::proto:
      return "Protocol error";
    case Errno::multihop:
      return "Multihop attempted";
    case Errno::dotdot:
      return "RFS specific error";
    case Errno::badmsg:
      return "Bad message";
    case Errno::overflow:
      return "Value too large for defined data type";
    case Errno::notuniq:
      return "Name not unique on network";
    case Errno::badfd:
      return "File descriptor in bad state";
    case Errno::remchg:
      return "Remote address changed";
    case Errno::libacc:
      return "Can not access a needed shared library";
    case Errno::libbad:
      return "Accessing a corrupted shared library";
    case Errno::libscn:
      return ".lib section in a.out corrupted";
    case Errno::libmax:
      return "Attempting to link in too many shared libraries";
    case Errno::libexec:
      return "Cannot exec a shared library directly";
    case Errno::ilseq:
      return "Invalid or incomplete multibyte or wide character";
    case Errno::restart:
      return "Interrupted system call should be restarted";
    case Errno::strpipe:
      return "Streams pipe error";
    case Errno::users:
      return "Too many users";
    case Errno::notsock:
      return "Socket operation on non-socket";
    case Errno::destaddrreq:
      return "Destination address required";
    case Errno::msgsize:
      return "Message too long";
    case Errno::prototype:
      return "Protocol wrong type for socket";
    case Errno::noprotoopt:
      return "Protocol not available";
    case Errno::protonosupport:
      return "Protocol not supported";
    case Errno::socktnosupport:
      return "Socket type not supported";
    case Errno::opnotsupp:
      return "Operation not supported";
    case Errno::pfnosupport:
      return "Protocol family not supported";
    case Errno::afnosupport:
      return "Address family not supported by protocol";
    case Errno::addrinuse:
      return "Address already in use";
    case Errno::addrnotavail:
      return "Cannot assign requested address";
    case Errno::netdown:
      return "Network is down";
    case Errno::netunreach:
      return "Network is unreachable";
    case Errno::netreset:
      return "Network dropped connection on reset";
    case Errno::connaborted:
      return "Software caused connection abort";
    case Errno::connreset:
      return "Connection reset by peer";
    case Errno::nobufs:
      return "No buffer space available";
    case Errno::isconn:
      return "Transport endpoint is already connected";
    case Errno::notconn:
      return "Transport endpoint is not connected";
    case Errno::shutdown:
      return "Cannot send after transport endpoint shutdown";
    case Errno::toomanyrefs:
      return "Too many references: cannot splice";
    case Errno::timedout:
      return "Connection timed out";
    case Errno::connrefused:
      return "Connection refused";
    case Errno::hostdown:
      return "Host is down";
    case Errno::hostunreach:
      return "No route to host";
    case Errno::already:
      return "Operation already in progress";
    case Errno::inprogress:
      return "Operation now in progress";
    case Errno::stale:
      return "Stale file handle";
    case Errno::uclean:
      return "Structure needs cleaning";
    case Errno::notnam:
      return "Not a XENIX named type file";
    case Errno::navail:
      return "No XENIX semaphores available";
    case Errno::isnam:
      return "Is a named type file";
    case Errno::remoteio:
      return "Remote I/O error";
    case Errno::dquot:
      return "Disk quota exceeded";
    case Errno::nomedium:
      return "No medium found";
    case Errno::mediumtype:
      return "Wrong medium type";
    case Errno::canceled:
      return "Operation canceled";
    case Errno::nokey:
      return "Required key not available";
    case Errno::keyexpired:
      return "Key has expired";
    case Errno::keyrevoked:
      return "Key has been revoked";
    case Errno::keyrejected:
      return "Key was rejected by service";
    case Errno::ownerdead:
      return "Owner died";
    case Errno::notrecoverable:
      return "State not recoverable";
    case Errno::rfkill:
      return "Operation not possible due to RF-kill";
    case Errno::hwpoison:
      return "Memory page has hardware error";
    case Errno::blocked:
      break;
  }
  return "Unknown error";
}

}  // namespace wasmsand
