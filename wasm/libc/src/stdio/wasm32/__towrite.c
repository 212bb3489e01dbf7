/* Whether standard output is a terminal is asked before anything goes into its buffer: upstream asks
   at the first write, which makes the first line leave before everything else. */

#include <sys/ioctl.h>
#include "stdio_impl.h"

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
