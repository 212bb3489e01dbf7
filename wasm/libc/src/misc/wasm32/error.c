/* error() and its kin, as GNU's C library has them: programs that bring one of their own leave the directory from the
   program's name, which is not what scripts see elsewhere. */

#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void print_program(const char *separator)
{
	fflush(stdout);
	if (error_print_progname) error_print_progname();
	else fprintf(stderr, "%s%s", program_invocation_name, separator);
}

static void finish(int status, int errnum, const char *format, va_list arguments)
{
	vfprintf(stderr, format, arguments);
	error_message_count++;
	if (errnum) fprintf(stderr, ": %s\n", strerror(errnum));
	else fputc('\n', stderr);
	fflush(stderr);
	if (status) exit(status);
}

void error(int status, int errnum, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_program(": ");
	finish(status, errnum, format, arguments);
	va_end(arguments);
}

void error_at_line(int status, int errnum, const char *file, unsigned line, const char *format, ...)
{
	static const char *last_file;
	static unsigned last_line;
	if (error_one_per_line && line == last_line &&
	    (file == last_file || (file && last_file && !strcmp(file, last_file)))) {
		return;
	}
	last_file = file;
	last_line = line;

	va_list arguments;
	va_start(arguments, format);
	print_program(":");
	if (file) fprintf(stderr, "%s:%u: ", file, line);
	else fputc(' ', stderr);
	finish(status, errnum, format, arguments);
	va_end(arguments);
}
