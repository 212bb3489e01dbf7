#include <string.h>
#include <sys/ioctl.h>
#include "stdio_impl.h"

// The first write finds out whether stdout is a terminal. Where it is none, the line that led here stays in the buffer with
// the rest: upstream's writes it out at once, so that it comes before what the program says on stderr later.
size_t __stdout_write(FILE *f, const unsigned char *buf, size_t len)
{
	struct winsize wsz;
	f->write = __stdio_write;
	if (!(f->flags & F_SVB) && __syscall(SYS_ioctl, f->fd, TIOCGWINSZ, &wsz)) {
		f->lbf = -1;
		if (len && f->wpos && len <= (size_t)(f->wend - f->wpos)) {
			memcpy(f->wpos, buf, len);
			f->wpos += len;
			return len;
		}
	}
	return __stdio_write(f, buf, len);
}
