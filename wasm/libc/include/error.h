/* The messages of GNU programs, as GNU's C library has them; upstream has no such header. */

#ifndef _ERROR_H
#define _ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* Prints "PROGRAM: MESSAGE[: text of ERRNUM]" to standard error; exits with STATUS if that is not 0. */
void error(int status, int errnum, const char *format, ...) __attribute__((__format__(__printf__, 3, 4)));

/* The same with "FILE:LINE:" after the program's name. */
void error_at_line(int status, int errnum, const char *file, unsigned line, const char *format, ...)
	__attribute__((__format__(__printf__, 5, 6)));

/* Called in the place of printing the program's name and a colon, if set. */
extern void (*error_print_progname)(void);

extern unsigned error_message_count;

/* If not 0, error_at_line prints one message per line of a file only. */
extern int error_one_per_line;

#ifdef __cplusplus
}
#endif

#endif
