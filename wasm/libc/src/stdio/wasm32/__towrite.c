/* Whether standard output is a terminal is asked before anything goes into its buffer: upstream asks
   at the first write, which makes the first line leave before everything else. */

#include <stddef.h>
#include <stdio.h>
#include <bits/stdio.h>
#include <sys/ioctl.h>
#include "stdio_impl.h"

_Static_assert(offsetof(struct __stream, __rend) == offsetof(FILE, rend) &&
	offsetof(struct __stream, __wpos) == offsetof(FILE, wpos) && offsetof(struct __stream, __lbf) == offsetof(FILE, lbf),
	"programs know where a stream's ends are");

static void choose_buffering(FILE *f)
{
	struct winsize size;
	f->write = __stdio_write;
	if (!(f->flags & F_SVB) && __syscall(SYS_ioctl, f->fd, TIOCGWINSZ, &size)) f->lbf = -1;
}

int __towrite(FILE *f)
{
	f->mode |= f->mode - 1;
	if (f->flags & F_NOWR) {
		f->flags |= F_ERR;
		return EOF;
	}
	if (f->write == __stdout_write) choose_buffering(f);
	/* Clear the read buffer. */
	f->rpos = f->rend = 0;
	/* Activate write through the buffer. */
	f->wpos = f->wbase = f->buf;
	f->wend = f->buf + f->buf_size;
	return 0;
}

hidden void __towrite_needs_stdio_exit()
{
	__stdio_exit_needed();
}
